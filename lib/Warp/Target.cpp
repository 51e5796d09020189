//===- Target.cpp - Which GPU, and how well its rules are known -----------===//

#include "warplint/Warp/Target.h"
#include "warplint/Warp/LaneMask.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace warplint {

namespace {
struct Row {
  Target On;
  SharedLimits Limits;
};
} // namespace

static constexpr uint64_t KB = 1024;

static constexpr Row Table[] = {
#define WARPLINT_TARGET(Capability, Evidence, SMKB, BlockKB, Reserved,         \
                        Granule, Blocks, Threads)                              \
  {{Capability, TargetEvidence::Evidence},                                     \
   {MaxStaticShared, BlockKB * KB, SMKB * KB, Reserved, Granule, Blocks,       \
    Threads}},
#include "warplint/Warp/Target.def"
};

Target measuredTarget() {
  constexpr const Row *Measured =
      std::find_if(std::begin(Table), std::end(Table), [](const Row &R) {
        return R.On.Evidence == TargetEvidence::Measured;
      });
  static_assert(Measured != std::end(Table));
  return Measured->On;
}

SharedLimits sharedLimits(const Target &T) {
  const Row *Best = &Table[0];
  for (const Row &R : Table)
    if (R.On.Capability <= T.Capability)
      Best = &R;
  return Best->Limits;
}

unsigned SharedLimits::blocksPerSM(uint64_t SharedBytes, unsigned Threads,
                                   unsigned Registers) const {
  if (SharedBytes > BlockBytes)
    return 0;
  uint64_t Blocks = SMBlocks;
  if (SharedBytes) {
    const uint64_t Taken =
        (SharedBytes + ReservedBytes + Granule - 1) / Granule * Granule;
    Blocks = std::min(Blocks, SMBytes / Taken);
  }
  if (Threads) {
    const unsigned WholeWarps = warpsOf(Threads) * WarpSize;
    Blocks = std::min<uint64_t>(Blocks, SMThreads / WholeWarps);
    Blocks =
        std::min<uint64_t>(Blocks, registerBlocksPerSM(Registers, Threads));
  }
  return Blocks;
}

unsigned registerBlocksPerSM(unsigned Registers, unsigned Threads) {
  constexpr unsigned OfSM = 65536, Parts = 4, Granule = 256;
  const unsigned Warps = warpsOf(Threads);
  const unsigned OfWarp =
      std::max(1u, (Registers * WarpSize + Granule - 1) / Granule) * Granule;
  return OfSM / Parts / OfWarp * Parts / Warps;
}

/// The number in "sm_90a" or "compute_100f".
static std::optional<unsigned> parseCapability(StringRef Name) {
  unsigned Capability = 0;
  if ((!Name.consume_front("sm_") && !Name.consume_front("compute_")) ||
      Name.consumeInteger(10, Capability))
    return std::nullopt;
  // a: features of this architecture alone; f: of its family.
  return is_contained({"", "a", "f"}, Name) ? std::optional(Capability)
                                            : std::nullopt;
}

std::optional<Target> lookupTarget(std::string_view Architecture) {
  std::optional<unsigned> Capability = parseCapability(Architecture);
  if (!Capability)
    return std::nullopt;
  for (const Row &R : Table)
    if (R.On.Capability == *Capability)
      return R.On;
  const Target &Newest = std::prev(std::end(Table))->On;
  if (*Capability < Newest.Capability)
    return std::nullopt;
  return Target{*Capability, TargetEvidence::Assumed};
}

static std::string dotted(unsigned Capability) {
  return std::to_string(Capability / 10) + '.' +
         std::to_string(Capability % 10);
}

std::string assumptionText(const Target &T) {
  if (T.Evidence == TargetEvidence::Measured)
    return {};
  return "measured on compute capability " +
         dotted(measuredTarget().Capability) + ", assumed for " +
         dotted(T.Capability);
}

} // namespace warplint
