//===- SymbolBindingTest.cpp - An access with some symbols known ---------===//

#include "warplint/Lane/SymbolBinding.h"
#include "warplint/Lane/LaneEvaluation.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

LaneLoop counting(const char *Counter, unsigned Depth = 1, int Parent = -1) {
  LaneLoop Loop;
  Loop.Counter = Counter;
  Loop.Depth = Depth;
  Loop.Parent = Parent;
  return Loop;
}

class SymbolBindingTest : public testing::Test {
protected:
  LaneContext C;

  unsigned symbol(const char *Name) {
    UniformSymbol S;
    S.Name = Name;
    return C.addSymbol(S);
  }
  const LaneExpr *number(uint64_t Value) { return C.constant(Value, 32); }
  const LaneExpr *times(const LaneExpr *L, const LaneExpr *R) {
    return C.binary(LaneOp::Mul, L, R);
  }
  const LaneExpr *plus(const LaneExpr *L, const LaneExpr *R) {
    return C.binary(LaneOp::Add, L, R);
  }
};

TEST_F(SymbolBindingTest, AConstantTakesTheSymbolsPlace) {
  unsigned N = symbol("n");
  SymbolBinding Known(C);
  ASSERT_TRUE(Known.restrict(N, SymbolValues::exactly(33)));
  EXPECT_EQ(Known(times(C.threadIdx(0), C.symbol(N))),
            times(C.threadIdx(0), number(33)));
}

TEST_F(SymbolBindingTest, WhatDoesNotDependOnItStaysTheSameNode) {
  unsigned N = symbol("n"), M = symbol("m");
  SymbolBinding Known(C);
  ASSERT_TRUE(Known.restrict(N, SymbolValues::exactly(33)));
  const LaneExpr *E = times(C.threadIdx(0), C.symbol(M));
  EXPECT_EQ(Known(E), E);
  EXPECT_TRUE(Known.symbolsIn(E).empty());
}

TEST_F(SymbolBindingTest, ARangeNarrowsAFreshSymbol) {
  unsigned N = symbol("n");
  SymbolBinding Known(C);
  ASSERT_TRUE(Known.restrict(N, {.Least = 1, .Most = 100, .Modulus = 8}));
  const LaneExpr *E = Known(C.symbol(N));
  ASSERT_EQ(E->op(), LaneOp::Symbol);
  EXPECT_EQ(C.symbolAt(E->index()).Name, "n");
  EXPECT_EQ(C.symbolAt(E->index()).Lo, 1);
  EXPECT_EQ(C.symbolAt(E->index()).Hi, 100);
  EXPECT_EQ(C.symbolAt(E->index()).MultipleOf, 8u);
  EXPECT_EQ(C.symbolAt(N).MultipleOf, 1u);
}

TEST_F(SymbolBindingTest, AResidueIsAMultiplePlusIt) {
  // Of 1 .. 20 the numbers that are 5 modulo 6: 5, 11, 17.
  unsigned N = symbol("n");
  SymbolBinding Known(C);
  ASSERT_TRUE(
      Known.restrict(N, {.Least = 1, .Most = 20, .Modulus = 6, .Residue = 5}));
  const LaneExpr *E = Known(C.symbol(N));
  ASSERT_EQ(C.numSymbols(), 2u);
  EXPECT_EQ(C.symbolAt(1).Lo, 0);
  EXPECT_EQ(C.symbolAt(1).Hi, 2);
  LeafValues Leaves;
  Leaves.Symbols = {0, 2};
  EXPECT_EQ(evaluate(C, E, Leaves), 17u);
}

TEST_F(SymbolBindingTest, TheOnlyValueLeftIsAConstant) {
  // Of 30 .. 40 only 32 is a multiple of 16.
  unsigned N = symbol("n");
  SymbolBinding Known(C);
  ASSERT_TRUE(Known.restrict(N, {.Least = 30, .Most = 40, .Modulus = 16}));
  EXPECT_EQ(Known(C.symbol(N)), number(32));
}

TEST_F(SymbolBindingTest, WhatNoValueFulfilsIsRefused) {
  unsigned N = symbol("n");
  SymbolBinding Known(C);
  EXPECT_FALSE(Known.restrict(
                   N, {.Least = 33, .Most = 40, .Modulus = 16, .Residue = 0}) &&
               !Known.empty());
  EXPECT_TRUE(Known.empty());
}

TEST_F(SymbolBindingTest, ConditionsMeet) {
  // n % 4 == 1 and n % 6 == 3: 9 modulo 12 (9 = 2*4+1 = 6+3).
  SymbolValues A{.Least = 0, .Most = {}, .Modulus = 4, .Residue = 1};
  SymbolValues B{.Least = {}, .Most = 50, .Modulus = 6, .Residue = 3};
  auto Both = A.with(B);
  ASSERT_TRUE(Both);
  EXPECT_EQ(Both->Modulus, 12u);
  EXPECT_EQ(Both->Residue, 9u);
  EXPECT_EQ(Both->Least, 0);
  EXPECT_EQ(Both->Most, 50);
  // Odd and even.
  EXPECT_FALSE(
      SymbolValues({.Least = {}, .Most = {}, .Modulus = 4, .Residue = 1})
          .with({.Least = {}, .Most = {}, .Modulus = 2, .Residue = 0}));
}

