//===- AccessVerdict.h - What an access costs, in words ---------*- C++ -*-===//
//
// What the prover found of the cost of an access, with the hardware model's
// rule for the worst case and with the sentences that reports and messages say
// of it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_ACCESSVERDICT_H
#define WARPLINT_FINDING_ACCESSVERDICT_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Lane/ProofResult.h"
#include "warplint/Warp/WarpModel.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace warplint {

/// The cost of one fully decided case in one warp, as ProvenCase.
struct WarpCase {
  unsigned Warp = 0;
  WarpCost Cost;
  LaneMask Active = 0;
  std::array<int64_t, WarpSize> Address = {};
  std::vector<CaseFact> Facts;

  /// Address, as the model takes it.
  LaneAddresses addresses() const {
    LaneAddresses Of;
    std::copy(Address.begin(), Address.end(), Of.begin());
    return Of;
  }
};

/// Groups cases by the facts about one symbol or loop, for "2, 4, 8-way as s =
/// ..." and "conflict-free when pitch is odd". Worst over the warps and other
/// facts.
struct CaseRow {
  CaseFact Fact;
  unsigned Predicted = 0;
  unsigned Ideal = 0;
};

/// How a proof went, for those who want to follow it.
struct ProofCourse {
  uint64_t Cases = 0; ///< That were judged, over all warps of the block.
  /// What the cases differ in: "pitch mod 32", "s", "the range of n".
  std::vector<std::string> SplitOn;
  bool UsesRule1 = false; ///< A term that all lanes share dropped out.
  bool UsesRule2 = false; ///< An unknown's factor varies between lanes.
};

/// As ProofResult.
struct AccessVerdict {
  VerdictKind Kind = VerdictKind::Unproven;
  UnprovenReason Reason = UnprovenReason::None;
  std::string ReasonText; ///< "the index comes from memory: idx[i]".

  WarpCase Worst;
  std::vector<LeafValues> Witness;
  unsigned BestPredicted = 0;
  unsigned WarpsInBlock = 0;
  unsigned WarpsWithExcess = 0;
  uint64_t TotalPredicted = 0;
  uint64_t TotalIdeal = 0;
  /// Of an excess: there is none where all lanes take part that the bounds of
  /// the data may leave out.
  bool IsIdealInFull = false;
  bool DependsOnCase = false;
  bool GaveUpGuard = false;
  std::vector<CaseRow> Rows;
  /// "conflict-free when pitch is odd; 32-way when pitch is a multiple of 32";
  /// empty when the figure is the same in all cases.
  std::string Condition;
  /// The costliest block, if the launch leaves the block unknown and blocks of
  /// whole warps along x cost less.
  std::optional<LaunchShape> CostliestBlock;
  /// The excess is proven only for blocks of whole warps along x.
  bool IsForWholeWarps = false;
  /// "lanes whose guard is unknown count as active", ...
  std::vector<std::string> Assumptions;
  ProofCourse Course; ///< Empty where unproven.
};

/// The cost is proven.
inline bool hasFigure(VerdictKind Kind) {
  return Kind == VerdictKind::Clean || Kind == VerdictKind::Excess;
}

/// An order of importance: excess before unproven before clean before what
/// never runs; largest first.
unsigned importanceOf(VerdictKind Kind);

/// Of two kinds the more important one, then that which is no matter of bounds
/// alone, then the larger figure: the order in
/// which instances of one source access speak for all of them.
bool isWorse(const AccessVerdict &A, const AccessVerdict &B);

/// One short sentence: "index comes from memory", for tables and --stats.
llvm::StringRef reasonSentence(UnprovenReason Reason);
/// A stable name for JSON and --stats: "data-dependent-index".
llvm::StringRef reasonName(UnprovenReason Reason);

} // namespace warplint

#endif // WARPLINT_FINDING_ACCESSVERDICT_H
