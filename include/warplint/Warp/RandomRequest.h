//===- RandomRequest.h - What indices that are data cost --------*- C++ -*-===//
//
// The banks of an index that depends on data are unknown beforehand. Drawn at
// random over an array that is large against a warp, the words of 32 lanes
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
#include <compare>

namespace warplint {

/// An index that is data: the addresses that it can lead to are so many bytes
/// apart, and so many (0: very many). Records of 12 bytes have a step of 12.
struct RandomIndex {
  uint64_t Step = 0; ///< 0: not known.
  uint64_t Count = 0;

  friend auto operator<=>(const RandomIndex &, const RandomIndex &) = default;
};

struct MeanCost {
  double Predicted = 0;
  double Ideal = 0;
};

/// The cost of requests of \p Kind whose 32 lanes access \p BytesPerLane bytes
/// each, at an \p Index that is drawn at random for each by itself. Nothing where
/// no rule says what such requests cost, or where the step is not known.
std::optional<MeanCost> meanCostAtRandom(RequestKind Kind,
                                         unsigned BytesPerLane,
                                         const RandomIndex &Index);

} // namespace warplint

#endif // WARPLINT_WARP_RANDOMREQUEST_H
