//===- IssuedCode.cpp - Whether an edit costs machine code ----------------===//

#include "IssuedCode.h"
#include "warplint/Messages/Layouts.h"
#include "warplint/Support/RealNames.h"
#include "warplint/Warp/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;

namespace warplint {

/// Instructions that an edit may add to a kernel, in percent of what it has.
static constexpr unsigned MostAdded = 5;

namespace {

/// The narrowest and the widest request that a loop repeats, in bytes a lane.
struct WidthRange {
  unsigned Least = ~0u, Most = 0;
};

} // namespace

/// Of the loads [0] and stores [1] of \p Kernel in the lines of \p In that
/// access the array of \p Survey.
static std::array<WidthRange, 2> widthsInLoops(const KernelCode &Kernel,
                                               const CompiledFile &In,
                                               const ArraySurvey &Survey) {
  RealNames Names;
  std::set<std::pair<std::string, unsigned>> Lines;
  auto Add = [&](const SourcePlace &Where) {
    Lines.insert({Names.of(Where.File), Where.Line});
  };
  // In a helper function, and where it is called.
  for (const ArrayInstance &Instance : Survey.Instances)
    llvm::for_each(Instance.Places, Add);
  for (const AccessRecord &Access : In.Accesses)
    if (Survey.isAbout(Access))
      Add(Access.Where);
  std::array<WidthRange, 2> Found;
  for (const CodeRequest &R : Kernel.Requests) {
    if (!R.IsInLoop || !Lines.contains({Names.of(R.File), R.Line}))
      continue;
    WidthRange &Range = Found[R.IsStore];
    Range.Least = std::min(Range.Least, R.BytesPerLane);
    Range.Most = std::max(Range.Most, R.BytesPerLane);
  }
  return Found;
}

/// Which of these ranges \p Now has narrower than \p Then.
static std::string narrowed(StringRef Compiler,
                            const std::array<WidthRange, 2> &Then,
                            const std::array<WidthRange, 2> &Now) {
  for (bool IsStore : {false, true}) {
    const WidthRange &O = Then[IsStore], &N = Now[IsStore];
    // A loop that is gone repeats nothing.
    if (!O.Most || !N.Most)
      continue;
    auto Say = [&](unsigned Is, unsigned Was) {
      return messages::NarrowerIssue(Compiler, IsStore ? "store" : "load", Is,
                                     Was);
    };
    if (N.Most < O.Most)
      return Say(N.Most, O.Most);
    if (N.Least < O.Least)
      return Say(N.Least, O.Least);
  }
  return "";
}

/// The blocks of \p Kernel that an SM holds, for its registers and threads; 0
/// where these are not known.
static unsigned blocksOf(const KernelCode &Kernel, const MemoryBudget &Budget) {
  if (!Budget.ThreadsPerBlock)
    return 0;
  return sharedLimits(Budget.On).blocksPerSM(0, Budget.ThreadsPerBlock,
                                             Kernel.Registers);
}

std::string codeObjection(const ArraySurvey &Before, const ArraySurvey &After,
                          const CompiledFile &Old, const CompiledFile &New) {
  const std::string &Compiler = New.Code.Compiler;
  for (const KernelCode &Now : New.Code.Kernels) {
    auto Then = find_if(Old.Code.Kernels, [&](const KernelCode &Kernel) {
      return Kernel.Name == Now.Name;
    });
    if (Then == Old.Code.Kernels.end())
      continue;

    if (std::string Why = narrowed(Compiler, widthsInLoops(*Then, Old, Before),
                                   widthsInLoops(Now, New, After));
        !Why.empty())
      return Why;
    if (uint64_t(Now.Instructions) * 100 >
        uint64_t(Then->Instructions) * (100 + MostAdded))
      return messages::MoreInstructions(Compiler, Now.Instructions,
                                        Then->Instructions);
    for (const ArrayInstance &Instance : Before.Instances) {
      const MemoryBudget &Budget = Instance.Problem.Budget;
      unsigned Was = blocksOf(*Then, Budget), Is = blocksOf(Now, Budget);
      if (Is < Was)
        return messages::MoreRegisters(Compiler, Now.Registers, Then->Registers,
                                       Is, Was);
    }
  }
  return "";
}

} // namespace warplint
