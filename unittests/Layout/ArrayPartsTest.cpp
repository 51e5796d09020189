//===- ArrayPartsTest.cpp - Parts of an array that no access leaves -------===//

#include "warplint/Layout/ArrayParts.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

std::vector<std::pair<uint64_t, uint64_t>>
parts(std::vector<TouchedRange> Touched) {
  std::vector<std::pair<uint64_t, uint64_t>> All;
  for (const TouchedRange &S : partsOf(std::move(Touched), 32))
    All.emplace_back(S.Begin, S.End);
  return All;
}

using Parts = std::vector<std::pair<uint64_t, uint64_t>>;

TEST(ArrayParts, AccessesThatMeetAreInOnePart) {
  // In whichever order they come; one inside of another says nothing new.
  EXPECT_EQ(parts({{64, 128}, {0, 64}}), (Parts{{0, 64}, {64, 128}}));
  EXPECT_EQ(parts({{0, 65}, {64, 128}}), (Parts{{0, 128}}));
  EXPECT_EQ(parts({{64, 128}, {0, 64}, {32, 96}}), (Parts{{0, 128}}));
  EXPECT_EQ(parts({{0, 128}, {32, 64}, {128, 160}}),
            (Parts{{0, 128}, {128, 160}}));
}

TEST(ArrayParts, PartsAreWholeRowsAndLeaveNoGap) {
  // The first begins with the array, and each ends where the next one begins.
  EXPECT_EQ(parts({{40, 50}, {200, 201}}), (Parts{{0, 192}, {192, 224}}));
  // Two that share a row of banks are not told apart.
  EXPECT_EQ(parts({{0, 10}, {20, 40}}), (Parts{{0, 64}}));
  EXPECT_TRUE(parts({}).empty());
}

TEST(ArrayParts, ATileOfWmmaIsAllOfItsLines) {
  // 16 x 16 halves in rows of 32, 4 instructions of 32 words: of 16 lines the last
  // begins at 15 * 32. The lanes' addresses are those of the first instruction.
  ArrayAccess Tile;
  Tile.BytesPerLane = 4;
  Tile.Instructions = 4;
  Tile.Pitch = 32;
  Tile.LineLength = 16;
  Tile.Cases.edit().resize(1);
  for (unsigned L = 0; L < WarpSize; ++L)
    Tile.Cases.edit()[0].Element[L] = 64 + L / 4 * 32 + L % 4 * 2;
  const auto Touched = touchedBy(Tile, {{4096}, 2});
  ASSERT_TRUE(Touched);
  EXPECT_EQ(Touched->Begin, 64u);
  EXPECT_EQ(Touched->End, 64u + 15 * 32 + 16);
}

TEST(ArrayParts, AnAccessIsFromItsFirstToItsLastElement) {
  // Vectors of 4 floats; lanes that are not active are no part of it.
  ArrayAccess Wide;
  Wide.BytesPerLane = 16;
  Wide.Cases.edit().resize(1);
  Wide.Cases.edit()[0].Active = 0b110;
  Wide.Cases.edit()[0].Element[0] = 1000;
  Wide.Cases.edit()[0].Element[1] = 8;
  Wide.Cases.edit()[0].Element[2] = 32;
  const auto Touched = touchedBy(Wide, {{1024}, 4});
  ASSERT_TRUE(Touched);
  EXPECT_EQ(Touched->Begin, 8u);
  EXPECT_EQ(Touched->End, 36u);
  Wide.Cases.clear();
  EXPECT_FALSE(touchedBy(Wide, {{1024}, 4}));
}

} // namespace
