//===- ConstantDivergence.cpp - warplint-constant-divergence --------------===//
//
// Finds loads through the constant cache where the lanes of a warp read different
// words. The cache serves one address in a pass: each further one is a replay
// (H200: c[lane] has 31, c[lane / 2] has 15; a 128-bit load is two instructions).
//
//===----------------------------------------------------------------------===//

#include "AccessFindings.h"
#include "warplint/Checks/Check.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Messages/Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// Of an array of doubles, pointers or other 64-bit numbers in a parameter nvcc
/// 13.0 makes a local copy where the index is computed.
constexpr unsigned BytesOfCopied = 8;

/// Loads that lanes can differ in; others are operands of instructions. A kernel
/// that writes to a parameter has a local copy of it.
std::vector<KernelAccess> constantLoads(const KernelModel &Kernel) {
  const bool HasCopy = any_of(Kernel.Accesses, [](const KernelAccess &A) {
    return A.Effect == AccessEffect::Write &&
           A.Spaces.contains(MemorySpace::Parameter);
  });
  std::vector<KernelAccess> Loads;
  for (const KernelAccess &A : Kernel.Accesses) {
    const bool IsParameter = A.Spaces.isOnly(MemorySpace::Parameter);
    const bool IsCopied = HasCopy || A.BytesPerLane == BytesOfCopied;
    if ((IsParameter ? !IsCopied : A.Spaces.isOnly(MemorySpace::Constant)) &&
        A.Kind == RequestKind::SharedLoad && A.Address &&
        A.Address->isLaneVarying() && A.Obstacle.empty()) {
      Loads.push_back(A);
      Loads.back().Kind = RequestKind::ConstantLoad;
    }
  }
  return Loads;
}

/// "up to " also where a bound may leave out some of the lanes that are counted.
std::string mostPasses(const AccessRecord &A) {
  return A.HasFixedGuard ? mostOf(A) : "up to ";
}

/// Whether all lanes that are counted are known to take part.
bool isOfKnownLanes(const AccessRecord &A) {
  return !is_contained(A.Verdict.Assumptions, messages::UnknownGuardsHold());
}

class ConstantDivergence : public Check {
public:
  using Check::Check;

  Needs needs() const override {
    return {.Spaces = {MemorySpace::Shared, MemorySpace::Constant,
                       MemorySpace::Parameter}};
  }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    Facts.prover().renewBudget();
    std::vector<AccessRecord> Records;
    std::vector<bool> OfParameters;
    for (const JudgedKernel &K : Facts.kernels()) {
      const std::vector<KernelAccess> Asked = constantLoads(*K.Kernel);
      for (AskedRecord &R : Facts.recordsOf(K, Asked)) {
        OfParameters.push_back(
            Asked[R.Access].Spaces.isOnly(MemorySpace::Parameter));
        Records.push_back(std::move(R.Record));
      }
    }
    for (auto &[Key, Group] :
         groupedBySource(to_vector(make_pointer_range(Records)))) {
      const AccessRecord &A = *Group.front();
      if (A.Verdict.Kind == VerdictKind::Excess && isOfKnownLanes(A))
        Sink.add(excess(Group, OfParameters[&A - Records.data()]));
      else if (A.Verdict.Kind == VerdictKind::Unproven &&
               Settings.ReportUnproven)
        Sink.add(unprovenRemark(Group));
    }
    Sink.addAccesses(std::move(Records), Settings);
  }

private:
  Finding excess(const AccessGroup &Group, bool IsParameter) const {
    const AccessRecord &A = *Group.front();
    const WarpCost &Cost = A.Verdict.Worst.Cost;
    Finding F = excessFinding(
        Group, Settings.AssumedLevel,
        {"passes", Cost.Predicted, Cost.Ideal, "passes"},
        messages::DivergentConstant(mostPasses(A) + utostr(Cost.Predicted),
                                    accessPhrase(A) + ofArray(A.Array),
                                    utostr(Cost.Ideal) + onlyIfText(A)));
    F.EstimatedExcess = Cost.excess() * A.ExecutionsPerWarp.value_or(1);
    F.Notes.push_back({A.Where,
                       messages::DifferentAddresses(
                           inWarp(A.Verdict.Worst.Warp, A.Verdict.WarpsInBlock),
                           Cost.Predicted / Cost.Ideal),
                       NoteKind::Figure});
    F.Notes.push_back(
        {A.Where,
         IsParameter ? messages::PassOtherwise() : messages::ReadOtherwise(),
         NoteKind::Figure});
    addOrigin(A, F);
    if (!A.Launch.Shape.isKnown())
      addLaunch(A, F);
    return F;
  }
};

} // namespace

std::unique_ptr<Check> makeConstantDivergence(const CheckSettings &Settings) {
  return std::make_unique<ConstantDivergence>(Settings);
}

} // namespace warplint
