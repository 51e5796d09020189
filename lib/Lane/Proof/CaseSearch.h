//===- CaseSearch.h - The search over the cases of an access ----*- C++ -*-===//

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
struct CaseSurvey {
  std::vector<JudgedCase> Cases; ///< Those with a request.
  /// The survey is not complete.
  ProofFailure Failure;
  /// The guard, not the address, is what could not be decided.
  bool FailedInGuard = false;
  /// Some lane counted as active although its guard was not decided.
  bool HasOpenLanes = false;
  /// Some lane is assumed to be active.
  bool HasAssumedLanes = false;
  bool SawMisaligned = false;
  bool AssumedNoWrap = false;

  bool isComplete() const { return Failure.Reason == UnprovenReason::None; }
  unsigned largestExcess() const;
};

/// Why an address that \p Value reaches is not known, with
/// "the index comes from memory: idx[i]".
ProofFailure opaqueFailure(const OpaqueValue &Value);

CaseSurvey surveyCases(const ProofGround &Ground, const BlockWarps &Block,
                       GuardMode Mode);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_CASESEARCH_H
