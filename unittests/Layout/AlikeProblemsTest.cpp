//===- AlikeProblemsTest.cpp - Problems with one answer -------------------===//

#include "warplint/Layout/AlikeProblems.h"
#include "Problems.h"

using namespace warplint;

namespace {

/// Two loads of columns in two launches, of which the second has two readings.
ArrayProblem columns() {
  ArrayProblem P = arrayOf({32, 32});
  for (unsigned Access = 0; Access < 3; ++Access) {
    ArrayAccess &A = addAccess(P, RequestKind::SharedLoad, 4);
    for (unsigned Launch = 0; Launch < 2; ++Launch) {
      A.Cases.push_back(
          caseOf(32, [&](unsigned L) { return 32 * L + Access; }));
      A.Cases.edit().back().Launch = Launch;
    }
    if (Access > 0)
      A.ReadingOf = 7;
  }
  return P;
}

} // namespace

TEST(AlikeProblemsTest, NamesAndNumbersMakeNoDifference) {
  const ArrayProblem P = columns();
  EXPECT_TRUE(areAlike(P, P));
  ArrayProblem Other = P;
  for (ArrayAccess &A : Other.Accesses) {
    A.Name = "another";
    if (A.ReadingOf)
      A.ReadingOf = 3;
    for (AccessCase &C : A.Cases.edit())
      C.Launch = 10 - C.Launch;
  }
  EXPECT_TRUE(areAlike(P, Other));
  // And none to what is found.
  const RemedyRanking Found = rankingOf(P), OfOther = rankingOf(Other);
  ASSERT_EQ(Found.Remedies.size(), OfOther.Remedies.size());
  ASSERT_FALSE(Found.Remedies.empty());
  for (size_t I = 0; I < Found.Remedies.size(); ++I) {
    EXPECT_TRUE(Found.Remedies[I].To == OfOther.Remedies[I].To);
    EXPECT_EQ(Found.Remedies[I].Total, OfOther.Remedies[I].Total);
  }
}

TEST(AlikeProblemsTest, WhatGoesTogetherMakesADifference) {
  const ArrayProblem P = columns();
  auto Differs = [&](auto Change) {
    ArrayProblem Other = P;
    Change(Other);
    return !areAlike(P, Other) && !areAlike(Other, P);
  };
  // Two launches are one; one is two.
  EXPECT_TRUE(Differs([](auto &O) {
    for (ArrayAccess &A : O.Accesses)
      for (AccessCase &C : A.Cases.edit())
        C.Launch = 0;
  }));
  EXPECT_TRUE(
      Differs([](auto &O) { O.Accesses[2].Cases.edit()[1].Launch = 5; }));
  // Readings of one access are those of two, or none.
  EXPECT_TRUE(Differs([](auto &O) { O.Accesses[2].ReadingOf = 8; }));
  EXPECT_TRUE(Differs([](auto &O) { O.Accesses[2].ReadingOf.reset(); }));
}

TEST(AlikeProblemsTest, EachPartOfAProblemMakesADifference) {
  const ArrayProblem P = columns();
  auto Differs = [&](auto Change) {
    ArrayProblem Other = P;
    Change(Other, Other.Accesses[1]);
    return !areAlike(P, Other) && !areAlike(Other, P);
  };
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.Array.Extents = {64, 16}; }));
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.Array.ElementBytes = 8; }));
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.Accesses.pop_back(); }));
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.Banks = 16; }));
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.Budget.On.Capability = 80; }));
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.Budget.OtherBytes = 4; }));
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.Budget.IsStatic = false; }));
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.Budget.ThreadsPerBlock = 64; }));
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.Budget.MostBytes = 4096; }));
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.Fill = ArrayFill::TensorCopy; }));
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.LeastRun = 2; }));
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.MostBlock = 64; }));
  EXPECT_TRUE(Differs([](auto &O, auto &) { O.IsForCute = true; }));
  EXPECT_TRUE(Differs([](auto &, auto &A) { A.When = Joining::Joined; }));
  EXPECT_TRUE(
      Differs([](auto &, auto &A) { A.Kind = RequestKind::SharedStore; }));
  EXPECT_TRUE(Differs([](auto &, auto &A) { A.BytesPerLane = 8; }));
  EXPECT_TRUE(Differs([](auto &, auto &A) { A.Instructions = 2; }));
  EXPECT_TRUE(Differs([](auto &, auto &A) { A.Pitch = 32; }));
  EXPECT_TRUE(Differs([](auto &, auto &A) { A.LanesMayMove = true; }));
  EXPECT_TRUE(Differs([](auto &, auto &A) { A.Cases.edit().pop_back(); }));
  EXPECT_TRUE(Differs([](auto &, auto &A) { A.Cases.edit()[1].Active = 1; }));
  EXPECT_TRUE(
      Differs([](auto &, auto &A) { A.Cases.edit()[1].Element[5] = 0; }));
  EXPECT_TRUE(Differs([](auto &, auto &A) { A.Cases.edit()[1].Weight = 2; }));
}
