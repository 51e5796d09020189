//===- QuotientTest.cpp - Residues that a division decides ----------------===//

#include "Lane/Proof/CaseQuotient.h"
#include "LaneNotation.h"
#include <random>

using namespace warplint;

namespace {

constexpr int64_t Far = 1 << 20;

int64_t residue(int64_t Value, int64_t Modulus) {
  return (Value % Modulus + Modulus) % Modulus;
}

/// Values that are \p R modulo \p Modulus, below 0 or not.
OutcomeClass classOf(int64_t R, int64_t Modulus, bool IsBelow,
                     unsigned Outcome) {
  return {IsBelow ? Congruence{Modulus, R, -Far, -1}
                  : Congruence{Modulus, R, 0, Far},
          Outcome};
}

/// What happens with each residue modulo \p Of, as (n + Added) / Divisor has it.
struct Wanted {
  int64_t Divisor, Added;
  std::vector<unsigned> Of;

  unsigned outcome(int64_t N) const {
    return Of[residue((N + Added) / Divisor, int64_t(Of.size()))];
  }
  int64_t modulus() const { return Divisor * int64_t(Of.size()); }
  std::vector<OutcomeClass> classes(bool IsSigned) const {
    std::vector<OutcomeClass> All;
    for (int64_t R = 0; R < modulus(); ++R) {
      All.push_back(classOf(R, modulus(), false, outcome(R)));
      if (IsSigned)
        All.push_back(classOf(R, modulus(), true, outcome(R - modulus())));
    }
    return All;
  }
};

} // namespace

TEST(QuotientTest, HoldsForEachValue) {
  std::mt19937 Numbers(3);
  unsigned Found = 0;
  for (unsigned Round = 0; Round < 400; ++Round) {
    Wanted W{int64_t(2 + Numbers() % 9), 0, {}};
    const bool IsSigned = Numbers() % 2;
    // Towards zero, sums on both sides of it would not agree.
    if (!IsSigned)
      W.Added = Numbers() % W.Divisor;
    for (unsigned Size = 2 + Numbers() % 6; Size; --Size)
      W.Of.push_back(Numbers() % 3);
    const auto Classes = W.classes(IsSigned);
    const auto Q = quotientOf(Classes);
    if (!Q)
      continue;
    ++Found;
    EXPECT_EQ(Q->Divisor % W.Divisor, 0u);
    for (int64_t N = IsSigned ? -500 : 0; N < 500; ++N) {
      const int64_t At = residue((N + int64_t(Q->Added)) / int64_t(Q->Divisor),
                                 int64_t(Q->Modulus));
      EXPECT_EQ(Classes[Q->ClassOf[At]].Outcome, W.outcome(N))
          << "(" << N << " + " << Q->Added << ") / " << Q->Divisor;
    }
  }
  EXPECT_GT(Found, 100u);
}

TEST(QuotientTest, IsNoneWhereTheAtomItselfDecides) {
  Wanted W{1, 0, {0, 1, 0, 2}};
  EXPECT_FALSE(quotientOf(W.classes(false)));
  // A residue that nobody looked at.
  W = {4, 0, {0, 1, 2}};
  auto Classes = W.classes(false);
  ASSERT_TRUE(quotientOf(Classes));
  Classes.pop_back();
  EXPECT_FALSE(quotientOf(Classes));
  // Rounded down below 0, where C++ rounds up: by a third that is nothing that
  // C++ writes.
  W = {3, 0, {0, 1, 2}};
  Classes = W.classes(false);
  for (int64_t R = 0; R < 9; ++R)
    Classes.push_back(classOf(R, 9, true, W.outcome(R)));
  EXPECT_FALSE(quotientOf(Classes));
}

TEST(QuotientTest, RoundsDownAsShiftsDo) {
  const Wanted W{4, 1, {0, 1, 2}};
  auto Classes = W.classes(false);
  for (int64_t R = 0; R < 12; ++R)
    Classes.push_back(classOf(R, 12, true, W.outcome(R)));
  const auto Q = quotientOf(Classes);
  ASSERT_TRUE(Q);
  EXPECT_TRUE(Q->IsShift);
  EXPECT_EQ(Q->nameOf("n"), "((n + 1) >> 2)");
  for (int64_t N = -500; N < 500; ++N)
    EXPECT_EQ(Classes[Q->ClassOf[residue((N + 1) >> 2, 3)]].Outcome,
              W.outcome(residue(N, 12)));
}

TEST(QuotientTest, IsNamedAsItIsWritten) {
  CaseQuotient Q;
  Q.Divisor = 4;
  EXPECT_EQ(Q.nameOf("pitch"), "(pitch / 4)");
  Q.Added = 3;
  EXPECT_EQ(Q.nameOf("n"), "((n + 3) / 4)");
}

TEST(QuotientTest, StandsInTheSentence) {
  // Word x * (p / 4): as for p itself, of the quotient.
  Kernel K;
  Value P = K.parameter("p", 0, INT32_MAX);
  EXPECT_EQ(K.load(4, K.array("s") + 4 * (16 * (P / 4) * K.x()))
                .prove(block(32))
                .Condition,
            "16-way when (p / 4) is odd; 32-way when (p / 4) is even");
}
