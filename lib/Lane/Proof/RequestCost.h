//===- RequestCost.h - The cost of a decided case ---------------*- C++ -*-===//
//
// The last step of a case: the 32 addresses are forms. Terms that do not matter
// drop out (rules 1 and 2 of WarpProof.h), what still matters is asked for, and
// the hardware model gives the figure.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_PROOF_REQUESTCOST_H
#define WARPLINT_LIB_LANE_PROOF_REQUESTCOST_H

#include "Lane/Affine/WarpEvaluation.h"

namespace warplint {

/// What matters of addresses for one kind of request.
struct AddressGrain {
  /// A uniform term that is a multiple of this many bytes changes nothing.
  int64_t Uniform = 4;
  /// Differences between lanes matter modulo this many bytes ...
  int64_t Period = 128;
  /// ... and by whether two lanes touch the same block of this many bytes.
  int64_t Block = 4;
};
AddressGrain grainOf(const AccessProblem &Problem);

/// Lanes that give the instruction an address.
LaneMask lanesWithAddress(RequestKind Kind);

/// Fewer active lanes never have more excess: the full mask is the worst one.
/// Not so where idle lanes let others merge (wide loads), where the ideal falls
/// with the lanes at one address (atomics) or with the bytes asked for (lines,
/// sectors).
bool isFullMaskWorst(const AccessProblem &Problem);

/// More excess, then a larger cost.
inline bool isWorse(const WarpCost &A, const WarpCost &B) {
  if (A.excess() != B.excess())
    return A.excess() > B.excess();
  return A.Predicted > B.Predicted;
}

/// A case's figure.
struct CaseCost {
  WarpCost Cost;
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
  /// A figure with more excess that special values of the unknowns might have.
  std::optional<WarpCost> Limit;
};

enum class Alignment : uint8_t { Fits, Misaligned };

/// Judges the address \p Form in the lanes \p Active. Asks through \p
/// Evaluation; nothing when it has stopped or the address is misaligned (\p
/// Fit).
std::optional<CaseCost> costOfCase(WarpEvaluation &Evaluation,
                                   const ProofGround &Ground,
                                   const LaneForm &Form, LaneMask Active,
                                   Alignment &Fit);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_REQUESTCOST_H
