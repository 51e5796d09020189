//===- AddressFormTest.cpp ------------------------------------------------===//

#include "Lane/Expr/AddressForm.h"
#include "warplint/Lane/LaneEvaluation.h"
#include "gtest/gtest.h"
#include <random>

using namespace warplint;

namespace {

class AddressFormTest : public testing::Test {
protected:
  LaneContext C;
  const LaneExpr *T = C.threadIdx(0);

  const LaneExpr *num(uint64_t N) { return C.constant(N, 32); }
  const LaneExpr *add(const LaneExpr *L, const LaneExpr *R) {
    return C.binary(LaneOp::Add, L, R);
  }
  const LaneExpr *mul(const LaneExpr *L, uint64_t N) {
    return C.binary(LaneOp::Mul, L, num(N));
  }
  const LaneExpr *symbol() {
    UniformSymbol S;
    S.Name = "p";
    return C.symbol(C.addSymbol(S));
  }
  static uint64_t alignment(const LaneExpr *E) {
    return alignmentOf(
        formOf(E), [](const LaneExpr *Atom) { return visibleMultiple(Atom); });
  }
};

// 4 * (4 * t + 3) and 4 * (4 * t): 12 bytes apart.
TEST_F(AddressFormTest, NeighboursDifferInTheOffsetAlone) {
  AddressForm First = formOf(mul(mul(T, 4), 4));
  AddressForm Last = formOf(mul(add(mul(T, 4), num(3)), 4));
  EXPECT_EQ(First.Terms, Last.Terms);
  EXPECT_EQ(Last.Offset - First.Offset, 12u);
}

// t + p - p is t: the term of p goes.
TEST_F(AddressFormTest, TermsThatCancelAreGone) {
  const LaneExpr *P = symbol();
  AddressForm Form = formOf(add(add(T, P), mul(P, uint32_t(-1))));
  EXPECT_EQ(Form.Terms, formOf(T).Terms);
}

// The low two bits of 4 * t are clear, so or and xor with 3 add 3; those of t
// are not.
TEST_F(AddressFormTest, OrWithClearBitsIsASum) {
  for (LaneOp Op : {LaneOp::Or, LaneOp::Xor}) {
    AddressForm Form = formOf(C.binary(Op, mul(T, 4), num(3)));
    EXPECT_EQ(Form.Offset, 3u);
    EXPECT_EQ(Form.Terms, formOf(mul(T, 4)).Terms);
    EXPECT_EQ(formOf(C.binary(Op, T, num(3))).Offset, 0u);
  }
}

// t / 6 * 6 is computed as t - t % 6: of 48 bytes the 8 of an element are seen,
// of t / 8 * 8 all.
TEST_F(AddressFormTest, AQuotientHidesItsDivisor) {
  auto Quotient = [&](uint64_t By) {
    return C.binary(LaneOp::UDiv, T, num(By));
  };
  EXPECT_EQ(alignment(mul(Quotient(6), 48)), 8u);
  EXPECT_EQ(alignment(mul(Quotient(8), 64)), 16u);
}

TEST_F(AddressFormTest, AlignmentIsSeenThroughFactorsAndMasks) {
  const LaneExpr *P = symbol();
  EXPECT_EQ(alignment(mul(T, 16)), 16u);
  EXPECT_EQ(alignment(mul(T, 24)), 8u);
  EXPECT_EQ(alignment(add(mul(T, 16), mul(P, 4))), 4u);
  // 4 * ((p + t) & ~3) is a multiple of 16.
  EXPECT_EQ(
      alignment(mul(C.binary(LaneOp::And, add(P, T), num(0xFFFFFFFC)), 4)),
      16u);
}

// The quotient of t * 4 / 256 rounds to zero: ptxas loses sight of the 4, LLVM
// does not. By 20 both see it.
TEST_F(AddressFormTest, ASignedRemainderByAPowerOfTwoHidesAlignment) {
  auto Remainder = [&](uint64_t By) {
    return C.binary(LaneOp::SRem, mul(symbol(), 4), num(By));
  };
  EXPECT_EQ(visibleMultiple(Remainder(256)), 1u);
  EXPECT_EQ(visibleMultiple(Remainder(256), Sight::Llvm), 4u);
  EXPECT_EQ(visibleMultiple(Remainder(20)), 4u);
}

// `short h; h * 4`: the product of 16 bits.
TEST_F(AddressFormTest, ATruncatedNumberHidesItsFactor) {
  const LaneExpr *Short =
      C.cast(LaneOp::SExt, C.cast(LaneOp::Trunc, symbol(), 16), 32);
  EXPECT_EQ(alignment(mul(Short, 16)), 1u);
  EXPECT_EQ(alignmentOf(
                formOf(mul(Short, 16)),
                [](const LaneExpr *Atom) {
                  return visibleMultiple(Atom, Sight::Llvm);
                },
                Sight::Llvm),
            16u);
}

// (p & ~3) | 3 is p | 3 to LLVM, at no constant distance from p & ~3.
TEST_F(AddressFormTest, OrThatFillsAMaskIsNoSum) {
  const LaneExpr *Masked = C.binary(LaneOp::And, symbol(), num(0xFFFFFFFC));
  EXPECT_EQ(formOf(C.binary(LaneOp::Or, Masked, num(3))).Offset, 0u);
  EXPECT_EQ(formOf(C.binary(LaneOp::Or, Masked, num(1))).Offset, 1u);
}

// ptxas does not see it through a minimum: min(4 * t, 64).
TEST_F(AddressFormTest, AlignmentIsNotSeenThroughAChoice) {
  const LaneExpr *Four = mul(T, 4);
  const LaneExpr *Min =
      C.select(C.binary(LaneOp::CmpSLt, Four, num(64)), Four, num(64));
  EXPECT_EQ(alignment(mul(Min, 4)), 4u);
}

// A form is the address modulo 2^32, whatever the values: random expressions
// against plain evaluation.
TEST_F(AddressFormTest, FormEqualsTheAddressModulo2To32) {
  std::mt19937 Random(7);
  const LaneExpr *Leaves[] = {T, symbol(), symbol()};
  for (unsigned Case = 0; Case != 2000; ++Case) {
    const LaneExpr *E = Leaves[Random() % 3];
    for (unsigned Step = 0; Step != 6; ++Step) {
      const LaneExpr *Other =
          Random() % 2 ? num(Random() % 64) : Leaves[Random() % 3];
      constexpr LaneOp Ops[] = {LaneOp::Add, LaneOp::Mul, LaneOp::Xor,
                                LaneOp::Or,  LaneOp::And, LaneOp::Shl};
      LaneOp Op = Ops[Random() % 6];
      if (Op == LaneOp::Shl)
        Other = num(Random() % 8);
      E = C.binary(Op, E, Other);
    }
    const LaneExpr *Wide = C.cast(LaneOp::ZExt, E, 64);
    LeafValues Leaf;
    Leaf.ThreadIdx[0] = Random() % 1024;
    Leaf.Symbols = {Random(), Random()};
    AddressForm Form = formOf(Wide);
    uint32_t Sum = Form.Offset;
    for (const auto &[Atom, Coefficient] : Form.Terms)
      Sum += uint32_t(*evaluate(C, Atom, Leaf)) * Coefficient;
    ASSERT_EQ(Sum, uint32_t(*evaluate(C, Wide, Leaf))) << C.print(Wide);
  }
}

} // namespace
