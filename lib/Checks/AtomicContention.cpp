//===- AtomicContention.cpp - warplint-atomic-contention ------------------===//
//
// Finds atomics that many lanes of a warp execute on one word, each in its turn,
// and that the compiler does not combine by itself.
//
//===----------------------------------------------------------------------===//

#include "AccessFindings.h"
#include "Lane/Affine/AffineForm.h"
#include "WorstLaunch.h"
#include "warplint/Checks/Check.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Lane/Evaluators.h"
#include "warplint/Messages/Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <bit>

using namespace llvm;

namespace warplint {
namespace {

/// The worst of one access under the launches of its kernel.
struct Contention {
  AccessRecord Record;
  AtomicUse Use;
  bool IsShared = false;
  bool IsGuarded = false; ///< Some lanes may not come by.
  unsigned Lanes = 0;     ///< That update one word, and
  LaneMask Which = 0;     ///< those of one word.
  LaneMask Active = 0;
  unsigned Warp = 0;
  unsigned WarpsInBlock = 0;
};

/// Lanes that update one word take turns: nothing else does it for them.
bool isJudged(const KernelAccess &A) {
  const bool IsShared = A.Spaces.isOnly(MemorySpace::Shared);
  if (!A.Atomic || !A.Address || A.Atomic->MayBeCombined ||
      !(IsShared || A.Spaces.isOnly(MemorySpace::Global)))
    return false;
  // A lock, or a loop that wants its turn: joining lanes is no help.
  if (A.Atomic->Operation == "cas")
    return false;
  // Shared memory counts the lanes of a word at once (ATOMS.POPC.INC).
  return !IsShared || A.Kind != RequestKind::SharedAtomicCount;
}

/// The lanes of the word that most lanes have.
LaneMask mostContended(const ProvenCase &Case) {
  LaneMask Most = 0;
  for (unsigned L : LanesOf(Case.Active)) {
    LaneMask Same = 0;
    for (unsigned Other : LanesOf(Case.Active))
      if (Case.Address[Other] == Case.Address[L])
        Same |= LaneMask(1) << Other;
    if (popcount(Same) > popcount(Most))
      Most = Same;
  }
  return Most;
}

/// Nothing where it is not proven how many lanes meet, or which lanes there are.
std::optional<Contention> judge(const JudgedKernel &K,
                                const KernelAccess &Access, FileFacts &Facts) {
  auto Case = worstLaunchOf(K, Access, ContentionEvaluator(), Facts);
  if (!Case)
    return std::nullopt;
  const ProofResult &Proven = Case->Proven;
  Contention Worst;
  Worst.Lanes = Proven.Worst.Outcome.Value;
  Worst.Which = mostContended(Proven.Worst);
  Worst.Active = Proven.Worst.Active;
  Worst.Warp = Proven.Worst.Warp;
  Worst.WarpsInBlock = Proven.WarpsInBlock;
  Worst.Record = std::move(Facts.recordsOf(K, ArrayRef(Access)).front().Record);
  Worst.Record.Launch = Case->Launch->Record;
  Worst.Use = *Access.Atomic;
  Worst.IsGuarded = Access.Guard && Access.Guard->isLaneVarying();
  Worst.IsShared = Access.Spaces.isOnly(MemorySpace::Shared);
  return Worst;
}

/// Lanes 0 to N-1, or another group of N: what shuffles of that width join.
bool isSegment(LaneMask Lanes) {
  const unsigned Count = popcount(Lanes);
  const unsigned First = countr_zero(Lanes);
  return has_single_bit(Count) && First % Count == 0 &&
         Lanes == maskTrailingOnes<LaneMask>(Count) << First;
}

/// "v += o", "v = max(v, o)"; empty for what can not be joined beforehand.
std::string joined(const AtomicUse &Use, const std::string &Other) {
  if (Use.Operation == "add")
    return "v += " + Other;
  if (Use.Operation == "min" || Use.Operation == "max")
    return "v = " + Use.Operation + "(v, " + Other + ")";
  const StringRef Sign = StringSwitch<StringRef>(Use.Operation)
                             .Case("and", "&")
                             .Case("or", "|")
                             .Case("xor", "^")
                             .Default("");
  return Sign.empty() ? "" : "v " + Sign.str() + "= " + Other;
}

/// What to write instead.
std::string adviceOn(const Contention &C) {
  const AtomicUse &Use = C.Use;
  if (Use.Operation == "exch" && !Use.IsResultUsed)
    return messages::OneLaneIsEnough(C.Lanes);
  if (Use.IsResultUsed)
    return messages::OneLaneShares(C.Lanes);
  if (joined(Use, "").empty())
    return messages::OneLaneUpdates(C.Lanes);
  const unsigned Width = C.Lanes;
  const std::string Lane =
      "if (lane % " + utostr(Width) + " == 0) atomic...(p, v)";
  const std::string Mask =
      C.Active == AllLanes ? "~0u" : "0x" + utohexstr(C.Active, true);
  const std::string Idle = C.IsGuarded ? messages::NeutralLanes() : "";
  const bool IsInteger = is_contained({"u32", "s32", "b32"}, Use.Type);
  if (!isSegment(C.Which))
    return messages::ReduceByWord();
  if (IsInteger && C.Which == AllLanes)
    return messages::ReduceFirst(
        "v = __reduce_" + Use.Operation + "_sync(~0u, v)", Lane, Idle);
  return messages::ReduceFirst(
      "for (int d = " + utostr(Width / 2) + "; d > 0; d /= 2) " +
          joined(Use, "__shfl_down_sync(" + Mask + ", v, d" +
                          (Width == WarpSize ? "" : ", " + utostr(Width)) +
                          ")"),
      Lane, Idle);
}

class AtomicContention : public Check {
public:
  using Check::Check;

