//===- CaseSearch.h - The search over the cases of a question ---*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_PROOF_CASESEARCH_H
#define WARPLINT_LIB_LANE_PROOF_CASESEARCH_H

#include "Witness.h"

namespace warplint {

/// How lanes whose guard is not known in a case are taken.
enum class GuardMode : uint8_t {
  Exact,   ///< The case is split until the guard is known.
  Relaxed, ///< They count as active: the case may have no such lanes.
  Assumed  ///< They count as active: an assumption that the verdict states.
};

/// All cases of all warps.
struct SearchedCases {
  std::vector<JudgedCase> Cases; ///< Those with a request.
  /// The search is not complete.
  ProofFailure Failure;
  /// The guard, not the address, is what could not be decided.
  bool FailedInGuard = false;
  /// Some lane counted as active although its guard was not decided.
  bool HasOpenLanes = false;
  /// Some lane is assumed to be active.
  bool HasAssumedLanes = false;
  bool SawMisaligned = false;
  bool AssumedNoWrap = false;

  bool isComplete() const { return !Failure; }
  unsigned largestExcess() const;
};

/// Why an address is not known that the opaque value \p Number reaches.
ProofFailure opaqueFailure(const LaneContext &Context, unsigned Number);

SearchedCases searchCases(const ProofGround &Ground, const BlockWarps &Block,
                          GuardMode Mode);

struct WorstCase {
  /// Index into the cases of the search.
  size_t Case = 0;
  /// The outcome is one that some values have.
  bool IsCertain = false;
};

/// The worst case of each warp, by index into the block's warps; nothing for
/// warps without a request. Takes cases that turn out to be empty out of \p
/// Searched.
std::vector<std::optional<WorstCase>> findWorstCases(const ProofGround &Ground,
                                                     const BlockWarps &Block,
                                                     SearchedCases &Searched);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_CASESEARCH_H
