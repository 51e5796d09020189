//===- NolintCommentsTest.cpp ---------------------------------------------===//

#include "warplint/Select/NolintComments.h"
#include "warplint/Select/LineFilter.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

using namespace warplint;
using llvm::StringRef;

namespace {

/// Whether a finding of check "c" at the first '@' of \p Text is held back.
bool isSuppressed(StringRef Text) {
  return NolintComments(Text).covers("c", Text.find('@'));
}

TEST(NolintCommentsTest, AWordCoversItsLineAlone) {
  EXPECT_TRUE(isSuppressed("@ NOLINT"));
  EXPECT_TRUE(isSuppressed("x\n@ NOLINT\ny"));
  EXPECT_FALSE(isSuppressed("@\nNOLINT\n"));
  EXPECT_FALSE(isSuppressed("NOLINT\n@\n"));
  EXPECT_FALSE(isSuppressed("@ NOLINTER"));
}

TEST(NolintCommentsTest, NextLineCoversThatLineAlone) {
  EXPECT_TRUE(isSuppressed("NOLINTNEXTLINE\n@"));
  EXPECT_FALSE(isSuppressed("NOLINTNEXTLINE @\n"));
  EXPECT_FALSE(isSuppressed("NOLINTNEXTLINE\n\n@"));
  EXPECT_FALSE(isSuppressed("@\nNOLINTNEXTLINE"));
}

TEST(NolintCommentsTest, AListNamesChecks) {
  EXPECT_TRUE(isSuppressed("@ NOLINT(b, c)"));
  EXPECT_FALSE(isSuppressed("@ NOLINT(b)"));
  EXPECT_FALSE(isSuppressed("@ NOLINT()"));
  // A list without its end is none.
  EXPECT_TRUE(isSuppressed("@ NOLINT(b\n)"));
}

TEST(NolintCommentsTest, PairsHaveTheSameList) {
  EXPECT_TRUE(isSuppressed("NOLINTBEGIN\n@\nNOLINTEND"));
  EXPECT_TRUE(isSuppressed("NOLINTBEGIN(b,c)\n@\nNOLINTEND(c, b)"));
  EXPECT_FALSE(isSuppressed("NOLINTBEGIN\nNOLINTEND\n@"));
  NolintComments Unequal("NOLINTBEGIN(c)\n@\nNOLINTEND(b)");
  EXPECT_FALSE(Unequal.covers("c", 15));
  ASSERT_EQ(Unequal.unmatched().size(), 2u);
  EXPECT_EQ(Unequal.unmatched()[0].Offset, 17u); // Of the END.
  EXPECT_EQ(Unequal.unmatched()[1].Offset, 0u);
}

TEST(LineFilterTest, TheFirstNameThatFitsDecides) {
  auto Filter = LineFilter::parse(
      R"([{"name":"a.cu","lines":[[2,3],[7,7]]},{"name":".cuh"}])");
  ASSERT_TRUE(bool(Filter));
  EXPECT_TRUE(Filter->admits("/src/a.cu", 2));
  EXPECT_TRUE(Filter->admits("/src/a.cu", 7));
  EXPECT_FALSE(Filter->admits("/src/a.cu", 4));
  EXPECT_TRUE(Filter->admits("b.cuh", 100));
  EXPECT_FALSE(Filter->admits("b.cu", 2));
  EXPECT_TRUE(LineFilter().admits("b.cu", 2));
}

TEST(LineFilterTest, RangesAreTwoLines) {
  for (StringRef Text :
       {"{}", "[1]", R"([{"lines":[]}])", R"([{"name":"a","lines":[[1]]}])",
        R"([{"name":"a","lines":[[3,1]]}])", R"([{"name":"a","lines":1}])",
        R"([{"name":"a","lines":[[-1,1]]}])"}) {
    auto Filter = LineFilter::parse(Text);
    EXPECT_FALSE(bool(Filter)) << Text.str();
    llvm::consumeError(Filter.takeError());
  }
}

} // namespace
