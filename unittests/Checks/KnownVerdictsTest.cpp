//===- KnownVerdictsTest.cpp - No question is proven twice ----------------===//

#include "../../lib/Checks/KnownVerdicts.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

TEST(KnownVerdicts, SameQuestionCostsNothingMore) {
  // Word 33 * x: 32 banks, one each.
  LaneContext Context;
  const LaneExpr *Address = Context.binary(LaneOp::Mul, Context.threadIdx(0),
                                           Context.constant(4 * 33, 32));
  AccessProblem Problem;
  Problem.Address = Address;
  ProofBudget Budget;
  ProofOptions Options;
  Options.Budget = &Budget;
  KnownVerdicts Verdicts;
  LaunchShape Shape{256, 1, 1}, Other{128, 1, 1};
  uint64_t Before = Budget.StepsLeft;
  EXPECT_EQ(Verdicts.prove(Context, Problem, Shape, Options).Kind,
            VerdictKind::Clean);
  uint64_t Once = Budget.StepsLeft;
  EXPECT_LT(Once, Before);
  EXPECT_EQ(Verdicts.prove(Context, Problem, Shape, Options).WarpsInBlock, 8u);
  EXPECT_EQ(Budget.StepsLeft, Once);
  // Another block or another width is another question.
  EXPECT_EQ(Verdicts.prove(Context, Problem, Other, Options).WarpsInBlock, 4u);
  EXPECT_LT(Budget.StepsLeft, Once);
  uint64_t Twice = Budget.StepsLeft;
  Problem.BytesPerLane = 2;
  Verdicts.prove(Context, Problem, Shape, Options);
  EXPECT_LT(Budget.StepsLeft, Twice);
}

} // namespace
