//===- RandomRequest.cpp - What indices that are data cost ----------------===//

#include "warplint/Warp/RandomRequest.h"
#include <random>

namespace warplint {

/// The mean of the fullest of 32 banks varies by 0.75 from request to request:
/// its error is 0.75 / 128.
static constexpr unsigned Draws = 1u << 14;

/// More elements than that make no difference to 32 lanes.
static constexpr uint64_t VeryMany = 1u << 20;

std::optional<MeanCost>
meanCostAtRandom(RequestKind Kind, unsigned BytesPerLane, uint64_t ArrayBytes) {
  const uint64_t Elements = ArrayBytes ? ArrayBytes / BytesPerLane : VeryMany;
  if (Elements == 0)
    return std::nullopt;
  // Its sequence is the same everywhere, as that of distributions is not.
  std::mt19937 Random(1);
  MeanCost Mean;
  WarpRequest Request{.Kind = Kind, .BytesPerLane = BytesPerLane};
  for (unsigned N = 0; N != Draws; ++N) {
    for (auto &Address : Request.ByteAddress)
      Address = (uint64_t(Random()) * Elements >> 32) * BytesPerLane;
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
