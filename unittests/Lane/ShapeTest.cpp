//===- ShapeTest.cpp - Blocks that are known in part ----------------------===//

#include "LaneNotation.h"

using namespace warplint;

namespace {

Value shared(Kernel &K, Value Index) { return K.array("s") + 4 * Index; }

TEST(Shape, LanesPastTheBlocksEndAreIdle) {
  // 40 threads: warp 1 has 8 lanes. Stride 32: 32 and 8 words of a bank.
  Kernel K;
  AccessVerdict V = K.load(4, shared(K, 32 * K.x())).prove(block(40));
  EXPECT_EQ(summary(V), excess(32));
  EXPECT_EQ(V.WarpsInBlock, 2u);
  EXPECT_EQ(V.TotalPredicted, 40u);
  EXPECT_EQ(V.TotalIdeal, 2u);
}

TEST(Shape, ThreadsAreNumberedAlongXThenYThenZ) {
  // Block (4, 4, 4): a warp is 4 * 4 * 2 threads. Word 32 * z + x: z decides
  // nothing about the bank, y shares words: lanes z = 0 and z = 1 meet.
  Kernel K;
  EXPECT_EQ(
      summary(K.load(4, shared(K, 32 * K.z() + K.x())).prove(block(4, 4, 4))),
      excess(2));
  EXPECT_EQ(summary(K.load(4, shared(K, 16 * K.z() + 4 * K.y() + K.x()))
                        .prove(block(4, 4, 4))),
            clean());
}

TEST(Shape, WholeWarpsAlongX) {
  // Nothing known: a warp lies in one row; y is uniform.
  Kernel K;
  EXPECT_EQ(summary(K.load(4, shared(K, 32 * K.y() + K.x())).prove({})),
            clean());
  AccessVerdict V = K.load(4, shared(K, 32 * K.x() + K.y())).prove({});
  EXPECT_EQ(summary(V), excess(32));
  EXPECT_EQ(V.WarpsInBlock, 1u);
  EXPECT_EQ(V.TotalPredicted, 32u);
  // The warp's place in the row matters where it is shifted or masked.
  EXPECT_EQ(
      summary(K.load(4, shared(K, (K.x() & 31) * 32 + (K.x() >> 5))).prove({})),
      excess(32));
  EXPECT_EQ(
      summary(K.load(4, shared(K, (K.x() & 31) * 33 + (K.x() >> 5))).prove({})),
      clean());
}

TEST(Shape, UnknownBlockWidthDropsOutOfRows) {
  // s[y * blockDim.x + x].
  Kernel K;
  EXPECT_EQ(
      summary(K.load(4, shared(K, K.y() * K.blockDim() + K.x())).prove({})),
      clean());
}

TEST(Shape, KnownRowsWithUnknownHeight) {
  // X = 64: two warps a row.
  Kernel K;
  LaunchShape Rows{.X = 64};
  EXPECT_EQ(summary(K.load(4, shared(K, 33 * K.x() + K.y())).prove(Rows)),
            clean());
  EXPECT_EQ(summary(K.load(4, shared(K, 32 * K.x() + K.y())).prove(Rows)),
            excess(32));
}

TEST(Shape, WarpsThatSpanRowsOfUnknownNumber) {
  // X = 16: a warp is two rows. Word 32 * y + x: rows meet in banks 0-15.
  Kernel K;
  LaunchShape Narrow{.X = 16};
  EXPECT_EQ(summary(K.load(4, shared(K, 32 * K.y() + K.x())).prove(Narrow)),
            excess(2));
  EXPECT_EQ(summary(K.load(4, shared(K, 16 * K.y() + K.x())).prove(Narrow)),
            clean());
  // X = 33: warp w begins at x = 32w mod 33, and lies in rows w' and w' + 1.
  // Word 32 * y + x is 32 * y + x = thread - y: the lanes of the second row are
  // one word back: x = 0 of it meets the last of the first row in bank and word
  // apart.
  LaunchShape Odd{.X = 33};
  EXPECT_EQ(summary(K.load(4, shared(K, 33 * K.y() + K.x())).prove(Odd)),
            clean());
  EXPECT_EQ(summary(K.load(4, shared(K, 32 * K.y() + K.x())).prove(Odd)),
            clean());
}

TEST(Shape, LayersOfUnknownNumber) {
  // 8 x 1 x ?: a warp is four layers. Word 32 * z + x: four words in banks 0-7.
  Kernel K;
  LaunchShape Layers{.X = 8, .Y = 1};
  EXPECT_EQ(summary(K.load(4, shared(K, 32 * K.z() + K.x())).prove(Layers)),
            excess(4));
}

TEST(Shape, IdealInRowsOfAnyLengthIsSoInEach) {
  // Rows of 33 threads and more, however many: what is ideal wherever a warp lies
  // across the end of one is ideal for each length.
  Kernel K;
  const Value X = K.x(), Y = K.y(), Row = K.blockDim();
  const Value AlwaysIdeal[] = {Y * Row + X, Y, X & 7, Row, K.constant(3)};
  const Value Others[] = {X,      33 * Y + X, X + Y,  2 * X,
                          32 * Y, Row - X,    X >> 1, Y * (Row + 1) + X};
  for (const Value &Word : AlwaysIdeal)
    EXPECT_EQ(summary(K.load(4, shared(K, Word)).prove({.IsAnyRow = true})),
              clean());
  for (llvm::ArrayRef<Value> Words :
       {llvm::ArrayRef(AlwaysIdeal), llvm::ArrayRef(Others)})
    for (const Value &Word : Words) {
      const Access Read = K.load(4, shared(K, Word));
      const bool IsIdeal = summary(Read.prove({.IsAnyRow = true})) == clean();
      for (unsigned Length = 33; IsIdeal && Length <= 1024; ++Length)
        if (Length % 32)
          EXPECT_EQ(summary(Read.prove({.X = Length})), clean()) << Length;
    }
  // Of 15 threads at the begin of a row none meets one at the end of the last.
  EXPECT_EQ(
      summary(K.load(4, shared(K, X)).where(X < 15).prove({.IsAnyRow = true})),
      clean());
}

} // namespace
