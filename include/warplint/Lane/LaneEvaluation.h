//===- LaneEvaluation.h - Expressions whose leaves are known ----*- C++ -*-===//
//
// Plain evaluation of a lane expression: a number for every leaf in, a number
// out. What shows a verdict to people, and the oracle of the prover's tests.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LANE_LANEEVALUATION_H
#define WARPLINT_LANE_LANEEVALUATION_H

#include "warplint/Lane/LaneExpr.h"
#include "warplint/Warp/LaneMask.h"
#include <array>
#include <optional>
#include <vector>

namespace warplint {

/// A value for every leaf, for one lane.
struct LeafValues {
  std::array<uint32_t, 3> ThreadIdx = {};
  std::array<uint32_t, 3> BlockDim = {1, 1, 1};
  std::vector<uint64_t> Symbols = {};    ///< By number.
  std::vector<uint64_t> Iterations = {}; ///< By loop.
};

/// Nothing where an Opaque value, a Shuffle, a division by zero or a shift by
/// the width or more is met, unless the other operand settles the result: only
/// the chosen arm of a Select is evaluated, 0 absorbs in And and Mul, all ones
/// in Or. What is carried around a loop is stepped from its first iteration:
/// each value computed for that is taken off \p LoopSteps, and once none are
/// left what needs more has no value.
std::optional<uint64_t> evaluate(const LaneContext &Context, const LaneExpr *E,
                                 const LeafValues &Leaves,
                                 uint64_t *LoopSteps = nullptr);

/// The leaves of the lanes of a warp. Lanes run loops in step: Iterations are
/// those of lane 0 for all.
using WarpLeaves = std::array<LeafValues, WarpSize>;

/// By lane; nothing where the lane has no value.
using LaneValues = std::array<std::optional<uint64_t>, WarpSize>;

/// The same for all lanes of a warp at once, so that a Shuffle finds the value
/// of its source lane. Lanes outside of \p Existing have no values.
LaneValues evaluateWarp(const LaneContext &Context, const LaneExpr *E,
                        const WarpLeaves &Leaves, LaneMask Existing = AllLanes,
                        uint64_t *LoopSteps = nullptr);

} // namespace warplint

#endif // WARPLINT_LANE_LANEEVALUATION_H
