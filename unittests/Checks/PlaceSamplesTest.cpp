//===- PlaceSamplesTest.cpp - Which swizzle an index applies --------------===//

#include "Checks/TmaSwizzle/PlaceSamples.h"
#include "../Lane/LaneNotation.h"

using namespace warplint;

namespace {

/// Chunks of 16 bytes of a tile of rows of 128, read by 256 threads.
class PlaceSamplesTest : public ::testing::Test {
protected:
  PlaceSamples sampled(Value Place, uint64_t ArrayPlace = 0) {
    return {*Place.Context, {(Tile + Place).E, {}}, block(256), ArrayPlace};
  }

  Kernel K;
  Value Tile = K.array("tile", 128);
  Value Row = K.x() / 8, Chunk = K.x() % 8;
};

} // namespace

/// The rule as the programming guide has it, chunk by chunk.
TEST(TensorMap, ChunksOfARowAreExchangedByItsNumber) {
  for (SwizzleMode Mode : AllSwizzleModes)
    for (uint64_t Row = 0; Row != 32; ++Row)
      for (uint64_t Chunk = 0; Chunk != 8; ++Chunk) {
        const uint64_t Place = 128 * Row + 16 * Chunk + 5;
        const uint64_t Rows = uint64_t(1) << unsigned(Mode);
        EXPECT_EQ(swizzled(Mode, Place),
                  128 * Row + 16 * (Chunk ^ Row % Rows) + 5);
        EXPECT_EQ(swizzled(Mode, swizzled(Mode, Place)), Place);
        EXPECT_EQ(swizzled(Mode, Place + repeatOf(Mode)),
                  swizzled(Mode, Place) + repeatOf(Mode));
      }
}

TEST_F(PlaceSamplesTest, RowsAndColumnsAreASumWithoutASwizzleAlone) {
  const PlaceSamples S = sampled(128 * Row + 16 * Chunk);
  ASSERT_TRUE(S.isKnown());
  for (SwizzleMode Mode : AllSwizzleModes)
    EXPECT_EQ(S.isSumWithout(Mode), Mode == SwizzleMode::None);
  EXPECT_EQ(S.places().size(), 256U);
}

TEST_F(PlaceSamplesTest, XorIsASumWithItsOwnSwizzleTakenBack) {
  for (SwizzleMode Applied : AllSwizzleModes) {
    const PlaceSamples S = sampled(
        128 * Row + 16 * (Chunk ^ Row % (uint64_t(1) << unsigned(Applied))));
    for (SwizzleMode Mode : AllSwizzleModes)
      EXPECT_EQ(S.isSumWithout(Mode), Mode == Applied);
  }
}

/// (chunk + row) % 8 is no XOR.
TEST_F(PlaceSamplesTest, TurnedRowsAreNoSumInAnyMode) {
  const PlaceSamples S = sampled(128 * Row + 16 * ((Chunk + Row) % 8));
  for (SwizzleMode Mode : AllSwizzleModes)
    EXPECT_FALSE(S.isSumWithout(Mode));
}

/// Five stages of 4096 bytes in turn are none of a power of two.
TEST_F(PlaceSamplesTest, StagesThatGoRoundChangeNothing) {
  const Value Stage = K.parameter("i", 0, 100) % 5;
  EXPECT_TRUE(sampled(4096 * Stage + 128 * Row + 16 * Chunk)
                  .isSumWithout(SwizzleMode::None));
  EXPECT_TRUE(sampled(4096 * Stage + 128 * Row + 16 * (Chunk ^ Row % 8))
                  .isSumWithout(SwizzleMode::Bytes128));
}

TEST_F(PlaceSamplesTest, TheFirstRowIsMovedByNoSwizzle) {
  EXPECT_FALSE(sampled(16 * Chunk).isMovedBy(SwizzleMode::Bytes128));
  const PlaceSamples S = sampled(128 * Row + 16 * Chunk);
  EXPECT_TRUE(S.isMovedBy(SwizzleMode::Bytes128));
  // Chunk 0 of row 1.
  EXPECT_EQ(S.example(SwizzleMode::Bytes128), std::pair(8U, uint64_t(128)));
}

TEST_F(PlaceSamplesTest, DataIsNotKnown) {
  const Value Data = K.opaque(OpaqueReason::LoadedFromMemory, "g[i]");
  EXPECT_FALSE(sampled(16 * Data).isKnown());
  EXPECT_TRUE(sampled(16 * Data).onlyArray().has_value());
}
