//===- LaneStretches.h - What a lane touches in one go ----------*- C++ -*-===//
//
// A request may leave half of each sector to its neighbours: to those that touch
// the next member of a structure, the next element, or to the next round of a
// short loop. All of them together are what a lane touches in one go, as
// stretches of bytes, counted from what the request itself touches.
//
// Example: c[2 * i] = a; c[2 * i + 1] = b; of floats. Of the first store the
// stretches are one, bytes 0 .. 7: its neighbour takes 4 .. 7.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_COALESCING_LANESTRETCHES_H
#define WARPLINT_LIB_CHECKS_COALESCING_LANESTRETCHES_H

#include "warplint/Finding/AccessVerdict.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Warp/Sectors.h"

namespace warplint {

/// The global side of a copy to shared memory.
bool isAsyncCopy(const KernelAccess &A);

/// Some of \p All is of another element beside \p Access: of a structure, or of a
/// row.
bool hasNeighbours(const KernelAccess &Access,
                   llvm::ArrayRef<KernelAccess> All);

/// Bytes from Begin on, before End.
struct Stretch {
  int64_t Begin = 0, End = 0;
};

struct LaneStretches {
  std::vector<Stretch> Stretches; ///< Apart from each other, lowest first.
  unsigned Accesses = 1;          ///< As written, that touch them.
  /// By how many bytes a round of the short loop around all of them goes on, and
  /// its rounds; 1 where there is none.
  int64_t Step = 0;
  uint64_t Rounds = 1;

  /// How many bytes without a gap those that the request touches are part of.
  uint64_t aroundRequest() const;
};

/// Of \p Access, one of \p All, the requests of \p Kernel: what accesses touch
/// that do the same under its condition and in its loops, at constant distances,
/// with nothing between that waits for other threads. \p Rounds: those of its
/// innermost loop where its launch decides them. \p LaneBytes: from each lane to
/// the next. Windows of lanes within a sector, row[2 * i + k], slide over what is
/// between them in as many rounds, and on: only these count.
LaneStretches stretchesAt(const KernelModel &Kernel, const KernelAccess &Access,
                          llvm::ArrayRef<KernelAccess> All,
                          std::optional<uint64_t> Rounds,
                          std::optional<int64_t> LaneBytes);

/// What all that the lanes of \p Request touch in one go moves and uses, at the
/// worst round of the loop.
SectorUse unitedUse(const LaneStretches &Touched, const WarpCase &Request);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_COALESCING_LANESTRETCHES_H
