//===- WarpTotals.h - The sum over all executions ---------------*- C++ -*-===//
//
// The sum of outcomes over everything that one block does: every warp, every
// iteration of the loops around the access, each with its own active lanes. It
// is exact or it is not given.
//
// A warp is in iteration n of a loop as long as some lane is: a lane that left
// sits out the rest. So `for (i = threadIdx.x; i < 100; i += blockDim.x)` in a
// block of 64 is two iterations of warp 0, the second with all lanes (64 + l <
// 100), and two of warp 1, the second with lanes 0 to 3.
//
// How. The access is first judged with the iteration left open: where nothing
// is asked about it, all iterations have one outcome. Else the loop is pinned
// to its iterations one by one, from the outermost inwards. Unknown symbols are
// fine where they do not matter (a uniform offset of whole words): where the
// outcome, the active lanes or the end of a loop rests on one there is no sum.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LANE_WARPTOTALS_H
#define WARPLINT_LANE_WARPTOTALS_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Lane/ProofBudget.h"
#include "warplint/Lane/WarpQuestion.h"
#include <optional>
#include <vector>

namespace warplint {

struct WarpTotals {
  /// Times that a warp issues the instruction with at least one active lane.
  uint64_t Requests = 0;
  /// The same of one warp, where each that issues it at all does so equally often.
  std::optional<uint64_t> RequestsPerWarp = 0;
  /// Of all of them together.
  uint64_t Value = 0;
  uint64_t Ideal = 0;
  /// It was used that index arithmetic does not wrap around.
  bool AssumesNoWrap = false;
};

struct TotalsOptions {
  /// Executions that are looked at one by one.
  unsigned MaxExecutions = 1u << 14;
  /// Expressions evaluated for a warp: some tenths of a second.
  uint64_t MaxSteps = 100'000;
  /// Null: only MaxSteps counts.
  ProofBudget *Budget = nullptr;
};

/// Loops around an access, by number, outermost first. The end of each must be
/// known: a TripCount that is no upper bound, or a Continue that is exact.
struct LoopNest {
  std::vector<unsigned> Loops = {};
  /// The access stands where the innermost loop decides whether to go on (in
  /// the condition of a while): it runs once more than the loop's body.
  bool IsInCondition = false;
};

/// The sum over the executions of \p Asked by one block of \p Shape, or
/// nothing: the shape is not fully known, an unknown matters, a loop's end is
/// not known, the budget is used up.
std::optional<WarpTotals> totalsOf(const LaneContext &Context,
                                   const WarpQuestion &Asked,
                                   const LoopNest &Nest,
                                   const LaunchShape &Shape,
                                   const TotalsOptions &Options = {});

} // namespace warplint

#endif // WARPLINT_LANE_WARPTOTALS_H
