//===- WarpNotation.h - Requests as functions of the lane -------*- C++ -*-===//
//
// Tests are written as the address of lane l:
//
//   costOf(load(4, [](unsigned L) { return 8 * L * 4; }))
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_UNITTESTS_WARP_WARPNOTATION_H
#define WARPLINT_UNITTESTS_WARP_WARPNOTATION_H

#include "warplint/Warp/WarpModel.h"
#include "gtest/gtest.h"
#include <ostream>

namespace warplint {

/// A request in which lane l of \p Active accesses byte \p ByteAddress(l).
template <typename Function>
WarpRequest request(RequestKind Kind, unsigned BytesPerLane,
                    Function ByteAddress, LaneMask Active = AllLanes) {
  WarpRequest R;
  R.Kind = Kind;
  R.BytesPerLane = BytesPerLane;
  R.Active = Active;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    R.ByteAddress[Lane] = ByteAddress(Lane);
  return R;
}

template <typename Function>
WarpRequest load(unsigned BytesPerLane, Function ByteAddress,
                 LaneMask Active = AllLanes) {
  return request(RequestKind::SharedLoad, BytesPerLane, ByteAddress, Active);
}

template <typename Function>
WarpRequest store(unsigned BytesPerLane, Function ByteAddress,
                  LaneMask Active = AllLanes) {
  return request(RequestKind::SharedStore, BytesPerLane, ByteAddress, Active);
}

/// What a request costs and could cost, in short.
struct Figure {
  unsigned Predicted;
  unsigned Ideal;
  friend bool operator==(const Figure &, const Figure &) = default;
  friend std::ostream &operator<<(std::ostream &Out, const Figure &F) {
    return Out << F.Predicted << " (ideal " << F.Ideal << ")";
  }
};

inline Figure figure(const WarpRequest &R) {
  std::optional<WarpCost> Cost = costOf(R);
  EXPECT_TRUE(Cost.has_value());
  return Cost ? Figure{Cost->Predicted, Cost->Ideal} : Figure{~0u, ~0u};
}

inline CostRule rule(const WarpRequest &R) {
  std::optional<WarpCost> Cost = costOf(R);
  EXPECT_TRUE(Cost.has_value());
  return Cost ? Cost->Rule : CostRule::NoActiveLane;
}

} // namespace warplint

#endif // WARPLINT_UNITTESTS_WARP_WARPNOTATION_H
