//===- ConstantDivergence.cpp - warplint-constant-divergence --------------===//
//
// Finds loads through the constant cache where the lanes of a warp read different
// words. The cache serves one address in a pass: each further one is a replay
// (H200: c[lane] has 31, c[lane / 2] has 15; a 128-bit load is two instructions).
//
//===----------------------------------------------------------------------===//

#include "AccessFindings.h"
#include "Lane/Affine/AffineForm.h"
#include "WorstLaunch.h"
#include "warplint/Checks/Check.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace llvm;

namespace warplint {
namespace {

/// What one instruction loads at most (LDC.64).
constexpr unsigned WidestLoad = 8;

/// Instructions of a load.
unsigned instructionsOf(unsigned Bytes) {
  return divideCeil(Bytes, WidestLoad);
}

/// The passes of a load: one for each address of the active lanes, and of its
/// instructions.
class PassesEvaluator final : public CaseEvaluator {
public:
  explicit PassesEvaluator(unsigned Bytes)
      : CaseEvaluator({.CommonPeriod = Bytes,
                       .Period = Bytes,
                       .Block = Bytes,
                       .WhereLanesMeet = EvaluatorTraits::Meeting::IsNoWorse,
                       .IsWorstWithAllLanes = true,
                       .IsIdealForOneLane = true}),
        Instructions(instructionsOf(Bytes)) {}

  Outcome outcomeOf(const LaneAddresses &Address,
                    LaneMask Active) const override {
    SmallSet<uint64_t, WarpSize> Different;
    for (unsigned L : LanesOf(Active))
      Different.insert(Address[L]);
    return {Instructions * unsigned(Different.size()),
            Active ? Instructions : 0};
  }

private:
  unsigned Instructions;
};

/// Narrower ones were not measured. A kernel that writes to a parameter has a
/// local copy of it.
bool isJudged(const KernelAccess &A, const KernelModel &Kernel) {
  const bool IsParameter = A.Spaces.isOnly(MemorySpace::Parameter);
  if (!(IsParameter || A.Spaces.isOnly(MemorySpace::Constant)) ||
      A.Kind != RequestKind::SharedLoad || !A.Address || !A.Obstacle.empty() ||
      !is_contained({4u, 8u, 16u}, A.BytesPerLane))
    return false;
  return !IsParameter ||
         none_of(Kernel.Accesses, [](const KernelAccess &Other) {
           return Other.Effect == AccessEffect::Write &&
                  Other.Spaces.contains(MemorySpace::Parameter);
         });
}

class ConstantDivergence : public Check {
public:
  using Check::Check;

  Needs needs() const override {
    Needs Wanted;
    Wanted.Spaces |= MemorySpace::Constant;
    Wanted.Spaces |= MemorySpace::Parameter;
    return Wanted;
  }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    forEachWorstLaunch(
        Facts,
        [](const KernelModel &Kernel, const KernelAccess &A) {
          return isJudged(A, Kernel)
                     ? std::make_unique<PassesEvaluator>(A.BytesPerLane)
                     : nullptr;
        },
        [&](const WorstLaunch &W) { Sink.add(findingOn(W)); });
  }

private:
  Finding findingOn(const WorstLaunch &W) const {
    const AccessRecord &A = W.Record;
    const AccessRecord *Group[] = {&A};
    const unsigned Ideal = instructionsOf(W.Access->BytesPerLane);
    const unsigned Passes = W.value();
    Finding F = excessFinding(
        Group, Settings.AssumedLevel, {"passes", Passes, Ideal, "passes"},
        messages::DivergentConstant(Passes, accessPhrase(A) + ofArray(A.Array),
                                    Ideal));
    F.EstimatedExcess = (Passes - Ideal) * A.ExecutionsPerWarp.value_or(1);
    F.Notes.push_back({A.Where,
                       messages::DifferentWords(
                           inWarp(W.Proven.Worst.Warp, W.Proven.WarpsInBlock),
                           Passes / Ideal),
                       NoteKind::Figure});
    F.Notes.push_back({A.Where,
                       W.Access->Spaces.isOnly(MemorySpace::Parameter)
                           ? messages::PassOtherwise()
                           : messages::ReadOtherwise(),
                       NoteKind::Figure});
    addOrigin(A, F);
    if (A.Launch.Source == LaunchSource::Assumed)
      addLaunch(A, F);
    else if (!A.Launch.Shape.isKnown())
      F.Notes.push_back({A.Launch.Where, "with block " + blockText(W.Shape),
                         NoteKind::Figure});
    return F;
  }
};

} // namespace

std::unique_ptr<Check> makeConstantDivergence(const CheckSettings &Settings) {
  return std::make_unique<ConstantDivergence>(Settings);
}

} // namespace warplint
