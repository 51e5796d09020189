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

// Half-warps: eight lanes of each in words 64*l, all in bank 0.
TEST(Atomic, SixtyFourBitsGoByHalfWarps) {
  auto Unit = [](unsigned L) { return 8 * L; };
  auto Stride = [](unsigned L) { return L % 16 < 8 ? 256 * L : 8 * L; };
  WarpRequest Swap = compareAndSwap(Unit), Exchange = add(Unit);
  Swap.BytesPerLane = Exchange.BytesPerLane = 8;
  EXPECT_EQ(figure(Exchange), (Figure{2, 2}));
  EXPECT_EQ(rule(Exchange), CostRule::LanesPerBankHalves);
  EXPECT_EQ(figure(Swap), (Figure{4, 4}));
  EXPECT_EQ(rule(Swap), CostRule::LanesPerBankHalvesTwice);
  Swap = compareAndSwap(Stride);
  Swap.BytesPerLane = 8;
  // Bank 0 has lanes 0-7, and lanes 16-23; lanes 8 and 24 are in bank 16, and
  // their neighbours beside them.
  EXPECT_EQ(figure(Swap), (Figure{2 * (8 + 8), 4}));
  EXPECT_EQ(costOf(Swap)->Worst, (Collision{0, 0xff, 8}));
}

// What no layout can change is counted for each half-warp: 16 lanes of the
// first are at one word, those of the second at 16.
TEST(Atomic, ContentionIsThatOfEachHalfWarp) {
  WarpRequest R = add([](unsigned L) { return L < 16 ? 0 : 8 * L; });
  R.BytesPerLane = 8;
  EXPECT_EQ(figure(R), (Figure{16 + 1, 16 + 1}));
  EXPECT_FALSE(costOf(R)->Worst.has_value());
}

TEST(Atomic, CombinedLanesAskOnce) {
  auto Same = [](unsigned) { return 64; };
  for (LaneMask Active : {AllLanes, LaneMask(0x10), LaneMask(0xffff)})
    EXPECT_EQ(
        figure(request(RequestKind::SharedAtomicCombined, 4, Same, Active)),
        (Figure{1, 1}));
  EXPECT_EQ(figure(request(RequestKind::SharedAtomicCombined, 4, Same, 0)),
            (Figure{0, 0}));
}

TEST(Atomic, SumsOfAWarpAreCombinedOnlyForAWholeWarp) {
  auto Same = [](unsigned) { return 64; };
  auto Sum = [&](LaneMask Active) {
    return figure(
        request(RequestKind::SharedAtomicCombinedIfFull, 4, Same, Active));
  };
  EXPECT_EQ(Sum(AllLanes), (Figure{1, 1}));
  EXPECT_EQ(Sum(AllLanes >> 1), (Figure{31, 31}));
  EXPECT_EQ(Sum(1), (Figure{1, 1}));
}

// Words 4*l: four lanes a bank. Four passes, whose loads read 4, 3, 2 and 1
// words of each bank; each pass swaps in two wavefronts. Apart, one pass: 1
// + 2.
TEST(Atomic, SwapLoopsTakeAPassForEachLaneOfABank) {
  WarpRequest R = request(RequestKind::SharedSwapLoop, 4,
                          [](unsigned L) { return 16 * L; });
  EXPECT_EQ(figure(R), (Figure{4 + 3 + 2 + 1 + 4 * 2, 1 + 2}));
  EXPECT_EQ(rule(R), CostRule::SwapLoop);
  EXPECT_EQ(costOf(R)->LoadsOfLoop, 10u);
  EXPECT_EQ(costOf(R)->Worst, (Collision{0, 0x01010101, 4}));
}

// 32 passes of one load and one swap, which no layout helps.
TEST(Atomic, SwapLoopsOnOneWordAreContention) {
  WarpRequest R =
      request(RequestKind::SharedSwapLoop, 4, [](unsigned) { return 4; });
  EXPECT_EQ(figure(R), (Figure{32 * 3, 32 * 3}));
  EXPECT_FALSE(costOf(R)->Worst.has_value());
}

