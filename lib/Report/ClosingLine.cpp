//===- ClosingLine.cpp - What became of all accesses ----------------------===//

#include "warplint/Finding/Wording.h"
#include "warplint/Report/TextReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace warplint {

/// What is said of accesses, in this order.
static constexpr StringLiteral Outcomes[] = {
    "conflicting",    "clean",          "without a request of their own",
    "never executed", "data-dependent", "not decided for another reason",
};

static size_t outcomeOf(const AccessRecord &A) {
  if (A.Issue && A.Issue->isSilent())
    return 2;
  switch (A.Verdict.Kind) {
  case VerdictKind::Excess:
    return 0;
  case VerdictKind::Clean:
    return 1;
  case VerdictKind::NeverRuns:
    return 3;
  case VerdictKind::Unproven:
    return A.Verdict.Reason == UnprovenReason::DataDependentIndex ? 4 : 5;
  }
  llvm_unreachable("unknown verdict");
}

StringRef outcomeName(const AccessRecord &A) { return Outcomes[outcomeOf(A)]; }

std::string outcomesOf(ArrayRef<const AccessRecord *> Accesses) {
  // A header's access is one, however many files and kernels have it.
  std::map<std::tuple<SourcePlace, AccessVerb, unsigned>, const AccessRecord *>
      Worst;
  for (const AccessRecord *A : Accesses) {
    const AccessRecord *&Known = Worst[{A->Where, A->Verb, A->Ordinal}];
    if (!Known ||
        importanceOf(A->Verdict.Kind) > importanceOf(Known->Verdict.Kind))
      Known = A;
  }
  size_t Counts[std::size(Outcomes)] = {};
  for (const auto &[Key, A] : Worst)
    ++Counts[outcomeOf(*A)];
  std::vector<std::string> Parts;
  for (auto [Count, Outcome] : zip(Counts, Outcomes))
    if (Count)
      Parts.push_back(grouped(Count) + " " + Outcome.str());
  if (Worst.empty())
    return "";
  return grouped(Worst.size()) +
         (Worst.size() == 1 ? " shared-memory access: "
                            : " shared-memory accesses: ") +
         join(Parts, ", ");
}

void printClosingLine(raw_ostream &Out,
                      const std::vector<FileReport> &Reports) {
  std::vector<const AccessRecord *> Accesses;
  std::set<std::string> Kernels;
  size_t LeftOut = 0;
  for (const FileReport &R : Reports) {
    for (const AccessRecord &A : R.Accesses)
      Accesses.push_back(&A);
    Kernels.insert(R.Kernels.begin(), R.Kernels.end());
    LeftOut += count_if(R.Omitted, [](const auto &L) { return !L.OnRequest; });
  }
  if (!Accesses.empty())
    Out << outcomesOf(Accesses);
  else if (!Kernels.empty())
    Out << counted(Kernels.size(), "kernel")
        << (Kernels.size() == 1 ? " does" : " do")
        << " not access shared memory";
  else
    Out << "no kernel was analysed";
  if (LeftOut)
    Out << "; " << counted(LeftOut, "function") << " left out";
  Out << ".\n";
}

} // namespace warplint
