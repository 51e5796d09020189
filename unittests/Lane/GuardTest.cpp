//===- GuardTest.cpp - Active lanes ---------------------------------------===//

#include "LaneNotation.h"
#include <algorithm>

using namespace warplint;

namespace {

Value shared(Kernel &K, Value Index) { return K.array("s") + 4 * Index; }

bool assumes(const AccessVerdict &V, const char *Text) {
  return std::find(V.Assumptions.begin(), V.Assumptions.end(), Text) !=
         V.Assumptions.end();
}

TEST(Guard, InactiveLanesDoNotCount) {
  // Stride 32: one bank. 16 lanes of warp 0 are active, none of the others.
  Kernel K;
  AccessVerdict V =
      K.load(4, shared(K, 32 * K.x())).where(K.x() < 16).prove(block(256));
  EXPECT_EQ(summary(V), excess(16));
  EXPECT_EQ(V.Worst.Active, 0xFFFFu);
  EXPECT_EQ(V.WarpsWithExcess, 1u);
  EXPECT_EQ(V.TotalPredicted, 16u);
  EXPECT_EQ(V.WarpsInBlock, 8u);
}

TEST(Guard, OneLaneIsClean) {
  Kernel K;
  Value Anywhere = K.opaque(OpaqueReason::LoadedFromMemory, "idx[0]");
  EXPECT_EQ(
      summary(
          K.load(4, shared(K, 32 * K.x())).where(K.x() == 0).prove(block(256))),
      clean());
  EXPECT_EQ(
      summary(
          K.load(4, shared(K, Anywhere)).where(K.x() == 0).prove(block(256))),
      clean());
}

TEST(Guard, FalseForAllNeverRuns) {
  Kernel K;
  EXPECT_EQ(K.load(4, shared(K, 32 * K.x()))
                .where(256 < K.x())
                .prove(block(256))
                .Kind,
            VerdictKind::NeverRuns);
}

TEST(Guard, ConflictInWarpOneIsFound) {
  // Words x for x < 32, 32 * x from there on.
  Kernel K;
  Value Index = select(K.x() < 32, K.x(), 32 * K.x());
  AccessVerdict V = K.load(4, shared(K, Index)).prove(block(64));
  EXPECT_EQ(summary(V), excess(32));
  EXPECT_EQ(V.Worst.Warp, 1u);
  EXPECT_EQ(V.WarpsWithExcess, 1u);
  EXPECT_EQ(V.TotalPredicted, 33u);
}

TEST(Guard, BoundsCheckTakesTheFullWarp) {
  // if (i < n): all lanes pass when n is large: the worst mask.
  Kernel K;
  Value N = K.parameter("n");
  AccessVerdict V = K.load(4, shared(K, 2 * K.x()))
                        .where(lessSigned(K.x(), N))
                        .prove(block(256));
  EXPECT_EQ(summary(V), excess(2));
  EXPECT_FALSE(V.DependsOnCase);
  EXPECT_TRUE(V.Assumptions.empty());
  ASSERT_FALSE(V.Witness.empty());
  EXPECT_GE(V.Witness[31].Symbols.back(), 32u);
}

TEST(Guard, GuardThatTiesTheMaskToTheIndexIsExact) {
  // if (x < d) s[d * x] with d = 0..8 unknown: d lanes with stride d. d = 8:
  // words 0, 8, .., 56: banks 0, 8, 16, 24 twice. d = 7: stride 7 is odd. d =
  // 6: words 0, 6, .., 30, all different. So 2 at most, where all 32 lanes at
  // stride 8 would make 8.
  Kernel K;
  Value D = K.parameter("d", 0, 8);
  AccessVerdict V =
      K.load(4, shared(K, D * K.x())).where(K.x() < D).prove(block(32));
  EXPECT_EQ(summary(V), excess(2));
  EXPECT_EQ(V.Worst.Active, 0xFFu);
}

TEST(Guard, UnknownConditionsLetAllLanesThrough) {
  Kernel K;
  Value Found = K.opaque(OpaqueReason::LoadedFromMemory, "flags[i]", 1);
  AccessVerdict V =
      K.load(4, shared(K, 2 * K.x())).where(Found).prove(block(32));
  EXPECT_EQ(summary(V), excess(2));
  EXPECT_TRUE(assumes(V, "lanes with an unknown condition are active"));
  // What is known besides still counts.
  V = K.load(4, shared(K, 2 * K.x()))
          .where(Found & (K.x() < 16))
          .prove(block(32));
  EXPECT_EQ(summary(V), clean());
}

TEST(Guard, UnknownConditionBesideABoundEmptiesNoCase) {
  // if (x < p && flags[i]): the values of p are few enough to be tried all, and
  // for none of them is it known which lanes pass. From p = 32 on all 32 may.
  for (int64_t Least : {0, 1, 32}) {
    Kernel K;
    Value P = K.parameter("p", Least, 64);
    Value Found = K.opaque(OpaqueReason::LoadedFromMemory, "flags[i]", 1);
    AccessVerdict V = K.load(4, shared(K, 32 * K.x()))
                          .where((K.x() < P) & Found)
                          .prove(block(32));
    EXPECT_EQ(summary(V), excess(32)) << Least;
    EXPECT_EQ(V.Worst.Active, 0xFFFFFFFFu);
    EXPECT_TRUE(assumes(V, "lanes with an unknown condition are active"));
    // Word p * x: with p = 64 they all lie in bank 0.
    V = K.load(4, shared(K, P * K.x()))
            .where((K.x() < P) & Found)
            .prove(block(32));
    EXPECT_EQ(summary(V), excess(32)) << Least;
  }
}

TEST(Guard, BestFigureIsThatOfTheFewestLanes) {
  // All add to one word, one after the other: p lanes take p wavefronts, and
  // one where p is 1, whatever else keeps lanes out.
  Kernel K;
  Value P = K.parameter("p");
  Value Found = K.opaque(OpaqueReason::LoadedFromMemory, "flags[i]", 1);
  for (const Value &Condition : {K.x() < P, (K.x() < P) & Found}) {
    AccessVerdict V =
        K.access(RequestKind::SharedAtomicAdd, 4, shared(K, K.constant(0)))
            .where(Condition)
            .prove(block(256));
    EXPECT_EQ(summary(V), clean(32));
    EXPECT_EQ(V.BestPredicted, 1u);
  }
}

TEST(Guard, UniformConditionsCountAsTrue) {
  // A request is made only if the condition holds.
  Kernel K;
  Value Flag = K.symbol({.Name = "flag", .Width = 1, .Lo = -1, .Hi = 0});
  AccessVerdict V =
      K.load(4, shared(K, 2 * K.x())).where(Flag).prove(block(32));
  EXPECT_EQ(summary(V), excess(2));
  EXPECT_FALSE(V.DependsOnCase);
}

TEST(Guard, IdleLanesLetWideLoadsMerge) {
  // float4 at 128 * x: all lanes in one bank group. With x < n the mask
  // matters: a lane whose partner is idle lets quarters merge. Full mask: 32
  // - 4. No mask has more excess: 8 more lanes a quarter each add one
  // wavefront.
  Kernel K;
  Value N = K.parameter("n", 1, 1024);
  EXPECT_EQ(summary(K.load(16, K.array("s") + 128 * K.x())
                        .where(K.x() < N)
                        .prove(block(32))),
            excess(32, 4));
}

TEST(Guard, FewerLanesCanBeWorseForAtomics) {
  // Lanes below 16 all add to word 0; lane 16 + i adds to word 32 * (i + 1).
  // All lanes: 32 in bank 0, ideal 16 for the 16 lanes at one address:
  // excess 16. With x >= m active only: from m = 16 on 16 lanes at different
  // words of one bank, ideal 1: excess 15. Below it, m = 1..15: 32 - m lanes,
  // ideal 16 - m.
  Kernel K;
  Value M = K.parameter("m", 1, 31);
  Value Index = select(K.x() < 16, K.constant(0), 32 * (K.x() - 15));
  AccessVerdict V = K.access(RequestKind::SharedAtomicAdd, 4, shared(K, Index))
                        .where(!(K.x() < M))
                        .prove(block(32));
  EXPECT_EQ(summary(V), excess(31, 15));
}

TEST(Guard, RangeCheckByUnsignedDifferenceIsExact) {
  // (unsigned)(x - lo) < 8: eight lanes from lo on, wherever that is. Stride 4
  // puts 8 of them into different banks.
  Kernel K;
  Value Lo = K.parameter("lo");
  AccessVerdict V =
      K.load(4, shared(K, 4 * K.x())).where(K.x() - Lo < 8).prove(block(32));
  EXPECT_EQ(summary(V), clean());
}

} // namespace

TEST(Guard, ValuesThatLeadPastTheArrayDoNotCount) {
  // Word p * x: lane 31 is inside 64 words up to p = 2, which is 2-way, and
  // inside 1024 words up to p = 33. Without a size all values count.
  auto Strided = [](uint64_t Bytes) {
    Kernel K;
    Value P = K.parameter("p", 0, 64);
    Value Base = K.symbol({.Name = "s",
                           .Kind = SymbolKind::ArrayBase,
                           .Lo = 0,
                           .Hi = 65536,
                           .MultipleOf = 128,
                           .Bytes = Bytes});
    return summary(K.load(4, Base + 4 * (P * K.x())).prove(block(32)));
  };
  EXPECT_EQ(Strided(0), excess(32));
  EXPECT_EQ(Strided(4096), excess(32));
  EXPECT_LE(Strided(256).Predicted, 2u);
}
