//===- AsyncCopyTest.cpp - cp.async by its shared destinations ------------===//

#include "WarpNotation.h"

using namespace warplint;

namespace {

template <typename Function>
WarpRequest copy(unsigned Bytes, Function ByteAddress,
                 LaneMask Active = AllLanes) {
  return request(RequestKind::CpAsync, Bytes, ByteAddress, Active);
}

TEST(AsyncCopy, FourBytesTakeTurnsByLane) {
  EXPECT_EQ(figure(copy(4, [](unsigned L) { return 4 * L; })), (Figure{1, 1}));
  // Words 4*l: 8 banks with 4 lanes each.
  WarpRequest Stride = copy(4, [](unsigned L) { return 16 * L; });
  EXPECT_EQ(figure(Stride), (Figure{4, 1}));
  EXPECT_EQ(rule(Stride), CostRule::LanesPerBank);
  // Lanes 0, 8, 16, 24 meet in bank 0.
  EXPECT_EQ(costOf(Stride)->Worst, (Collision{0, 0x01010101, 4}));
  // Lanes that write one word take turns too.
  EXPECT_EQ(figure(copy(4, [](unsigned) { return 0; })), (Figure{32, 1}));
}

TEST(AsyncCopy, EightBytesGoByHalfWarps) {
  WarpRequest Unit = copy(8, [](unsigned L) { return 8 * L; });
  EXPECT_EQ(figure(Unit), (Figure{2, 2}));
  EXPECT_EQ(rule(Unit), CostRule::LanesPerBankHalves);
  // Word pairs 4*l: two lanes of each half in a pair of banks.
  EXPECT_EQ(figure(copy(8, [](unsigned L) { return 16 * L; })), (Figure{4, 2}));
  // Lane pairs that agree merge a load's halves, not a copy's.
  EXPECT_EQ(figure(copy(8, [](unsigned L) { return 8 * (L / 2); })),
            (Figure{4, 2}));
  EXPECT_EQ(
      figure(copy(8, [](unsigned L) { return 8 * L; }, 0xff)), (Figure{1, 1}));
}

// Through the L1 cache, quarter-warps take turns by bank: rows of 128 bytes
// fill all banks, a column of them the same four.
TEST(AsyncCopy, SixteenBytesThroughTheCacheGoByQuarterWarps) {
  auto Cached = [](auto ByteAddress) {
    return request(RequestKind::CpAsyncCached, 16, ByteAddress);
  };
  WarpRequest Unit = Cached([](unsigned L) { return 16 * L; });
  EXPECT_EQ(figure(Unit), (Figure{4, 4}));
  EXPECT_EQ(rule(Unit), CostRule::LanesPerBankQuarters);
  EXPECT_EQ(costOf(Unit)->Unit, CostUnit::Wavefronts);
  EXPECT_EQ(figure(Cached([](unsigned L) { return 128 * L; })),
            (Figure{4 * 8, 4}));
  EXPECT_FALSE(costOf(request(RequestKind::CpAsyncCached, 8, [](unsigned) {
                 return 0;
               })).has_value());
}

// 32 copies of 16 bytes are 512 bytes, 4 lines at best.
TEST(AsyncCopy, SixteenBytesCostTheLinesThatTheyTouch) {
  WarpRequest Full = copy(16, [](unsigned L) { return 16 * L; });
  EXPECT_EQ(figure(Full), (Figure{4, 4}));
  EXPECT_EQ(rule(Full), CostRule::FullLines);
  EXPECT_EQ(costOf(Full)->Unit, CostUnit::Lines);
  // Half-written lines: rows of 64 bytes at a pitch of 128.
  EXPECT_EQ(
      figure(copy(16, [](unsigned L) { return 128 * (L / 4) + 16 * (L % 4); })),
      (Figure{8, 4}));
  EXPECT_EQ(figure(copy(16, [](unsigned L) { return 64 * L; })),
            (Figure{16, 4}));
  EXPECT_EQ(figure(copy(16, [](unsigned L) { return 128 * L; })),
            (Figure{32, 4}));
}

// The order inside a line costs nothing: chunk j of row r at j ^ r.
TEST(AsyncCopy, XorInsideALineCostsNothing) {
  for (unsigned X = 0; X < 8; ++X)
    EXPECT_EQ(figure(copy(16, [&](unsigned L) { return 16 * (L ^ X); })),
              (Figure{4, 4}));
  EXPECT_EQ(figure(copy(16,
                        [](unsigned L) {
                          return 128 * (L / 8) + 16 * ((L % 8) ^ (L / 8));
                        })),
            (Figure{4, 4}));
}

// ceil(16 * active / 128).
TEST(AsyncCopy, IdealLinesFollowTheActiveLanes) {
  auto Unit = [](unsigned L) { return 16 * L; };
  EXPECT_EQ(figure(copy(16, Unit, 0x000000ff)), (Figure{1, 1}));
  EXPECT_EQ(figure(copy(16, Unit, 0x000001ff)), (Figure{2, 2}));
  EXPECT_EQ(figure(copy(16, Unit, 0x01010101)), (Figure{4, 1}));
  EXPECT_EQ(figure(copy(16, Unit, 0)), (Figure{0, 0}));
  EXPECT_EQ(costOf(copy(16, Unit, 0))->Unit, CostUnit::Lines);
}

// Lanes with one destination write 16 bytes between them.
TEST(AsyncCopy, SharedDestinationsFillOneLine) {
  EXPECT_EQ(figure(copy(16, [](unsigned) { return 256; })), (Figure{1, 1}));
}

// No bank rule applies, so no bank is a witness.
TEST(AsyncCopy, LinesHaveNoWitnesses) {
  WarpRequest Scattered = copy(16, [](unsigned L) { return 128 * L; });
  EXPECT_FALSE(costOf(Scattered)->Worst.has_value());
  EXPECT_TRUE(collisionsOf(Scattered).empty());
}

TEST(AsyncCopy, OtherWidthsDoNotExist) {
  for (unsigned Bytes : {1u, 2u, 12u, 32u})
    EXPECT_FALSE(costOf(copy(Bytes, [](unsigned) { return 0; })).has_value());
}

} // namespace
