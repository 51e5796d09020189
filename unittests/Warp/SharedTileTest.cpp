//===- SharedTileTest.cpp - Tiles as people write them --------------------===//

#include "WarpNotation.h"
#include <numeric>

using namespace warplint;

namespace {

// float tile[32][32]: tile[l][c] is word 32*l + c, always bank c.
TEST(SharedTile, ColumnOfThirtyTwoSquaredIsThirtyTwoWay) {
  for (unsigned C : {0u, 7u, 31u}) {
    auto Column = [&](unsigned L) { return 4 * (32 * L + C); };
    EXPECT_EQ(figure(load(4, Column)), (Figure{32, 1}));
    EXPECT_EQ(costOf(load(4, Column))->Worst, (Collision{C, AllLanes, 32}));
  }
}

// float tile[32][33]: word 33*l + c, bank (l + c) mod 32.
TEST(SharedTile, ColumnOfPaddedTileIsClean) {
  for (unsigned C = 0; C < 33; ++C) {
    auto Column = [&](unsigned L) { return 4 * (33 * L + C); };
    EXPECT_EQ(figure(load(4, Column)), (Figure{1, 1}));
    EXPECT_EQ(figure(store(4, Column)), (Figure{1, 1}));
  }
}

// tile[l][c ^ l]: bank c ^ l.
TEST(SharedTile, XorSwizzledColumnIsClean) {
  for (unsigned C = 0; C < 32; ++C)
    EXPECT_EQ(
        figure(load(4, [&](unsigned L) { return 4 * (32 * L + (C ^ L)); })),
        (Figure{1, 1}));
}

// float tile[8][8], eight lanes read a column: words 8*l, banks 0, 8, 16, 24,
// two lanes in each.
TEST(SharedTile, ColumnOfEightByEightIsTwoWay) {
  auto Column = [](unsigned L) { return 4 * 8 * L; };
  EXPECT_EQ(figure(load(4, Column, 0xff)), (Figure{2, 1}));
  // Lanes 0 and 4.
  EXPECT_EQ(costOf(load(4, Column, 0xff))->Worst, (Collision{0, 0x11, 2}));
}

// 32 lanes as an 8x4 block read tile[l % 8][l / 8] of float tile[8][8]: words
// 8*(l % 8) + l / 8. Bank: 8*(l % 4) + l / 8, two words each.
TEST(SharedTile, FourColumnsOfEightByEightAreTwoWay) {
  auto Columns = [](unsigned L) { return 4 * (8 * (L % 8) + L / 8); };
  EXPECT_EQ(figure(load(4, Columns)), (Figure{2, 1}));
}

// short tile[32][32]: element (l, c) at byte 64*l + 2*c, word 16*l: banks 0 and
// 16 hold 16 words each.
TEST(SharedTile, ColumnOfShortTileIsSixteenWay) {
  auto Column = [](unsigned L) { return 2 * 32 * L; };
  EXPECT_EQ(figure(load(2, Column)), (Figure{16, 1}));
}

// short tile[32][33]: byte 66*l + 2*c. c even: words (33*l + c) / 2 rounded
// down, banks 0 16 1 17 2 18 ... all different. c odd: lane 0 is in word (c -
// 1) / 2, lane 31 in (33*31 + c) / 2 = 512 + (c - 1) / 2, the same bank: 2.
TEST(SharedTile, PaddedShortColumnDependsOnItsParity) {
  for (unsigned C = 0; C < 33; ++C) {
    auto Column = [&](unsigned L) { return 2 * (33 * L + C); };
    EXPECT_EQ(figure(load(2, Column)), (Figure{C % 2 + 1, 1})) << C;
  }
}

// double tile[32][32] column: word pairs 64*l: all of a half in banks 0 and 1.
TEST(SharedTile, ColumnOfDoubleTileIsSixteenWayInEachHalf) {
  EXPECT_EQ(figure(load(8, [](unsigned L) { return 8 * 32 * L; })),
            (Figure{32, 2}));
  // Padded to 33 doubles: word pairs 66*l, banks 2*l and 2*l + 1.
  EXPECT_EQ(figure(load(8, [](unsigned L) { return 8 * 33 * L; })),
            (Figure{2, 2}));
}

// char tile[32][32] column: byte 32*l, words 8*l: 8-way.
TEST(SharedTile, ColumnOfByteTileIsEightWay) {
  EXPECT_EQ(figure(load(1, [](unsigned L) { return 32 * L; })), (Figure{8, 1}));
}

// s[2 * step * lane] of a reduction with interleaved addresses: 2*step words
// apart, the lanes below 32 / (2*step) being active in the last warp; here all
// are.
TEST(SharedTile, InterleavedReductionGetsWorseAsItProceeds) {
  for (unsigned Step = 1; Step <= 16; Step *= 2)
    EXPECT_EQ(figure(load(4, [&](unsigned L) { return 4 * 2 * Step * L; })),
              (Figure{2 * Step, 1}));
}

//===----------------------------------------------------------------------===//
// The lane orders of a register-blocked matrix product: a warp computes a part
// of C that is 8 float4 wide and 4 high. Lane l at row r(l) and column c(l)
// reads float4 r of tile A (transposed in shared memory) and float4 c of tile
// B.
//===----------------------------------------------------------------------===//

struct LaneOrder {
  unsigned (*Row)(unsigned);
  unsigned (*Column)(unsigned);

