//===- UnrolledValuesTest.cpp ---------------------------------------------===//

#include "Kernel/Issue/UnrolledValues.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

class UnrolledValuesTest : public testing::Test {
protected:
  LaneContext C;
  UnrolledValues Values{C};
  unsigned Loop = C.addLoop({});

  const LaneExpr *num(uint64_t N) { return C.constant(N, 32); }
  /// What begins with \p First and is \p Op with \p By in each turn.
  const LaneExpr *stepped(const LaneExpr *First, LaneOp Op,
                          const LaneExpr *By) {
    const LaneExpr *R = C.recurrence(Loop, 32, "stride");
    C.setRecurrence(R, First, C.binary(Op, R, By), false);
    return R;
  }
  const LaneExpr *inCopy(const LaneExpr *E, uint64_t N) {
    return Values.at(E, {{Loop, num(N)}});
  }
};

TEST_F(UnrolledValuesTest, HalvedAndDoubledCountersAreNumbers) {
  const LaneExpr *Half = stepped(num(64), LaneOp::LShr, num(1));
  const LaneExpr *Twice = stepped(num(1), LaneOp::Mul, num(2));
  for (unsigned N = 0; N != 7; ++N) {
    EXPECT_EQ(inCopy(Half, N), num(64 >> N));
    EXPECT_EQ(inCopy(Twice, N), num(1u << N));
  }
}

// 2 * t - (t & (stride - 1)), of a bitonic sort.
TEST_F(UnrolledValuesTest, TheLastStageOfASortHasNeighbours) {
  const LaneExpr *T = C.threadIdx(0);
  const LaneExpr *Stride = stepped(num(8), LaneOp::LShr, num(1));
  const LaneExpr *Mask = C.sub(Stride, num(1));
  const LaneExpr *Double = C.binary(LaneOp::Mul, T, num(2));
  const LaneExpr *At = C.sub(Double, C.binary(LaneOp::And, T, Mask));
  EXPECT_EQ(inCopy(At, 3), Double);
  EXPECT_NE(inCopy(At, 2), Double);
}

TEST_F(UnrolledValuesTest, ValuesOfOneLoopAreSteppedTogether) {
  const LaneExpr *Sum = C.recurrence(Loop, 32, "sum");
  const LaneExpr *Twice = stepped(num(1), LaneOp::Mul, num(2));
  C.setRecurrence(Sum, num(0), C.binary(LaneOp::Add, Sum, Twice), false);
  EXPECT_EQ(inCopy(Sum, 4), num(1 + 2 + 4 + 8));
}

TEST_F(UnrolledValuesTest, WhatBeginsUnknownStays) {
  UniformSymbol S;
  S.Name = "n";
  const LaneExpr *Half =
      stepped(C.symbol(C.addSymbol(S)), LaneOp::LShr, num(1));
  EXPECT_EQ(inCopy(Half, 2), Half);
  // So does what a loop steps that is not unrolled into numbered copies.
  const LaneExpr *Known = stepped(num(64), LaneOp::LShr, num(1));
  EXPECT_EQ(Values.at(Known, {{Loop, C.iteration(Loop)}}), Known);
}

} // namespace
