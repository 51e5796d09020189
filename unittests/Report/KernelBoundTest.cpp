//===- KernelBoundTest.cpp ------------------------------------------------===//

#include "warplint/Finding/CostSentence.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

TripSum once(double Amount) {
  TripSum Sum;
  Sum.add(Amount);
  return Sum;
}

ChainPart part(WaitFor Of, double Now, double AtBest) {
  return {{"a.cu", 5, 1, 0, 0}, Of, once(Now), once(AtBest), once(Now)};
}

/// Of blocks of 8 warps on compute capability 9.0 (132 SMs, 1,980 MHz).
KernelCost costOf(double Wavefronts, double AtBest, ChainPart Chain) {
  KernelCost Cost;
  Cost.Where.File = "a.cu";
  Cost.Rates = pipeRates(measuredTarget());
  Cost.Lines = {{{"a.cu", 5, 1, 0, 0},
                 {},
                 {Pipe::Shared, once(Wavefronts), once(AtBest)}}};
  Cost.Pipes = {Cost.Lines.front().Use};
  Cost.Chain = {std::move(Chain)};
  Cost.On = {8, 8, std::nullopt};
  return Cost;
}

TEST(KernelBound, IsTheChainWhereFewBlocksFillNoPipe) {
  // 8 blocks of 1,000 wavefronts: 8,000 cycles, less than 60 % of 14,000. Of 16
  // blocks 16,000.
  KernelCost Cost = costOf(1000, 1000, part(WaitFor::Global, 14000, 14000));
  EXPECT_EQ(boundName(boundOf(Cost, 1)), "latency of global memory");
  EXPECT_EQ(boundSentence(Cost),
            "bound: latency of global memory, line 5: 14,000 "
            "cycles per wave of 8 blocks on an SM");
  // 8,000 of 13,000 are 62 %.
  Cost.Chain = {part(WaitFor::Global, 13000, 13000)};
  EXPECT_EQ(boundName(boundOf(Cost, 1)), "shared");
  EXPECT_DOUBLE_EQ(boundOf(Cost, 1).Cycles, 13000);
  Cost.On.Blocks = 16;
  EXPECT_EQ(boundName(boundOf(Cost, 1)), "shared");
  EXPECT_DOUBLE_EQ(boundOf(Cost, 1).Cycles, 16000);
}

TEST(KernelBound, OfWarpsThatWaitForOneAnotherHasThePipeInTheChain) {
  KernelCost Cost = costOf(100, 100, part(WaitFor::Barrier, 1500, 1500));
  EXPECT_DOUBLE_EQ(boundOf(Cost, 1).Cycles, 1600);
  EXPECT_EQ(boundOf(Cost, 1).Of, WaitFor::Barrier);
}

TEST(KernelBound, IsThatOfAllWavesOfTheGrid) {
  KernelCost Cost = costOf(10000, 10000, part(WaitFor::Shared, 900, 900));
  // A full wave has 132 * 8 = 1,056 blocks: 80,000 cycles. 2,112 blocks are two
  // waves, 160,000 cycles of 1/1,980 us after the 1.6 us in which a launch
  // starts; one block more is 10,000.
  Cost.On.Grid = 2112;
  EXPECT_EQ(boundCycles(Cost), "160,000");
  EXPECT_NEAR(*boundMicroseconds(Cost, DataIn::Dram), 1.6 + 160000 / 1980.0,
              1e-9);
  EXPECT_EQ(boundOf(Cost, 1).Waves, 2);
  Cost.On.Grid = 2113;
  EXPECT_DOUBLE_EQ(boundOf(Cost, 1).Cycles, 170000);
  EXPECT_EQ(boundName(boundOf(Cost, 1)), "shared");
}

TEST(KernelBound, IsTheLastWaveWhereThatIsShortOfBlocks) {
  // Two waves of 9,000 cycles for 1,057 blocks, which are 1.001 waves.
  KernelCost Cost = costOf(10, 10, part(WaitFor::Shared, 9000, 9000));
  Cost.On.Grid = 1057;
  EXPECT_EQ(boundName(boundOf(Cost, 1)), "tail");
  EXPECT_DOUBLE_EQ(boundOf(Cost, 1).Cycles, 18000);
}

TEST(KernelBound, IsTheLaunchOfAShortKernel) {
  // 900 cycles are 0.45 us, after 1.6.
  KernelCost Cost = costOf(10, 10, part(WaitFor::Shared, 900, 900));
  Cost.On.Grid = 1;
  EXPECT_EQ(boundSentence(Cost),
            "bound: launch, line 5: 900 cycles, 1 wave of 8 blocks on an SM, "
            "about 4.7 us, the minimum for a launch (2.05 us in the kernel)");
}

TEST(KernelBound, IsTheLaunchWhoseBlocksEndAsFastAsTheyStart) {
  // An SM is given a block every 161 cycles: 8 of 300 cycles are not there at a
  // time. 65,536 empty blocks took 40.8 us on an H200.
  KernelCost Cost = costOf(10, 10, part(WaitFor::Shared, 300, 300));
  Cost.On.Grid = 65536;
  EXPECT_EQ(boundName(boundOf(Cost, 1)), "launch");
  EXPECT_NEAR(*boundMicroseconds(Cost, DataIn::Dram), 41.6 + 0.15, 0.05);
  EXPECT_NE(
      boundSentence(Cost).find("about 41.7 us, the time to start the blocks"),
      std::string::npos);
}

