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
  friend bool operator==(const AxisValue &, const AxisValue &) = default;
};

struct WarpThreads {
  unsigned Number = 0;
  unsigned Alike = 1;           ///< Warps that it stands for, itself included.
  LaneMask Existing = AllLanes; ///< Lanes before the block's end.
  std::array<AxisValue, 3> ThreadIdx = {};
  std::array<AxisValue, 3> BlockDim = {};
};

struct BlockWarps {
  std::vector<WarpThreads> Warps = {};
  /// The shape leaves something open: the warps stand for those of any block.
  bool IsPartlyUnknown = false;
};

/// Keeps one of the warps of \p Block that the values of \p Roots cannot tell
/// apart: of 16 x 16 threads one, where only threadIdx.x matters.
void joinAlike(BlockWarps &Block, const LaneContext &Context,
               llvm::ArrayRef<const LaneExpr *> Roots);

/// The warps that have to be judged for \p Shape.
BlockWarps warpsOf(const LaunchShape &Shape, AtomTable &Atoms);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_AFFINE_BLOCKSHAPE_H
