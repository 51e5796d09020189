//===- GlobalTest.cpp - Sectors of global memory --------------------------===//

#include "WarpNotation.h"

using namespace warplint;

namespace {

template <typename Function>
WarpRequest global(unsigned Bytes, Function ByteAddress,
                   LaneMask Active = AllLanes) {
  return request(RequestKind::GlobalLoad, Bytes, ByteAddress, Active);
}

// 32 times 1, 2, 4, 8, 16 bytes in a row are 1, 2, 4, 8, 16 sectors.
TEST(Global, UnitStrideFillsItsSectors) {
  for (unsigned Bytes : {1u, 2u, 4u, 8u, 16u})
    for (RequestKind Kind :
         {RequestKind::GlobalLoad, RequestKind::GlobalStore}) {
      WarpRequest Access =
          request(Kind, Bytes, [&](unsigned L) { return Bytes * L; });
      EXPECT_EQ(figure(Access), (Figure{Bytes, Bytes}));
      EXPECT_EQ(costOf(Access)->Unit, CostUnit::Sectors);
      EXPECT_EQ(rule(Access), CostRule::Sectors);
    }
}

// float x[8 * lane]: a sector each; the 128 bytes would fill 4.
TEST(Global, StrideOfASectorTouchesOneALane) {
  EXPECT_EQ(figure(global(4, [](unsigned L) { return 32 * L; })),
            (Figure{32, 4}));
  EXPECT_EQ(figure(global(4, [](unsigned L) { return 8 * L; })),
            (Figure{8, 4}));
}

// 128 bytes that start 4 bytes into a sector.
TEST(Global, MisplacedRowTouchesOneSectorMore) {
  EXPECT_EQ(figure(global(4, [](unsigned L) { return 4 * L + 4; })),
            (Figure{5, 4}));
}

TEST(Global, LanesAtOneAddressShareIt) {
  EXPECT_EQ(figure(global(4, [](unsigned) { return 100; })), (Figure{1, 1}));
  // Four lanes an element: 8 elements, 32 bytes.
  EXPECT_EQ(figure(global(4, [](unsigned L) { return 4 * (L / 4); })),
            (Figure{1, 1}));
  // Two elements in two sectors would fit into one.
  EXPECT_EQ(figure(global(4, [](unsigned L) { return 64 * (L % 2); })),
            (Figure{2, 1}));
}

TEST(Global, InactiveLanesTouchNothing) {
  auto Apart = [](unsigned L) { return 32 * L; };
  EXPECT_EQ(figure(global(4, Apart, 0x3ff)), (Figure{10, 2}));
  EXPECT_EQ(figure(global(4, Apart, 0)), (Figure{0, 0}));
  EXPECT_EQ(rule(global(4, Apart, 0)), CostRule::NoActiveLane);
}

// 16 bytes from byte 24 reach into the next sector; lanes 0 and 1 overlap in 8
// bytes: 24 distinct ones.
TEST(Global, MisalignedAccessesTouchWhatTheyCover) {
  EXPECT_EQ(figure(global(16, [](unsigned) { return 24; }, 1)), (Figure{2, 1}));
  EXPECT_EQ(figure(global(
                16, [](unsigned L) { return 24 + 8 * L; }, 0b11)),
            (Figure{2, 1}));
}

// Bytes -16 .. 15 around the origin: two sectors, 32 bytes.
TEST(Global, AddressesBelowTheOriginWrapAround) {
  EXPECT_EQ(figure(global(
                16, [](unsigned L) { return uint64_t(16 * L) - 16; }, 0b11)),
            (Figure{2, 1}));
}

TEST(Global, BanksPlayNoRole) {
  WarpRequest Access = global(4, [](unsigned L) { return 128 * L; });
  EXPECT_FALSE(costOf(Access)->Worst.has_value());
  EXPECT_TRUE(collisionsOf(Access).empty());
}

TEST(Global, OtherWidthsWereNotMeasured) {
  // 32 bytes are those of compute capability 10.0.
  EXPECT_EQ(figure(global(32, [](unsigned L) { return 32 * L; })),
            (Figure{32, 32}));
  for (unsigned Bytes : {0u, 3u, 12u, 64u})
    EXPECT_FALSE(costOf(global(Bytes, [](unsigned) { return 0; })).has_value());
}

} // namespace
