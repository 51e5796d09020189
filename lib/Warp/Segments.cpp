//===- Segments.cpp - Pieces of memory that a request touches -------------===//

#include "Segments.h"
#include "warplint/Warp/Sectors.h"
#include "warplint/Warp/Target.h"
#include <algorithm>
#include <array>
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

SectorUse sectorUse(const LaneAddresses &ByteAddress, unsigned BytesPerLane,
                    LaneMask Lanes) {
  SectorUse Use;
  if (!Lanes)
    return Use;
  Use.Sectors = touchedSegments(ByteAddress, BytesPerLane, Lanes, SectorBytes);
  Use.Bytes = distinctBytes(ByteAddress, BytesPerLane, Lanes);
  // Signed, so that addresses below the origin come before those above.
  std::array<int64_t, WarpSize> Starts;
  unsigned Count = 0;
  for (LaneMask Left = Lanes; Left; Left &= Left - 1)
    Starts[Count++] = int64_t(ByteAddress[std::countr_zero(Left)]);
  std::sort(Starts.begin(), Starts.begin() + Count);
  unsigned IfStartsFit = 0;
  for (unsigned I = 0; I < Count;) {
    const int64_t First = Starts[I];
    int64_t End = First + BytesPerLane;
    while (++I < Count && Starts[I] <= End)
      End = Starts[I] + BytesPerLane;
    IfStartsFit += (End - First + SectorBytes - 1) / SectorBytes;
  }
  Use.LostToStart = Use.Sectors - std::min(Use.Sectors, IfStartsFit);
  return Use;
}

std::optional<int64_t> commonStride(const LaneAddresses &ByteAddress,
                                    LaneMask Lanes) {
  std::array<int64_t, WarpSize> Strides;
  unsigned Count = 0;
  for (unsigned L = 1; L < WarpSize; ++L)
    if ((Lanes >> L & 1) && (Lanes >> (L - 1) & 1))
      Strides[Count++] = int64_t(ByteAddress[L] - ByteAddress[L - 1]);
  const auto Known = std::span(Strides).first(Count);
  for (int64_t Stride : Known)
    if (size_t(std::ranges::count(Known, Stride)) * 2 > Count)
      return Stride;
  return std::nullopt;
}

} // namespace warplint
