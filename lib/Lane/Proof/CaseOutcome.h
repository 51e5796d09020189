//===- CaseOutcome.h - The outcome of a decided case ------------*- C++ -*-===//
//
// The last step of a case: the 32 addresses are forms. Terms that do not matter
// drop out (rules 1 and 2 of Prover.h), what still matters is asked for, and
// the question's evaluator gives the outcome.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_PROOF_CASEOUTCOME_H
#define WARPLINT_LIB_LANE_PROOF_CASEOUTCOME_H

#include "Lane/Affine/WarpEvaluation.h"

namespace warplint {

struct CaseOutcome {
  Outcome Result;
  LaneMask Active = 0;
  /// Lanes that count as active because nothing can compute their guard, ...
  LaneMask Assumed = 0;
  /// ... because no decision settles it, ...
  LaneMask Forced = 0;
  /// ... or although it might be false.
  LaneMask Open = 0;
  LaneNumbers Address = {};
  /// Quotients that were chosen for the atoms that vary between lanes.
  std::map<AtomId, int64_t> Chosen;
  /// A term that all lanes share dropped out (rule 1); an unknown was taken by
  /// its residue (rule 2).
  bool UsesRule1 = false, UsesRule2 = false;
  /// An outcome with more excess that special values of the unknowns might
  /// have.
  std::optional<Outcome> Limit;
  /// An outcome with less excess, of values of the unknowns for which more lanes
  /// meet.
  std::optional<Outcome> Least;
  /// Result is the most that lanes can cost, not what these would.
  bool IsMost = false;
};

/// Judges the address \p Form in the lanes \p Active. Asks through \p
/// Evaluation; nothing when it has stopped or the address is misaligned, which
/// sets \p IsMisaligned.
std::optional<CaseOutcome> outcomeOfCase(WarpEvaluation &Evaluation,
                                         const ProofGround &Ground,
                                         const LaneForm &Form, LaneMask Active,
                                         bool &IsMisaligned);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_CASEOUTCOME_H
