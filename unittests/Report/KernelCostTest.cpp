//===- KernelCostTest.cpp -------------------------------------------------===//

#include "warplint/Finding/CostSentence.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

TripSum sumOf(std::vector<TripTerm> Terms) {
  TripSum Sum;
  for (TripTerm &Term : Terms)
    Sum.add(Term.Amount, std::move(Term.Loops));
  return Sum;
}

LineUse line(Pipe In, TripSum Units, TripSum AtBest) {
  return {{"a.cu", 3, 1, 0, 0}, {}, {In, std::move(Units), std::move(AtBest)}};
}

/// A kernel of these lines, on compute capability 9.0.
KernelCost costOf(std::vector<LineUse> Lines) {
  KernelCost Cost;
  Cost.Rates = pipeRates(measuredTarget());
  Cost.Loops = {{"k", ""}};
  Cost.Lines = std::move(Lines);
  for (const LineUse &Line : Cost.Lines)
    Cost.Pipes.push_back(Line.Use);
  return Cost;
}

TEST(TripSum, ProductsOfLoopsAreOneTermWhateverTheirOrder) {
  TripSum Sum = sumOf({{2, {1, 0}}, {3, {0, 1}}, {1, {}}});
  EXPECT_EQ(Sum.Terms.size(), 2u);
  EXPECT_DOUBLE_EQ(Sum.at(10), 5 * 100 + 1);
  const std::vector<UnknownLoop> Loops = {{"i", ""}, {"j", ""}};
  EXPECT_EQ(printSum(Sum, Loops), "1 + 5*i*j");
  EXPECT_EQ(printSum(sumOf({{1, {0}}}), Loops), "i");
  EXPECT_EQ(printSum({}, Loops), "0");
}

TEST(KernelCost, ConflictsOfTheBusiestPipeAreWhatCanBeGained) {
  // 1024 wavefronts where 64 would do, beside 1024 / 4 = 256 cycles of sums:
  // 1024 / 256 = 4.
  KernelCost Cost =
      costOf({line(Pipe::Shared, sumOf({{1024, {}}}), sumOf({{64, {}}})),
              line(Pipe::Fma, sumOf({{1024, {}}}), sumOf({{1024, {}}}))});
  EXPECT_EQ(busiestPipe(Cost, 1).In, Pipe::Shared);
  EXPECT_DOUBLE_EQ(gainOf(Cost, Pipe::Shared), 4);
  EXPECT_EQ(
      costSentence(Cost),
      "estimated to be bound by shared memory; conflicts take 93 % of "
      "that; the fix can save up to 4.0x, then it is bound by 32-bit floating "
      "point");
}

TEST(KernelCost, ConflictsOfAnIdlePipeGainNothing) {
  // 16 cycles of 400, and if both wait for one another 416 : 402.
  KernelCost Cost =
      costOf({line(Pipe::Shared, sumOf({{16, {}}}), sumOf({{2, {}}})),
              line(Pipe::Fp64, sumOf({{800, {}}}), sumOf({{800, {}}}))});
  EXPECT_DOUBLE_EQ(gainOf(Cost, Pipe::Shared), 416.0 / 402);
  EXPECT_EQ(
      costSentence(Cost),
      "estimated to be bound by 64-bit floating point; shared memory is busy "
      "4 % of that time, so its conflicts cost nothing noticeable");
}

TEST(KernelCost, WhatIsNearTheBusiestIsNotCalledFree) {
  // 380 cycles of 400: both are estimates.
  KernelCost Cost =
      costOf({line(Pipe::Shared, sumOf({{380, {}}}), sumOf({{370, {}}})),
              line(Pipe::Fp64, sumOf({{800, {}}}), sumOf({{800, {}}}))});
  EXPECT_NE(costSentence(Cost).find("its conflicts cost little"),
            std::string::npos);
}

