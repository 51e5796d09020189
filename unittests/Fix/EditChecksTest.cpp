//===- EditChecksTest.cpp - What edits do to a declaration's place --------===//

#include "Fix/EditChecks.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

/// Where what stands at 100 of k.cu is after \p Edits of \p File.
unsigned after(std::vector<SourceEdit> Edits, std::string File = "k.cu") {
  return shifted({"k.cu", 100}, {{std::move(File), std::move(Edits)}}).Offset;
}

TEST(EditChecks, ADeclarationMovesWithTheTextBeforeIt) {
  // Two letters for one, three behind it, three taken away.
  EXPECT_EQ(after({{10, 1, "ab"}}), 101u);
  EXPECT_EQ(after({{10, 0, "abc"}, {20, 3, ""}}), 100u);
  EXPECT_EQ(after({{40, 5, ""}, {50, 10, "x"}}), 86u);
  // Up to its first letter, and not from there on.
  EXPECT_EQ(after({{98, 2, "abc"}}), 101u);
  EXPECT_EQ(after({{100, 2, "abc"}}), 100u);
  EXPECT_EQ(after({{101, 0, "abc"}}), 100u);
  // A comment or function put right before it.
  EXPECT_EQ(after({{100, 0, "// c\n"}}), 105u);
  // In another file nothing of it moves.
  EXPECT_EQ(after({{10, 0, "abc"}}, "tile.cuh"), 100u);
}

} // namespace
