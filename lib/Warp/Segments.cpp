//===- Segments.cpp - Lines and sectors that lanes touch ------------------===//

#include "Segments.h"
#include <algorithm>
#include <bit>
#include <span>

namespace warplint {

/// Sorts \p Numbers and returns those that differ, at its front.
static std::span<uint64_t> sortedDistinct(std::span<uint64_t> Numbers) {
  std::sort(Numbers.begin(), Numbers.end());
  auto End = std::unique(Numbers.begin(), Numbers.end());
  return Numbers.first(End - Numbers.begin());
}

unsigned touchedSegments(const LaneAddresses &ByteAddress,
                         unsigned BytesPerLane, LaneMask Lanes,
                         unsigned SegmentBytes) {
  std::array<uint64_t, std::size_t(2) * WarpSize> Touched;
  unsigned Count = 0;
  for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
    // A misaligned access may reach into a second segment.
    const uint64_t First = ByteAddress[std::countr_zero(Left)];
    Touched[Count++] = First / SegmentBytes;
    Touched[Count++] = (First + (BytesPerLane - 1)) / SegmentBytes;
  }
  return sortedDistinct(std::span(Touched).first(Count)).size();
}

unsigned distinctBytes(const LaneAddresses &ByteAddress, unsigned BytesPerLane,
                       LaneMask Lanes) {
  std::array<uint64_t, WarpSize> Starts;
  unsigned Count = 0;
  for (LaneMask Left = Lanes; Left; Left &= Left - 1)
    Starts[Count++] = ByteAddress[std::countr_zero(Left)];
  const std::span<uint64_t> Distinct =
      sortedDistinct(std::span(Starts).first(Count));
  if (Distinct.size() == 1)
    return BytesPerLane;
  // Each range is cut short where the next one starts; addresses go in a
  // circle, so the first comes after the last.
  unsigned Bytes = 0;
  for (size_t I = 0; I < Distinct.size(); ++I) {
    const uint64_t Next = Distinct[(I + 1) % Distinct.size()];
    Bytes += std::min<uint64_t>(BytesPerLane, Next - Distinct[I]);
  }
  return Bytes;
}

} // namespace warplint
