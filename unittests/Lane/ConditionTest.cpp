//===- ConditionTest.cpp - What a figure depends on, in words -------------===//

#include "LaneNotation.h"

using namespace warplint;

namespace {

Value shared(Kernel &K, Value Index) { return K.array("s") + 4 * Index; }

std::string condition(const AccessVerdict &V) { return V.Condition; }

TEST(Condition, OddAndEvenAreSaid) {
  // Word x * p * 16: one bank for even p, two banks with 16 words each for odd
  // p.
  Kernel K;
  Value P = K.parameter("p");
  EXPECT_EQ(condition(K.load(4, shared(K, 16 * P * K.x())).prove(block(32))),
            "16-way when p is odd; 32-way when p is even");
}

TEST(Condition, FewFiguresAreAllSaid) {
  // Word x * p * 8: gcd(8p, 32) lanes in a bank: 8, 16 or 32.
  Kernel K;
  Value P = K.parameter("p");
  EXPECT_EQ(
      condition(K.load(4, shared(K, 8 * P * K.x())).prove(block(32))),
      "8-way when p is odd; 16-way when p is an odd multiple of 2; 32-way "
      "when p is a multiple of 4");
}

TEST(Condition, ThresholdsAreSaid) {
  // Word x < n ? 32 * x : x: the first n lanes are in bank 0, the others in
  // banks n..31.
  Kernel K;
  Value N = K.parameter("n", 2, 3);
  Value Index = select(K.x() < N, 32 * K.x(), K.x());
  EXPECT_EQ(condition(K.load(4, shared(K, Index)).prove(block(32))),
            "2, 3 wavefronts as n = 2, 3");
  Value M = K.parameter("m", 0, 1000);
  Index = select(K.x() < M, 32 * K.x(), K.x());
  AccessVerdict V = K.load(4, shared(K, Index)).prove(block(32));
  EXPECT_EQ(summary(V), excess(32));
  EXPECT_EQ(V.BestPredicted, 1u);
  EXPECT_NE(V.Condition.find("32-way when m >= 32"), std::string::npos)
      << V.Condition;
}

TEST(Condition, UnitsOtherThanWavefronts) {
  // 4 * p * x bytes: 128 bytes in 4 sectors for p = 1, 8 sectors for p = 2.
  Kernel K;
  Value A = K.symbol({.Name = "a",
                      .Kind = SymbolKind::ArrayBase,
                      .Width = 64,
                      .Lo = 0,
                      .Hi = INT64_MAX,
                      .MultipleOf = 256});
  Value P = K.parameter("p", 1, 2).cast(LaneOp::SExt, 64);
  AccessVerdict V = K.access(RequestKind::GlobalLoad, 4,
                             A + 4 * P * K.x().cast(LaneOp::ZExt, 64))
                        .prove(block(32));
  EXPECT_EQ(summary(V), excess(8, 4));
  EXPECT_EQ(V.Condition, "4, 8 sectors as p = 1, 2");
}

TEST(Condition, TwoSymbolsAreNamed) {
  // Word p * (x & 15) + q * (x >> 4): neither decides alone.
  Kernel K;
  Value P = K.parameter("p"), Q = K.parameter("q");
  EXPECT_EQ(condition(K.load(4, shared(K, P * (K.x() & 15) + Q * (K.x() >> 4)))
                          .prove(block(32))),
            "depends on p and q");
}

TEST(Condition, WhatDoesNotChangeTheFigureIsNotSaid) {
  Kernel K;
  Value U = K.parameter("u");
  AccessVerdict V =
      K.load(4, shared(K, 2 * (K.x() ^ (U & 31)))).prove(block(32));
  EXPECT_EQ(summary(V), excess(2));
  EXPECT_EQ(V.Condition, "");
  EXPECT_FALSE(V.DependsOnCase);
}

TEST(Condition, ResidueWithinLimitsNamesThem) {
  // Word x * u below 4, 32 * x from 4 on: 2-way for u = 2 only, although 6 and
  // others have its residue.
  Kernel K;
  Value U = K.parameter("u");
  Value Index = select(lessSigned(U, 4), U * K.x(), 32 * K.x());
  AccessVerdict V = K.load(4, shared(K, Index)).prove(block(32));
  EXPECT_EQ(summary(V), excess(32));
  for (const CaseRow &Row : V.Rows)
    EXPECT_NE(Row.Fact.What, CaseFact::Kind::Residue) << V.Condition;
}

TEST(Condition, CounterHasItsOwnValues) {
  // for (int k = 1; k < 8; k += 3) s[k * x].
  Kernel K;
  unsigned Loop = K.loop("k", 3);
  Value Counter = 1 + 3 * K.iteration(Loop);
  K.context().loopAt(Loop).CounterValue = Counter.E;
  // k = 1, 4, 7: strides 1 and 7 are clean, 4 is 4-way.
  EXPECT_EQ(condition(K.load(4, shared(K, Counter * K.x())).prove(block(32))),
            "1, 4, 1 wavefronts as k = 1, 4, 7");
  // Without an end: 16 * k * x is in one bank for even k, in two for odd k.
  unsigned Endless = K.loop("k");
  Counter = 1 + 3 * K.iteration(Endless);
  K.context().loopAt(Endless).CounterValue = Counter.E;
  AccessVerdict V =
      K.load(4, shared(K, 16 * (Counter * K.x()))).prove(block(32));
  EXPECT_EQ(summary(V), excess(32));
  // i odd: k = 1 + 3 * i is even, modulo 3 * 2 it is 4.
  EXPECT_EQ(V.Condition, "16-way when k mod 6 is 1; 32-way when k mod 6 is 4");
}

TEST(Condition, CounterFromAnUnknownIsTheIteration) {
  // for (k = n; ...; ++k): there is no number to say.
  Kernel K;
  unsigned Loop = K.loop("k", 3);
  Value Counter = K.parameter("n") + K.iteration(Loop);
  K.context().loopAt(Loop).CounterValue = Counter.E;
  EXPECT_EQ(
      condition(
          K.load(4, shared(K, K.iteration(Loop) * K.x())).prove(block(32))),
      "1, 1, 2 wavefronts as iteration = 0, 1, 2");
}

TEST(Condition, ReasonsHaveNamesAndSentences) {
  for (unsigned R = 0; R <= static_cast<unsigned>(UnprovenReason::NotMeasured);
       ++R) {
    EXPECT_FALSE(reasonName(static_cast<UnprovenReason>(R)).empty());
    EXPECT_FALSE(reasonSentence(static_cast<UnprovenReason>(R)).empty());
  }
}

} // namespace
