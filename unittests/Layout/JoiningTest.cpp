//===- JoiningTest.cpp - Layouts of accesses that are joined --------------===//

#include "warplint/Layout/Search.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

/// Lane t reads \p Quads times 4 floats from word \p Pitch * t on, which the
/// compiler joins.
ArrayProblem rows(uint64_t Pitch, unsigned Quads) {
  ArrayProblem P;
  P.Array.Extents = {32, 32};
  ArrayAccess Wide, Alone;
  Wide.When = Joining::Joined;
  Wide.BytesPerLane = 16;
  Alone.When = Joining::Apart;
  Wide.ReadingOf = Alone.ReadingOf = 0;
  for (unsigned I = 0; I != 4 * Quads; ++I) {
    AccessCase C;
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      C.Element[Lane] = Pitch * Lane + I;
    Alone.Cases.push_back(C);
    if (I % 4 == 0)
      Wide.Cases.push_back(C);
  }
  P.Accesses = {Wide, Alone};
  return P;
}

RemedyRanking ranking(const ArrayProblem &P) {
  llvm::Expected<RemedyRanking> R = findRemedies(P);
  EXPECT_TRUE(bool(R));
  return std::move(*R);
}

uint64_t brute(const ArrayProblem &P, Joining When, const Layout &L) {
  uint64_t Sum = 0;
  for (const ArrayAccess &A : P.Accesses)
    if (A.When == When)
      for (const AccessCase &C : A.Cases)
        Sum += costOf(requestOf(P.Array, A, C, L))->Predicted * C.Weight;
  return Sum;
}

} // namespace

// Rows of 32 words: 8 requests of 128 bits at 32 wavefronts, since 8 lanes are
// served at once and all lie in the same four banks.
TEST(JoiningTest, OnlyPaddingOfWholeRunsKeepsThemJoined) {
  ArrayProblem P = rows(32, 8);
  RemedyRanking R = ranking(P);
  EXPECT_EQ(R.Before, 8u * 32);
  EXPECT_EQ(R.WholeRun, 1u);
  ASSERT_FALSE(R.Remedies.empty());
  EXPECT_EQ(R.Remedies.front().Total, 32u);
  for (const Remedy &One : R.Remedies) {
    const auto *Pad = One.To.as<Padding>();
    bool Keeps = Pad && Pad->By % 4 == 0 && Pad->Every % 4 == 0;
    EXPECT_EQ(One.Total,
              brute(P, Keeps ? Joining::Joined : Joining::Apart, One.To));
    EXPECT_TRUE(One.Worsened.empty());
  }
}

// Quads of every second row of banks: 2-way. Taken apart they would cost as many
// wavefronts less as there are instructions more.
TEST(JoiningTest, AQuarterOfTheInstructionsIsNotGivenAwayForHalfOfTheTime) {
  ArrayProblem P = rows(8, 2);
  RemedyRanking R = ranking(P);
  EXPECT_EQ(R.Before, 2u * 8);
  EXPECT_FALSE(R.Remedies.empty());
  for (const Remedy &One : R.Remedies) {
    const auto *Pad = One.To.as<Padding>();
    EXPECT_TRUE(Pad && Pad->By % 4 == 0) << One.Total;
  }
}

// A few joined requests among many others: 6 instructions more for 101 of 312
// wavefronts, where 200 wavefronts are those of a row, whatever the layout.
TEST(JoiningTest, AFewInstructionsAreGivenAwayForManyTimesAsManyWavefronts) {
  ArrayProblem P = rows(8, 2);
  ArrayAccess Column, Row;
  AccessCase C, R;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    C.Element[Lane] = 32 * Lane;
    R.Element[Lane] = Lane;
  }
  C.Weight = 3;
  R.Weight = 200;
  Column.Cases = {C};
  Row.Cases = {R};
  P.Accesses.push_back(Column);
  P.Accesses.push_back(Row);
  RemedyRanking Found = ranking(P);
  EXPECT_EQ(Found.Before, 2u * 8 + 3 * 32 + 200);
  ASSERT_FALSE(Found.Remedies.empty());
  EXPECT_EQ(Found.Remedies.front().TakenApart, 6u);
  EXPECT_EQ(Found.Remedies.front().Total, 8u + 3 + 200);
}

// What a layout costs is asked of the requests that it leads to.
TEST(JoiningTest, ALayoutIsJudgedByWhatIsIssuedUnderIt) {
  ArrayProblem P = rows(32, 8);
  EXPECT_EQ(judge(P, Layout())->Total, 8u * 32);
  EXPECT_EQ(judge(P, Layout(Padding{32, 4}))->Total, 8u * 4);
  EXPECT_EQ(judge(P, Layout(Padding{32, 1}))->Total, 32u);
}
