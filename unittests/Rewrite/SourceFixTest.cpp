//===- SourceFixTest.cpp - Edits put into a file --------------------------===//

#include "warplint/Rewrite/SourceFix.h"
#include "warplint/Rewrite/ArrayUses.h"
#include "warplint/Rewrite/FormatLines.h"
#include "warplint/Rewrite/IndexSplit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace warplint;

namespace {

/// A folder of its own that goes with the test.
class Folder {
public:
  Folder() { (void)sys::fs::createUniqueDirectory("warplint-fix", Path); }
  ~Folder() { (void)sys::fs::remove_directories(Path); }

  std::string file(StringRef Name, StringRef Text) {
    SmallString<128> File(Path);
    File += "/";
    File += Name;
    std::error_code Code;
    raw_fd_ostream(File, Code) << Text;
    EXPECT_FALSE(Code);
    return File.str().str();
  }

  unsigned files() const {
    unsigned Count = 0;
    std::error_code Code;
    for (sys::fs::directory_iterator I(Path, Code), E; I != E && !Code;
         I.increment(Code))
      ++Count;
    return Count;
  }

private:
  SmallString<128> Path;
};

std::string contents(const std::string &File) {
  auto Buffer = MemoryBuffer::getFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "(unreadable)";
}

std::string edited(StringRef Text, const std::vector<SourceEdit> &Edits) {
  auto Result = applyEdits(Text, Edits);
  if (Result)
    return *Result;
  return "error: " + toString(Result.takeError());
}

TEST(ApplyEdits, KeepsWhatNoEditNames) {
  EXPECT_EQ(edited("a[i]\r\n\xff", {{2, 1, "i ^ 1"}}), "a[i ^ 1]\r\n\xff");
  EXPECT_EQ(edited("abc", {}), "abc");
}

TEST(ApplyEdits, TakesEditsInAnyOrder) {
  EXPECT_EQ(edited("abcd", {{3, 1, "D"}, {0, 1, "A"}}), "AbcD");
}

TEST(ApplyEdits, InsertsAtBothEnds) {
  EXPECT_EQ(edited("b", {{1, 0, "c"}, {0, 0, "a"}}), "abc");
}

TEST(ApplyEdits, RefusesEditsOfTheSameText) {
  EXPECT_EQ(edited("abcd", {{0, 2, ""}, {1, 2, ""}}),
            "error: two edits overlap");
  EXPECT_EQ(edited("ab", {{1, 5, ""}}), "error: two edits overlap");
}

// The functions of two arrays stand before one kernel; clang-apply-replacements
// takes two insertions at one place for a conflict.
TEST(ExportFixes, MakesOneOfInsertionsAtOnePlace) {
  std::string Text;
  raw_string_ostream Out(Text);
  exportFixes(Out, "k.cu",
              {{"k.cu", {{4, 0, "first "}, {4, 0, "second "}, {4, 3, "x"}}}});
  EXPECT_EQ(StringRef(Text).count("Offset:"), 2u);
  EXPECT_TRUE(StringRef(Text).contains("first second "));
}

// What is wrong with a style, or takes all memory, is passed over.
TEST(FormattedLines, FollowAStyleThatIsSound) {
  auto FS = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  auto Style = [&](StringRef Text) {
    return withFile(FS, "/tree/.clang-format", Text);
  };
  const std::string Before = "int a = 4;\n", Text = "int a = 2*32;\n";
  auto Formatted = [&](StringRef Config) {
    return edited(Before, formattedEdits("/tree/k.cu", Before, {{8, 1, "2*32"}},
                                         *Style(Config)));
  };
  EXPECT_EQ(Formatted("ColumnLimit: 80"), "int a = 2 * 32;\n");
  EXPECT_EQ(Formatted("DisableFormat: true"), Text);
  EXPECT_EQ(Formatted("ColumnLimit: ["), Text);
  EXPECT_EQ(Formatted("ContinuationIndentWidth: 4000000000"), Text);
  EXPECT_EQ(Formatted("ContinuationIndentWidth: -4"), Text);
}

TEST(IndexSplit, SaysWhatALayoutDoesToColumnsAndRows) {
  // r * 32 + c of 2048 elements: 64 rows.
  IndexSplit Split;
  Split.Text = "r * 32 + c";
  Split.Rows = {{{"r", false}, TextSpan{4, 2}}};
  Split.Column = {"c", false};
  Split.ColumnAt = {9, 1};
  Split.Strides = {{32}};
  const ArrayShape Shape = {{2048}, 4};
  auto Text = [&](const IndexSplit &Of, const Layout &L) -> std::string {
    auto Parts = spellSplit(Of, L, Shape);
    return Parts ? textWith(Of, *Parts) : "";
  };
  EXPECT_EQ(Text(Split, Layout(XorSwizzle{5, 0, 5})),
            "r * 32 + (c ^ (r & 31))");
  EXPECT_EQ(Text(Split, Layout(XorSwizzle{2, 2, 3})),
            "r * 32 + (c ^ ((r & 3) << 2))");
  EXPECT_EQ(Text(Split, Layout(RowRotation{32, 1, 0})),
            "r * 32 + ((unsigned(c) + unsigned(r)) & 31)");
  EXPECT_EQ(Text(Split, Layout(Padding{32, 1})), "r * 33 + c");
  // Rows of another length.
  EXPECT_EQ(Text(Split, Layout(Padding{64, 1})), "");
  EXPECT_EQ(Text(Split, Layout(XorSwizzle{5, 0, 6})),
            "r * 32 + (c ^ (r >> 1))");
  // What is added belongs to the column.
  const IndexSplit Sum = addedUp(Split, {"4 * k", false}, 1);
  EXPECT_EQ(Text(Sum, Layout(XorSwizzle{5, 0, 5})),
            "r * 32 + ((c + (4 * k)) ^ (r & 31))");
  EXPECT_EQ(Text(Sum, Layout(Padding{32, 1})), "r * 33 + (c + (4 * k))");
}

TEST(TellGain, PutsFiguresIntoLinesOfComments) {
  const std::string Long(70, 'x');
  std::vector<FileEdits> Edits = {
      {"k.cu",
       {{0, 0, "  // Column c lies at c ^ r. Bank conflicts: @gain@.\r\n"},
        {9, 0, "\n// " + Long + " " + "@gain@.\n#define X(c) c"},
        {30, 4, "c ^ r"}}}};
  tellGain(Edits, "1056 -> 64 wavefronts per block");
  EXPECT_EQ(
      Edits[0].Edits[0].Text,
      "  // Column c lies at c ^ r. Bank conflicts: 1056 -> 64 wavefronts "
      "per block.\r\n");
  // 3 + 70 columns, and 29 more are beyond 100.
  EXPECT_EQ(Edits[0].Edits[1].Text, "\n// " + Long +
                                        " 1056 -> 64 wavefronts per\n// "
                                        "block.\n#define X(c) c");
  EXPECT_EQ(Edits[0].Edits[2].Text, "c ^ r");
}

TEST(ReplaceFile, PutsTheNewTextInPlaceAndLeavesNothingBeside) {
  Folder F;
  std::string File = F.file("k.cu", "before");
  ASSERT_FALSE(errorToBool(replaceFile(File, "before", "after")));
  EXPECT_EQ(contents(File), "after");
  EXPECT_EQ(F.files(), 1u);
}

TEST(ReplaceFile, RefusesAFileThatHasChangedSinceItWasRead) {
  Folder F;
  std::string File = F.file("k.cu", "edited meanwhile");
  Error E = replaceFile(File, "before", "after");
  ASSERT_TRUE(bool(E));
  EXPECT_NE(toString(std::move(E)).find("has changed since the analysis"),
            std::string::npos);
  EXPECT_EQ(contents(File), "edited meanwhile");
  EXPECT_EQ(F.files(), 1u);
}

TEST(ReplaceFile, KeepsThePermissions) {
  Folder F;
  std::string File = F.file("k.cu", "before");
  auto Mode = sys::fs::owner_all | sys::fs::group_read;
  ASSERT_FALSE(sys::fs::setPermissions(File, Mode));
  ASSERT_FALSE(errorToBool(replaceFile(File, "before", "after")));
  auto Now = sys::fs::getPermissions(File);
  ASSERT_TRUE(bool(Now));
  EXPECT_EQ(*Now, Mode);
}

TEST(ReplaceFile, FailsWhereThereIsNoFile) {
  Folder F;
  EXPECT_TRUE(errorToBool(replaceFile("/no/such/file.cu", "", "after")));
}

} // namespace
