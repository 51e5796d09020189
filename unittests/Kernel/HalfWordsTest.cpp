//===- HalfWordsTest.cpp --------------------------------------------------===//

#include "Kernel/Issue/HalfWords.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace warplint;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// The elements of a window of 16 bytes by number.
llvm::SmallVector<JoinedBytes, 4> stored(std::initializer_list<int> Elements,
                                         bool IsLaidOut = false,
                                         unsigned Window = 16,
                                         bool HasOthers = false) {
  llvm::SmallVector<int32_t, 8> Offsets;
  for (int E : Elements)
    Offsets.push_back(2 * E);
  return joinStoredHalfWords(Offsets, 0, Window, IsLaidOut, HasOthers);
}

JoinedBytes request(int32_t Begin, unsigned Bytes, bool IsDoubtful = false) {
  return {Begin, Bytes, IsDoubtful};
}

// STS.64 [0]; STS.64 [8].
TEST(HalfWords, AlignedFoursAre64Bits) {
  EXPECT_THAT(stored({0, 1, 2, 3}), ElementsAre(request(0, 8)));
  EXPECT_THAT(stored({3, 0, 2, 1}), ElementsAre(request(0, 8)));
  EXPECT_THAT(stored({0, 1, 2, 3, 4, 5, 6, 7}),
              ElementsAre(request(0, 8), request(8, 8)));
}

// STS.128 [0].
TEST(HalfWords, EightOfAnArrayThatIsLaidOutAre128Bits) {
  EXPECT_THAT(stored({0, 1, 2, 3, 4, 5, 6, 7}, true),
              ElementsAre(request(0, 16)));
  EXPECT_THAT(stored({0, 1, 2, 3}, true), ElementsAre(request(0, 8)));
}

// Elements 1, 3 to 7: STS.32 [8]; STS.32 [12] where LLVM began with element 3.
TEST(HalfWords, NeighboursOfAFourMakeItDoubtfulWhereLLVMJoins) {
  EXPECT_THAT(stored({1, 3, 4, 5, 6, 7}, true),
              ElementsAre(request(8, 8, true)));
  EXPECT_THAT(stored({1, 3, 4, 5, 6, 7}), ElementsAre(request(8, 8)));
  EXPECT_THAT(stored({0, 1, 2, 3, 4, 5, 6, 7}, true, 16, true),
              ElementsAre(request(0, 16, true)));
}

// STS.U16 [4]; STS.32 [0] of three; nothing of two halves of different words.
TEST(HalfWords, NoStoreWritesWhatNobodyAskedFor) {
  EXPECT_THAT(stored({0, 1, 2}), ElementsAre(request(0, 4)));
  EXPECT_THAT(stored({1, 2, 3}), ElementsAre(request(4, 4)));
  EXPECT_THAT(stored({1, 2}), IsEmpty());
  EXPECT_THAT(stored({0, 2}), IsEmpty());
  EXPECT_THAT(stored({2, 3, 4, 5}), ElementsAre(request(4, 4), request(8, 4)));
}

TEST(HalfWords, NoMoreThanTheWindowIsAligned) {
  EXPECT_THAT(stored({0, 1, 2, 3}, false, 4), ElementsAre(request(0, 4)));
  EXPECT_THAT(stored({0, 1, 2, 3}, true, 8), ElementsAre(request(0, 8)));
}

} // namespace
