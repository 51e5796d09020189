//===- ProgramTest.cpp - Access patterns of real programs -----------------===//
//
// The kernels that people write: scans and sorting networks with unknown
// bounds, counters narrower than int, rings of buffers, clamped stencils.
//
//===----------------------------------------------------------------------===//

#include "LaneNotation.h"

using namespace warplint;

namespace {

Value shared(Kernel &K, Value Index) { return K.array("s") + 4 * Index; }

Value larger(Value A, Value B) { return select(lessSigned(A, B), B, A); }

/// for (d = n >> 1, offset = 1; d > 0; d >>= 1, offset <<= 1) with n unknown.
struct ScanTree {
  explicit ScanTree(Kernel &K) : Loop(K.loop("d")) {
    Value N = K.parameter("n", 0);
    D = K.recurrence(Loop, "d");
    Offset = K.recurrence(Loop, "offset");
    K.set(D, N >> 1, D >> 1);
    K.set(Offset, K.constant(1), Offset * 2);
    Runs = 0 < D;
    K.runsWhile(Loop, Runs);
  }
  unsigned Loop;
  Value D, Offset, Runs;
};

TEST(Program, ScanTreeOfUnknownSizeConflicts) {
  // if (x < d) s[offset * (2 * x + 1) - 1]: a stride of 2 * offset words,
  // 32-way once offset is 16 and n large enough for d to let 32 lanes through.
  Kernel K;
  ScanTree T(K);
  Value Index = T.Offset * (2 * K.x() + 1) - 1;
  AccessVerdict V = K.load(4, shared(K, Index))
                        .where(T.Runs & (K.x() < T.D))
                        .prove(block(256));
  EXPECT_EQ(summary(V), excess(32));
  // Words of two bytes: two lanes share one at offset 1, so 32-way, too.
  V = K.load(2, K.array("s") + 2 * Index)
          .where(T.Runs & (K.x() < T.D))
          .prove(block(256));
  EXPECT_EQ(summary(V), excess(32));
}

TEST(Program, BitonicSortOfUnknownSize) {
  // pos = 2 * x - (x & (stride - 1)): two rows of 32 words below stride 32.
  Kernel K;
  unsigned Outer = K.loop("size"), Inner = K.loop("stride");
  K.context().loopAt(Inner).Parent = static_cast<int>(Outer);
  Value Size = K.recurrence(Outer, "size");
  Value Stride = K.recurrence(Inner, "stride");
  K.set(Size, K.constant(2), Size * 2);
  K.set(Stride, Size / 2, Stride >> 1);
  Value OuterRuns = Size < K.parameter("n"), InnerRuns = 0 < Stride;
  K.runsWhile(Outer, OuterRuns);
  K.runsWhile(Inner, InnerRuns);
  Value Position = 2 * K.x() - (K.x() & (Stride - 1));
  for (const LaunchShape &Shape : {block(512), LaunchShape()}) {
    EXPECT_EQ(summary(K.load(4, shared(K, Position))
                          .where(OuterRuns & InnerRuns)
                          .prove(Shape)),
              excess(2));
    EXPECT_EQ(summary(K.store(4, shared(K, Position + Stride))
                          .where(OuterRuns & InnerRuns)
                          .prove(Shape)),
              excess(2));
  }
}

TEST(Program, ShortCounterIsAffine) {
  // for (short i = x; i < n; i += blockDim.x) s[4 * i + 1], bytes: each lane
  // has a word of its own.
  Kernel K;
  unsigned Loop = K.loop("i");
  Value I = K.recurrence(Loop, "i", 16);
  Value Promoted = I.cast(LaneOp::SExt, 32);
  K.set(I, K.x().cast(LaneOp::Trunc, 16),
        (Promoted + K.blockDim()).cast(LaneOp::Trunc, 16));
  Value Runs = lessSigned(Promoted, K.parameter("n", 0, 4000));
  K.runsWhile(Loop, Runs);
  Value Pitch = K.parameter("pitch").cast(LaneOp::Trunc, 16);
  Value Row = K.y() * Pitch.cast(LaneOp::SExt, 32);
  EXPECT_EQ(summary(K.store(1, K.array("s") + (Row + 4 * Promoted + 1))
                        .where(Runs)
                        .prove({})),
            clean());
}

TEST(Program, RingOfBuffersDropsOut) {
  // store = (store + 1) % 3 in a loop of unknown length, tiles of 384 rows of
  // 16 words: the same for all lanes, whatever it is.
  Kernel K;
  unsigned Loop = K.loop("k");
  Value Store = K.recurrence(Loop, "store");
  K.set(Store, K.constant(2), (Store + 1) % 3);
  K.runsWhile(Loop, K.iteration(Loop) < K.parameter("n"));
  Value Row = 384 * ((Store + 1) % 3) + K.x() / 16;
  EXPECT_EQ(summary(K.load(4, shared(K, 16 * Row + K.x() % 16)).prove({})),
            clean());
  // if (++stage == 4) stage = 0.
  Value Stage = K.recurrence(Loop, "stage");
  Value Next = Stage + 1;
  K.set(Stage, K.constant(0), select(Next == 4, K.constant(0), Next));
  EXPECT_EQ(summary(K.load(4, shared(K, 1000 * Stage + K.x())).prove({})),
            clean());
  // As a factor of the lane it is followed: strides 1 to 4.
  EXPECT_EQ(summary(K.load(4, shared(K, (Stage + 1) * K.x())).prove({})),
            excess(4));
}

TEST(Program, UniformAddressNeedsNoSplit) {
  Kernel K;
  Value N = K.parameter("n");
  EXPECT_EQ(summary(K.load(4, shared(K, N & 4095)).prove({})), clean());
  Value Stage = ((4 - N) >> 5) % 4;
  EXPECT_EQ(summary(K.load(4, shared(K, Stage)).prove(block(100))), clean());
  Value Product = (N * N + (N >> 3)) ^ (N / 7);
  EXPECT_EQ(summary(K.load(4, shared(K, Product % 1000 + K.x())).prove({})),
            clean());
}

TEST(Program, ClampedNeighbourIsClean) {
  // north = max(y0, x - 1) where y0 = max(0, border - 14 * blockIdx): lanes at
  // the border share a word, the others are one apart.
  Kernel K;
  Value Block = K.parameter("blockIdx.x", 0, 65535);
  Value Border = K.parameter("border", 0, 4);
  unsigned Loop = K.loop("i");
  Value Start = (14 - 2 * K.iteration(Loop)) * Block - Border;
  Value Valid = larger(K.constant(0) - Start, K.constant(0));
  Value North = larger(K.x() - 1, Valid);
  EXPECT_EQ(
      summary(K.load(4, shared(K, North)).where(0 < K.x()).prove(block(256))),
      clean());
}

TEST(Program, TileByThreadNumberOfAnUnknownBlock) {
  // t = y * blockDim.x + x; s[t / 2][8 * (t % 2)], halves, rows of 24 of them:
  // 16-byte copies count lines, 32 pieces of 16 bytes in 16 rows of 48 bytes
  // take 6 lines of 128 at best or 7, depending on where the tile begins.
  Kernel K;
  Value T = K.y() * K.blockDim() + K.x();
  Value Half = select(T % 2 == 0, K.constant(0), K.constant(8));
  Value Address = K.array("s", 128) + 2 * (24 * (T / 2) + Half);
  EXPECT_NE(K.access(RequestKind::CpAsync, 16, Address).prove({}).Kind,
            VerdictKind::Unproven);
}

TEST(Program, ProofsOfAFileShareTheirWork) {
  // A quotient of two unknowns as a lane's factor: no short proof. What it
  // takes is missing afterwards, and never more than a part of what is left.
  Kernel K;
  Value A = K.parameter("a"), B = K.parameter("b", 1);
  Access Hard = K.load(4, shared(K, (A * B / (K.x() + B)) * K.x()));
  ProofBudget Budget;
  uint64_t Before = Budget.StepsLeft;
  Hard.prove(block(64), {.Budget = &Budget});
  EXPECT_LT(Budget.StepsLeft, Before);
  for (unsigned I = 0; I < 200; ++I)
    Hard.prove(block(64), {.Budget = &Budget});
  // Easy ones are still proven when little is left.
  EXPECT_EQ(summary(K.load(4, shared(K, K.x() + A))
                        .prove(block(64), {.Budget = &Budget})),
            clean());
}

} // namespace
