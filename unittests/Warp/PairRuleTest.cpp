//===- PairRuleTest.cpp - When the groups of a wide load merge ------------===//
//
// For x = 1, or for x = 2: every active lane i has lane i xor x inactive or at
// the same address. Then half-warps (8 bytes a lane) and neighbouring
// quarter-warps (16 bytes) of a load are served as one group.
//
//===----------------------------------------------------------------------===//

#include "WarpNotation.h"

using namespace warplint;

namespace {

// Lanes 2k and 2k + 1 at element k.
template <unsigned Bytes> uint64_t sharedByNeighbours(unsigned L) {
  return Bytes * (L / 2);
}

// Lanes l and l ^ 2 at one element: bits 0, 2, 3, 4 of the lane number it.
template <unsigned Bytes> uint64_t sharedAcrossTwo(unsigned L) {
  return Bytes * ((L & 1) | (L >> 2 << 1));
}

// 16 different elements of 8 bytes are 128 bytes: one conflict-free group of 32
// lanes, where two halves would take 2.
TEST(PairRule, EightByteLoadsMergeToOneWavefront) {
  WarpRequest One = load(8, sharedByNeighbours<8>);
  WarpRequest Two = load(8, sharedAcrossTwo<8>);
  EXPECT_EQ(pairDistance(One), 1u);
  EXPECT_EQ(pairDistance(Two), 2u);
  for (const WarpRequest &Access : {One, Two}) {
    EXPECT_EQ(figure(Access), (Figure{1, 1}));
    EXPECT_EQ(rule(Access), CostRule::PairMerged);
  }
}

// 8 different float4 a half-warp: 128 bytes, so one wavefront a half, 2 in all
// where the quarters would take 4.
TEST(PairRule, SixteenByteLoadsMergeToTwoWavefronts) {
  for (auto Address : {sharedByNeighbours<16>, sharedAcrossTwo<16>}) {
    WarpRequest Access = load(16, Address);
    EXPECT_EQ(figure(Access), (Figure{2, 2}));
    EXPECT_EQ(rule(Access), CostRule::PairMerged);
  }
}

TEST(PairRule, WideStoresNeverMerge) {
  EXPECT_EQ(figure(store(8, sharedByNeighbours<8>)), (Figure{2, 2}));
  EXPECT_EQ(figure(store(8, sharedAcrossTwo<8>)), (Figure{2, 2}));
  EXPECT_EQ(figure(store(16, sharedByNeighbours<16>)), (Figure{4, 4}));
  EXPECT_EQ(figure(store(16, sharedAcrossTwo<16>)), (Figure{4, 4}));
  EXPECT_EQ(rule(store(8, sharedByNeighbours<8>)), CostRule::HalfWarps);
  EXPECT_EQ(rule(store(16, [](unsigned) { return 0; })),
            CostRule::QuarterWarps);
}

// All lanes at one float4: the rule holds for x = 1; lanes 0-15 and 16-31 still
// take a wavefront each.
TEST(PairRule, BroadcastFloat4TakesTwoWavefronts) {
  WarpRequest Access = load(16, [](unsigned) { return 48; });
  EXPECT_EQ(figure(Access), (Figure{2, 2}));
  EXPECT_EQ(figure(load(8, [](unsigned) { return 48; })), (Figure{1, 1}));
}

// Neighbours 0/1 agree and so do 2/3, but 4 and 5 do not; 4 and 6, 5 and 7
// agree: x = 1 fails in one place and x = 2 in another. No x for the whole
// warp.
TEST(PairRule, OneDistanceHoldsForTheWholeWarp) {
  auto Address = [](unsigned L) -> uint64_t {
    return 8 * (L < 16 ? L / 2 : 8 + (L & 1) + ((L - 16) >> 2 << 1));
  };
  WarpRequest Access = load(8, Address);
  EXPECT_FALSE(pairDistance(Access).has_value());
  EXPECT_EQ(figure(Access), (Figure{2, 2}));
  EXPECT_EQ(rule(Access), CostRule::HalfWarps);
}

// One lane that strays keeps the halves apart.
TEST(PairRule, OneStrayLaneForbidsTheMerge) {
  auto Address = [](unsigned L) { return L == 31 ? 0 : 8 * (L / 2); };
  EXPECT_EQ(figure(load(8, Address)), (Figure{2, 2}));
}

// Agreement at distance 4 or 16 merges nothing: lanes l and l + 16 at one
// element, all else apart, is 128 bytes in each half.
TEST(PairRule, OtherDistancesDoNotCount) {
  EXPECT_EQ(figure(load(8, [](unsigned L) { return 8 * (L % 16); })),
            (Figure{2, 2}));
  EXPECT_EQ(figure(load(16, [](unsigned L) { return 16 * (L % 8); })),
            (Figure{4, 4}));
}

// Even lanes only: every partner at distance 1 is inactive. Their 16 elements
// are word pairs 4*k: lanes l and l + 16 of the merged group meet, hence 2;
// other layouts of 16 elements need 1.
TEST(PairRule, InactivePartnersAgree) {
  const LaneMask Even = 0x55555555;
  WarpRequest Access = load(8, [](unsigned L) { return 8 * L; }, Even);
  EXPECT_EQ(pairDistance(Access), 1u);
  EXPECT_EQ(rule(Access), CostRule::PairMerged);
  EXPECT_EQ(figure(Access), (Figure{2, 1}));
  // Packed: 16 elements of 8 bytes fill one wavefront.
  EXPECT_EQ(
      figure(load(8, [](unsigned L) { return 4 * L; }, Even)), (Figure{1, 1}));
}

// Lanes 0, 1, 4, 5, 8, ...: partners at distance 2 are inactive, those at
// distance 1 are not and differ. A quarter has 4 lanes; 8 float4 a merged half,
// one each bank: 2 in all.
TEST(PairRule, InactivePartnersAtDistanceTwoAgree) {
  WarpRequest Access = load(16, sharedAcrossTwo<16>, 0x33333333);
  EXPECT_EQ(pairDistance(Access), 2u);
  EXPECT_EQ(figure(Access), (Figure{2, 2}));
}

// An inactive lane's address is not looked at.
TEST(PairRule, AddressesOfInactiveLanesDoNotMatter) {
  auto Address = [](unsigned L) { return L % 2 ? 1000 : 4 * L; };
  EXPECT_EQ(figure(load(8, Address, 0x55555555)), (Figure{1, 1}));
}

// Merged halves whose words collide: element k at a pitch of 128 bytes, 16
// words in bank 0 from both halves.
TEST(PairRule, MergedGroupsConflictAsOne) {
  WarpRequest Access = load(8, [](unsigned L) { return 128 * (L / 2); });
  EXPECT_EQ(figure(Access), (Figure{16, 1}));
  EXPECT_EQ(costOf(Access)->Worst, (Collision{0, AllLanes, 16}));
}

// Lane pairs alternate between two float4 of the same banks: in each half two
// words in bank 0, so 2 + 2, although the quarters apart would take 4 times 2.
TEST(PairRule, TwoFloat4OfTheSameBanksReadAlternatelyTakeFour) {
  WarpRequest Access = load(16, [](unsigned L) { return L % 2 ? 512 : 0; });
  EXPECT_EQ(pairDistance(Access), 2u);
  EXPECT_EQ(figure(Access), (Figure{4, 2}));
}

// With lanes of one half alone there is nothing to merge: the plain rule is
// named and the figure is the same.
TEST(PairRule, NothingMergesWhereOnlyOneGroupIsActive) {
  EXPECT_EQ(
      rule(load(8, [](unsigned) { return 0; }, 0xffff)), CostRule::HalfWarps);
  EXPECT_EQ(
      rule(load(16, [](unsigned) { return 0; }, 1)), CostRule::QuarterWarps);
  EXPECT_EQ(figure(load(16, [](unsigned) { return 0; }, 1)), (Figure{1, 1}));
  // Quarters 0 and 2 are never merged with each other.
  EXPECT_EQ(rule(load(
                16, [](unsigned) { return 0; }, 0x00ff00ff)),
            CostRule::QuarterWarps);
  EXPECT_EQ(
      figure(load(16, [](unsigned) { return 0; }, 0x00ff00ff)), (Figure{2, 2}));
}

} // namespace
