//===- ShuffleTest.cpp - Indices from other lanes, bit counts -------------===//

#include "LaneNotation.h"

using namespace warplint;

namespace {

Value shared(Kernel &K, Value Index) { return K.array("s") + 4 * Index; }

/// The value of \p V in every lane of the first warp of a row.
std::array<std::optional<uint64_t>, WarpSize> lanesOf(Kernel &K, Value V,
                                                      LaneMask Existing) {
  WarpLeaves Leaves;
  for (unsigned L = 0; L < WarpSize; ++L)
    Leaves[L].ThreadIdx = {L, 0, 0};
  return evaluateWarp(K.context(), V.E, Leaves, Existing);
}

TEST(Shuffle, LaneGetsItsSourceLanesValue) {
  Kernel K;
  Value Square = K.x() * K.x();
  auto Next = lanesOf(K, shuffle(Square, K.x() + 1), AllLanes);
  auto Butterfly = lanesOf(K, shuffle(Square, K.x() ^ 16), AllLanes);
  for (unsigned L = 0; L < WarpSize; ++L) {
    unsigned After = (L + 1) % 32, Across = L ^ 16;
    EXPECT_EQ(Next[L], After * After);
    EXPECT_EQ(Butterfly[L], Across * Across);
  }
}

TEST(Shuffle, LaneThatDoesNotExistGivesNothing) {
  // A block of 20 threads: lanes 12 to 19 have no lane 8 further on.
  Kernel K;
  auto Values = lanesOf(K, shuffle(K.x() * 3, K.x() + 8), laneRange(0, 20));
  for (unsigned L = 0; L < WarpSize; ++L)
    EXPECT_EQ(Values[L],
              L < 12 ? std::optional<uint64_t>(3 * (L + 8)) : std::nullopt);
}

TEST(Shuffle, OneLaneByItselfKnowsNoOther) {
  Kernel K;
  EXPECT_EQ(evaluate(K.context(), shuffle(K.x(), 0).E, {}), std::nullopt);
}

TEST(Shuffle, FromOneLaneIsUniform) {
  Kernel K;
  EXPECT_FALSE(shuffle(K.x() * 5, 3).E->isLaneVarying());
  EXPECT_TRUE(shuffle(K.x() * 5, K.x() ^ 1).E->isLaneVarying());
  EXPECT_FALSE(shuffle(K.x(), K.parameter("k")).E->isLaneVarying());
  unsigned Loop = K.loop("i");
  Value I = K.recurrence(Loop, "i");
  Value First = shuffle(I, 0), Other = shuffle(I, K.x() ^ 1);
  K.set(I, K.x(), I + 32);
  EXPECT_FALSE(First.E->isLaneVarying());
  EXPECT_TRUE(Other.E->isLaneVarying());
}

TEST(Shuffle, FoldsWhatIsTheSameInAllLanes) {
  Kernel K;
  Value N = K.parameter("n");
  EXPECT_EQ(shuffle(N, K.x()).E, N.E);
  Value First = shuffle(K.x() * 5, 3);
  EXPECT_EQ(shuffle(First, K.x()).E, First.E);
  EXPECT_EQ(shuffle(K.x() * 5, 35).E, First.E);
}

TEST(Shuffle, PrintsAsTheIntrinsic) {
  Kernel K;
  EXPECT_EQ(K.context().print((4 * shuffle(K.x() + 1, 0)).E),
            "4*__shfl_sync(threadIdx.x + 1, 0)");
  EXPECT_EQ(K.context().print(unary(LaneOp::PopCount, K.x() & 7).E),
            "__popc(threadIdx.x & 7)");
  EXPECT_EQ(K.context().print(unary(LaneOp::CountLeadingZeros, K.x()).E),
            "__clz(threadIdx.x)");
}

TEST(Shuffle, BroadcastRowIsCleanWhereTheRowConflicts) {
  // Word 32 * x is in one bank; from lane 5 it is one word, and so is x / 4 of
  // lane 5 with the lane added: 32 words in a row.
  Kernel K;
  Value Row = 32 * K.x();
  EXPECT_EQ(summary(K.load(4, shared(K, Row)).prove(block(64))), excess(32));
  EXPECT_EQ(summary(K.load(4, shared(K, shuffle(Row, 5))).prove(block(64))),
            clean());
  EXPECT_EQ(
      summary(K.load(4, shared(K, shuffle(Row, 5) + K.x())).prove(block(64))),
      clean());
}

TEST(Shuffle, TransposedLanesConflictAsTheValueTheyGet) {
  // Lane l gets 8 * (l ^ 1): 8 words in each of four banks, as for 8 * l.
  Kernel K;
  EXPECT_EQ(
      summary(
          K.load(4, shared(K, shuffle(8 * K.x(), K.x() ^ 1))).prove(block(32))),
      excess(8));
  // Lane l gets 8 * (l & 28): 8 words, all in bank 0.
  EXPECT_EQ(summary(K.load(4, shared(K, shuffle(8 * K.x(), K.x() & 28)))
                        .prove(block(32))),
            excess(8));
  // Lane l gets 8 * (l & 3): four words in four banks.
  EXPECT_EQ(
      summary(
          K.load(4, shared(K, shuffle(8 * K.x(), K.x() & 3))).prove(block(32))),
      clean());
}

TEST(Shuffle, UnknownSourceLaneIsStillOneLane) {
  // The same word for all lanes, whichever lane it comes from.
  Kernel K;
  Value From = shuffle(33 * K.x(), K.parameter("k"));
  EXPECT_EQ(summary(K.load(4, shared(K, From)).prove(block(256))), clean());
  EXPECT_EQ(summary(K.load(4, shared(K, From + K.x())).prove(block(256))),
            clean());
  // x times what lane k has: k = 31 and 15 give 32 and 16.
  Value Scale = shuffle(K.x() + 1, K.parameter("k"));
  EXPECT_EQ(summary(K.load(4, shared(K, Scale * K.x())).prove(block(32))),
            excess(32));
}

TEST(Shuffle, BroadcastOfWhatNobodyKnowsIsOneUnknownNumber) {
  Kernel K;
  Value Loaded = K.opaque(OpaqueReason::LoadedFromMemory, "idx[i]");
  EXPECT_EQ(
      summary(
          K.load(4, shared(K, shuffle(Loaded, 0) + K.x())).prove(block(64))),
      clean());
  // As a factor it cannot be told.
  EXPECT_EQ(
      K.load(4, shared(K, shuffle(Loaded, 0) * K.x())).prove(block(64)).Kind,
      VerdictKind::Unproven);
  // Neither can values that lanes exchange.
  AccessVerdict V =
      K.load(4, shared(K, shuffle(Loaded, K.x() ^ 1))).prove(block(64));
  EXPECT_EQ(V.Reason, UnprovenReason::DataDependentIndex);
  EXPECT_EQ(V.ReasonText, "the index comes from memory: idx[i]");
}

TEST(Shuffle, WhatALoopAddsUpIsNotOneNumber) {
  // s += idx[i] of lane 0: after two rounds that is not twice one number.
  Kernel K;
  unsigned Loop = K.loop("i", 3);
  Value Loaded = K.opaque(OpaqueReason::LoadedFromMemory, "idx[i]");
  Value S = K.recurrence(Loop, "s");
  K.set(S, K.constant(0), S + shuffle(Loaded, 0));
  EXPECT_EQ(K.load(4, shared(K, S + K.x())).prove(block(32)).Kind,
            VerdictKind::Unproven);
}

TEST(Shuffle, FromPastTheEndOfTheBlockIsUnproven) {
  // 40 threads: lanes 8 to 31 of the second warp do not exist.
  Kernel K;
  Access A = K.load(4, shared(K, shuffle(K.x(), (K.x() + 4) & 31)));
  AccessVerdict V = A.prove(block(40));
  EXPECT_EQ(V.Kind, VerdictKind::Unproven);
  EXPECT_EQ(V.Reason, UnprovenReason::IndexNotComputed);
  EXPECT_EQ(summary(A.prove(block(64))), clean());
  // Lanes that have a source are proven.
  EXPECT_EQ(summary(A.where((K.x() & 31) < 4).prove(block(40))), clean());
}

TEST(BitOperation, FollowLlvm) {
  Kernel K;
  LeafValues Leaves{.ThreadIdx = {0x50, 0, 0}};
  auto Of = [&](Value V) { return evaluate(K.context(), V.E, Leaves); };
  EXPECT_EQ(Of(unary(LaneOp::PopCount, K.x())), 2u);
  EXPECT_EQ(Of(unary(LaneOp::CountLeadingZeros, K.x())), 25u);
  EXPECT_EQ(Of(unary(LaneOp::BitReverse, K.x())), 0x0A000000u);
  EXPECT_EQ(Of({&K.context(), K.context().countTrailingZeros(K.x().E)}), 4u);
  EXPECT_EQ(Of(unary(LaneOp::CountLeadingZeros, K.x() - 0x50)), 32u);
  EXPECT_EQ(
      Of({&K.context(), K.context().countTrailingZeros((K.x() - 0x50).E)}),
      32u);
}

TEST(BitOperation, OfLanesAndOfUnknowns) {
  Kernel K;
  // 32 * popc(lane): six words, all in bank 0.
  EXPECT_EQ(summary(K.load(4, shared(K, 32 * unary(LaneOp::PopCount, K.x())))
                        .prove(block(32))),
            excess(6));
  // brev(lane) >> 27 is a permutation of the lanes.
  EXPECT_EQ(summary(K.load(4, shared(K, unary(LaneOp::BitReverse, K.x()) >> 27))
                        .prove(block(32))),
            clean());
  // The bits of an unknown number that all lanes share.
  Value Mask = K.parameter("mask");
  EXPECT_EQ(
      summary(K.load(4, shared(K, 7 * unary(LaneOp::PopCount, Mask) + K.x()))
                  .prove(block(32))),
      clean());
}

} // namespace
