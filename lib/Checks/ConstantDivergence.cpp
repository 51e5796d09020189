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
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// What one instruction loads at most (LDC.64).
constexpr unsigned WidestLoad = 8;

/// Addresses of the active lanes that differ; ideally one.
class DistinctAddresses final : public CaseEvaluator {
public:
  explicit DistinctAddresses(unsigned Bytes)
      : CaseEvaluator({.CommonPeriod = Bytes,
                       .Period = Bytes,
                       .Block = Bytes,
                       .WhereLanesMeet = EvaluatorTraits::Meeting::IsNoWorse,
                       .IsWorstWithAllLanes = true,
                       .IsIdealForOneLane = true}) {}

  Outcome outcomeOf(const LaneAddresses &Address,
                    LaneMask Active) const override {
    SmallSet<uint64_t, WarpSize> Different;
    for (unsigned L : LanesOf(Active))
      Different.insert(Address[L]);
    return {unsigned(Different.size()), Active ? 1u : 0u};
  }
};

/// The worst of one access under the launches of its kernel.
struct Divergence {
  AccessRecord Record;
  unsigned Passes = 0, Ideal = 0;
  unsigned Addresses = 0;
  unsigned Warp = 0, WarpsInBlock = 0;
  bool IsParameter = false;
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

std::optional<Divergence> judge(const JudgedKernel &K,
                                const KernelAccess &Access, FileFacts &Facts) {
  auto Case =
      worstLaunchOf(K, Access, DistinctAddresses(Access.BytesPerLane), Facts);
  if (!Case)
    return std::nullopt;
  const ProofResult &Proven = Case->Proven;
  Divergence D;
  D.Addresses = Proven.Worst.Outcome.Value;
  D.Ideal = divideCeil(Access.BytesPerLane, WidestLoad);
  D.Passes = D.Ideal * D.Addresses;
  D.Warp = Proven.Worst.Warp;
  D.WarpsInBlock = Proven.WarpsInBlock;
  D.IsParameter = Access.Spaces.isOnly(MemorySpace::Parameter);
  D.Record = std::move(Facts.recordsOf(K, ArrayRef(Access)).front().Record);
  D.Record.Launch = Case->Launch->Record;
  return D;
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
    Facts.prover().renewBudget();
    std::map<AccessKey, Divergence> Worst;
    for (const JudgedKernel &K : Facts.kernels()) {
      if (Facts.isInDoubt(K))
        continue;
      for (const KernelAccess &Access : K.Kernel->Accesses) {
        std::optional<Divergence> Found = isJudged(Access, *K.Kernel)
                                              ? judge(K, Access, Facts)
                                              : std::nullopt;
        if (!Found)
          continue;
        const AccessRecord &A = Found->Record;
        auto [It, IsNew] =
            Worst.try_emplace({A.Where, A.Verb, A.Ordinal}, *Found);
        if (!IsNew && rankOf(*Found) > rankOf(It->second))
          It->second = std::move(*Found);
      }
    }
    for (const auto &[Key, D] : Worst)
      Sink.add(findingOn(D));
  }

private:
  /// What is not assumed comes first.
  static std::pair<bool, unsigned> rankOf(const Divergence &D) {
    return {!D.Record.isAssumed(), D.Passes};
  }

  Finding findingOn(const Divergence &D) const {
    const AccessRecord &A = D.Record;
    const AccessRecord *Group[] = {&A};
    Finding F = excessFinding(
        Group, Settings.AssumedLevel, {"passes", D.Passes, D.Ideal, "passes"},
        messages::DivergentConstant(
            D.Passes,
            accessPhrase(A) + (A.Array.empty() ? "" : " of '" + A.Array + "'"),
            D.Ideal));
    F.EstimatedExcess = (D.Passes - D.Ideal) * A.ExecutionsPerWarp.value_or(1);
    F.Notes.push_back(
        {A.Where,
         messages::DifferentWords(
             D.WarpsInBlock > 1 ? "in warp " + utostr(D.Warp) + ", " : "",
             D.Addresses),
         NoteKind::Figure});
    F.Notes.push_back(
        {A.Where,
         D.IsParameter ? messages::PassOtherwise() : messages::ReadOtherwise(),
         NoteKind::Figure});
    addOrigin(A, F);
    return F;
  }
};

} // namespace

std::unique_ptr<Check> makeConstantDivergence(const CheckSettings &Settings) {
  return std::make_unique<ConstantDivergence>(Settings);
}

} // namespace warplint
