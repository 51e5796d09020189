//===- TextReportTest.cpp - Findings as clang-style diagnostics -----------===//
//
// Expectations follow from clang's format: FILE:LINE:COLUMN: LEVEL: MESSAGE,
// then the source line behind its number, right-aligned in four columns and a
// blank, and "^" under the place with "~" to the end of the range. Tabs become
// blanks up to the next multiple of eight.
//
//===----------------------------------------------------------------------===//

#include "warplint/Report/TextReport.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

class TextReportTest : public testing::Test {
protected:
  void addFile(llvm::StringRef Name, llvm::StringRef Text) {
    Files->addFile(Name, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  }

  static Finding warning(SourcePlace Where, std::string Message = "message") {
    Finding F;
    F.Check = "check";
    F.Where = std::move(Where);
    F.Message = std::move(Message);
    return F;
  }

  std::string print(std::vector<Finding> Findings, bool Color = false) {
    FileReport R;
    R.Findings = std::move(Findings);
    std::string Printed;
    llvm::raw_string_ostream Stream(Printed);
    TextReport(Stream, Files, Color).print(R);
    return Printed;
  }

  std::string print(SourcePlace Where) { return print({warning(Where)}); }

  static std::string summaryOf(const std::vector<FileReport> &Reports) {
    std::string Findings, Summary;
    llvm::raw_string_ostream Out(Findings), SummaryOut(Summary);
    TextReport Text(
        Out, llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>(), {});
    for (const FileReport &R : Reports)
      Text.print(R);
    Text.printSummary(SummaryOut);
    return Summary;
  }

  static FileReport reportOf(std::vector<Severity> Levels) {
    FileReport R;
    for (Severity Level : Levels) {
      R.Findings.push_back(warning({"a.cu", 1, 1, 0, 0}));
      R.Findings.back().Level = Level;
    }
    return R;
  }

  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Files =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
};

//===----------------------------------------------------------------------===//
// The format
//===----------------------------------------------------------------------===//

TEST_F(TextReportTest, FindingHasItsSourceLineAndRange) {
  addFile("k.cu", "__global__ void k(float *out) {\n"
                  "  __shared__ float tile[256];\n"
                  "  out[threadIdx.x] = tile[threadIdx.x * 8];\n"
                  "}\n");
  Finding F = warning({"k.cu", 3, 22, 3, 43}, "8-way bank conflict");
  F.Check = "warplint-bank-conflict";
  F.Notes = {{{"k.cu", 2, 20, 2, 24}, "'tile' is declared here"}};
  EXPECT_EQ(print({F}),
            "k.cu:3:22: warning: 8-way bank conflict [warplint-bank-conflict]\n"
            "    3 |   out[threadIdx.x] = tile[threadIdx.x * 8];\n"
            "      |                      ^~~~~~~~~~~~~~~~~~~~~\n"
            "k.cu:2:20: note: 'tile' is declared here\n"
            "    2 |   __shared__ float tile[256];\n"
            "      |                    ^~~~\n");
}

TEST_F(TextReportTest, PointHasACaretAlone) {
  addFile("k.cu", "int x;\n");
  EXPECT_EQ(print({"k.cu", 1, 5, 0, 0}), "k.cu:1:5: warning: message [check]\n"
                                         "    1 | int x;\n"
                                         "      |     ^\n");
}

TEST_F(TextReportTest, RangeOverTwoLinesShowsBoth) {
  addFile("k.cu", "s[a +\n  b];\n");
  EXPECT_EQ(print({"k.cu", 1, 1, 2, 5}), "k.cu:1:1: warning: message [check]\n"
                                         "    1 | s[a +\n"
                                         "      | ^~~~~\n"
                                         "    2 |   b];\n"
                                         "      |   ~~\n");
}

TEST_F(TextReportTest, LevelsAreNamedAsClangNamesThem) {
  addFile("k.cu", "x\n");
  std::vector<Finding> Findings(3, warning({"k.cu", 1, 1, 0, 0}));
  Findings[0].Level = Severity::Remark;
  Findings[2].Level = Severity::Error;
  std::string Snippet = "    1 | x\n      | ^\n";
  EXPECT_EQ(print(Findings),
            "k.cu:1:1: remark: message [check]\n" + Snippet +
                "k.cu:1:1: warning: message [check]\n" + Snippet +
                "k.cu:1:1: error: message [check]\n" + Snippet);
}

TEST_F(TextReportTest, FindingWithoutCheckHasNoBrackets) {
  addFile("k.cu", "x\n");
  Finding F = warning({"k.cu", 9, 1, 0, 0});
  F.Check.clear();
  EXPECT_EQ(print({F}), "k.cu:9:1: warning: message\n");
}

TEST_F(TextReportTest, NothingInAMessageIsExpanded) {
  addFile("k.cu", "x\n");
  Finding F = warning({"k.cu", 1, 1, 0, 0}, "x % 32, %0 %q1 %% %select{a|b}0");
  F.Notes = {{{}, "100 %"}};
  EXPECT_EQ(print({F}),
            "k.cu:1:1: warning: x % 32, %0 %q1 %% %select{a|b}0 [check]\n"
            "    1 | x\n"
            "      | ^\n"
            "k.cu:1:1: note: 100 %\n");
}

TEST_F(TextReportTest, NotesOfTheSamePlaceDoNotRepeatTheSnippet) {
  addFile("k.cu", "int x;\nint y;\n");
  Finding F = warning({"k.cu", 2, 5, 2, 6});
  F.Notes = {{{}, "without a place"},
             {{"k.cu", 1, 5, 1, 6}, "elsewhere"},
             {{}, "without a place again"},
             {{"k.cu", 2, 5, 2, 6}, "at the finding"}};
  EXPECT_EQ(print({F}), "k.cu:2:5: warning: message [check]\n"
                        "    2 | int y;\n"
                        "      |     ^\n"
                        "k.cu:2:5: note: without a place\n"
                        "k.cu:1:5: note: elsewhere\n"
                        "    1 | int x;\n"
                        "      |     ^\n"
                        "k.cu:2:5: note: without a place again\n"
                        "k.cu:2:5: note: at the finding\n");
}

TEST_F(TextReportTest, TwoFindingsOfOnePlaceBothHaveASnippet) {
  addFile("k.cu", "x\n");
  std::string Once = print({"k.cu", 1, 1, 0, 0});
  Finding F = warning({"k.cu", 1, 1, 0, 0});
  EXPECT_EQ(print({F, F}), Once + Once);
}

TEST_F(TextReportTest, FilesAreNamedAsThePlaceNamesThem) {
  Files->setCurrentWorkingDirectory("/src");
  addFile("/src/k.cu", "x\n");
  std::string Snippet = "    1 | x\n      | ^\n";
  std::vector<Finding> Findings;
  std::string Expected;
  for (const char *Name : {"k.cu", "./k.cu", "../src/k.cu", "/src/k.cu"}) {
    Findings.push_back(warning({Name, 1, 1, 0, 0}));
    Expected += Name + (":1:1: warning: message [check]\n" + Snippet);
  }
  EXPECT_EQ(print(Findings), Expected);
}

TEST_F(TextReportTest, ColoursAreThoseOfClang) {
  // Bold place, magenta level, bold message, green caret: what clang 22 emits
  // with -fdiagnostics-color=always where nothing in the line is highlighted.
  addFile("k.cu", "+\n");
  EXPECT_EQ(print({warning({"k.cu", 1, 1, 0, 0})}, /*Color=*/true),
            "\x1b[1mk.cu:1:1: \x1b[0m\x1b[0;1;35mwarning: \x1b[0m"
            "\x1b[1mmessage [check]\x1b[0m\n"
            "    1 | +\x1b[0m\n"
            "      | \x1b[0;1;32m^\n\x1b[0m");
}

TEST_F(TextReportTest, HeaderWithoutSnippetHasTheSameColours) {
  Finding F = warning({"k.cu", 1, 1, 0, 0});
  F.Notes = {{{"k.cu", 1, 1, 1, 2}, "note"}};
  std::string Unreadable = print({F}, /*Color=*/true);
  EXPECT_EQ(Unreadable.find("    1 | "), std::string::npos);
  addFile("k.cu", "+\n");
  std::string Readable = print({F}, /*Color=*/true);
  // Without the two lines of each snippet and the reset after the caret.
  std::string Snippet = "    1 | +\x1b[0m\n      | \x1b[0;1;32m^\n\x1b[0m";
  for (size_t At; (At = Readable.find(Snippet)) != std::string::npos;)
    Readable.erase(At, Snippet.size());
  EXPECT_EQ(Unreadable, Readable);
}

TEST_F(TextReportTest, OrderIsKeptOnABufferedStream) {
  addFile("k.cu", "x\n");
  FileReport R;
  R.Findings = {warning({"gone.cu", 1, 1, 0, 0}), warning({"k.cu", 1, 1, 0, 0}),
                warning({"gone.cu", 2, 1, 0, 0})};
  std::string Printed;
  llvm::raw_string_ostream Stream(Printed);
  Stream.SetBufferSize(16);
  TextReport Text(Stream, Files, {});
  Text.print(R);
  Text.printSummary(Stream);
  Stream.flush();
  EXPECT_EQ(Printed, "gone.cu:1:1: warning: message [check]\n"
                     "k.cu:1:1: warning: message [check]\n"
                     "    1 | x\n"
                     "      | ^\n"
                     "gone.cu:2:1: warning: message [check]\n"
                     "3 warnings generated.\n");
}

//===----------------------------------------------------------------------===//
// Places that are not there
//===----------------------------------------------------------------------===//

TEST_F(TextReportTest, PlaceThatCanNotBeReadKeepsItsHeader) {
  addFile("k.cu", "ab\ncd"); // No newline at the end.
  addFile("folder/file", "");
  for (const SourcePlace &Where :
       {SourcePlace{"gone.cu", 3, 7, 3, 9}, // No such file.
        SourcePlace{"folder", 1, 1, 0, 0},
        SourcePlace{"k.cu", 1, 4, 0, 0}, // Past the newline.
        SourcePlace{"k.cu", 2, 4, 0, 0},
        SourcePlace{"k.cu", 3, 1, 0, 0}, // Past the end.
        SourcePlace{"k.cu", 4000000000, 4000000000, 0, 0}})
    EXPECT_EQ(print(Where), Where.File + ":" + std::to_string(Where.Line) +
                                ":" + std::to_string(Where.Column) +
                                ": warning: message [check]\n");
}

TEST_F(TextReportTest, ColumnAfterTheLastCharacterExists) {
  addFile("k.cu", "ab\ncd");
  EXPECT_EQ(print({"k.cu", 1, 3, 0, 0}), "k.cu:1:3: warning: message [check]\n"
                                         "    1 | ab\n"
                                         "      |   ^\n");
  EXPECT_EQ(print({"k.cu", 2, 3, 0, 0}), "k.cu:2:3: warning: message [check]\n"
                                         "    2 | cd\n"
                                         "      |   ^\n");
}

TEST_F(TextReportTest, RangeMayEndWithTheFile) {
  addFile("k.cu", "ab\ncd");
  EXPECT_EQ(print({"k.cu", 2, 1, 2, 3}), "k.cu:2:1: warning: message [check]\n"
                                         "    2 | cd\n"
                                         "      | ^~\n");
}

TEST_F(TextReportTest, RangeThatIsNotThereLeavesThePoint) {
  addFile("k.cu", "abc\n");
  std::string Point = print({"k.cu", 1, 2, 0, 0});
  EXPECT_EQ(print({"k.cu", 1, 2, 1, 2}), Point);  // Empty.
  EXPECT_EQ(print({"k.cu", 1, 2, 1, 1}), Point);  // Backwards.
  EXPECT_EQ(print({"k.cu", 1, 2, 1, 99}), Point); // Past the line.
  EXPECT_EQ(print({"k.cu", 1, 2, 99, 1}), Point); // Past the file.
  EXPECT_EQ(print({"k.cu", 1, 2, 1, 0}), Point);
}

TEST_F(TextReportTest, MissingNumbersAreLeftOut) {
  addFile("k.cu", "x\n");
  EXPECT_EQ(print({"k.cu", 1, 0, 0, 0}), "k.cu:1: warning: message [check]\n");
  EXPECT_EQ(print({"k.cu", 0, 0, 0, 0}), "k.cu: warning: message [check]\n");
  EXPECT_EQ(print(SourcePlace()), "warplint: warning: message [check]\n");
  EXPECT_EQ(print({"", 3, 1, 0, 0}), "warplint: warning: message [check]\n");
}

//===----------------------------------------------------------------------===//
// Odd text
//===----------------------------------------------------------------------===//

TEST_F(TextReportTest, TabsAreExpandedAndColumnsCountBytes) {
  // Two bytes before "x": a tab, which fills 8 columns, and "+".
  addFile("k.cu", "\t+x\n");
  EXPECT_EQ(print({"k.cu", 1, 3, 0, 0}), "k.cu:1:3: warning: message [check]\n"
                                         "    1 |         +x\n"
                                         "      |          ^\n");
}

TEST_F(TextReportTest, Utf8IsKeptAndColumnsCountBytes) {
  // An e with acute accent takes two bytes and one column on the screen.
  addFile("k.cu", "/*\xC3\xA9*/ x\n");
  EXPECT_EQ(print({"k.cu", 1, 8, 0, 0}), "k.cu:1:8: warning: message [check]\n"
                                         "    1 | /*\xC3\xA9*/ x\n"
                                         "      |       ^\n");
}

TEST_F(TextReportTest, CarriageReturnsEndLinesToo) {
  addFile("k.cu", "a\r\nbc\r\n");
  EXPECT_EQ(print({"k.cu", 2, 2, 2, 3}), "k.cu:2:2: warning: message [check]\n"
                                         "    2 | bc\n"
                                         "      |  ^\n");
  EXPECT_EQ(print({"k.cu", 2, 4, 0, 0}),
            "k.cu:2:4: warning: message [check]\n");
}

TEST_F(TextReportTest, AnyBytesAnywhereKeepTheHeader) {
  std::string Long(100000, 'x');
  std::string Zeros("a\0b\0", 4);
  for (const std::string &Text :
       {std::string(), std::string("\n"), std::string("\xC3\xA9\xC3\xA9"),
        std::string("\x80\xFF\xC3"), std::string("\xEF\xBB\xBFx"), Zeros, Long,
        std::string(5000, '\t'), std::string("\x1b[31m\a\b\x7f"),
        std::string("\r\r\n\r")}) {
    Files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    addFile("k.cu", Text);
    for (unsigned Line : {1, 2, 3})
      for (unsigned Column : {1, 2, 3, 4, 4096, 4097, 99999, 100001})
        for (unsigned Length : {0, 1, 3, 50000}) {
          SourcePlace Where = {"k.cu", Line, Column, 0, 0};
          if (Length) {
            Where.EndLine = Line;
            Where.EndColumn = Column + Length;
          }
          std::string Header = "k.cu:" + std::to_string(Line) + ":" +
                               std::to_string(Column) +
                               ": warning: message [check]\n";
          EXPECT_TRUE(llvm::StringRef(print(Where)).starts_with(Header))
              << Header;
        }
  }
}

//===----------------------------------------------------------------------===//
// The summary
//===----------------------------------------------------------------------===//

TEST_F(TextReportTest, SummaryCountsAsClangDoes) {
  using S = Severity;
  EXPECT_EQ(summaryOf({}), "");
  EXPECT_EQ(summaryOf({FileReport()}), "");
  EXPECT_EQ(summaryOf({reportOf({S::Remark})}), "");
  EXPECT_EQ(summaryOf({reportOf({S::Warning})}), "1 warning generated.\n");
  EXPECT_EQ(summaryOf({reportOf({S::Error, S::Error})}),
            "2 errors generated.\n");
  EXPECT_EQ(summaryOf({reportOf({S::Warning, S::Remark}),
                       reportOf({S::Error, S::Warning})}),
            "2 warnings and 1 error generated.\n");
}

TEST_F(TextReportTest, ReportWithoutFindingsPrintsNothing) {
  EXPECT_EQ(print(std::vector<Finding>()), "");
}

} // namespace
