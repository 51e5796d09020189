//===- PipesTest.cpp ------------------------------------------------------===//

#include "warplint/Warp/Pipes.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

PipeRates ratesOf(const char *Architecture) {
  return pipeRates(*lookupTarget(Architecture));
}

TEST(Pipes, AnInstructionTakesWhatItsLanesTake) {
  const PipeRates Hopper = ratesOf("sm_90");
  // 128 lanes a cycle: four warps.
  EXPECT_DOUBLE_EQ(Hopper.cycles(Pipe::Fma, 4), 1);
  EXPECT_DOUBLE_EQ(Hopper.cycles(Pipe::Fp64, 2), 1);
  EXPECT_DOUBLE_EQ(Hopper.cycles(Pipe::Xu, 1), 2);
  EXPECT_DOUBLE_EQ(Hopper.cycles(Pipe::Shared, 7), 7);
  // 32 sectors of 32 bytes: eight lines of 128.
  EXPECT_DOUBLE_EQ(Hopper.cycles(Pipe::L1, 32), 8);
}

TEST(Pipes, DoublesOfAGeForceAreTwoLanes) {
  EXPECT_DOUBLE_EQ(ratesOf("sm_86").cycles(Pipe::Fp64, 1), 16);
  EXPECT_DOUBLE_EQ(ratesOf("sm_80").cycles(Pipe::Fp64, 1), 1);
}

TEST(Pipes, AMatrixOfHopperIsACycle) {
  // m16n8k16 is 2048 multiply-adds, of 2048 a cycle; tf32 takes two.
  EXPECT_DOUBLE_EQ(ratesOf("sm_90").cycles(Pipe::Tensor, 16 * 8 * 16), 1);
  EXPECT_DOUBLE_EQ(*matrixWeight("tf32"), 2);
  // The GPU has none.
  EXPECT_DOUBLE_EQ(ratesOf("sm_61").cycles(Pipe::Tensor, 2048), 0);
  EXPECT_FALSE(matrixWeight("u7"));
}

TEST(Pipes, MemoryMovesItsBytesInACycleOfTheSM) {
  // 4451 GB/s at 1.98 GHz are 2248 bytes a cycle, 17.0 for each of 132 SMs.
  EXPECT_NEAR(ratesOf("sm_90").Device.BytesPerCycle, 17.0, 0.05);
  EXPECT_NEAR(ratesOf("sm_90").cycles(Pipe::Dram, 1), 32 / 17.0, 0.01);
}

TEST(Pipes, HalvesAreOnThePipeOfFloatsSinceAmpere) {
  EXPECT_EQ(ratesOf("sm_90").Half, Pipe::Fma);
  EXPECT_EQ(ratesOf("sm_86").Half, Pipe::Fma);
  EXPECT_EQ(ratesOf("sm_80").Half, Pipe::Fp16);
}

TEST(Pipes, UnknownCapabilitiesAreLikeTheNearestBelow) {
  EXPECT_EQ(ratesOf("sm_87").Device.Name, ratesOf("sm_86").Device.Name);
  EXPECT_EQ(ratesOf("sm_121").Device.Name, ratesOf("sm_120").Device.Name);
}

} // namespace
