//===- SentenceTest.cpp - Texts with places to fill in --------------------===//

#include "warplint/Support/Sentence.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

constexpr Sentence<"cannot fix '{0}': {1}"> CannotFix;
constexpr Sentence<"{1} of {0} {1}"> OutOfOrder;
constexpr Sentence<"s{a} {} {0"> NoPlace;

TEST(Sentence, ValuesOfAnyTypeFillThePlaces) {
  EXPECT_EQ(CannotFix("tile", 32u), "cannot fix 'tile': 32");
  EXPECT_EQ(CannotFix(std::string("tile"), llvm::StringRef("{0}")),
            "cannot fix 'tile': {0}");
  EXPECT_EQ(OutOfOrder(-1, uint64_t(1) << 40),
            "1099511627776 of -1 1099511627776");
}

TEST(Sentence, OtherBracesAreText) {
  EXPECT_EQ(NoPlace(), "s{a} {} {0");
  EXPECT_EQ(llvm::StringRef(NoPlace), "s{a} {} {0");
}

} // namespace
