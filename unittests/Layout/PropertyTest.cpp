//===- PropertyTest.cpp - Every remedy of hundreds of arrays --------------===//

#include "RandomProblems.h"
#include "warplint/Layout/Spelling.h"

using namespace warplint;

namespace {

/// The properties of Search.h, checked without it.
void expectSound(const ArrayProblem &P, const Remedy &R) {
  SCOPED_TRACE(describe(R.To));
  const uint64_t Elements = P.Array.elements();
  const uint64_t Places = Elements + R.ExtraBytes / P.Array.ElementBytes;

  // A bijection into what the declaration will hold.
  std::vector<bool> Taken(Places);
  for (uint64_t E = 0; E < Elements; ++E) {
    const uint64_t Place = R.To.place(E);
    ASSERT_LT(Place, Places);
    ASSERT_FALSE(Taken[Place]);
    Taken[Place] = true;
  }

  // Whatever an access touches at once stays together and aligned.
  for (const ArrayAccess &A : P.Accesses) {
    const uint64_t Width = A.BytesPerLane / P.Array.ElementBytes;
    for (uint64_t E = 0; E + Width <= Elements; E += Width) {
      ASSERT_EQ(R.To.place(E) % Width, 0u);
      for (uint64_t I = 1; I < Width; ++I)
        ASSERT_EQ(R.To.place(E + I), R.To.place(E) + I);
    }
  }

  uint64_t Total = 0;
  std::vector<unsigned> Worsened;
  for (unsigned A = 0; A < P.Accesses.size(); ++A) {
    const AccessOutcome &O = R.Accesses[A];
    EXPECT_EQ(O.Before, countedCost(P, P.Accesses[A], Layout()));
    EXPECT_EQ(O.After, countedCost(P, P.Accesses[A], R.To));
    EXPECT_LE(O.Floor, std::min(O.Before, O.After));
    Total += O.After;
    if (O.After > O.Before)
      Worsened.push_back(A);
  }
  EXPECT_EQ(R.Total, Total);
  EXPECT_EQ(R.Worsened, Worsened);
  EXPECT_EQ(R.Operators, operatorsOf(R.To, P.Array));
}

} // namespace

TEST(RemedyPropertyTest, EveryRemedyIsWhatItSays) {
  RandomProblems Random(1);
  unsigned Remedies = 0;
  for (unsigned I = 0; I < 400; ++I) {
    SCOPED_TRACE(I);
    const ArrayProblem P = Random.problem();
    const RemedyRanking Ranking = rankingOf(P);
    uint64_t Floor = 0;
    for (const AccessOutcome &O : Ranking.Accesses)
      Floor += O.Floor;
    EXPECT_EQ(Ranking.Floor, Floor);
    EXPECT_EQ(Ranking.Before, countedTotal(P, Layout()));
    EXPECT_LE(Ranking.Floor, Ranking.Before);
    for (const Remedy &R : Ranking.Remedies) {
      EXPECT_LT(R.Total, Ranking.Before);
      EXPECT_EQ(R.IsOptimal, R.Total == Ranking.Floor);
      expectSound(P, R);
      ++Remedies;
    }
    if (HasFatalFailure())
      return;
  }
  // The problems are not all trivial.
  EXPECT_GT(Remedies, 400u);
}

TEST(RemedyPropertyTest, CheapestComesFirst) {
  RandomProblems Random(2);
  for (unsigned I = 0; I < 100; ++I) {
    const ArrayProblem P = Random.problem();
    const RemedyRanking Ranking = rankingOf(P);
    for (size_t R = 1; R < Ranking.Remedies.size(); ++R) {
      const Remedy &A = Ranking.Remedies[R - 1], &B = Ranking.Remedies[R];
      if (A.Budget.isHarmless() == B.Budget.isHarmless()) {
        EXPECT_LE(A.Total, B.Total);
      } else {
        EXPECT_TRUE(A.Budget.isHarmless());
      }
    }
  }
}

TEST(RemedyPropertyTest, NoPermutationOfRunsIsBelowTheFloor) {
  RandomProblems Random(3);
  for (unsigned I = 0; I < 200; ++I) {
    const ArrayProblem P = Random.problem();
    const uint64_t Run = wholeRun(P);
    if (P.Array.elements() % Run)
      continue;
    const RemedyRanking Ranking = rankingOf(P);
    const std::vector<uint64_t> Order =
        Random.runPermutation(P.Array.elements(), Run);
    for (unsigned A = 0; A < P.Accesses.size(); ++A) {
      ArrayAccess Moved = P.Accesses[A];
      for (AccessCase &C : Moved.Cases.edit())
        for (uint64_t &E : C.Element)
          E = Order[E / Run] * Run + E % Run;
      EXPECT_GE(countedCost(P, Moved, Layout()), Ranking.Accesses[A].Floor);
    }
  }
}

TEST(RemedyPropertyTest, JudgingARemedyAgainGivesTheSame) {
  RandomProblems Random(4);
  for (unsigned I = 0; I < 100; ++I) {
    const ArrayProblem P = Random.problem();
    for (const Remedy &R : rankingOf(P).Remedies) {
      std::optional<Remedy> Again = judge(P, R.To);
      ASSERT_TRUE(Again);
      EXPECT_EQ(Again->Total, R.Total);
      EXPECT_EQ(Again->ExtraBytes, R.ExtraBytes);
    }
  }
}
