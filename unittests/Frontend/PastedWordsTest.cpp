//===- PastedWordsTest.cpp ------------------------------------------------===//

#include "Frontend/Text/PastedWords.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

bool joins(llvm::ArrayRef<WordGroup> Groups, llvm::StringRef Name) {
  std::vector<const WordGroup *> All;
  for (const WordGroup &G : Groups)
    All.push_back(&G);
  return canPaste(pastedWords(All), Name);
}

const WordGroup Cat{"CAT", {}, /*Pastes=*/true}; // CAT(A, B) A##B

TEST(PastedWords, WordsOfOneUseAreJoined) {
  const WordGroup Use{"", {"CAT", "k_", "tile"}};
  EXPECT_TRUE(joins({Cat, Use}, "k_tile"));
  EXPECT_TRUE(joins({Cat, Use}, "tilek_")); // The order is not read.
  EXPECT_FALSE(joins({Cat, Use}, "k_tiles"));
}

TEST(PastedWords, WordsElsewhereAreNot) {
  EXPECT_FALSE(joins({Cat, {"", {"f", "k_", "tile"}}}, "k_tile"));
  EXPECT_FALSE(joins({{"F", {"k_"}}, {"", {"F", "tile"}}}, "k_tile"));
}

TEST(PastedWords, AnyNumberOfSingleLettersIsJoined) {
  const WordGroup Use{"", {"CAT", "a", "b", "c"}};
  EXPECT_TRUE(joins({Cat, Use}, "abcab"));
}

TEST(PastedWords, MacrosAreFollowedThroughOthers) {
  const WordGroup Run{"RUN", {"CAT", "k_"}}; // RUN(X) CAT(k_, X)
  const WordGroup Name{"NAME", {"tile"}};
  EXPECT_TRUE(joins({Run, Name, Cat, {"", {"RUN", "NAME"}}}, "k_tile"));
  EXPECT_FALSE(joins({Run, Name, Cat, {"", {"RUN", "f"}}}, "k_tile"));
  // EACH(RUN), EACH(X) X(tile)
  EXPECT_TRUE(
      joins({Run, {"EACH", {"tile"}}, Cat, {"", {"EACH", "RUN"}}}, "k_tile"));
}

// CAT(k_, __LINE__): what the number is, no word says.
TEST(PastedWords, NumbersAreJoinedWhateverTheyAre) {
  const WordGroup Use{"", {"CAT", "k_", "__LINE__"}};
  EXPECT_TRUE(joins({Cat, Use}, "k_17"));
  EXPECT_TRUE(joins({Cat, Use}, "k_201703L"));
  EXPECT_FALSE(joins({Cat, Use}, "k_2d"));
}

TEST(PastedWords, HeadersOfTheSystemAreKnownByTheirMacrosNames) {
  EXPECT_TRUE(joins({{"", {"__CONCAT", "k_", "tile"}}}, "k_tile"));
  EXPECT_TRUE(joins({{"", {"BOOST_PP_CAT", "k_", "tile"}}}, "k_tile"));
  EXPECT_TRUE(joins({{"", {"token_paste2", "k_", "tile"}}}, "k_tile"));
  EXPECT_TRUE(joins({{"", {"CppConcat", "k_", "tile"}}}, "k_tile"));
  // A part of a word says nothing.
  EXPECT_FALSE(joins({{"", {"locate", "k_", "tile"}}}, "k_tile"));
}

} // namespace
