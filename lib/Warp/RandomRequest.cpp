//===- RandomRequest.cpp - What indices that are data cost ----------------===//

#include "warplint/Warp/RandomRequest.h"
#include <algorithm>
#include <random>

namespace warplint {

/// The mean of the fullest of 32 banks varies by 0.75 from request to request:
/// its error is 0.75 / 128.
static constexpr unsigned Draws = 1u << 14;

/// More elements than that make no difference to 32 lanes.
static constexpr uint64_t VeryMany = 1u << 20;

std::optional<MeanCost> meanCostAtRandom(RequestKind Kind,
                                         unsigned BytesPerLane,
                                         const RandomIndex &Index) {
  if (Index.Step == 0)
    return std::nullopt;
  const uint64_t Count =
      Index.Count ? std::min(Index.Count, VeryMany) : VeryMany;
  // Its sequence is the same everywhere, as that of distributions is not.
  std::mt19937 Random(1);
  MeanCost Mean;
  WarpRequest Request{.Kind = Kind, .BytesPerLane = BytesPerLane};
  for (unsigned N = 0; N != Draws; ++N) {
    for (auto &Address : Request.ByteAddress)
      Address = (uint64_t(Random()) * Count >> 32) * Index.Step;
    const std::optional<WarpCost> Cost = costOf(Request);
    if (!Cost)
      return std::nullopt;
    Mean.Predicted += Cost->Predicted;
    Mean.Ideal += Cost->Ideal;
  }
  Mean.Predicted /= Draws;
  Mean.Ideal /= Draws;
  return Mean;
}

} // namespace warplint
