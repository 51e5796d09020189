//===- GlobListTest.cpp ---------------------------------------------------===//

#include "warplint/Config/GlobList.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

TEST(GlobListTest, EmptyListsMatchNothing) {
  EXPECT_FALSE(GlobList("").contains("a"));
  EXPECT_FALSE(GlobList("").contains(""));
  EXPECT_FALSE(GlobList(" , ").contains("a"));
}

TEST(GlobListTest, AStarStandsForAnyText) {
  EXPECT_TRUE(GlobList("*").contains("a-b"));
  EXPECT_TRUE(GlobList("a*b").contains("ab"));
  EXPECT_TRUE(GlobList("a*b*c").contains("a-b-b-c"));
  EXPECT_TRUE(GlobList("*b").contains("a-b-b"));
  EXPECT_FALSE(GlobList("a*b").contains("abc"));
  EXPECT_FALSE(GlobList("a").contains("ab"));
  EXPECT_FALSE(GlobList("a.c").contains("abc")); // A dot is a dot.
}

TEST(GlobListTest, TheLastGlobThatMatchesDecides) {
  EXPECT_FALSE(GlobList("*,-a*").contains("ab"));
  EXPECT_TRUE(GlobList("*,-a*,ab").contains("ab"));
  EXPECT_FALSE(GlobList("ab,-*").contains("ab"));
  EXPECT_TRUE(GlobList("-*\n a* ").contains("ab"));
}

TEST(GlobListTest, NegativeGlobsCanBeLeftOut) {
  EXPECT_TRUE(GlobList("a*,-ab", /*KeepNegative=*/false).contains("ab"));
  EXPECT_FALSE(GlobList("-ab", /*KeepNegative=*/false).contains("ab"));
}

} // namespace
