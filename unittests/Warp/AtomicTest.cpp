//===- AtomicTest.cpp - Atomics on shared memory --------------------------===//

#include "WarpNotation.h"

using namespace warplint;

namespace {

template <typename Function>
WarpRequest add(Function ByteAddress, LaneMask Active = AllLanes) {
  return request(RequestKind::SharedAtomicAdd, 4, ByteAddress, Active);
}

template <typename Function>
WarpRequest count(Function ByteAddress, LaneMask Active = AllLanes) {
  return request(RequestKind::SharedAtomicCount, 4, ByteAddress, Active);
}

template <typename Function>
WarpRequest compareAndSwap(Function ByteAddress, LaneMask Active = AllLanes) {
  return request(RequestKind::SharedAtomicCas, 4, ByteAddress, Active);
}

// One lane a bank.
TEST(Atomic, UnitStrideIsClean) {
  auto Unit = [](unsigned L) { return 4 * L; };
  EXPECT_EQ(figure(add(Unit)), (Figure{1, 1}));
  EXPECT_EQ(rule(add(Unit)), CostRule::LanesPerBank);
  EXPECT_EQ(figure(count(Unit)), (Figure{1, 1}));
  EXPECT_EQ(rule(count(Unit)), CostRule::CountingAtomic);
}

// All at one address: 32 turns, but no layout could change that, so it is no
// bank conflict.
TEST(Atomic, LanesAtOneAddressAreContentionAndNoConflict) {
  auto Same = [](unsigned) { return 12; };
  EXPECT_EQ(figure(add(Same)), (Figure{32, 32}));
  EXPECT_FALSE(costOf(add(Same))->Worst.has_value());
  EXPECT_TRUE(collisionsOf(add(Same)).empty());
}

// Counting lanes that add 1 to one address takes one wavefront.
TEST(Atomic, CountingMergesLanesAtOneAddress) {
  EXPECT_EQ(figure(count([](unsigned) { return 12; })), (Figure{1, 1}));
  // Two addresses of one bank: words 0 and 32.
  auto Two = [](unsigned L) { return 128 * (L % 2); };
  EXPECT_EQ(figure(count(Two)), (Figure{2, 1}));
  EXPECT_EQ(costOf(count(Two))->Worst, (Collision{0, AllLanes, 2}));
}

// Words 8*l: four banks with eight lanes each, all addresses different.
TEST(Atomic, StrideEightIsEightWay) {
  auto Stride = [](unsigned L) { return 32 * L; };
  EXPECT_EQ(figure(add(Stride)), (Figure{8, 1}));
  EXPECT_EQ(costOf(add(Stride))->Worst, (Collision{0, 0x11111111, 8}));
}

// Lanes 0-15 at word 0, lanes 16-31 at word 32: 32 lanes in bank 0, 16 of them
// at one address. Apart they would take 16 turns.
TEST(Atomic, WhatExceedsContentionIsAConflict) {
  auto Two = [](unsigned L) { return 128 * (L / 16); };
  EXPECT_EQ(figure(add(Two)), (Figure{32, 16}));
  EXPECT_EQ(costOf(add(Two))->Worst, (Collision{0, AllLanes, 32}));
  auto TwoBanks = [](unsigned L) { return 4 * (L / 16); };
  EXPECT_EQ(figure(add(TwoBanks)), (Figure{16, 16}));
  EXPECT_FALSE(costOf(add(TwoBanks))->Worst.has_value());
}

// Bank 0 has lanes 0-2 at one address, bank 1 lanes 3 and 4 at two: the three
// turns of bank 0 hide the two of bank 1.
TEST(Atomic, ConflictsInTheShadowOfContentionCostNothing) {
  auto Address = [](unsigned L) { return L < 3 ? 0 : L == 3 ? 4 : 132; };
  EXPECT_EQ(figure(add(Address, 0b11111)), (Figure{3, 3}));
  EXPECT_FALSE(costOf(add(Address, 0b11111))->Worst.has_value());
}

TEST(Atomic, CompareAndSwapCostsTwice) {
  auto Unit = [](unsigned L) { return 4 * L; };
  auto Same = [](unsigned) { return 0; };
  auto Stride = [](unsigned L) { return 32 * L; };
  EXPECT_EQ(figure(compareAndSwap(Unit)), (Figure{2, 2}));
  EXPECT_EQ(figure(compareAndSwap(Same)), (Figure{64, 64}));
  EXPECT_EQ(figure(compareAndSwap(Stride)), (Figure{16, 2}));
  EXPECT_EQ(rule(compareAndSwap(Stride)), CostRule::LanesPerBankTwice);
  // Eight lanes meet, whatever each turn costs.
  EXPECT_EQ(costOf(compareAndSwap(Stride))->Worst,
            (Collision{0, 0x11111111, 8}));
}

TEST(Atomic, InactiveLanesTakeNoTurn) {
  auto Same = [](unsigned) { return 0; };
  EXPECT_EQ(figure(add(Same, 0b101)), (Figure{2, 2}));
  EXPECT_EQ(figure(compareAndSwap(Same, 0b101)), (Figure{4, 4}));
  EXPECT_EQ(figure(add(Same, 0)), (Figure{0, 0}));
  EXPECT_EQ(figure(compareAndSwap(Same, 0)), (Figure{0, 0}));
}

// 64-bit, floating-point and other operations were not measured.
TEST(Atomic, NothingIsClaimedWithoutAMeasurement) {
  auto Unit = [](unsigned L) { return 8 * L; };
  for (unsigned Bytes : {1u, 2u, 4u, 8u, 16u})
    EXPECT_FALSE(costOf(request(RequestKind::SharedAtomicOther, Bytes, Unit))
                     .has_value());
  EXPECT_FALSE(
      costOf(request(RequestKind::SharedAtomicOther, 4, Unit, 0)).has_value());
  for (RequestKind Kind :
       {RequestKind::SharedAtomicAdd, RequestKind::SharedAtomicCount,
        RequestKind::SharedAtomicCas})
    for (unsigned Bytes : {2u, 8u, 16u})
      EXPECT_FALSE(costOf(request(Kind, Bytes, Unit)).has_value());
}

} // namespace
