//===- Prover.h - What holds for every value --------------------*- C++ -*-===//
//
// Given a question (an address and an active-lane condition as LaneExpr, and
// what is asked of them) and a launch shape: what is the worst outcome in each
// warp, *for every value* of the uniform symbols?
//
// How. An expression is evaluated for the 32 lanes of a warp at once. A lane's
// value is kept as an affine form over *atoms*, the unknown uniform values:
//
//     value(lane) = c(lane) + sum over atoms i of k(lane, i) * x(i)
//
// The forms stay exact under addition, multiplication by what is known, and
// products of a lane constant with an atom. Where an operation needs to know
// more (a shift right, a mask, a comparison, a select), the evaluation asks for
// a *decision* and the proof splits into cases that together cover every value:
//
//   residue    x = M*x' + r, one case for each r in 0 .. M-1
//   value      one case for each value of a small range
//   threshold  x < t, x = t, ..., where only finitely many answers differ
//   iteration  one case for each iteration of a loop whose counter is not
//              affine (found by stepping the loop's own expressions)
//   truth      a uniform condition that may be true or false
//
// In a case that is fully decided, the 32 addresses are known but for terms
// that do not matter, by these rules and by what the question's evaluator
// declares (EvaluatorTraits; the numbers in parentheses are those of requests
// to the banks of shared memory):
//
//   1. An atom with the same coefficient in every active lane drops out when
//      the term is a multiple of CommonPeriod (4 bytes: it permutes banks).
//      Otherwise its residue is split until it is.
//   2. An atom whose coefficient varies between lanes is split by its residue
//      modulo Period / gcd(differences) (128 bytes: that settles the banks).
//      Which lanes meet (touch one word) is settled by taking the atom generic:
//      values for which more lanes meet give no worse an outcome, and are never
//      the worst case.
//   3. Everything else is unproven, with its reason. Never silently clean.
//
// Where the cases are too many to tell apart, the proof is tried once more in a
// coarse way: every uniform part of an expression is one unknown number, be it
// made of whatever. That claims more than is so (its values may not all occur),
// which is enough for "clean"; an excess still needs values that show it.
//
// A uniform value that a loop carries (stage ^= 1) is one unknown number, too,
// until something is asked about it; only then is the loop followed.
//
// Worked example: 4 * (pitch * tid.y + tid.x) in a 16 x 16 block, asked for its
// cost. The lanes of a warp have two values of tid.y; the coefficient of pitch
// is 0 or 4: rule 2 splits pitch by 32 residues. pitch mod 32 = 16 gives banks
// 0-15, 16-31: 1 wavefront; pitch mod 32 = 0 gives 2.
//
// Assumptions, named in the result when they were used: index arithmetic with
// unknown uniform terms does not wrap around; lanes of a warp run loops in
// step; a condition that cannot be computed lets every lane through.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LANE_PROVER_H
#define WARPLINT_LANE_PROVER_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Lane/ProofBudget.h"
#include "warplint/Lane/ProofResult.h"

namespace warplint {

/// Decides \p Asked for every warp of \p Shape and every value of the symbols.
ProofResult prove(const LaneContext &Context, const WarpQuestion &Asked,
                  const LaunchShape &Shape, const ProofOptions &Options = {});

} // namespace warplint

#endif // WARPLINT_LANE_PROVER_H
