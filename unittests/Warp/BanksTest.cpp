//===- BanksTest.cpp - How lanes spread over the banks --------------------===//

#include "warplint/Warp/Banks.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace warplint;

namespace {

template <typename Function> LaneAddresses addresses(Function ByteAddress) {
  LaneAddresses A = {};
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    A[Lane] = ByteAddress(Lane);
  return A;
}

unsigned conflict(const BankTally &T) {
  unsigned Most = 0;
  for (unsigned Bank = 0; Bank < NumBanks; ++Bank)
    Most = std::max(Most, T.words(Bank));
  return Most;
}

TEST(LaneMask, RangesHoldTheirLanes) {
  EXPECT_EQ(laneRange(0, 32), 0xffffffffu);
  EXPECT_EQ(laneRange(0, 16), 0x0000ffffu);
  EXPECT_EQ(laneRange(16, 16), 0xffff0000u);
  EXPECT_EQ(laneRange(8, 8), 0x0000ff00u);
  EXPECT_EQ(laneRange(5, 0), 0u);
}

TEST(Banks, NoLanesTouchNothing) {
  BankTally T(LaneAddresses{}, 4, 0);
  EXPECT_EQ(conflict(T), 0u);
  for (unsigned Bank = 0; Bank < 32; ++Bank)
    EXPECT_EQ(T.lanes(Bank), 0u);
}

// Lanes 0, 1, 2 touch words 5, 5, 37; 37 mod 32 = 5.
TEST(Banks, OneWordIsCountedOnceHoweverManyLanesTouchIt) {
  LaneAddresses A = {4 * 5, 4 * 5, 4 * 37};
  BankTally T(A, 4, 0b111);
  EXPECT_EQ(T.words(5), 2u);
  EXPECT_EQ(T.lanes(5), 0b111u);
  EXPECT_EQ(conflict(T), 2u);
  EXPECT_EQ(T.words(4), 0u);
}

// Four bytes of one word, then the first byte of the next.
TEST(Banks, BytesOfOneWordShareIt) {
  BankTally T({0, 1, 2, 3, 4}, 1, 0b11111);
  EXPECT_EQ(T.words(0), 1u);
  EXPECT_EQ(T.lanes(0), 0b01111u);
  EXPECT_EQ(T.lanes(1), 0b10000u);
}

// 16 bytes at byte 120 are words 30, 31, 32, 33: banks 30, 31, 0, 1.
TEST(Banks, WideAccessesTouchConsecutiveBanksAroundTheEnd) {
  BankTally T({120}, 16, 1);
  for (unsigned Bank : {30u, 31u, 0u, 1u})
    EXPECT_EQ(T.words(Bank), 1u);
  EXPECT_EQ(T.words(2), 0u);
  EXPECT_EQ(T.words(29), 0u);
}

// 4 bytes from byte 2 cover words 0 and 1.
TEST(Banks, MisalignedAccessesTouchTheWordsThatTheyCover) {
  BankTally T({2}, 4, 1);
  EXPECT_EQ(T.words(0), 1u);
  EXPECT_EQ(T.words(1), 1u);
}

// Byte -4 is the word before word 0: bank 31. Bytes -2 .. 1 are that word and
// word 0.
TEST(Banks, AddressesBelowTheOriginWrapAround) {
  EXPECT_EQ(BankTally({uint64_t(-4)}, 4, 1).words(31), 1u);
  BankTally T({uint64_t(-2), 0}, 4, 0b11);
  EXPECT_EQ(T.lanes(31), 0b01u);
  EXPECT_EQ(T.lanes(0), 0b11u);
  EXPECT_EQ(T.words(0), 1u);
}

// 32 misaligned 16-byte accesses at a pitch of 128: 5 words each, all distinct,
// in banks 0 to 4.
TEST(Banks, TheMostWordsThatAWarpCanTouchAreCounted) {
  BankTally T(addresses([](unsigned L) { return 128 * L + 2; }), 16, AllLanes);
  for (unsigned Bank = 0; Bank < 5; ++Bank)
    EXPECT_EQ(T.words(Bank), 32u);
  EXPECT_EQ(T.words(5), 0u);
}

// The 32x32 tile: a row touches every bank once; a column, words 32*l, touches
// bank 0 alone.
TEST(Banks, ColumnOfThirtyTwoWordsARowIsThirtyTwoWay) {
  auto Row = addresses([](unsigned L) { return 4 * L; });
  auto Column = addresses([](unsigned L) { return 4 * 32 * L; });
  EXPECT_EQ(conflict({Row, 4, AllLanes}), 1u);
  EXPECT_EQ(conflict({Column, 4, AllLanes}), 32u);
}

// Element (row, col) at word 32*row + (col ^ row): column c is words 32*l + (c
// ^ l), and l -> c ^ l is a permutation of the banks.
TEST(Banks, XorOfRowAndColumnClearsTheTile) {
  for (unsigned C = 0; C < 32; ++C) {
    auto Column = addresses([&](unsigned L) { return 4 * (32 * L + (C ^ L)); });
    EXPECT_EQ(conflict({Column, 4, AllLanes}), 1u);
    auto Row = addresses([&](unsigned L) { return 4 * (32 * C + (L ^ C)); });
    EXPECT_EQ(conflict({Row, 4, AllLanes}), 1u);
  }
}

// A column of a 32x96 tile: 96 is a multiple of 32, so bank 0 has all words;
// word 96*row + (row ^ col) spreads them.
TEST(Banks, XorWorksForRowLengthsThatAreNoPowerOfTwo) {
  auto Plain = addresses([](unsigned L) { return 4 * 96 * L; });
  auto Swizzled = addresses([](unsigned L) { return 4 * (96 * L + (L ^ 5)); });
  EXPECT_EQ(conflict({Plain, 4, AllLanes}), 32u);
  EXPECT_EQ(conflict({Swizzled, 4, AllLanes}), 1u);
}

} // namespace
