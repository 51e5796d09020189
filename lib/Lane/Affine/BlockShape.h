//===- BlockShape.h - The threads of one warp -------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_AFFINE_BLOCKSHAPE_H
#define WARPLINT_LIB_LANE_AFFINE_BLOCKSHAPE_H

#include "Atoms.h"
#include "LaneForm.h"
#include "warplint/Basic/LaunchShape.h"

namespace warplint {

/// Constant[lane] + Factor * atom, the latter in Lanes alone: threadIdx or
/// blockDim along one axis.
struct AxisValue {
  LaneNumbers Constant = {};
  std::optional<AtomId> Atom;
  int64_t Factor = 0;
  LaneMask Lanes = AllLanes;
};

struct WarpThreads {
  unsigned Number = 0;
  LaneMask Existing = AllLanes; ///< Lanes before the block's end.
  std::array<AxisValue, 3> ThreadIdx = {};
  std::array<AxisValue, 3> BlockDim = {};
};

struct BlockWarps {
  std::vector<WarpThreads> Warps = {};
  /// The shape leaves something open: the warps stand for those of any block.
  bool IsPartlyUnknown = false;
};

/// The warps that have to be judged for \p Shape.
BlockWarps warpsOf(const LaunchShape &Shape, AtomTable &Atoms);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_AFFINE_BLOCKSHAPE_H