TEST_F(SymbolBindingTest, ALoopThatGoesOnByTheSymbolIsCopied) {
  // for (i = 0; i < n; ++i) with n = 5, beside the loop for other launches.
  unsigned N = symbol("n");
  unsigned Loop = C.addLoop(counting("i"));
  C.loopAt(Loop).Continue =
      C.binary(LaneOp::CmpSLt, C.iteration(Loop), C.symbol(N));
  const LaneExpr *E = times(number(4), C.iteration(Loop));
  SymbolBinding Known(C);
  ASSERT_TRUE(Known.restrict(N, SymbolValues::exactly(5)));
  const LaneExpr *Special = Known(E);
  unsigned Copy = Known.loop(Loop);
  ASSERT_NE(Copy, Loop);
  EXPECT_EQ(Special, times(number(4), C.iteration(Copy)));
  EXPECT_EQ(C.loopAt(Copy).Counter, "i");
  EXPECT_EQ(C.loopAt(Copy).Continue,
            C.binary(LaneOp::CmpSLt, C.iteration(Copy), number(5)));
  EXPECT_EQ(Known.symbolsIn(E).size(), 1u);
}

TEST_F(SymbolBindingTest, ARecurrenceIsCopiedWithWhatItCarries) {
  // s = 1; each iteration s = s * n, with n = 3: 1, 3, 9.
  unsigned N = symbol("n");
  unsigned Loop = C.addLoop(counting("i"));
  const LaneExpr *S = C.recurrence(Loop, 32, "s");
  C.setRecurrence(S, number(1), times(S, C.symbol(N)), false);
  SymbolBinding Known(C);
  ASSERT_TRUE(Known.restrict(N, SymbolValues::exactly(3)));
  const LaneExpr *Special = Known(plus(S, C.threadIdx(0)));
  LeafValues Leaves;
  Leaves.ThreadIdx = {100, 0, 0};
  Leaves.Symbols = {7};
  Leaves.Iterations = {2};
  EXPECT_EQ(evaluate(C, Special, Leaves), 109u);
  // The loop itself goes on as before.
  EXPECT_EQ(Known.loop(Loop), Loop);
}

TEST_F(SymbolBindingTest, WhatALoopLeavesBehindIsANumber) {
  // s = 1; for (i = 0; i < n; ++i) s *= 2; behind it s is 2 to the n. With another
  // unknown in the step, it is not known, though the number of rounds is.
  unsigned N = symbol("n"), M = symbol("m");
  unsigned Loop = C.addLoop(counting("i"));
  C.loopAt(Loop).Continue =
      C.binary(LaneOp::CmpSLt, C.iteration(Loop), C.symbol(N));
  C.loopAt(Loop).IsContinueExact = true;
  auto Left = [&](const LaneExpr *Factor) {
    const LaneExpr *S = C.recurrence(Loop, 32, "s");
    C.setRecurrence(S, number(1), times(S, Factor), false);
    UniformSymbol Last;
    Last.LeftBy = {Loop, S, /*IsBeforeBody=*/true};
    return C.symbol(C.addSymbol(Last));
  };
  const LaneExpr *Power = Left(number(2)), *Open = Left(C.symbol(M));
  SymbolBinding Known(C);
  ASSERT_TRUE(Known.restrict(N, SymbolValues::exactly(5)));
  EXPECT_EQ(Known(plus(Power, C.threadIdx(0))),
            plus(number(32), C.threadIdx(0)));
  EXPECT_EQ(Known.symbolsIn(Power).size(), 1u);
  EXPECT_EQ(Known(Open), Open);
  // No round at all; and more of them than are followed.
  for (int64_t Rounds : {0, 1000}) {
    SymbolBinding Other(C);
    ASSERT_TRUE(Other.restrict(N, SymbolValues::exactly(Rounds)));
    EXPECT_EQ(Other(Power), Rounds ? Power : number(1));
  }
  // Where the loop may end otherwise, nothing follows.
  C.loopAt(Loop).IsContinueExact = false;
  SymbolBinding Again(C);
  ASSERT_TRUE(Again.restrict(N, SymbolValues::exactly(5)));
  EXPECT_EQ(Again(Power), Power);
}

TEST_F(SymbolBindingTest, AnInnerLoopFollowsTheCopyOfTheOuterOne) {
  unsigned N = symbol("n");
  unsigned Outer = C.addLoop(counting("i"));
  C.loopAt(Outer).Continue =
      C.binary(LaneOp::CmpSLt, C.iteration(Outer), C.symbol(N));
  unsigned Inner = C.addLoop(counting("j", 2, static_cast<int>(Outer)));
  C.loopAt(Inner).Continue =
      C.binary(LaneOp::CmpSLt, C.iteration(Inner), number(4));
  SymbolBinding Known(C);
  ASSERT_TRUE(Known.restrict(N, SymbolValues::exactly(5)));
  unsigned Copy = Known.loop(Inner);
  EXPECT_EQ(C.loopAt(Copy).Parent, static_cast<int>(Known.loop(Outer)));
  EXPECT_EQ(Known(C.iteration(Inner)), C.iteration(Copy));
}

} // namespace
