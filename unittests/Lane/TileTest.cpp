//===- TileTest.cpp - Tiles in shared memory, read by rows and columns ----===//

#include "LaneNotation.h"

using namespace warplint;

namespace {

/// tile[Row][Column] of 4-byte elements with rows of \p Pitch elements.
Value element(Kernel &K, Value Row, Value Column, unsigned Pitch) {
  return K.array("tile") + 4 * (Row * Pitch + Column);
}

TEST(Tile, RowOfATileIsClean) {
  // Lanes differ in x: 32 words in a row.
  Kernel K;
  EXPECT_EQ(
      summary(K.load(4, element(K, K.y(), K.x(), 32)).prove(block(32, 32))),
      clean());
}

TEST(Tile, ColumnOfATileMeetsInOneBank) {
  // tile[x][y]: lane l is at word 32*l + y, bank y for all of them.
  Kernel K;
  AccessVerdict V =
      K.load(4, element(K, K.x(), K.y(), 32)).prove(block(32, 32));
  EXPECT_EQ(summary(V), excess(32));
  EXPECT_EQ(V.WarpsInBlock, 32u);
  EXPECT_EQ(V.WarpsWithExcess, 32u);
  EXPECT_EQ(V.TotalPredicted, 32u * 32u);
  EXPECT_EQ(V.TotalIdeal, 32u);
  EXPECT_FALSE(V.DependsOnCase);
  EXPECT_EQ(V.Condition, "");
}

TEST(Tile, ColumnOfAPaddedTileIsClean) {
  // Lane l is at word 33*l + y: bank l + y mod 32.
  Kernel K;
  EXPECT_EQ(
      summary(K.load(4, element(K, K.x(), K.y(), 33)).prove(block(32, 32))),
      clean());
}

TEST(Tile, XorSwizzleIsCleanByRowAndByColumn) {
  Kernel K;
  Value Row = element(K, K.y(), K.x() ^ K.y(), 32);
  Value Column = element(K, K.x(), K.x() ^ K.y(), 32);
  EXPECT_EQ(summary(K.load(4, Row).prove(block(32, 32))), clean());
  EXPECT_EQ(summary(K.load(4, Column).prove(block(32, 32))), clean());
}

TEST(Tile, SwizzleWithAnUnknownRowIsClean) {
  // tile[row][x ^ (row & 31)] with a uniform row: whatever its low five bits
  // are, lanes go to a permutation of the 32 banks.
  Kernel K;
  Value Row = K.parameter("row");
  Value Address = element(K, Row, K.x() ^ (Row & 31), 32);
  EXPECT_EQ(summary(K.load(4, Address).prove(block(256))), clean());
}

TEST(Tile, BlocksOf16By16ReadTwoRowsAtATime) {
  // Rows of 16 words: lanes 0-15 take banks 0-15, lanes 16-31 banks 16-31.
  Kernel K;
  EXPECT_EQ(
      summary(K.load(4, element(K, K.y(), K.x(), 16)).prove(block(16, 16))),
      clean());
  // By column: word 16*x + y. x and x + 2 meet in a bank: 16 rows make 8 words
  // a bank, and the two values of y go to different banks.
  EXPECT_EQ(
      summary(K.load(4, element(K, K.x(), K.y(), 16)).prove(block(16, 16))),
      excess(8));
}

TEST(Tile, FlatThreadIdsAreSeenThrough) {
  // tid & 31 and tid >> 5 of a flat block are lane and warp.
  Kernel K;
  Value Lane = K.x() & 31, Warp = K.x() >> 5;
  EXPECT_EQ(summary(K.load(4, element(K, Lane, Warp, 32)).prove(block(256))),
            excess(32));
  EXPECT_EQ(summary(K.load(4, element(K, Warp, Lane, 32)).prove(block(256))),
            clean());
  EXPECT_EQ(
      summary(
          K.load(4, element(K, K.x() % 32, K.x() / 32, 33)).prove(block(256))),
      clean());
}

TEST(Tile, SixtyFourBitAddressesAreJudgedAlike) {
  Kernel K;
  Value Base = K.symbol({.Name = "tile",
                         .Kind = SymbolKind::ArrayBase,
                         .Width = 64,
                         .Lo = 0,
                         .Hi = INT64_MAX,
                         .MultipleOf = 4});
  Value Index = (K.x() * 32 + K.y()).cast(LaneOp::SExt, 64);
  EXPECT_EQ(summary(K.load(4, Base + 4 * Index).prove(block(32, 8))),
            excess(32));
}

TEST(Tile, ShortColumnsDependOnTheColumn) {
  // short tile[32][33], column c: byte 66*l + 2*c. For c = 0 lanes 2i and 2i +
  // 1 are at words 33*i and 33*i + 16: banks i and i + 16, all different. For c
  // = 1 they are at words 33*i and 33*i + 17: lane 31 is at word 512, in lane
  // 0's bank.
  Kernel K;
  Value C = K.parameter("c");
  Value Address = K.array("tile") + (66 * K.x() + 2 * C);
  AccessVerdict V = K.load(2, Address).prove(block(32));
  EXPECT_EQ(summary(V), excess(2));
  EXPECT_TRUE(V.DependsOnCase);
  EXPECT_EQ(V.BestPredicted, 1u);
  EXPECT_EQ(V.Condition, "conflict-free when c is even; 2-way when c is odd");
  ASSERT_EQ(V.Worst.Facts.size(), 1u);
  EXPECT_EQ(V.Worst.Facts[0].What, CaseFact::Kind::Residue);
  EXPECT_EQ(V.Worst.Facts[0].Name, "c");
  EXPECT_EQ(V.Worst.Facts[0].Modulus, 2u);
  EXPECT_EQ(V.Worst.Facts[0].Value, 1);
}

TEST(Tile, SubWordRowsNeverConflict) {
  // Four chars a word: 32 lanes touch 8 words.
  Kernel K;
  EXPECT_EQ(summary(K.load(1, K.array("bytes") + K.x()).prove(block(256))),
            clean());
}

} // namespace
