//===- WideAccessTest.cpp - 8- and 16-byte accesses, matrices, copies -----===//

#include "LaneNotation.h"

using namespace warplint;

namespace {

TEST(WideAccess, RowOfFloat4IsClean) {
  // Quarter-warps of 8 lanes take 8 * 16 = 128 bytes each: 4 wavefronts.
  Kernel K;
  Value Address = K.array("tile") + 16 * K.x();
  EXPECT_EQ(summary(K.load(16, Address).prove(block(128))), clean(4));
  EXPECT_EQ(summary(K.store(16, Address).prove(block(128))), clean(4));
}

TEST(WideAccess, EverySecondFloat4TakesTwice) {
  // Lanes of a quarter at 32*l bytes: lanes l and l + 4 share their banks.
  Kernel K;
  EXPECT_EQ(summary(K.load(16, K.array("tile") + 32 * K.x()).prove(block(128))),
            excess(8, 4));
}

TEST(WideAccess, BroadcastsOfAQuarterMerge) {
  // All 8 lanes of a quarter-warp read one float4. Lanes i and i xor 1 agree,
  // so quarters merge in pairs; the two float4s of a half are 64 bytes apart
  // and do not meet: one wavefront for each half.
  Kernel K;
  Value Address = K.array("as") + 64 * (K.x() / 8);
  EXPECT_EQ(summary(K.load(16, Address).prove(block(32))), clean(2));
}

TEST(WideAccess, ZOrderLetsQuartersMerge) {
  // Tile B read by lanes in Z-order: lane bits 0 and 3 give the column, so that
  // lanes i and i xor 2 agree and quarters merge in pairs. A half-warp reads
  // four float4s in a row: one wavefront each.
  Kernel K;
  Value Column = (K.x() & 1) | (K.x() >> 2 & 2);
  EXPECT_EQ(summary(K.load(16, K.array("bs") + 16 * Column).prove(block(32))),
            clean(2));
  // In row order, column = lane & 7, no pair agrees: four quarters.
  EXPECT_EQ(
      summary(K.load(16, K.array("bs") + 16 * (K.x() & 7)).prove(block(32))),
      clean(4));
}

TEST(WideAccess, StoresNeverMerge) {
  // The same addresses, stored: each quarter by itself.
  Kernel K;
  Value Address = K.array("as") + 64 * (K.x() / 8);
  EXPECT_EQ(summary(K.store(16, Address).prove(block(32))), clean(4));
}

TEST(WideAccess, OneValueOfAnUnknownCanMakePairsMerge) {
  // 8-byte load of word pair at byte 128*d*(l & 1) + 8*(l / 2): bank pairs are
  // the same in l and l xor 1, but the words are not, unless d = 0. Generic d:
  // each half-warp has lanes l/2 = 0..7 with two words a bank, 2 + 2
  // wavefronts, ideal 2. d = 0: pairs agree, the halves merge: banks 2*(l/2)
  // for l/2 = 0..15 are all different, 1 wavefront, ideal 1. The excess of 2 is
  // the worst.
  Kernel K;
  Value D = K.parameter("d", 0, 1000);
  Value Address = K.array("tile") + (128 * D * (K.x() & 1) + 8 * (K.x() / 2));
  AccessVerdict V = K.load(8, Address).prove(block(32));
  EXPECT_EQ(summary(V), excess(4, 2));
}

TEST(WideAccess, MergingCanBeTheWorstCase) {
  // A 16-byte load in which only lanes 0 and 1 differ, by 128*d bytes; every
  // other pair agrees. Quarter q reads float4s at 16 * {0, 1, 2, 3} by pairs,
  // the same banks in each quarter, 128*q apart. d != 0: no merging: quarter 0
  // has two words in banks 0-3, the others one: 2 + 1 + 1 + 1 = 5, ideal 4. d =
  // 0: quarters merge in pairs, two words in each bank: 2 + 2 = 4, ideal 2.
  // Excess 2 beats excess 1.
  Kernel K;
  Value D = K.parameter("d", 0, 1000);
  Value Address = K.array("tile") + 16 * (K.x() / 2 % 4) + 128 * (K.x() / 8) +
                  select(K.x() == 0, 128 * 8 * D, K.constant(0));
  AccessVerdict V = K.load(16, Address).prove(block(32));
  EXPECT_EQ(summary(V), excess(4, 2));
  ASSERT_FALSE(V.Witness.empty());
  EXPECT_EQ(V.Witness[0].Symbols[0], 0u);
}

TEST(WideAccess, MisalignedCasesDoNotHappen) {
  // float2 at float index 2*x + u: u odd would be a fault, even u is a shift.
  Kernel K;
  Value U = K.parameter("u");
  Value Address = K.array("tile") + 4 * (2 * K.x() + U);
  EXPECT_EQ(summary(K.load(8, Address).prove(block(32))), clean(2));
  // float2 at pitch*y + 2*x: odd pitches would be faults in odd rows. Even ones
  // put the 16 lanes of a half-warp, 8 columns of 2 rows, into banks 0-15 and
  // pitch + 0-15.
  Value Pitch = K.parameter("pitch");
  Value Tile = K.array("tile2") + 4 * (Pitch * K.y() + 2 * K.x());
  AccessVerdict V = K.load(8, Tile).prove(block(8, 4));
  EXPECT_EQ(summary(V), excess(4, 2));
  for (const CaseRow &Row : V.Rows)
    EXPECT_EQ(Row.Fact.Value % 2, 0);
}

TEST(WideAccess, AlwaysMisalignedIsUnproven) {
  Kernel K;
  AccessVerdict V =
      K.load(16, K.array("tile") + (16 * K.x() + 4)).prove(block(32));
  EXPECT_EQ(V.Kind, VerdictKind::Unproven);
  EXPECT_EQ(V.Reason, UnprovenReason::UnknownAlignment);
}

TEST(WideAccess, MatrixRowsComeFromTheirFirstLanes) {
  // ldmatrix.x1: lanes 0-7 give rows of 16 bytes. At a pitch of 128 bytes all
  // rows are in banks 0-3: 8 wavefronts. What lanes 8-31 would compute does not
  // matter.
  Kernel K;
  Value Elsewhere = K.opaque(OpaqueReason::CallResult, "f()");
  Value Row = select(K.x() < 8, 128 * K.x(), Elsewhere);
  EXPECT_EQ(summary(K.access(RequestKind::LdMatrixX1, 16, K.array("a") + Row)
                        .prove(block(32))),
            excess(8));
  // A pitch of 144 bytes moves each row by four banks.
  EXPECT_EQ(
      summary(K.access(RequestKind::LdMatrixX4, 16, K.array("a") + 144 * K.x())
                  .prove(block(32))),
      clean(4));
}

TEST(WideAccess, AsyncCopiesCountLines) {
  // 32 * 16 bytes in a row: 4 lines if the array begins on one, else 5.
  Kernel K;
  auto Copy = [&](Value Array) {
    return summary(K.access(RequestKind::CpAsync, 16, Array + 16 * K.x())
                       .prove(block(128)));
  };
  EXPECT_EQ(Copy(K.array("aligned", 128)), clean(4));
  EXPECT_EQ(Copy(K.array("loose", 16)), excess(5, 4));
}

TEST(WideAccess, GlobalMemoryCountsSectors) {
  Kernel K;
  Value A = K.symbol({.Name = "a",
                      .Kind = SymbolKind::ArrayBase,
                      .Width = 64,
                      .Lo = 0,
                      .Hi = INT64_MAX,
                      .MultipleOf = 256});
  Value X = K.x().cast(LaneOp::ZExt, 64);
  Value N = K.parameter("n", 1, INT32_MAX).cast(LaneOp::SExt, 64);
  // 128 bytes in a row are four sectors.
  EXPECT_EQ(
      summary(
          K.access(RequestKind::GlobalLoad, 4, A + 4 * X).prove(block(256))),
      clean(4));
  // A column: n bytes apart, a sector each unless n is small. 32 sectors where
  // 128 bytes would do.
  EXPECT_EQ(
      summary(
          K.access(RequestKind::GlobalLoad, 4, A + 4 * N * X).prove(block(32))),
      excess(32, 4));
}

} // namespace
