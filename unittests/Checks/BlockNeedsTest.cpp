//===- BlockNeedsTest.cpp - What a block takes of an SM -------------------===//

#include "Checks/Occupancy/BlockNeeds.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

BlockNeeds needs(unsigned Threads, unsigned Registers, uint64_t Bytes = 0) {
  return {sharedLimits(measuredTarget()), Threads, Registers, Bytes};
}

// 72 registers are 2,304 of a warp: a quarter of 65,536 has room for 7, an SM for 28
// warps, 3 blocks of 8. Of 64 registers for 32, 4 blocks; of 80 (2,560) for 24.
TEST(BlockNeeds, RegistersComeInStepsOfEight) {
  const BlockNeeds Needs = needs(256, 72);
  EXPECT_EQ(Needs.blocks(), 3u);
  EXPECT_EQ(Needs.warps(), 24u);
  EXPECT_EQ(Needs.mostWarps(), 64u);
  EXPECT_EQ(Needs.limitedBy(), OccupancyLimit::Registers);
  EXPECT_EQ(Needs.registersForMore(), 64u);
  // 80 registers: 6 in a quarter, 24 warps, 3 blocks; 88: 5, 20 warps, 2.
  EXPECT_EQ(Needs.registersForSame(), 80u);
  EXPECT_EQ(needs(256, 65).registersForMore(), 64u);
  EXPECT_FALSE(Needs.bytesForMore().has_value());
}

// 228 KB of an SM, 1 KB of each block for the system: 38,400 bytes take 39,424, of which
// there are 5; 6 have 38,912, less 1,024.
TEST(BlockNeeds, SharedMemoryHasTheSystemsShareInIt) {
  const BlockNeeds Needs = needs(256, 16, 38400);
  EXPECT_EQ(Needs.blocks(), 5u);
  EXPECT_EQ(Needs.limitedBy(), OccupancyLimit::SharedMemory);
  EXPECT_EQ(Needs.bytesForMore(), 37888u);
  EXPECT_EQ(Needs.registersForMore(), 0u);
}

TEST(BlockNeeds, ThreadsAndBlocksHaveLimitsOfTheirOwn) {
  // 2,048 threads; 32 blocks.
  EXPECT_EQ(needs(1024, 16).blocks(), 2u);
  EXPECT_EQ(needs(1024, 16).limitedBy(), OccupancyLimit::Warps);
  EXPECT_EQ(needs(32, 16).blocks(), 32u);
  EXPECT_EQ(needs(32, 16).limitedBy(), OccupancyLimit::Blocks);
  // 768 threads: 2 blocks, 48 warps; no block has less.
  EXPECT_EQ(needs(768, 16).warps(), 48u);
  EXPECT_EQ(needs(768, 16).registersForMore(), 0u);
}

} // namespace
