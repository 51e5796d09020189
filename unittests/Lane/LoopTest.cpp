//===- LoopTest.cpp - Counters, sequences and pipelines -------------------===//

#include "LaneNotation.h"

using namespace warplint;

namespace {

Value shared(Kernel &K, Value Index) { return K.array("s") + 4 * Index; }

TEST(Loop, CounterThatIsAddedDropsOut) {
  // tile[y][k] for k = 0..31: a broadcast in each iteration.
  Kernel K;
  Value I = K.iteration(K.loop("k", 32));
  EXPECT_EQ(summary(K.load(4, shared(K, 32 * K.y() + I)).prove(block(32, 8))),
            clean());
  // tile[x][k]: a column in each iteration.
  AccessVerdict V = K.load(4, shared(K, 32 * K.x() + I)).prove(block(32, 8));
  EXPECT_EQ(summary(V), excess(32));
  EXPECT_FALSE(V.DependsOnCase);
  EXPECT_TRUE(V.Worst.Facts.empty());
}

TEST(Loop, StrideLoopDropsItsStep) {
  // for (i = threadIdx.x; i < n; i += blockDim.x) s[i]: i = x + 256 *
  // iteration.
  Kernel K;
  Value I = K.x() + K.blockDim() * K.iteration(K.loop("i"));
  Value N = K.parameter("n");
  EXPECT_EQ(summary(K.load(4, shared(K, I)).where(I < N).prove(block(256))),
            clean());
}

TEST(Loop, DoubleBufferDropsOut) {
  // stage ^= 1; buf[stage][x] with stages of 1024 floats.
  Kernel K;
  unsigned Loop = K.loop("k");
  Value Stage = K.recurrence(Loop, "stage");
  K.set(Stage, K.constant(0), Stage ^ 1);
  EXPECT_EQ(
      summary(K.load(4, shared(K, 1024 * Stage + K.x())).prove(block(256))),
      clean());
}

TEST(Loop, StagesOfAPipelineDropOut) {
  // (k % STAGES) * SIZE + x, for stages of 1000 floats.
  Kernel K;
  Value Stage = K.iteration(K.loop("k")) % 3;
  EXPECT_EQ(
      summary(K.load(4, shared(K, 1000 * Stage + K.x())).prove(block(256))),
      clean());
}

TEST(Loop, StateThatRepeatsIsCoveredByItsPeriod) {
  // s = 0, 1, 2, 0, 1, 2, ...: word x * (s + 1): 1-, 2- and 1-way (stride 3 is
  // odd). The loop has no known end.
  Kernel K;
  unsigned Loop = K.loop("k");
  Value S = K.recurrence(Loop, "s");
  K.set(S, K.constant(0), (S + 1) % 3);
  AccessVerdict V = K.load(4, shared(K, K.x() * (S + 1))).prove(block(32));
  EXPECT_EQ(summary(V), excess(2));
  ASSERT_EQ(V.Rows.size(), 3u);
  EXPECT_EQ(V.Condition, "1, 2, 1 wavefronts as s = 0, 1, 2");
}

/// for (s = 1; s < blockDim.x; s *= 2) with its condition.
struct DoublingLoop {
  explicit DoublingLoop(Kernel &K) : Number(K.loop("s")) {
    S = K.recurrence(Number, "s");
    K.set(S, K.constant(1), S * 2);
    Runs = S < K.blockDim();
    K.runsWhile(Number, Runs);
  }
  unsigned Number;
  Value S, Runs;
};

TEST(Loop, ReductionWithModuloIsClean) {
  // if (x % (2 * s) == 0) sdata[x] += sdata[x + s]: the active lanes of a warp
  // are at different words below 32 apart.
  Kernel K;
  DoublingLoop L(K);
  Value Active = (K.x() % (2 * L.S) == 0) & L.Runs;
  EXPECT_EQ(
      summary(
          K.load(4, shared(K, K.x() + L.S)).where(Active).prove(block(256))),
      clean());
}

TEST(Loop, ReductionWithStridesConflicts) {
  // index = 2 * s * x; if (index < 256) sdata[index] += sdata[index + s].
  // Stride 2s words: min(2s, 32) lanes of a warp in a bank, if as many are
  // active: index < 256 leaves 128/s lanes, all in warp 0 once s >= 4. s =
  // 1: 2. s = 2: 4. s = 4: 8 words a bank. s = 8: 16 lanes, stride 16: banks 0
  // and 16, 8 each. s = 16: 8 lanes, stride 32, one bank. s = 32: 4, 64: 2,
  // 128: 1.
  Kernel K;
  DoublingLoop L(K);
  Value Index = 2 * L.S * K.x();
  AccessVerdict V = K.load(4, shared(K, Index + L.S))
                        .where((Index < K.blockDim()) & L.Runs)
                        .prove(block(256));
  EXPECT_EQ(summary(V), excess(8));
  EXPECT_EQ(V.Condition, "2, 4, 8, 8, 8, 4, 2, 1 wavefronts as s = 1, 2, 4, 8, "
                         "16, 32, 64, 128");
  ASSERT_EQ(V.Rows.size(), 8u);
  EXPECT_EQ(V.Rows[3].Fact.What, CaseFact::Kind::Iteration);
  EXPECT_EQ(V.Rows[3].Fact.Value, 8);
  EXPECT_EQ(V.Rows[3].Fact.Iteration, 3u);
  EXPECT_EQ(V.Rows[3].Predicted, 8u);
}

TEST(Loop, HalvingFromAnUnknownBlockIsClean) {
  // for (s = blockDim.x / 2; s > 0; s >>= 1) if (x < s) sdata[x] += sdata[x +
  // s].
  Kernel K;
  unsigned Loop = K.loop("s");
  Value S = K.recurrence(Loop, "s");
  K.set(S, K.blockDim() / 2, S >> 1);
  Value Runs = 0 < S;
  K.runsWhile(Loop, Runs);
  Access A = K.load(4, shared(K, K.x() + S)).where((K.x() < S) & Runs);
  EXPECT_EQ(summary(A.prove({})), clean());
  EXPECT_EQ(summary(A.prove(block(512))), clean());
}

TEST(Loop, InnerLoopStartsAtTheOuterOnesState) {
  // for (s = 1; s < 16; s *= 2) for (t = s; t < 64; t *= 2) s[t * x]: t = 32 is
  // in reach, all lanes in one bank.
  Kernel K;
  unsigned Outer = K.loop("s"), Inner = K.loop("t");
  Value S = K.recurrence(Outer, "s"), T = K.recurrence(Inner, "t");
  K.set(S, K.constant(1), S * 2);
  K.set(T, S, T * 2);
  Value OuterRuns = S < 16, InnerRuns = T < 64;
  K.runsWhile(Outer, OuterRuns);
  K.runsWhile(Inner, InnerRuns);
  AccessVerdict V = K.load(4, shared(K, T * K.x()))
                        .where(OuterRuns & InnerRuns)
                        .prove(block(32));
  EXPECT_EQ(summary(V), excess(32));
  EXPECT_EQ(V.BestPredicted, 1u);
}

TEST(Loop, TripCountLimitsTheCounter) {
  // s[x * (k + 1)] for k < 3: strides 1, 2, 3.
  Kernel K;
  Value I = K.iteration(K.loop("k", 3));
  EXPECT_EQ(summary(K.load(4, shared(K, K.x() * (I + 1))).prove(block(32))),
            excess(2));
  // For k < 1 only stride 1 is left.
  Value J = K.iteration(K.loop("j", 1));
  EXPECT_EQ(summary(K.load(4, shared(K, K.x() * (J + 1))).prove(block(32))),
            clean());
}

TEST(Loop, LoopThatNeverRunsHasNoRequest) {
  Kernel K;
  Value I = K.iteration(K.loop("k", 0));
  EXPECT_EQ(K.load(4, shared(K, K.x() * I)).prove(block(32)).Kind,
            VerdictKind::NeverRuns);
}

TEST(Loop, EndlessSequencesOfLanesAreUnproven) {
  // A linear congruence of full period, in each lane from another number on.
  Kernel K;
  unsigned Loop = K.loop("i");
  Value R = K.recurrence(Loop, "r");
  K.set(R, K.x(), R * 1664525 + 1013904223);
  AccessVerdict V =
      K.load(4, shared(K, R & 1023)).prove(block(32), {.MaxSteps = 1'000'000});
  EXPECT_EQ(V.Kind, VerdictKind::Unproven);
  EXPECT_EQ(V.Reason, UnprovenReason::UnboundedLoop);
}

TEST(Loop, EndlessSequencesOfAWarpAreJudgedByTheirResidues) {
  // 2^32 different values, of which each residue modulo 64 is one in 64: lane l
  // reads bank l * r mod 32, all lanes bank 0 when r mod 64 is 32.
  Kernel K;
  unsigned Loop = K.loop("i");
  Value R = K.recurrence(Loop, "r");
  K.set(R, K.constant(1), R * 1664525 + 1013904223);
  AccessVerdict V = K.load(4, shared(K, K.x() * (R & 63)))
                        .prove(block(32), {.MaxSteps = 1'000'000});
  EXPECT_EQ(summary(V), excess(32));
}

} // namespace