// Bank 0 has lanes 0-2 at word 0, bank 1 has lanes 3 and 4 at words 1 and 33.
// Three passes either way, but the first one's load takes two wavefronts.
TEST(Atomic, LoadsOfALoopConflictInTheShadowOfContention) {
  auto Address = [](unsigned L) { return L < 3 ? 0 : L == 3 ? 4 : 132; };
  WarpRequest R = request(RequestKind::SharedSwapLoop, 4, Address, 0b11111);
  EXPECT_EQ(figure(R), (Figure{2 + 1 + 1 + 3 * 2, 3 * (1 + 2)}));
  EXPECT_EQ(costOf(R)->Worst, (Collision{1, 0b11000, 2}));
}

// Both half-warps have a lane at the word: the second one's swap fails, since
// the first has just changed it. Pass 1: one load (the lanes agree), two swaps
// of two wavefronts; pass 2: one load, one swap.
TEST(Atomic, TheSecondHalfWarpFailsOnAWordThatTheFirstChanged) {
  WarpRequest R = request(
      RequestKind::SharedSwapLoop, 8, [](unsigned) { return 8; }, 0x00010001);
  EXPECT_EQ(figure(R), (Figure{1 + 4 + 1 + 2, 1 + 4 + 1 + 2}));
  // At different words both succeed at once, after a load of one wavefront:
  // with one lane in each half-warp no pair disagrees.
  R.ByteAddress[16] = 16;
  EXPECT_EQ(figure(R), (Figure{1 + 4, 1 + 4}));
}

// Two 16-bit elements share a word: their lanes change it under each other. One
// load, then 2 lanes a bank, then 1. In words of their own: one load, one pass.
TEST(Atomic, RetryLoopsMeetInWords) {
  WarpRequest R = request(RequestKind::SharedRetryLoop, 2,
                          [](unsigned L) { return 2 * L; });
  EXPECT_EQ(figure(R), (Figure{1 + 2 * 2 + 2 * 1, 1 + 2}));
  EXPECT_EQ(rule(R), CostRule::RetryLoop);
  // Eight words of bank 0 with four lanes each: a load of eight, and then each
  // pass takes all lanes that are left.
  R = request(RequestKind::SharedRetryLoop, 2,
              [](unsigned L) { return 128 * (L / 4); });
  EXPECT_EQ(figure(R),
            (Figure{8 + 2 * (32 + 24 + 16 + 8), 1 + 2 * (4 + 3 + 2 + 1)}));
}

TEST(Atomic, NothingIsClaimedWithoutAMeasurement) {
  auto Unit = [](unsigned L) { return 8 * L; };
  auto HasRule = [&](RequestKind Kind, unsigned Bytes) {
    return costOf(request(Kind, Bytes, Unit)).has_value();
  };
  for (unsigned Bytes : {1u, 2u, 4u, 8u, 16u}) {
    EXPECT_FALSE(HasRule(RequestKind::SharedAtomicOther, Bytes));
    for (RequestKind Kind :
         {RequestKind::SharedAtomic, RequestKind::SharedAtomicCas})
      EXPECT_EQ(HasRule(Kind, Bytes), Bytes >= 4);
    EXPECT_EQ(HasRule(RequestKind::SharedSwapLoop, Bytes),
              Bytes == 4 || Bytes == 8);
    for (RequestKind Kind :
         {RequestKind::SharedAtomicCount, RequestKind::SharedAtomicCombined,
          RequestKind::SharedAtomicCombinedIfFull})
      EXPECT_EQ(HasRule(Kind, Bytes), Bytes == 4);
    EXPECT_EQ(HasRule(RequestKind::SharedRetryLoop, Bytes), Bytes == 2);
  }
}

} // namespace
