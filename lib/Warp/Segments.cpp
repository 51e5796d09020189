//===- Segments.cpp - Pieces of memory that a request touches -------------===//

#include "Segments.h"
#include "warplint/Warp/Sectors.h"
#include "warplint/Warp/Target.h"
#include <algorithm>
#include <array>
#include <bit>
#include <map>
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

static unsigned packedSectors(unsigned Bytes) {
  return (Bytes + SectorBytes - 1) / SectorBytes;
}

/// One lane of each address of \p Lanes.
static LaneMask oneOfEach(const LaneAddresses &ByteAddress, LaneMask Lanes) {
  LaneMask First = 0;
  for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
    const uint64_t Address = ByteAddress[std::countr_zero(Left)];
    bool IsNew = true;
    for (LaneMask Known = First; Known; Known &= Known - 1)
      IsNew &= ByteAddress[std::countr_zero(Known)] != Address;
    if (IsNew)
      First |= Left & -Left;
  }
  return First;
}

std::pair<unsigned, unsigned> sectorsInTurns(const WarpRequest &R) {
  unsigned Sectors = 0, Packed = 0;
  for (LaneMask Left = R.Active; Left;) {
    const LaneMask Turn = oneOfEach(R.ByteAddress, Left);
    Sectors +=
        touchedSegments(R.ByteAddress, R.BytesPerLane, Turn, SectorBytes);
    Packed += packedSectors(distinctBytes(R.ByteAddress, R.BytesPerLane, Turn));
    Left &= ~Turn;
  }
  return {Sectors, Packed};
}

std::pair<unsigned, unsigned> localSectors(const WarpRequest &R) {
  constexpr unsigned LanesInSector = SectorBytes / BankBytes;
  const unsigned Words = std::max(1u, R.BytesPerLane / BankBytes);
  LaneAddresses Place = {}, Column = {};
  for (uint64_t L = 0; L < WarpSize; ++L) {
    Place[L] = (R.ByteAddress[L] / BankBytes * WarpSize + L) * BankBytes;
    Column[L] = L / LanesInSector * SectorBytes;
  }
  return {Words * touchedSegments(Place, 1, R.Active, SectorBytes),
          Words * touchedSegments(Column, 1, R.Active, SectorBytes)};
}

std::pair<unsigned, unsigned> constantPasses(const WarpRequest &R) {
  constexpr unsigned WidestLoad = 8; // LDC.64
  const unsigned Loads = (R.BytesPerLane + WidestLoad - 1) / WidestLoad;
  return {Loads * std::popcount(oneOfEach(R.ByteAddress, R.Active)), Loads};
}

std::optional<double> remoteCycles(const WarpRequest &R) {
  constexpr double CyclesPerTransfer = 1.5;
  const SectorUse Use = sectorUse(R.ByteAddress, R.BytesPerLane, R.Active);
  if (R.Kind == RequestKind::RemoteLoad)
    return CyclesPerTransfer * Use.Sectors;
  if (R.Kind != RequestKind::RemoteStore)
    return std::nullopt;
  // A sector takes two transfers where it is not written in one piece.
  std::map<uint64_t, uint32_t> BytesOf;
  for (LaneMask Left = R.Active; Left; Left &= Left - 1)
    for (unsigned Byte = 0; Byte < R.BytesPerLane; ++Byte) {
      const uint64_t At = R.ByteAddress[std::countr_zero(Left)] + Byte;
      BytesOf[At / SectorBytes] |= uint32_t(1) << At % SectorBytes;
    }
  unsigned Transfers = 0;
  for (auto [Sector, Written] : BytesOf) {
    Written >>= std::countr_zero(Written);
    Transfers += Written & (Written + 1) ? 2 : 1;
  }
  return CyclesPerTransfer * Transfers;
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