TEST(KernelBound, HasStoresOfPartsOfSectorsInL2) {
  // 1,056 blocks, 8 an SM, of 1,000 sectors, 0.95 cycles each; 2,720 cycles more
  // for 1,000 that are written in part.
  KernelCost Cost = costOf(10, 10, part(WaitFor::Shared, 300, 300));
  Cost.Pipes.push_back({Pipe::L2, once(1000), once(1000)});
  Cost.On.Grid = 1056;
  const double Whole = boundOf(Cost, 1).Cycles;
  EXPECT_NEAR(Whole, 8 * 1000 * 132 * 32 / 4442.0, 1);
  Cost.More = {{{"a.cu", 7, 1, 0, 0}, once(2720)}};
  EXPECT_NEAR(boundOf(Cost, 1).Cycles, Whole + 8 * 2720, 1);
  EXPECT_EQ(boundName(boundOf(Cost, 1)), "latency of global memory");
  EXPECT_EQ(boundOf(Cost, 1).Where.Line, 7u);
}

TEST(KernelBound, GainsThePartsOfSectorsThatAnEditMakesWhole) {
  // 8 blocks an SM: 8 * (1,000 * 0.951 + 2,720) cycles now, 8 * 250 * 0.951 then,
  // 1.93 times as long because they are stored.
  KernelCost Cost = costOf(10, 10, part(WaitFor::Shared, 300, 300));
  const SourcePlace Store = {"a.cu", 7, 1, 0, 0};
  Cost.Pipes.push_back({Pipe::L2, once(1000), once(250)});
  Cost.Lines.push_back({Store, {}, Cost.Pipes.back()});
  Cost.More = {{Store, once(2720)}};
  Cost.On.Grid = 1056;
  EXPECT_NEAR(gainOf(Cost, {&Cost.Lines.back()}, DataIn::L2, Limits::All),
              (951 + 2720) / (250 * 0.951 * 1.93), 0.01);
}

// Compute capability 9.0 has 60 MB of L2: data fit in it up to 30 MB.
TEST(KernelBound, TakesDataFromL2WhereALaunchTouchesNoMore) {
  // A chain of 19,800 cycles from DRAM, 9,900 from L2: 10 and 5 us, after 1.6.
  ChainPart Chain = part(WaitFor::Global, 19800, 19800);
  Chain.InL2 = once(9900);
  KernelCost Cost = costOf(10, 10, Chain);
  Cost.On.Grid = 1;
  // Nothing is known of what it touches.
  EXPECT_EQ(whereDataIs(Cost), std::nullopt);
  EXPECT_DOUBLE_EQ(boundOf(Cost, 1).Cycles, 19800);
  // 983,040 sectors of 32 bytes are 30 MB.
  Cost.Touched = once(983040);
  EXPECT_EQ(whereDataIs(Cost), DataIn::L2);
  EXPECT_EQ(
      boundSentence(Cost),
      "bound: latency of global memory, line 5: 9,900 cycles, 1 wave of 8 "
      "blocks on an SM, about 6.6 us (11.6 if the data is in DRAM)");
  Cost.Touched = once(983041);
  EXPECT_EQ(whereDataIs(Cost), std::nullopt);
  EXPECT_EQ(
      boundSentence(Cost),
      "bound: latency of global memory, line 5: 19,800 cycles, 1 wave of 8 "
      "blocks on an SM, about 11.6 us (6.6 if L2 holds the data)");
  // More than 60 MB from DRAM: L2 cannot hold it.
  Cost.Pipes.push_back({Pipe::Dram, once(1966081), once(1966081)});
  EXPECT_EQ(whereDataIs(Cost), DataIn::Dram);
  EXPECT_EQ(boundSentence(Cost).find("L2"), std::string::npos);
  // Loops of unknown length touch an unknown amount.
  Cost.Touched = once(1);
  Cost.Loops.push_back({"k", "k < n"});
  EXPECT_EQ(whereDataIs(Cost), std::nullopt);
}

TEST(KernelBound, SaysWhyItIsNotKnown) {
  KernelCost Cost = costOf(10, 10, part(WaitFor::Shared, 900, 900));
  Cost.NoChain = "it calls unknown functions";
  EXPECT_EQ(boundName(boundOf(Cost, 1)), "");
  EXPECT_EQ(boundSentence(Cost),
            "bound: unknown, because it calls unknown functions");
}

TEST(KernelBound, OfAnUnknownBlockIsThatOfUsualBlocks) {
  // 100 wavefronts of a warp, of 8 warps in each of 8 blocks: 6,400.
  KernelCost Cost = costOf(100, 100, part(WaitFor::Shared, 900, 900));
  Cost.IsOfWarp = true;
  EXPECT_DOUBLE_EQ(boundOf(Cost, 1).Cycles, 6400);
  EXPECT_EQ(
      boundSentence(Cost),
      "bound: shared, line 5: 6,400 cycles per wave of 8 blocks on an SM, "
      "assuming 256 threads per block, because the block is unknown");
}

TEST(KernelBound, LimitsWhatAnEditGains) {
  // 320 wavefronts, 10 at best, of one block: 32 times less for the pipe. The
  // chain of 900 cycles loses the 62 of a load with 32 wavefronts: 900 / 838.
  KernelCost Cost = costOf(320, 10, part(WaitFor::Shared, 900, 838));
  Cost.On.Grid = 16;
  EXPECT_NEAR(gainOf(Cost, Pipe::Shared), 900.0 / 838, 1e-9);
  EXPECT_DOUBLE_EQ(
      gainOf(Cost, {&Cost.Lines.front()}, DataIn::Dram, Limits::Pipes), 32);
  EXPECT_EQ(
      costSentence(Cost),
      "estimated to be bound by the latency of shared memory; the busiest "
      "pipe is shared memory; without conflicts it is up to 1.1x faster");
}

} // namespace
