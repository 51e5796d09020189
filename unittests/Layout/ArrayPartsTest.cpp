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

} // namespace