TEST(KernelCost, PipesThatWaitForOneAnotherTakeTheSumOfTheirTimes) {
  // 200 cycles of shared memory, 50 at best, beside 400: 600 : 450 = 1.33.
  KernelCost Cost =
      costOf({line(Pipe::Shared, sumOf({{200, {}}}), sumOf({{50, {}}})),
              line(Pipe::Fp64, sumOf({{800, {}}}), sumOf({{800, {}}}))});
  EXPECT_DOUBLE_EQ(gainOf(Cost, Pipe::Shared), 600.0 / 450);
  EXPECT_EQ(costSentence(Cost),
            "estimated to be bound by 64-bit floating point; shared memory is "
            "busy 50 % of that time, so conflicts matter only "
            "where pipes wait for each other: up to 1.4x");
}

TEST(KernelCost, WhatL2HasDoesNotComeFromDram) {
  // 100 wavefronts, 20 at best, beside 100 sectors of 1.879 cycles and 30 of sums:
  // (187.9 + 130) : (187.9 + 50), and 100 : 30 without DRAM.
  KernelCost Cost =
      costOf({line(Pipe::Shared, sumOf({{100, {}}}), sumOf({{20, {}}})),
              line(Pipe::Dram, sumOf({{100, {}}}), sumOf({{100, {}}})),
              line(Pipe::Fma, sumOf({{120, {}}}), sumOf({{120, {}}}))});
  EXPECT_EQ(busiestPipe(Cost, 1).In, Pipe::Dram);
  EXPECT_EQ(busiestPipe(Cost, 1, DataIn::L2).In, Pipe::Shared);
  EXPECT_NEAR(gainOf(Cost, Pipe::Shared), 317.9 / 237.9, 0.001);
  EXPECT_DOUBLE_EQ(gainOf(Cost, Pipe::Shared, DataIn::L2), 100.0 / 30);
  EXPECT_NE(costSentence(Cost).find(
                "bound by DRAM (by shared memory if L2 holds the data)"),
            std::string::npos);
}

TEST(KernelCost, TheRoundsOfALoopDecideWhatIsBusy) {
  // 100 wavefronts before a loop, a cycle of sums in each of its rounds. After
  // the conflicts of 90 are gone: 10 + 0 against k. Most is gained at one
  // round: 100 / 10.
  KernelCost Cost =
      costOf({line(Pipe::Shared, sumOf({{100, {}}}), sumOf({{10, {}}})),
              line(Pipe::Fma, sumOf({{4, {0}}}), sumOf({{4, {0}}}))});
  EXPECT_EQ(busiestPipe(Cost, 1).In, Pipe::Shared);
  EXPECT_EQ(busiestPipe(Cost, ManyTrips).In, Pipe::Fma);
  EXPECT_DOUBLE_EQ(gainOf(Cost, Pipe::Shared), 10);
}

TEST(KernelCost, MostIsGainedBetweenOneRoundAndMany) {
  // Before: max(32, 8*k, k*j/16); without conflicts max(32, k, k*j/16). With
  // k = j = 16 that is 128 and 32; with one round both are 32, with many the
  // last decides.
  const KernelCost Cost =
      costOf({line(Pipe::Lsu, sumOf({{32, {}}}), sumOf({{32, {}}})),
              line(Pipe::Shared, sumOf({{8, {0}}}), sumOf({{1, {0}}})),
              line(Pipe::Fma, sumOf({{0.25, {0, 1}}}), {})});
  EXPECT_DOUBLE_EQ(gainOf(Cost, Pipe::Shared), 4);
}

TEST(KernelCost, OnlyTheExcessOfWhatIsMendedGoes) {
  // Two accesses of 100 wavefronts, ideal 10: without the excess of one 110.
  KernelCost Cost =
      costOf({line(Pipe::Shared, sumOf({{100, {}}}), sumOf({{10, {}}}))});
  Cost.Lines.push_back(Cost.Lines.front());
  Cost.Pipes.front().Units.add(100);
  Cost.Pipes.front().AtBest.add(10);
  EXPECT_DOUBLE_EQ(gainOf(Cost, {&Cost.Lines.front()}), 200.0 / 110);
  EXPECT_DOUBLE_EQ(gainOf(Cost, Pipe::Shared), 10);
}

TEST(KernelCost, AGainIsRoundedUpSinceItIsABound) {
  EXPECT_EQ(printGain(1), "1.0x");
  EXPECT_EQ(printGain(4.01), "4.1x");
  EXPECT_EQ(printGain(4.1), "4.1x");
}

} // namespace
