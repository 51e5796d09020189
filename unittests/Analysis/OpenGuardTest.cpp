//===- OpenGuardTest.cpp - A guard without the bounds of the data ---------===//

#include "Analysis/OpenGuard.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

TEST(OpenGuard, LosesTheConditionsThatAllLanesShare) {
  LaneContext C;
  const LaneExpr *X = C.threadIdx(0);
  const LaneExpr *N = C.symbol(C.addSymbol({.Name = "n", .Lo = 0, .Hi = 1000}));
  auto And = [&](auto *A, auto *B) { return C.binary(LaneOp::And, A, B); };
  auto Or = [&](auto *A, auto *B) { return C.binary(LaneOp::Or, A, B); };
  auto Less = [&](auto *A, auto *B) { return C.binary(LaneOp::CmpSLt, A, B); };
  const LaneExpr *Low = Less(X, C.constant(16, 32)), *Inside = Less(X, N);
  const LaneExpr *High = C.logicalNot(Low), *Outside = C.logicalNot(Inside);

  // x < 16 is about the lane; x < n is true where the data's end is far.
  EXPECT_EQ(withoutBounds(C, nullptr), nullptr);
  EXPECT_EQ(withoutBounds(C, Low), Low);
  EXPECT_EQ(withoutBounds(C, Inside), nullptr);
  EXPECT_EQ(withoutBounds(C, And(Low, Inside)), Low);
  EXPECT_EQ(withoutBounds(C, And(Inside, And(Inside, Low))), Low);
  // Not (x >= 16 or x >= n): the same, by De Morgan.
  EXPECT_EQ(withoutBounds(C, C.logicalNot(Or(High, Outside))), Low);
  // Either of two: where x < n holds for all, all take part.
  EXPECT_EQ(withoutBounds(C, Or(Low, Inside)), nullptr);
  // The bound decides for lanes 16 and up alone; the lower ones stay out.
  EXPECT_EQ(withoutBounds(C, And(High, Inside)), High);
}

} // namespace
