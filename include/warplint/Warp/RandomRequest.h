//===- RandomRequest.h - What indices that are data cost --------*- C++ -*-===//
//
// Which bank a lane meets when its index is data, nobody knows beforehand. Drawn
// at random over an array that is large against a warp, the words of 32 lanes
// fall into 32 banks as balls into bins: the fullest gets 3.53 on average, where
// 1 would do. In a small array lanes share words, which costs a load nothing.
//
// The figure is the mean over requests that are drawn with fixed seeds and cost
// what WarpModel.h says; its error is below 0.02.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_RANDOMREQUEST_H
#define WARPLINT_WARP_RANDOMREQUEST_H

#include "warplint/Warp/WarpModel.h"

namespace warplint {

struct MeanCost {
  double Predicted = 0;
  double Ideal = 0;
};

/// The cost of requests of \p Kind whose 32 lanes access elements of
/// \p BytesPerLane bytes, drawn at random and each by itself from \p ArrayBytes
/// bytes (0: very many). Nothing where no rule says what such requests cost, or
/// where the array has no element.
std::optional<MeanCost>
meanCostAtRandom(RequestKind Kind, unsigned BytesPerLane, uint64_t ArrayBytes);

} // namespace warplint

#endif // WARPLINT_WARP_RANDOMREQUEST_H
