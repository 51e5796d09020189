//===- SharedLoads.h - What is loaded from one address of a warp -*- C++ -*-===//
//
// A value from memory is opaque where its address varies between threads. Under
// a block that is known it may be one for each warp all the same: what a warp
// loads from first[threadIdx.x / 32] all its lanes share, and it is an unknown
// like a parameter.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LANE_SHAREDLOADS_H
#define WARPLINT_LANE_SHAREDLOADS_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Lane/LaneExpr.h"
#include <map>

namespace warplint {

/// Of one launch.
class SharedLoads {
public:
  explicit SharedLoads(LaneContext &C) : C(C) {}

  /// \p E, with a symbol for each load whose address is one in each warp of a
  /// block of \p Shape.
  const LaneExpr *replaced(const LaneExpr *E, const LaunchShape &Shape);

private:
  LaneContext &C;
  /// By number of the opaque value; null where lanes load different ones.
  std::map<unsigned, const LaneExpr *> Known;
};

} // namespace warplint

#endif // WARPLINT_LANE_SHAREDLOADS_H