  WarpRequest tileA() const {
    return load(16, [this](unsigned L) { return 16 * Row(L); });
  }
  WarpRequest tileB() const {
    return load(16, [this](unsigned L) { return 16 * Column(L); });
  }
};

unsigned bit(unsigned L, unsigned I) { return L >> I & 1; }

const LaneOrder RowMajor = {[](unsigned L) { return L / 8; },
                            [](unsigned L) { return L % 8; }};

// Quarter-warps of 4 x 2: bit 1 of the lane is the row inside, bits 0 and 2 the
// column; two quarters side by side, then the next two rows.
const LaneOrder ZOrder = {
    [](unsigned L) { return bit(L, 1) + 2 * bit(L, 4); },
    [](unsigned L) { return bit(L, 0) + 2 * bit(L, 2) + 4 * bit(L, 3); }};

// The other one: bit 0 is the row inside, bits 1 and 2 the column.
const LaneOrder ZOrderRowFirst = {
    [](unsigned L) { return bit(L, 0) + 2 * bit(L, 4); },
    [](unsigned L) { return bit(L, 1) + 2 * bit(L, 2) + 4 * bit(L, 3); }};

TEST(LaneOrders, EachCoversTheWarpTileOnce) {
  for (const LaneOrder &Order : {RowMajor, ZOrder, ZOrderRowFirst}) {
    LaneMask Cells = 0;
    for (unsigned L = 0; L < WarpSize; ++L)
      Cells |= LaneMask(1) << (8 * Order.Row(L) + Order.Column(L));
    EXPECT_EQ(Cells, AllLanes);
  }
}

// A quarter-warp reads one float4, so lanes i and i ^ 1 agree: halves merge,
// and the two float4 of a half lie in different banks. 1 + 1.
TEST(LaneOrders, RowMajorTileAMergesToTwoWavefronts) {
  EXPECT_EQ(figure(RowMajor.tileA()), (Figure{2, 2}));
}

// A quarter-warp reads eight float4; neither i ^ 1 nor i ^ 2 agrees: 4
// quarters.
TEST(LaneOrders, RowMajorTileBTakesFourWavefronts) {
  EXPECT_FALSE(pairDistance(RowMajor.tileB()).has_value());
  EXPECT_EQ(figure(RowMajor.tileB()), (Figure{4, 4}));
}

// Tile A depends on bit 1 but not bit 0, tile B on bit 0 but not bit 1: one of
// the pair rules holds for each.
TEST(LaneOrders, ZOrderMergesBothTiles) {
  EXPECT_EQ(pairDistance(ZOrder.tileA()), 1u);
  EXPECT_EQ(pairDistance(ZOrder.tileB()), 2u);
  EXPECT_EQ(figure(ZOrder.tileA()), (Figure{2, 2}));
  EXPECT_EQ(figure(ZOrder.tileB()), (Figure{2, 2}));
}

TEST(LaneOrders, TheOtherZOrderMergesBothTilesToo) {
  EXPECT_EQ(pairDistance(ZOrderRowFirst.tileA()), 2u);
  EXPECT_EQ(pairDistance(ZOrderRowFirst.tileB()), 1u);
  EXPECT_EQ(figure(ZOrderRowFirst.tileA()), (Figure{2, 2}));
  EXPECT_EQ(figure(ZOrderRowFirst.tileB()), (Figure{2, 2}));
}

} // namespace
