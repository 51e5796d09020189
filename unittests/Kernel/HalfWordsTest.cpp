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

llvm::SmallVector<JoinedBytes, 4> loaded(std::initializer_list<int> Elements,
                                         bool IsLaidOut = false,
                                         unsigned Window = 16,
                                         bool AreTakenWhole = true) {
  llvm::SmallVector<int32_t, 8> Offsets;
  for (int E : Elements)
    Offsets.push_back(2 * E);
  return joinLoadedHalfWords(Offsets, 0, Window, IsLaidOut, AreTakenWhole);
}

// LDS.64 [0] of 0, 2, 3; LDS.64 [0], LDS.U16 [10], [14] of 5, 1, 2, 7, 0.
TEST(HalfWords, ThreeLoadsOfAnAlignedFourAre64Bits) {
  EXPECT_THAT(loaded({0, 1, 2, 3}), ElementsAre(request(0, 8)));
  EXPECT_THAT(loaded({0, 2, 3}), ElementsAre(request(0, 8)));
  EXPECT_THAT(loaded({5, 1, 2, 7, 0}), ElementsAre(request(0, 8)));
  EXPECT_THAT(loaded({0, 1, 2, 3, 4, 5}),
              ElementsAre(request(0, 8), request(8, 4)));
}

// LDS [2]; LDS.U16 of each of 0, 3 and of 1, 2; LDS [4], LDS [8] of 2 to 5.
TEST(HalfWords, TwoLoadsAreJoinedInAWord) {
  EXPECT_THAT(loaded({2, 3}), ElementsAre(request(4, 4)));
  EXPECT_THAT(loaded({0, 3}), IsEmpty());
  EXPECT_THAT(loaded({1, 2}), IsEmpty());
  EXPECT_THAT(loaded({2, 3, 4, 5}), ElementsAre(request(4, 4), request(8, 4)));
  EXPECT_THAT(loaded({0, 1, 2}, false, 4), ElementsAre(request(0, 4)));
}

// LDS, LDS.U16 of shorts 0, 1, 3 of such an array, LDS.64 of __half.
TEST(HalfWords, WhereLLVMJoinsLoadsOfPartsAreDoubtful) {
  EXPECT_THAT(loaded({0, 1, 3}, true), ElementsAre(request(0, 8, true)));
  EXPECT_THAT(loaded({0, 1, 2, 3}, true), ElementsAre(request(0, 8)));
  EXPECT_THAT(loaded({0, 1, 2, 3, 4, 5, 6, 7}, true),
              ElementsAre(request(0, 8, true), request(8, 8, true)));
  EXPECT_THAT(loaded({0, 1, 2, 3}, false, 16, false),
              ElementsAre(request(0, 8, true)));
}

/// Bytes of a window of 16 by number.
llvm::SmallVector<JoinedBytes, 4> bytes(std::vector<int32_t> Offsets,
                                        bool AreStored = false,
                                        uint64_t Declared = 16) {
  return joinSingleBytes(Offsets, 0, 16, Declared, AreStored);
}

// LDS.32 [0]; LDS.64 [8]; STS.16 [2].
TEST(SingleBytes, ThatFillTheirWindowAreJoined) {
  EXPECT_THAT(bytes({0, 1, 2, 3}), ElementsAre(request(0, 4)));
  EXPECT_THAT(bytes({8, 9, 10, 11, 12, 13, 14, 15}),
              ElementsAre(request(8, 8)));
  EXPECT_THAT(bytes({2, 3}, true), ElementsAre(request(2, 2)));
}

// Of three LLVM loads four, and stores two and one.
TEST(SingleBytes, OthersAreDoubtful) {
  EXPECT_THAT(bytes({0, 1, 2}), ElementsAre(request(0, 4, true)));
  EXPECT_THAT(bytes({0, 1, 2}, true), ElementsAre(request(0, 2, true)));
  EXPECT_THAT(bytes({0, 1, 2, 3}, false, 2), ElementsAre(request(0, 4, true)));
  EXPECT_THAT(bytes({5}), IsEmpty());
}

} // namespace
