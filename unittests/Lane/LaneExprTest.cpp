//===- LaneExprTest.cpp - Building, folding and printing ------------------===//

#include "LaneNotation.h"
#include <random>

using namespace warplint;

namespace {

TEST(LaneExpr, OneStructureIsOneNode) {
  Kernel K;
  Value A = 4 * (K.x() + K.y()), B = (K.y() + K.x()) * 4;
  EXPECT_EQ(A.E, B.E);
  // A promise of the language is part of the structure.
  LaneContext &C = K.context();
  EXPECT_NE(C.binary(LaneOp::Add, K.x().E, K.y().E, true),
            C.binary(LaneOp::Add, K.x().E, K.y().E, false));
}

TEST(LaneExpr, RecurrencesAreToldApartByIdentity) {
  Kernel K;
  unsigned Loop = K.loop("k");
  EXPECT_NE(K.recurrence(Loop, "s").E, K.recurrence(Loop, "s").E);
}

TEST(LaneExpr, IdentitiesFold) {
  Kernel K;
  Value X = K.x(), Y = K.y();
  EXPECT_EQ((X + 0).E, X.E);
  EXPECT_EQ((X * 1).E, X.E);
  EXPECT_EQ((X * 0).E, K.constant(0).E);
  EXPECT_EQ((X & 0).E, K.constant(0).E);
  EXPECT_EQ((X & 0xFFFFFFFF).E, X.E);
  EXPECT_EQ((X | 0).E, X.E);
  EXPECT_EQ((X ^ 0).E, X.E);
  EXPECT_EQ((X ^ X).E, K.constant(0).E);
  EXPECT_EQ((X - X).E, K.constant(0).E);
  EXPECT_EQ((X << 0).E, X.E);
  EXPECT_EQ((X + 3 + 4).E, (X + 7).E);
  EXPECT_EQ((X << 2 << 3).E, (X << 5).E);
  EXPECT_EQ((X == X).E, K.constant(1, 1).E);
  EXPECT_EQ((X < X).E, K.constant(0, 1).E);
  Value C = X < Y;
  EXPECT_EQ(select(C, X, X).E, X.E);
  EXPECT_EQ(select(K.constant(1, 1), X, Y).E, X.E);
  EXPECT_EQ(select(!C, X, Y).E, select(C, Y, X).E);
  EXPECT_EQ((!!C).E, C.E);
}

TEST(LaneExpr, WhereBranchesMeetTheirConditionSaysNothing) {
  Kernel K;
  Value P = K.x() < 3, A = K.y() < 5, B = K.z() < 7;
  EXPECT_EQ(((P & A) | (P & !A)).E, P.E);
  EXPECT_EQ((P | (P & A)).E, P.E);
  EXPECT_EQ((P & (P | A)).E, P.E);
  EXPECT_EQ((A | (!A & B)).E, (A | B).E);
  EXPECT_EQ((A & (!A | B)).E, (A & B).E);
  EXPECT_EQ((A & (!A & B)).E, K.constant(0, 1).E);
  // A chain of three branches, of which one is always taken.
  EXPECT_EQ(((P & A) | (P & !A & B) | (P & !A & !B)).E, P.E);
  // Two different conditions are not one.
  EXPECT_NE(((P & A) | (P & B)).E, P.E);
}

TEST(LaneExpr, ChoicesBetweenTheSameTwoValuesAreOne) {
  Kernel K;
  Value X = K.x(), Y = K.y(), A = K.y() < 5, B = K.z() < 7;
  EXPECT_EQ(select(A, X, select(B, X, Y)).E, select(A | B, X, Y).E);
  EXPECT_EQ(select(A, select(B, X, Y), Y).E, select(A & B, X, Y).E);
  EXPECT_EQ(select(A, select(A, X, Y), Y).E, select(A, X, Y).E);
  EXPECT_EQ(select(A, X, select(!A, X, Y)).E, X.E);
}

TEST(LaneExpr, CastsFold) {
  Kernel K;
  Value X = K.x();
  Value Wide = X.cast(LaneOp::ZExt, 64);
  EXPECT_EQ(Wide.cast(LaneOp::Trunc, 32).E, X.E);
  EXPECT_EQ(Wide.cast(LaneOp::Trunc, 16).E, X.cast(LaneOp::Trunc, 16).E);
  Value Narrow = X.cast(LaneOp::Trunc, 8);
  EXPECT_EQ(Narrow.cast(LaneOp::ZExt, 16).cast(LaneOp::SExt, 32).E,
            Narrow.cast(LaneOp::ZExt, 32).E);
  EXPECT_EQ((Narrow.cast(LaneOp::ZExt, 32) & 0x1FF).E,
            Narrow.cast(LaneOp::ZExt, 32).E);
  EXPECT_EQ((Narrow.cast(LaneOp::ZExt, 32) == 256).E, K.constant(0, 1).E);
}

TEST(LaneExpr, DivisionByZeroIsNotFoldedAway) {
  Kernel K;
  Value Quotient = K.constant(5) / K.constant(0);
  EXPECT_EQ(Quotient.E->op(), LaneOp::UDiv);
  EXPECT_EQ(evaluate(K.context(), Quotient.E, {}), std::nullopt);
}

TEST(LaneExpr, QuotientAndRemainderMakeTheDividend) {
  Kernel K;
  Value X = K.x() + K.y(), D = K.parameter("d");
  EXPECT_EQ((X / D * D + X % D).E, X.E);
  EXPECT_EQ((X % D + D * (X / D)).E, X.E);
  // Not so with another divisor, or where the signs are read differently.
  EXPECT_NE((X / D * (D + 1) + X % D).E, X.E);
  EXPECT_NE((X / D * D + X.make(LaneOp::SRem, D)).E, X.E);
}

TEST(LaneExpr, NarrowArithmeticStaysNarrow) {
  // (short)(s + n) for a short s and an int n is a sum of shorts.
  Kernel K;
  Value S = K.parameter("s", INT16_MIN, INT16_MAX, 16);
  Value Promoted = S.cast(LaneOp::SExt, 32);
  Value N = K.parameter("n");
  EXPECT_EQ((Promoted + N).cast(LaneOp::Trunc, 16).E,
            (S + N.cast(LaneOp::Trunc, 16)).E);
  EXPECT_EQ((Promoted * 3).cast(LaneOp::Trunc, 16).E, (S * 3).E);
  // A quotient rests on the high bits, too.
  EXPECT_EQ((Promoted / N).cast(LaneOp::Trunc, 16).E->op(), LaneOp::Trunc);
}

TEST(LaneExpr, LaneVaryingReachesUsersOfARecurrence) {
  Kernel K;
  unsigned Loop = K.loop("i");
  Value I = K.recurrence(Loop, "i");
  Value Address = 4 * I;
  EXPECT_FALSE(Address.E->isLaneVarying());
  K.set(I, K.x(), I + 256);
  EXPECT_TRUE(Address.E->isLaneVarying());
  EXPECT_FALSE(K.parameter("n").E->isLaneVarying());
}

TEST(LanePrint, ReadsLikeTheSource) {
  Kernel K;
  LaneContext &C = K.context();
  Value Index = K.x() + K.y() * K.parameter("pitch");
  Value Tile = K.array("tile"), N = K.parameter("n");
  EXPECT_EQ(C.print((Tile + 4 * Index).E),
            "tile + 4*(threadIdx.x + threadIdx.y*pitch)");
  EXPECT_EQ(C.print((K.x() - K.y()).E), "threadIdx.x - threadIdx.y");
  EXPECT_EQ(C.print((K.x() - 1).E), "threadIdx.x - 1");
  EXPECT_EQ(C.print(((K.x() ^ K.y()) & 31).E),
            "(threadIdx.x ^ threadIdx.y) & 31");
  EXPECT_EQ(C.print((!(K.x() < N)).E), "threadIdx.x >= n");
  EXPECT_EQ(C.print((!(K.x() == N)).E), "threadIdx.x != n");
  EXPECT_EQ(C.print(K.x().cast(LaneOp::ZExt, 64).E), "threadIdx.x");
  unsigned Loop = K.loop("k");
  EXPECT_EQ(C.print((K.iteration(Loop) / 2).E), "k / 2");
  EXPECT_EQ(C.print(K.opaque(OpaqueReason::LoadedFromMemory, "idx[i]").E),
            "idx[i]");
}

TEST(LanePrint, SharedSubexpressionsDoNotExplode) {
  Kernel K;
  // As a tree this has 2^40 leaves.
  Value V = K.x();
  for (unsigned I = 0; I < 40; ++I)
    V = (V ^ (V + 1)) * 3;
  EXPECT_LT(K.context().print(V.E).size(), 5000u);
}

TEST(Evaluate, FollowsLlvmSemantics) {
  Kernel K;
  LeafValues Leaves{.ThreadIdx = {7, 0, 0}};
  auto At7 = [&](Value V) { return evaluate(K.context(), V.E, Leaves); };
  EXPECT_EQ(At7(K.x() - 8), 0xFFFFFFFFu);
  EXPECT_EQ(At7(K.x() << 31), 0x80000000u);
  EXPECT_EQ(At7(K.x() << (K.x() + 25)), std::nullopt);
  EXPECT_EQ(At7(K.x() / (K.x() - 7)), std::nullopt);
  EXPECT_EQ(At7(K.x() % 4), 3u);
  Value Minus8 = K.x() - 15;
  EXPECT_EQ(At7(Minus8.make(LaneOp::SDiv, Minus8.of(3))), 0xFFFFFFFEu);
  EXPECT_EQ(At7(Minus8.make(LaneOp::SRem, Minus8.of(3))), 0xFFFFFFFEu);
  EXPECT_EQ(At7(Minus8.make(LaneOp::AShr, Minus8.of(1))), 0xFFFFFFFCu);
  EXPECT_EQ(At7(Minus8.cast(LaneOp::SExt, 64)), ~uint64_t(7));
  EXPECT_EQ(At7(lessSigned(Minus8, 0)), 1u);
  EXPECT_EQ(At7(Minus8 < 0), 0u);
}

TEST(Evaluate, TakesTheChosenArmOnly) {
  Kernel K;
  Value Unknown = K.opaque(OpaqueReason::CallResult, "f()");
  Value Guarded = select(K.x() < 4, Unknown, K.x());
  EXPECT_EQ(evaluate(K.context(), Guarded.E, {.ThreadIdx = {5, 0, 0}}), 5u);
  EXPECT_EQ(evaluate(K.context(), Guarded.E, {.ThreadIdx = {3, 0, 0}}),
            std::nullopt);
  EXPECT_EQ(evaluate(K.context(), (Unknown & K.x()).E, {}), 0u);
}

TEST(Evaluate, RecurrencesOfALoopStepTogether) {
  Kernel K;
  unsigned Loop = K.loop("i");
  // Fibonacci: (a, b) = (b, a + b).
  Value A = K.recurrence(Loop, "a"), B = K.recurrence(Loop, "b");
  K.set(A, K.constant(0), B);
  K.set(B, K.constant(1), A + B);
  LeafValues Leaves{.Iterations = {10}};
  EXPECT_EQ(evaluate(K.context(), A.E, Leaves), 55u);
  EXPECT_EQ(evaluate(K.context(), (A + B).E, Leaves), 144u);
}

TEST(Evaluate, InnerLoopsStartFromTheOuterOnesState) {
  Kernel K;
  unsigned Outer = K.loop("i"), Inner = K.loop("j");
  Value S = K.recurrence(Outer, "s"), T = K.recurrence(Inner, "t");
  K.set(S, K.constant(1), S * 2);
  K.set(T, S, T + K.iteration(Inner));
  // s = 2^3; t = 8 + 0 + 1 + 2 + 3.
  EXPECT_EQ(evaluate(K.context(), T.E, {.Iterations = {3, 4}}), 14u);
}

//===----------------------------------------------------------------------===//
// Folding keeps values
//===----------------------------------------------------------------------===//

/// What an operation means, stated a second time.
std::optional<uint64_t> meaning(LaneOp Op, unsigned Width, uint64_t L,
                                uint64_t R) {
  uint64_t Mask = Width == 64 ? ~uint64_t(0) : (uint64_t(1) << Width) - 1;
  auto Signed = [&](uint64_t V) -> __int128 {
    bool IsNegative = V >> (Width - 1) & 1;
    return IsNegative ? static_cast<__int128>(V) - (__int128(1) << Width)
                      : static_cast<__int128>(V);
  };
  auto Wrap = [&](__int128 V) { return static_cast<uint64_t>(V) & Mask; };
  __int128 SL = Signed(L), SR = Signed(R);
  bool Overflows = SR == -1 && SL == -(__int128(1) << (Width - 1));
  switch (Op) {
  case LaneOp::Add:
    return Wrap(SL + SR);
  case LaneOp::Mul:
    return Wrap(L * R);
  case LaneOp::UDiv:
    return R ? std::optional(L / R) : std::nullopt;
  case LaneOp::URem:
    return R ? std::optional(L % R) : std::nullopt;
  case LaneOp::SDiv:
    return R && !Overflows ? std::optional(Wrap(SL / SR)) : std::nullopt;
  case LaneOp::SRem:
    return R && !Overflows ? std::optional(Wrap(SL % SR)) : std::nullopt;
  case LaneOp::And:
    return L & R;
  case LaneOp::Or:
    return L | R;
  case LaneOp::Xor:
    return L ^ R;
  case LaneOp::Shl:
    return R < Width ? std::optional((L << R) & Mask) : std::nullopt;
  case LaneOp::LShr:
    return R < Width ? std::optional(L >> R) : std::nullopt;
  case LaneOp::AShr:
    return R < Width ? std::optional(Wrap(SL >> R)) : std::nullopt;
  case LaneOp::CmpEq:
    return L == R;
  case LaneOp::CmpULt:
    return L < R;
  default:
    return SL < SR;
  }
}

/// An expression as the factory folds it, beside its value without folding.
struct Tracked {
  const LaneExpr *E;
  std::optional<uint64_t> Plain;
};

class FoldingCheck {
public:
  explicit FoldingCheck(uint64_t Seed) : Engine(Seed) {
    Leaves.ThreadIdx = {some(), some() % 4, some() % 2};
    Pool = {{C.threadIdx(0), Leaves.ThreadIdx[0]},
            {C.threadIdx(1), Leaves.ThreadIdx[1]},
            {C.threadIdx(2), Leaves.ThreadIdx[2]}};
    for (unsigned Width : {1u, 8u, 32u, 64u})
      for (uint64_t Number : {0, 1, 2, 31, 255, -1}) {
        const LaneExpr *E = C.constant(Number, Width);
        Pool.push_back({E, E->constant()});
      }
  }

