//===- EditDiffTest.cpp - Edits as the lines that they change -------------===//

#include "warplint/Report/EditDiff.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace warplint;

namespace {

std::string diffOf(llvm::StringRef Text, std::vector<SourceEdit> Edits) {
  std::string Diff;
  llvm::raw_string_ostream Out(Diff);
  printUnifiedDiff(Out, "k.cu", Text, Edits, /*Color=*/false);
  return Diff;
}

TEST(EditDiff, LineThatIsInsertedComesAlone) {
  EXPECT_EQ(diffOf("a\nb\n", {{2, 0, "x\n"}}),
            "--- k.cu\n+++ k.cu\n@@ -1,2 +1,3 @@\n a\n+x\n b\n");
  EXPECT_EQ(diffOf("", {{0, 0, "x\n"}}),
            "--- k.cu\n+++ k.cu\n@@ -0,0 +1,1 @@\n+x\n");
}

TEST(EditDiff, LineThatGoesLeavesTheNextOne) {
  EXPECT_EQ(diffOf("a\nb\nc\n", {{2, 2, ""}}),
            "--- k.cu\n+++ k.cu\n@@ -1,3 +1,2 @@\n a\n-b\n c\n");
}

TEST(EditDiff, MissingNewlineAtTheEndIsTold) {
  EXPECT_EQ(diffOf("a", {{0, 1, "b"}}), "--- k.cu\n+++ k.cu\n@@ -1,1 +1,1 @@\n"
                                        "-a\n\\ No newline at end of file\n"
                                        "+b\n\\ No newline at end of file\n");
}

TEST(EditDiff, EditThatChangesNothingHasNoDiff) {
  EXPECT_EQ(diffOf("a\r\n", {{0, 1, "a"}}), "");
  EXPECT_EQ(diffOf("a\n", {}), "");
}

// Seven lines between two changes are one more than the context of both.
TEST(EditDiff, ChangesNearEachOtherShareAHunk) {
  auto Hunks = [](size_t Between) {
    std::string Text = "a\n";
    for (size_t I = 0; I < Between; ++I)
      Text += "-\n";
    return llvm::StringRef(
               diffOf(Text + "b\n", {{0, 1, "x"}, {Text.size(), 1, "y"}}))
        .count("\n@@ ");
  };
  EXPECT_EQ(Hunks(0), 1u);
  EXPECT_EQ(Hunks(6), 1u);
  EXPECT_EQ(Hunks(7), 2u);
}

// The changed lines in the place of the old ones are the edited text.
TEST(EditDiff, ChangedLinesMakeTheEditedText) {
  std::mt19937 Random(1);
  auto Below = [&](size_t N) { return Random() % N; };
  for (unsigned Round = 0; Round < 2000; ++Round) {
    std::string Text, Edited;
    for (size_t I = Below(30); I > 0; --I)
      Text += "ab\n\n"[Below(4)];
    std::vector<SourceEdit> Edits;
    for (size_t At = 0; At < Text.size();) {
      size_t Kept = Below(6), Gone = 1 + Below(5);
      Kept = std::min(Kept, Text.size() - At);
      Edited += Text.substr(At, Kept);
      At += Kept;
      Gone = std::min(Gone, Text.size() - At);
      if (!Gone)
        break;
      const char *New[] = {"", "x", "x\n", "\ny", "a\nb\n"};
      Edits.push_back({At, Gone, New[Below(5)]});
      Edited += Edits.back().Text;
      At += Gone;
    }
    std::vector<std::string> Lines;
    for (size_t At = 0; At < Text.size();) {
      size_t End = std::min(Text.find('\n', At), Text.size() - 1) + 1;
      Lines.push_back(Text.substr(At, End - At));
      At = End;
    }
    std::string Made;
    size_t Next = 0;
    for (const ChangedLines &C : changedLines(Text, Edits)) {
      ASSERT_GE(C.Line, Next + 1);
      for (; Next + 1 < C.Line; ++Next)
        Made += Lines[Next];
      for (llvm::StringRef Old : C.Before)
        ASSERT_EQ(Old, Lines[Next++]);
      for (const std::string &New : C.After)
        Made += New;
    }
    for (; Next < Lines.size(); ++Next)
      Made += Lines[Next];
    ASSERT_EQ(Made, Edited) << Text;
  }
}

} // namespace
