//===- OpenBlocks.h - Blocks of which not all extents are known -*- C++ -*-===//

#ifndef WARPLINT_LIB_RACE_OPENBLOCKS_H
#define WARPLINT_LIB_RACE_OPENBLOCKS_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Kernel/KernelModel.h"

namespace warplint {

/// Blocks that stand for all that an open shape may be.
struct OpenBlocks {
  LaunchShape Shape; ///< What is known of all.
  /// The threads of each other block are among those of one of them. Empty:
  /// none are found.
  std::vector<LaunchShape> Largest;
  bool HasAllOthers = false; ///< Also those that access other memories alone.
  /// Of different sizes, for which kernels of this kind are written.
  std::vector<LaunchShape> Usual;
  /// These, and one as large as arrays let it be.
  std::vector<LaunchShape> UsualAndLargest;
  std::string Assumption; ///< May be empty.
};

/// What blocks of \p Shape, which lacks an extent, \p Kernel may have. An array
/// that all threads index bounds them: threadIdx.x is below 16 where each thread
/// accesses `tile[threadIdx.y][threadIdx.x]` of `float tile[16][16]`.
OpenBlocks openBlocksOf(const KernelModel &Kernel, LaunchShape Shape);

} // namespace warplint

#endif // WARPLINT_LIB_RACE_OPENBLOCKS_H