  void run() {
    for (unsigned I = 0; I < 60; ++I) {
      Tracked Next = combine();
      auto Folded = evaluate(C, Next.E, Leaves);
      // Where the unfolded expression is undefined anything is right.
      if (Next.Plain)
        ASSERT_EQ(Folded, Next.Plain) << C.print(Next.E);
      Pool.push_back(Next);
    }
  }

private:
  uint32_t some() { return Engine() % 70; }
  const Tracked &any() { return Pool[Engine() % Pool.size()]; }
  const Tracked &anyOfWidth(unsigned Width) {
    for (;;)
      if (const Tracked &T = any(); T.E->width() == Width)
        return T;
  }

  Tracked combine() {
    const Tracked L = any();
    unsigned Width = L.E->width();
    switch (Engine() % 5) {
    case 0:
      return cast(L);
    case 1:
      if (Width == 1)
        return {C.logicalNot(L.E),
                L.Plain ? std::optional(*L.Plain ^ 1) : L.Plain};
      return choose(L);
    default: {
      const Tracked R = anyOfWidth(Width);
      auto Op = static_cast<LaneOp>(static_cast<unsigned>(LaneOp::Add) +
                                    Engine() % 12);
      if (Engine() % 4 == 0)
        Op = static_cast<LaneOp>(static_cast<unsigned>(LaneOp::CmpEq) +
                                 Engine() % 3);
      return {C.binary(Op, L.E, R.E),
              L.Plain && R.Plain ? meaning(Op, Width, *L.Plain, *R.Plain)
                                 : std::nullopt};
    }
    }
  }

