//===- TileNeighbours.h - Requests of a tile beside each other --*- C++ -*-===//
//
// A matrix is walked in tiles. One request of a tile may leave much of its
// sectors to others that are sure to come by, and no order of its lanes fixes
// that:
//
//   narrow tile  rows of 16 bytes: the tile beside it, of the next warp, block
//                or round of the loop, has the rest of each sector
//   edge         the column beside a tile that is read, or written, by rows
//
// Found for typical values of the unknowns (TypicalLeaves.h), by evaluation of
// what the block, its neighbours and the rounds next to it touch.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_COALESCING_TILENEIGHBOURS_H
#define WARPLINT_LIB_CHECKS_COALESCING_TILENEIGHBOURS_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Finding/AccessVerdict.h"
#include "warplint/Kernel/KernelModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace warplint {

/// Of \p Access, one of \p All, the requests of \p Kernel, which costs \p
/// Verdict in blocks of \p Shape.
struct TileRequest {
  const KernelModel &Kernel;
  const KernelAccess &Access;
  llvm::ArrayRef<KernelAccess> All;
  const LaunchShape &Shape;
  const AccessVerdict &Verdict;
};

/// \p IsMinor is what it costs where parameters have typical values.
bool isMinorTypically(const TileRequest &R,
                      llvm::function_ref<bool(const WarpCost &)> IsMinor);

/// Of several warps of the block one executes it, and that once.
bool isOncePerBlock(const TileRequest &R);

/// "the rest of its sectors is ...", or that it is an edge; else empty.
std::string tileExcuse(const TileRequest &R);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_COALESCING_TILENEIGHBOURS_H
