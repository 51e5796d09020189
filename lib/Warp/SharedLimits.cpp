//===- SharedLimits.cpp - How much shared memory there is -----------------===//

#include "warplint/Warp/SharedLimits.h"
#include "warplint/Warp/LaneMask.h"
#include <algorithm>

namespace warplint {

namespace {

struct Row {
  unsigned Capability;
  SharedLimits Limits;
};

} // namespace

static constexpr uint64_t KB = 1024;

static constexpr Row Table[] = {
#define WARPLINT_SHARED_LIMITS(Capability, SMKB, BlockKB, Reserved, Granule,   \
                               Blocks, Threads)                                \
  {Capability,                                                                 \
   {48 * KB, BlockKB * KB, SMKB * KB, Reserved, Granule, Blocks, Threads}},
#include "warplint/Warp/SharedLimits.def"
};

SharedLimits sharedLimits(const Target &T) {
  const Row *Best = &Table[0];
  for (const Row &R : Table)
    if (R.Capability <= T.Capability)
      Best = &R;
  return Best->Limits;
}

unsigned SharedLimits::blocksPerSM(uint64_t SharedBytes,
                                   unsigned Threads) const {
  if (SharedBytes > BlockBytes)
    return 0;
  uint64_t Blocks = SMBlocks;
  if (SharedBytes) {
    const uint64_t Taken =
        (SharedBytes + ReservedBytes + Granule - 1) / Granule * Granule;
    Blocks = std::min(Blocks, SMBytes / Taken);
  }
  if (Threads) {
    const unsigned WholeWarps = (Threads + WarpSize - 1) / WarpSize * WarpSize;
    Blocks = std::min<uint64_t>(Blocks, SMThreads / WholeWarps);
  }
  return Blocks;
}

} // namespace warplint
