//===- CornerTurn.h - A transposition through a tile ------------*- C++ -*-===//
//
// Of a kernel that moves one element a thread, one side along the rows of a
// matrix and the other along its columns, the source in which both go along
// rows: the elements wait in a tile of shared memory between.
//
//   __shared__ float tile[32][33];
//   if (x < n && y < n)
//     tile[threadIdx.y][threadIdx.x] = in[y * n + x];
//   __syncthreads();
//   x = blockIdx.x * 32 + threadIdx.y;
//   y = blockIdx.y * 32 + threadIdx.x;
//   if (x < n && y < n)
//     out[x * n + y] = tile[threadIdx.x][threadIdx.y];
//
// That is the same for every guard and every index, in square blocks: thread
// (a, b) does on one side what thread (b, a) did before, and finds in the tile
// what that one has put there.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_COALESCING_CORNERTURN_H
#define WARPLINT_LIB_CHECKS_COALESCING_CORNERTURN_H

#include "warplint/Analysis/FileFacts.h"

namespace warplint {

struct CornerTurn {
  /// Nothing where \p K is no such kernel, where \p Requests, all that it has to
  /// global memory, are not one load and one store, or where the edited source
  /// does not touch half as many sectors at most.
  static std::optional<CornerTurn> of(const JudgedKernel &K,
                                      llvm::ArrayRef<AskedRecord> Requests,
                                      FileFacts &Facts);

  /// Proven where nobody else can launch the kernel, with other blocks.
  Fix Edit;
  std::string Note; ///< What it does, for people.
};

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_COALESCING_CORNERTURN_H
