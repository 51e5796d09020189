//===- TensorMap.h - How the copy engine lays out a tile --------*- C++ -*-===//
//
// What a CUtensorMap says, as far as shared memory is concerned: the copy engine
// (cp.async.bulk.tensor, TMA) puts the 16-byte chunk c of a row of 128 bytes of
// shared memory where chunk c ^ f(row) would be (CUDA programming guide, "Tensor
// Map Swizzle Modes"; CUTLASS's Swizzle<b, 4, 3> of byte addresses):
//
//   CU_TENSOR_MAP_SWIZZLE_128B   address bits 4-6 ^= bits 7-9   Swizzle<3, 4, 3>
//   CU_TENSOR_MAP_SWIZZLE_64B    address bits 4-5 ^= bits 7-8   Swizzle<2, 4, 3>
//   CU_TENSOR_MAP_SWIZZLE_32B    address bit 4    ^= bit 7      Swizzle<1, 4, 3>
//
// The bits are those of the address, not of the place in the tile: both are the
// same where the tile begins at a multiple of 1024, 512 or 256 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_BASIC_TENSORMAP_H
#define WARPLINT_BASIC_TENSORMAP_H

#include "warplint/Basic/SourcePlace.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// The value is how many bits are exchanged.
enum class SwizzleMode : uint8_t { None, Bytes32, Bytes64, Bytes128 };

inline constexpr std::array<SwizzleMode, 4> AllSwizzleModes = {
    SwizzleMode::None, SwizzleMode::Bytes32, SwizzleMode::Bytes64,
    SwizzleMode::Bytes128};

/// The lowest bit that is exchanged, and how far above it those are that say
/// how.
inline constexpr unsigned SwizzleBase = 4, SwizzleShift = 3;

constexpr uint64_t swizzleMask(SwizzleMode Mode) {
  return ((uint64_t(1) << unsigned(Mode)) - 1) << SwizzleBase;
}

/// Where the copy engine puts what would lie at \p Address without a swizzle;
/// and back again.
constexpr uint64_t swizzled(SwizzleMode Mode, uint64_t Address) {
  return Address ^ ((Address >> SwizzleShift) & swizzleMask(Mode));
}

/// Bytes after which the pattern repeats, which a tile has to be aligned to for
/// rows to count from its beginning.
constexpr uint64_t repeatOf(SwizzleMode Mode) {
  return Mode == SwizzleMode::None ? 128 : uint64_t(128) << unsigned(Mode);
}

/// The longest row of a box that the mode allows, in bytes; 0: any.
constexpr uint64_t spanOf(SwizzleMode Mode) {
  return Mode == SwizzleMode::None ? 0 : uint64_t(16) << unsigned(Mode);
}

/// "CU_TENSOR_MAP_SWIZZLE_128B".
inline std::string nameOf(SwizzleMode Mode) {
  return "CU_TENSOR_MAP_SWIZZLE_" + (Mode == SwizzleMode::None
                                         ? "NONE"
                                         : std::to_string(spanOf(Mode)) + "B");
}

/// A tensor map that a launch passes to a kernel.
struct TensorMapRecord {
  unsigned Parameter = 0; ///< Which one, from 0.
  /// Where in the parameter it lies, in bytes; not 0 for a field of a struct.
  uint64_t Offset = 0;
  SwizzleMode Mode = SwizzleMode::None;
  unsigned ElementBytes = 0; ///< 0 where not known.
  /// Elements along each dimension, the innermost first; empty where not known.
  std::vector<uint64_t> Box;
  SourcePlace Where; ///< Of the call that encodes it.

  /// Of a row of the box, and of all of it; 0 where not known.
  uint64_t rowBytes() const { return Box.empty() ? 0 : Box[0] * ElementBytes; }
  uint64_t boxBytes() const {
    uint64_t Bytes = Box.empty() ? 0 : ElementBytes;
    for (uint64_t Length : Box)
      Bytes *= Length;
    return Bytes;
  }
  friend bool operator==(const TensorMapRecord &,
                         const TensorMapRecord &) = default;
};

} // namespace warplint

#endif // WARPLINT_BASIC_TENSORMAP_H
