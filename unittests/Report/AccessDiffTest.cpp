//===- AccessDiffTest.cpp - Two states of a program -----------------------===//

#include "warplint/Report/AccessDiff.h"
#include "SampleReports.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;

namespace {

/// A load of 'tile' in kernel 'k' that takes \p Wavefronts, ideal 1.
ComparedAccess load(std::string File, unsigned Line, std::string Source,
                    unsigned Wavefronts) {
  ComparedAccess A;
  A.Where = {std::move(File), Line, 1, 0, 0};
  A.Kernel = "k";
  A.Array = "tile";
  A.Kind = "load";
  A.Source = std::move(Source);
  A.Verdict = Wavefronts > 1 ? VerdictKind::Excess : VerdictKind::Clean;
  A.Predicted = Wavefronts;
  A.Ideal = 1;
  return A;
}

/// "worse 1 8" for each change; "-" for what is not there.
std::string told(const std::vector<ComparedAccess> &Before,
                 const std::vector<ComparedAccess> &After) {
  std::string Text;
  auto Figure = [](const std::optional<ComparedAccess> &A) {
    return A ? " " + std::to_string(A->Predicted) : std::string(" -");
  };
  for (const AccessChange &C : compareAccesses(Before, After))
    Text += changeName(C.Kind).str() + Figure(C.Before) + Figure(C.After) + ";";
  return Text;
}

TEST(AccessDiff, TheSameLineIsItsPartnerWhereverItMoved) {
  EXPECT_EQ(told({load("a.cu", 1, "x", 1), load("a.cu", 2, "y", 4)},
                 {load("a.cu", 7, "y", 4), load("a.cu", 9, "x", 8)}),
            "worse 1 8;");
}

TEST(AccessDiff, LinesThatAreAlikeArePartnersInOrder) {
  EXPECT_EQ(told({load("a.cu", 1, "x", 1), load("a.cu", 2, "x", 4)},
                 {load("a.cu", 1, "x", 1), load("a.cu", 2, "x", 2)}),
            "better 4 2;");
}

TEST(AccessDiff, EditedLinesArePartnersWhereAsManyAreLeft) {
  EXPECT_EQ(told({load("a.cu", 1, "x", 1)}, {load("a.cu", 1, "y", 2)}),
            "worse 1 2;");
  EXPECT_EQ(told({load("a.cu", 1, "x", 2)},
                 {load("a.cu", 1, "y", 2), load("a.cu", 2, "z", 4)}),
            "added - 2;added - 4;removed 2 -;");
}

TEST(AccessDiff, WhatIsNewOrGoneAndHasNoExcessIsNotTold) {
  EXPECT_EQ(told({}, {load("a.cu", 1, "x", 1)}), "");
  EXPECT_EQ(told({load("a.cu", 1, "x", 1)}, {}), "");
}

// A wider access has a higher ideal: its excess counts.
TEST(AccessDiff, FiguresAreMeasuredFromTheIdeal) {
  ComparedAccess Wide = load("a.cu", 1, "x", 4);
  Wide.Ideal = 4;
  EXPECT_EQ(told({load("a.cu", 1, "x", 1)}, {Wide}), "");
}

/// Of kernel 'k' with so many of 64 warps on an SM, which spills so many bytes.
std::vector<ComparedAccess> occupancy(unsigned Warps, unsigned Spilled) {
  OccupancyRecord R;
  R.Kernel = "k";
  R.Where = {"a.cu", 1, 1, 0, 0};
  R.SpillStores = Spilled;
  R.SpillLoads = 0;
  R.OnSM.emplace();
  R.OnSM->Warps = Warps;
  R.OnSM->MostWarps = 64;
  std::vector<ComparedAccess> Both;
  addCompared(R, Both);
  return Both;
}

// 64 - 32 and 64 - 24 warps are idle. A new kernel has no occupancy before it, but it
// did not spill.
TEST(AccessDiff, SpillsAndIdleWarpsOfKernelsAreCompared) {
  EXPECT_EQ(told(occupancy(32, 0), occupancy(24, 0)), "worse 32 40;");
  EXPECT_EQ(told(occupancy(32, 8), occupancy(32, 0)), "better 8 0;");
  EXPECT_EQ(told({}, occupancy(24, 8)), "added - 8;");
  const auto Found =
      findingsOf(compareAccesses(occupancy(32, 0), occupancy(24, 4)));
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].Message, "this kernel went from 32 to 40 idle warps");
  EXPECT_EQ(Found[1].Message, "this stack went from 0 to 4 spilled bytes");
  // Neither has an ideal but none at all, and a kernel does not "take" idle warps.
  const auto New = findingsOf(compareAccesses({}, occupancy(24, 8)));
  ASSERT_FALSE(New.empty());
  EXPECT_EQ(New[0].Message, "this stack is new and has 8 spilled bytes");
}

TEST(AccessDiff, FilesAreFoundByTheEndOfTheirNames) {
  EXPECT_EQ(
      told({load("/old/src/a.cu", 1, "x", 1)}, {load("src/a.cu", 1, "x", 2)}),
      "worse 1 2;");
  // Two of one name are as near.
  EXPECT_EQ(
      told({load("/old/p/a.cu", 1, "x", 2), load("/old/q/a.cu", 1, "x", 2)},
           {load("r/a.cu", 1, "x", 2)}),
      "added - 2;removed 2 -;removed 2 -;");
}

TEST(AccessDiff, DecisionsAreNeitherBetterNorWorse) {
  ComparedAccess Unknown = load("a.cu", 1, "x", 0);
  Unknown.Verdict = VerdictKind::Unproven;
  EXPECT_EQ(told({load("a.cu", 1, "x", 8)}, {Unknown}), "undecided 8 0;");
  EXPECT_EQ(told({Unknown}, {load("a.cu", 1, "x", 8)}), "decided 0 8;");
  EXPECT_FALSE(isWorse(ChangeKind::Undecided));
  EXPECT_FALSE(isWorse(ChangeKind::Decided));
}

TEST(AccessDiff, JsonHasWhatTheReportHas) {
  auto Read = readAccesses(printedJson(variedReports()), "f");
  ASSERT_TRUE(static_cast<bool>(Read)) << llvm::toString(Read.takeError());
  EXPECT_TRUE(
      compareAccesses(*Read, comparedAccesses(variedReports())).empty());
  EXPECT_EQ(Read->size(), comparedAccesses(variedReports()).size());
}

} // namespace