  Needs needs() const override {
    Needs Wanted;
    Wanted.Spaces |= MemorySpace::Global;
    return Wanted;
  }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    Facts.prover().renewBudget();
    std::map<AccessKey, Contention> Worst;
    for (const JudgedKernel &K : Facts.kernels()) {
      if (Facts.isInDoubt(K))
        continue;
      for (const KernelAccess &Access : K.Kernel->Accesses) {
        if (!isJudged(Access))
          continue;
        std::optional<Contention> Found = judge(K, Access, Facts);
        if (!Found)
          continue;
        const AccessRecord &A = Found->Record;
        auto [It, IsNew] =
            Worst.try_emplace({A.Where, A.Verb, A.Ordinal}, *Found);
        if (!IsNew && rankOf(*Found) > rankOf(It->second))
          It->second = std::move(*Found);
      }
    }
    for (const auto &[Key, C] : Worst)
      Sink.add(findingOn(C));
  }

private:
  /// What is not assumed comes first.
  static std::pair<bool, unsigned> rankOf(const Contention &C) {
    return {!C.Record.isAssumed(), C.Lanes};
  }

  Finding findingOn(const Contention &C) const {
    const AccessRecord &A = C.Record;
    const AccessRecord *Group[] = {&A};
    Finding F = excessFinding(
        Group, Settings.AssumedLevel, {"lanes", C.Lanes, 1, "lanes/word"},
        messages::ContendedAtomic(
            C.Lanes, accessPhrase(A) +
                         (A.Array.empty() ? "" : " of '" + A.Array + "'")));
    F.EstimatedExcess = (C.Lanes - 1) * A.ExecutionsPerWarp.value_or(1);
    std::string In =
        C.WarpsInBlock > 1 ? "in warp " + utostr(C.Warp) + ", " : "";
    F.Notes.push_back({A.Where, messages::UpdateOneWord(In, laneList(C.Which)),
                       NoteKind::Figure});
    F.Notes.push_back({A.Where, adviceOn(C), NoteKind::Figure});
    if (C.IsShared && C.Which != C.Active)
      F.Notes.push_back({A.Where, messages::SeparateCopies()});
    addOrigin(A, F);
    return F;
  }
};

} // namespace

std::unique_ptr<Check> makeAtomicContention(const CheckSettings &Settings) {
  return std::make_unique<AtomicContention>(Settings);
}

} // namespace warplint
