//===- SectorsTest.cpp - What a global request moves and uses -------------===//

#include "warplint/Warp/Sectors.h"
#include "WarpNotation.h"
#include <algorithm>
#include <random>
#include <set>

using namespace warplint;

namespace {

template <typename Function> LaneAddresses addresses(Function ByteAddress) {
  LaneAddresses A = {};
  for (unsigned L = 0; L < WarpSize; ++L)
    A[L] = ByteAddress(L);
  return A;
}

template <typename Function>
SectorUse use(unsigned Bytes, Function ByteAddress, LaneMask Lanes = AllLanes) {
  return sectorUse(addresses(ByteAddress), Bytes, Lanes);
}

TEST(Sectors, RowUsesAllItMoves) {
  const SectorUse Row = use(4, [](unsigned L) { return 4 * L; });
  EXPECT_EQ(Row.Sectors, 4u);
  EXPECT_EQ(Row.Bytes, 128u);
  EXPECT_EQ(Row.bytesMoved(), 128u);
  EXPECT_EQ(Row.ideal(), 4u);
  EXPECT_EQ(Row.LostToStart, 0u);
}

// 128 bytes from byte 4 on reach into a fifth sector.
TEST(Sectors, MisplacedRowLosesOneToItsStart) {
  const SectorUse Row = use(4, [](unsigned L) { return 4 * L + 4; });
  EXPECT_EQ(Row.Sectors, 5u);
  EXPECT_EQ(Row.LostToStart, 1u);
}

// Four rows of 8 floats, 1004 bytes apart: each in two sectors, where it fills one.
TEST(Sectors, EachMisplacedRowLosesOne) {
  const SectorUse Rows =
      use(4, [](unsigned L) { return 1004 * (L / 8) + 4 * (L % 8) + 16; });
  EXPECT_EQ(Rows.Sectors, 8u);
  EXPECT_EQ(Rows.LostToStart, 4u);
  EXPECT_EQ(Rows.ideal(), 4u);
}

// Rows that fill half a sector would lie in one each at best: 8 in place of 8.
TEST(Sectors, ShortRowsLoseNothingToTheirStart) {
  const SectorUse Rows =
      use(4, [](unsigned L) { return 1000 * (L / 4) / 32 * 32 + 4 * (L % 4); });
  EXPECT_EQ(Rows.Sectors, 8u);
  EXPECT_EQ(Rows.LostToStart, 0u);
}

TEST(Sectors, GapsAreNoMatterOfTheStart) {
  for (uint64_t Stride : {8, 12, 20, 32, 4096}) {
    const SectorUse Column = use(4, [&](unsigned L) { return Stride * L; });
    EXPECT_EQ(Column.Bytes, 128u) << Stride;
    EXPECT_EQ(Column.LostToStart, 0u) << Stride;
    EXPECT_EQ(Column.Sectors,
              std::min<uint64_t>(32, (31 * Stride + 4 + 31) / 32))
        << Stride;
  }
}

// Bytes -16 .. 111: one stretch across the origin, that begins in mid-sector.
TEST(Sectors, StretchesGoOnAcrossTheOrigin) {
  const SectorUse Row = use(4, [](unsigned L) { return uint64_t(4 * L) - 16; });
  EXPECT_EQ(Row.Sectors, 5u);
  EXPECT_EQ(Row.LostToStart, 1u);
}

TEST(Sectors, IdleLanesTouchNothing) {
  EXPECT_EQ(use(4, [](unsigned L) { return 64 * L; }, 0).Sectors, 0u);
  EXPECT_EQ(use(4, [](unsigned L) { return 64 * L; }, 0b1010).Bytes, 8u);
}

// What is said of the worst case agrees with what it costs, and with counting.
TEST(Sectors, AgreeWithTheCostOfRequests) {
  std::mt19937 Random(7);
  for (unsigned Trial = 0; Trial < 2000; ++Trial) {
    const unsigned Bytes = 1u << Random() % 5;
    const unsigned Range = 1u << (4 + Random() % 8);
    const LaneMask Lanes = Random() | 1u << Random() % 32;
    const LaneAddresses A =
        addresses([&](unsigned) { return Bytes * (Random() % Range); });
    std::set<uint64_t> Touched, Sectors;
    for (unsigned L = 0; L < WarpSize; ++L)
      for (unsigned B = 0; Lanes >> L & 1 && B < Bytes; ++B) {
        Touched.insert(A[L] + B);
        Sectors.insert((A[L] + B) / 32);
      }
    const SectorUse Use = sectorUse(A, Bytes, Lanes);
    EXPECT_EQ(Use.Bytes, Touched.size());
    EXPECT_EQ(Use.Sectors, Sectors.size());
    const auto Cost = costOf({.Kind = RequestKind::GlobalLoad,
                              .BytesPerLane = Bytes,
                              .Active = Lanes,
                              .ByteAddress = A});
    EXPECT_EQ(Use.Sectors, Cost->Predicted);
    EXPECT_EQ(Use.ideal(), Cost->Ideal);
    EXPECT_LE(Use.ideal() + Use.LostToStart, Use.Sectors);
  }
}

TEST(Sectors, CommonStrideIsThatOfMostNeighbours) {
  EXPECT_EQ(
      commonStride(addresses([](unsigned L) { return 12 * L; }), AllLanes), 12);
  EXPECT_EQ(
      commonStride(addresses([](unsigned L) { return 400 - 4 * L; }), AllLanes),
      -4);
  // Four rows: 28 of 31 neighbours.
  EXPECT_EQ(commonStride(addresses([](unsigned L) {
                           return 1000 * (L / 8) + 4 * (L % 8);
                         }),
                         AllLanes),
            4);
  EXPECT_EQ(commonStride(addresses([](unsigned L) { return L * L; }), AllLanes),
            std::nullopt);
  // No two neighbours.
  EXPECT_EQ(commonStride(addresses([](unsigned L) { return L; }), 0b10101),
            std::nullopt);
}

} // namespace