  Tracked choose(const Tracked &T) {
    const Tracked Condition = anyOfWidth(1), F = anyOfWidth(T.E->width());
    std::optional<uint64_t> Plain;
    if (Condition.Plain)
      Plain = *Condition.Plain ? T.Plain : F.Plain;
    return {C.select(Condition.E, T.E, F.E), Plain};
  }

  Tracked cast(const Tracked &Operand) {
    unsigned From = Operand.E->width();
    unsigned To = std::array{1u, 8u, 16u, 32u, 64u}[Engine() % 5];
    LaneOp Op = To < From           ? LaneOp::Trunc
                : Engine() % 2 == 0 ? LaneOp::ZExt
                                    : LaneOp::SExt;
    std::optional<uint64_t> Plain = Operand.Plain;
    uint64_t Mask = To == 64 ? ~uint64_t(0) : (uint64_t(1) << To) - 1;
    if (Plain && Op == LaneOp::SExt && (*Plain >> (From - 1) & 1))
      *Plain |= ~uint64_t(0) << (From - 1);
    if (Plain)
      *Plain &= Mask;
    return {C.cast(Op, Operand.E, To), Plain};
  }

  std::mt19937_64 Engine;
  LaneContext C;
  LeafValues Leaves;
  std::vector<Tracked> Pool;
};

TEST(LaneFold, KeepsTheValueOfEveryExpression) {
  for (uint64_t Seed = 1; Seed <= 2000; ++Seed) {
    FoldingCheck(Seed).run();
    ASSERT_FALSE(HasFailure()) << "seed " << Seed;
  }
}

} // namespace
