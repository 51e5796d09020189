//===- PlainEvaluation.h - A case with a number for each leaf ---*- C++ -*-===//
//
// What a question's guard and address are where every leaf is a number: the
// outcome of a case, and what the case knows of numbers that are computed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_PROOF_PLAINEVALUATION_H
#define WARPLINT_LIB_LANE_PROOF_PLAINEVALUATION_H

#include "CaseOutcome.h"
#include "warplint/Lane/LaneEvaluation.h"

namespace warplint {

class PlainEvaluation {
public:
  /// The loops that it steps are taken off \p StepsLeft.
  PlainEvaluation(const ProofGround &Ground, uint64_t &StepsLeft);

  LaneValues valuesOf(const LaneExpr *E, const WarpLeaves &Leaves,
                      LaneMask Existing);
  /// \p Claimed as it is with these numbers in the lanes \p Existing; nothing
  /// where the program has no meaning with them.
  std::optional<CaseOutcome> outcomeOf(const CaseOutcome &Claimed,
                                       const WarpLeaves &Leaves,
                                       LaneMask Existing);
  /// The value closest to the one of \p A's node that agrees with \p Known;
  /// nothing where it does agree, or it cannot be known.
  std::optional<uint64_t> valueOfFact(const Atom &A, const Congruence &Known,
                                      const WarpLeaves &Leaves);
  /// Outcomes for which what is unknown left the guard of a lane without a
  /// value.
  unsigned unknowable() const { return Unknowable; }

private:
  const LaneExpr *onlyArray() const;

  const ProofGround &Ground;
  uint64_t &StepsLeft;
  /// Whose end no value may lead past; null where that is not known.
  const LaneExpr *const Array;
  unsigned Unknowable = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_PLAINEVALUATION_H
