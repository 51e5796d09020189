//===- LaunchShape.h - The extents of a block or grid -----------*- C++ -*-===//

#ifndef WARPLINT_BASIC_LAUNCHSHAPE_H
#define WARPLINT_BASIC_LAUNCHSHAPE_H

#include <array>
#include <compare>
#include <cstdint>
#include <optional>

namespace warplint {

/// Threads of a block along x, y, z, as far as known. Threads are numbered
/// x + X*(y + Y*z), and warp w is threads 32*w .. 32*w + 31; lanes past the
/// block's end are inactive. When X is not known the shape is "whole warps
/// along x": X is some multiple of 32, every warp lies in one row, threadIdx.y
/// and .z are uniform. When X is a known multiple of 32, unknown Y and Z are
/// uniform symbols in the same way. When X is known and no multiple of 32 and Y
/// or Z is not known, a warp spans rows: Y (or, where Y is known, Z) is taken
/// as large enough, and only whole warps are judged. Z counts as 1 when neither
/// is known.
struct LaunchShape {
  std::optional<unsigned> X = {}, Y = {}, Z = {};
  /// Where X is not known and Y and Z are 1: any number of threads, not whole
  /// warps alone. Where Y is not known either: any X above 32, and whole warps
  /// that begin anywhere in a row, and may end in the next.
  bool IsAnyRow = false;

  bool isKnown() const { return X && Y && Z; }
  /// Of a known shape: how many threads, and the threadIdx of one of them.
  uint64_t threads() const { return uint64_t(*X) * *Y * *Z; }
  std::array<uint32_t, 3> threadIdx(uint64_t Number) const {
    return {uint32_t(Number % *X), uint32_t(Number / *X % *Y),
            uint32_t(Number / *X / *Y)};
  }
  friend auto operator<=>(const LaunchShape &, const LaunchShape &) = default;
};

} // namespace warplint

#endif // WARPLINT_BASIC_LAUNCHSHAPE_H
