//===- LoadStoreTest.cpp - ld.shared and st.shared of every width ---------===//

#include "WarpNotation.h"

using namespace warplint;

namespace {

/// Byte address Pitch * lane.
auto stride(unsigned Pitch) {
  return [Pitch](unsigned L) { return uint64_t(Pitch) * L; };
}

TEST(LoadStore, OneWordForAllLanesIsABroadcast) {
  auto Same = [](unsigned) { return 64; };
  EXPECT_EQ(figure(load(4, Same)), (Figure{1, 1}));
  EXPECT_EQ(figure(store(4, Same)), (Figure{1, 1}));
  EXPECT_EQ(figure(load(1, Same)), (Figure{1, 1}));
}

// Words l: each bank once.
TEST(LoadStore, UnitStrideIsClean) {
  for (auto Access : {load(4, stride(4)), store(4, stride(4))}) {
    EXPECT_EQ(figure(Access), (Figure{1, 1}));
    EXPECT_EQ(rule(Access), CostRule::WholeWarp);
    EXPECT_FALSE(costOf(Access)->Worst.has_value());
  }
}

// Words s*l fall into 32/gcd(s, 32) banks: gcd(s, 32) words in each.
TEST(LoadStore, StrideCostsItsGcdWithThirtyTwo) {
  const std::pair<unsigned, unsigned> GcdOf[] = {
      {1, 1},  {2, 2},   {3, 1},   {4, 4},   {5, 1},   {6, 2},   {7, 1},
      {8, 8},  {12, 4},  {16, 16}, {24, 8},  {31, 1},  {32, 32}, {33, 1},
      {34, 2}, {48, 16}, {64, 32}, {96, 32}, {100, 4}, {255, 1}};
  for (auto [Words, Ways] : GcdOf) {
    EXPECT_EQ(figure(load(4, stride(4 * Words))), (Figure{Ways, 1})) << Words;
    EXPECT_EQ(figure(store(4, stride(4 * Words))), (Figure{Ways, 1})) << Words;
  }
}

// tile[8 * lane]: words 8*l, so bank 0 holds lanes 0, 4, 8, ..., 28 with the
// words 0, 32, 64, ...: the lowest of the four banks that are this full.
TEST(LoadStore, WitnessesAreAllLanesOfTheFullestBank) {
  std::optional<WarpCost> Cost = costOf(load(4, stride(32)));
  ASSERT_TRUE(Cost && Cost->Worst);
  EXPECT_EQ(*Cost->Worst, (Collision{0, 0x11111111, 8}));
}

// Lanes 0-3 read word 0, lane 4 word 32, the others a bank each: two words in
// bank 0, five witnesses.
TEST(LoadStore, LanesThatShareAWordAreWitnessesToo) {
  std::optional<WarpCost> Cost = costOf(load(4, [](unsigned L) {
    return L < 4 ? 0 : L == 4 ? 4 * 32 : 4 * L;
  }));
  ASSERT_TRUE(Cost && Cost->Worst);
  EXPECT_EQ(Cost->Predicted, 2u);
  EXPECT_EQ(*Cost->Worst, (Collision{0, 0b11111, 2}));
}

// Words 2*l: banks 0, 2, ..., 30 each hold lanes l and l + 16.
TEST(LoadStore, EveryCollidingBankIsListed) {
  std::vector<Collision> Collisions = collisionsOf(load(4, stride(8)));
  ASSERT_EQ(Collisions.size(), 16u);
  for (unsigned I = 0; I < 16; ++I)
    EXPECT_EQ(Collisions[I], (Collision{2 * I, 0x10001u << I, 2}));
  EXPECT_TRUE(collisionsOf(load(4, stride(4))).empty());
}

// char s[lane]: words 0..7, four lanes in each. short s[lane]: words 0..15,
// two.
TEST(LoadStore, BytesOfOneWordNeverConflict) {
  for (unsigned Bytes : {1u, 2u}) {
    EXPECT_EQ(figure(load(Bytes, stride(Bytes))), (Figure{1, 1}));
    EXPECT_EQ(figure(store(Bytes, stride(Bytes))), (Figure{1, 1}));
    // Other bytes of the same word, in any order.
    auto Mirrored = [&](unsigned L) { return Bytes * (L ^ 3); };
    EXPECT_EQ(figure(store(Bytes, Mirrored)), (Figure{1, 1}));
  }
}

TEST(LoadStore, SubWordAccessesOfDifferentWordsFollowTheBanks) {
  // char s[4 * lane]: words l.
  EXPECT_EQ(figure(load(1, stride(4))), (Figure{1, 1}));
  // char s[128 * lane]: words 32*l, all in bank 0.
  EXPECT_EQ(figure(load(1, stride(128))), (Figure{32, 1}));
  // short s[64 * lane]: words 32*l.
  EXPECT_EQ(figure(store(2, stride(128))), (Figure{32, 1}));
  // short s[6 * lane]: words 3*l.
  EXPECT_EQ(figure(load(2, stride(12))), (Figure{1, 1}));
}

// double s[lane]: lanes 0-15 fill words 0..31, lanes 16-31 words 32..63.
TEST(LoadStore, DoubleAtUnitStrideTakesTwoWavefrontsAndNoMore) {
  for (auto Access : {load(8, stride(8)), store(8, stride(8))}) {
    EXPECT_EQ(figure(Access), (Figure{2, 2}));
    EXPECT_EQ(rule(Access), CostRule::HalfWarps);
    EXPECT_FALSE(costOf(Access)->Worst.has_value());
  }
}

// double s[3 * lane]: a half-warp touches the word pairs 6*l; 6*l mod 32 for
// l = 0..15 is 0 6 12 18 24 30 4 10 16 22 28 2 8 14 20 26: all even banks once.
TEST(LoadStore, DoubleAtStrideThreeIsClean) {
  EXPECT_EQ(figure(load(8, stride(24))), (Figure{2, 2}));
  EXPECT_EQ(figure(store(8, stride(24))), (Figure{2, 2}));
}

// double s[2 * lane]: a half-warp touches word pairs 4*l, l = 0..15: 4*l mod 32
// takes 8 values, two lanes each. Two halves of two.
TEST(LoadStore, DoubleAtStrideTwoIsTwoWayInEachHalf) {
  WarpRequest Access = load(8, stride(16));
  EXPECT_EQ(figure(Access), (Figure{4, 2}));
  // Lanes 0 and 8 meet in bank 0, in the first half.
  EXPECT_EQ(costOf(Access)->Worst, (Collision{0, 0x101, 2}));
  // 16 word pairs in 8 places: each half lists 16 banks.
  EXPECT_EQ(collisionsOf(Access).size(), 32u);
}

// Only the second half conflicts: lanes 16-31 at a pitch of 128 bytes.
TEST(LoadStore, TheCostliestGroupHasTheWitnesses) {
  auto Address = [](unsigned L) -> uint64_t {
    return L < 16 ? 8 * L : 4096 + 128 * L;
  };
  std::optional<WarpCost> Cost = costOf(load(8, Address));
  ASSERT_TRUE(Cost && Cost->Worst);
  EXPECT_EQ(Cost->Predicted, 1u + 16u);
  EXPECT_EQ(*Cost->Worst, (Collision{0, 0xffff0000, 16}));
}

// Lanes l and l + 16 share a bank but not a half-warp: no conflict, 1 + 1.
TEST(LoadStore, LanesOfDifferentHalvesNeverCollide) {
  auto Address = [](unsigned L) { return 8 * (L % 16) + 256 * (L / 16); };
  EXPECT_EQ(figure(load(8, Address)), (Figure{2, 2}));
}

// float4 s[lane]: a quarter-warp fills words 0..31.
TEST(LoadStore, Float4AtUnitStrideTakesFourWavefrontsAndNoMore) {
  for (auto Access : {load(16, stride(16)), store(16, stride(16))}) {
    EXPECT_EQ(figure(Access), (Figure{4, 4}));
    EXPECT_EQ(rule(Access), CostRule::QuarterWarps);
  }
}

// *reinterpret_cast<float4 *>(&y[32 * lane]): every lane starts in bank 0,
// eight different words in each of four quarters.
TEST(LoadStore, Float4AtAPitchOfALineIsEightWayInEachQuarter) {
  WarpRequest Access = load(16, stride(128));
  EXPECT_EQ(figure(Access), (Figure{32, 4}));
  EXPECT_EQ(costOf(Access)->Worst, (Collision{0, 0xff, 8}));
}

// float4 s[3 * lane]: 12*l mod 32 for l = 0..7 is 0 12 24 4 16 28 8 20.
TEST(LoadStore, Float4AtOddStrideIsClean) {
  EXPECT_EQ(figure(load(16, stride(48))), (Figure{4, 4}));
  EXPECT_EQ(figure(store(16, stride(48))), (Figure{4, 4}));
}

// s[lane].x = ...: 4 bytes at words 4*l: 8 banks with 4 words each.
TEST(LoadStore, MemberOfFloat4IsFourWay) {
  EXPECT_EQ(figure(store(4, stride(16))), (Figure{4, 1}));
}

TEST(LoadStore, InactiveLanesTakeNoPart) {
  // Lanes 0 and 4 of stride 8 meet in bank 0; lanes 0 to 3 do not meet.
  EXPECT_EQ(figure(load(4, stride(32), 0b01111)), (Figure{1, 1}));
  EXPECT_EQ(figure(load(4, stride(32), 0b10001)), (Figure{2, 1}));
  EXPECT_EQ(costOf(load(4, stride(32), 0b10001))->Worst,
            (Collision{0, 0b10001, 2}));
}

// 16-byte stores: quarters without an active lane cost nothing.
TEST(LoadStore, IdealCountsGroupsWithAnActiveLane) {
  EXPECT_EQ(figure(store(16, stride(16), 0x000000ff)), (Figure{1, 1}));
  EXPECT_EQ(figure(store(16, stride(16), 0x00000100)), (Figure{1, 1}));
  EXPECT_EQ(figure(store(16, stride(16), 0x01000001)), (Figure{2, 2}));
  EXPECT_EQ(figure(store(16, stride(16), 0x01010101)), (Figure{4, 4}));
  EXPECT_EQ(figure(store(8, stride(8), 0x00000001)), (Figure{1, 1}));
  EXPECT_EQ(figure(store(8, stride(8), 0x80000001)), (Figure{2, 2}));
}

TEST(LoadStore, NoActiveLaneCostsNoWavefront) {
  for (unsigned Bytes : {1u, 2u, 4u, 8u, 16u}) {
    WarpRequest Access = load(Bytes, stride(128), 0);
    EXPECT_EQ(figure(Access), (Figure{0, 0}));
    EXPECT_EQ(rule(Access), CostRule::NoActiveLane);
    EXPECT_FALSE(costOf(Access)->Worst.has_value());
    EXPECT_TRUE(collisionsOf(Access).empty());
  }
}

TEST(LoadStore, WidthsThatDoNotExistHaveNoFigure) {
  for (unsigned Bytes : {0u, 3u, 5u, 12u, 32u, 64u}) {
    EXPECT_FALSE(costOf(load(Bytes, stride(4))).has_value()) << Bytes;
    EXPECT_FALSE(costOf(store(Bytes, stride(4))).has_value()) << Bytes;
    EXPECT_TRUE(collisionsOf(load(Bytes, stride(128))).empty()) << Bytes;
  }
}

} // namespace
