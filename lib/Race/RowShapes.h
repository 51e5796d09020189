//===- RowShapes.h - Blocks that may as well be one row ---------*- C++ -*-===//
//
// What a thread does may depend on its number in the block and on how many
// threads there are, and not on how these lie:
//
//   rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x
//
// So it is in cooperative groups and in cub. What is so of all blocks of one row
// is then so of all blocks.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_ROWSHAPES_H
#define WARPLINT_LIB_RACE_ROWSHAPES_H

#include "warplint/Lane/LaneExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <optional>

namespace warplint {

/// Nothing in \p Roots asks for more of the block than numbers of threads in it,
/// and how many it has. Null asks for nothing.
bool askForRanksAlone(const LaneContext &C,
                      llvm::ArrayRef<const LaneExpr *> Roots);

/// The same in blocks of one layer: of x and y alone.
bool askForRanksOfLayer(const LaneContext &C,
                        llvm::ArrayRef<const LaneExpr *> Roots);

/// The same but for threadIdx.x and blockDim.x, as in a kernel for blocks of one
/// row.
bool askForNoRows(const LaneContext &C, llvm::ArrayRef<const LaneExpr *> Roots);

/// By axis, by how much an address grows with threadIdx; 0: not at all.
using AxisFactors = std::array<int64_t, 3>;

/// Those of \p Address, if nothing goes into it but the place of an array, threads
/// and what is not negative: numbers, extents and how often loops went round.
std::optional<AxisFactors> axisFactorsOf(const LaneContext &C,
                                         const LaneExpr *Address);

} // namespace warplint

#endif // WARPLINT_LIB_RACE_ROWSHAPES_H
