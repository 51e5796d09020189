//===- BudgetTest.cpp - Steps that a proof may take -----------------------===//

#include "Lane/Proof/InverseEvaluation.h"
#include "LaneNotation.h"

using namespace warplint;

namespace {

/// The low bits of a product rest on the remainder of its symbol modulo 32: 32
/// cases for each symbol.
Value productsOf(Kernel &K, unsigned Symbols) {
  Value Index = 32 * ((K.parameter("p") * K.x()) & 31);
  for (unsigned I = 1; I < Symbols; ++I)
    Index = Index + ((K.parameter("q" + std::to_string(I)) * K.x()) & 31);
  return K.array("s") + 4 * Index;
}

struct Course {
  AccessVerdict Verdict;
  uint64_t Steps = 0;
};

Course prove(const Access &A, const LaunchShape &Shape, uint64_t MaxSteps) {
  ProofBudget Budget;
  uint64_t Before = Budget.StepsLeft;
  ProofOptions Options;
  Options.MaxSteps = MaxSteps;
  Options.Budget = &Budget;
  AccessVerdict Verdict = A.prove(Shape, Options);
  return {std::move(Verdict), Before - Budget.StepsLeft};
}

TEST(Budget, HopelessSearchEndsEarly) {
  // 32^4 cases in each of 8 warps: a few thousand say that 600000 steps are far
  // too few. Values that put all lanes into one bank are found without them.
  Kernel K;
  constexpr uint64_t MaxSteps = 600'000;
  Course C = prove(K.load(4, productsOf(K, 4)), block(256), MaxSteps);
  EXPECT_EQ(summary(C.Verdict), excess(32));
  EXPECT_LT(C.Steps, MaxSteps / 4);
  // Of an atomic it is not known what the most is.
  C = prove(K.access(RequestKind::SharedAtomicCas, 4, productsOf(K, 4)),
            block(256), MaxSteps);
  EXPECT_EQ(C.Verdict.Kind, VerdictKind::Unproven);
  EXPECT_EQ(C.Verdict.Reason, UnprovenReason::TooManyCases);
  EXPECT_LT(C.Steps, MaxSteps / 4);
}

TEST(Budget, SearchThatFitsIsFinished) {
  // p = 1 and q1 = 0 put all lanes into one bank: word 32 * x.
  Kernel K;
  Access A = K.load(4, productsOf(K, 2));
  Course Ample = prove(A, block(128), 600'000);
  ASSERT_EQ(summary(Ample.Verdict), excess(32));
  Course Scarce = prove(A, block(128), Ample.Steps + Ample.Steps / 8);
  EXPECT_EQ(summary(Scarce.Verdict), excess(32));
  EXPECT_EQ(Scarce.Steps, Ample.Steps);
}

TEST(Budget, ValueThatNothingGivesIsGivenUp) {
  // Each level has its operand twice: 2^200 ways down to n, which can't move.
  LaneContext Context;
  const LaneExpr *N = Context.symbol(Context.addSymbol({.Name = "n"}));
  const LaneExpr *E = N;
  for (unsigned I = 0; I != 200; ++I)
    E = Context.binary(
        LaneOp::Add, E,
        Context.binary(LaneOp::Xor, E, Context.constant(2 * I + 1, 32)));
  unsigned Asked = 0;
  constexpr uint64_t Steps = 100'000;
  uint64_t StepsLeft = Steps;
  InverseEvaluation Goals(
      Context,
      [&](const LaneExpr *, uint64_t) {
        ++Asked;
        return false;
      },
      [] { return uint64_t(0); }, StepsLeft);
  LeafValues Leaves;
  Leaves.Symbols = {5};
  EXPECT_FALSE(Goals.reach(E, 1, Leaves));
  EXPECT_GT(Asked, 0u);
  EXPECT_GT(StepsLeft, 0u);
  EXPECT_LT(StepsLeft, Steps);
}

} // namespace
