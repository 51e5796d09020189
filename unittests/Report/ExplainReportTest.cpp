//===- ExplainReportTest.cpp - One access in every detail -----------------===//

#include "warplint/Report/ExplainReport.h"
#include "SampleReports.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;

namespace {

auto files() {
  auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  FS->setCurrentWorkingDirectory("/src");
  for (const char *Name : {"gather.cu", "other.cu"})
    FS->addFile(Name, 0, llvm::MemoryBuffer::getMemBuffer(""));
  return FS;
}

std::string placeOf(llvm::StringRef Text) {
  auto Place = parseExplainPlace(Text);
  if (!Place)
    return "error: " + llvm::toString(Place.takeError());
  return Place->File + "|" + std::to_string(Place->Line) + "|" +
         std::to_string(Place->Column);
}

/// Line 7, columns 22 to 47, and line 9.
std::vector<FileReport> twoAccesses() {
  std::vector<FileReport> Reports = {gatherReport()};
  AccessRecord Second = Reports[0].Accesses[0];
  Second.Where = {"gather.cu", 9, 3, 0, 0};
  Reports[0].Accesses.push_back(Second);
  return Reports;
}

size_t accessesAt(std::vector<FileReport> Reports, ExplainPlace Place) {
  if (!keepAccessesAt(Reports, Place, *files()))
    return 0;
  size_t Count = 0;
  for (const FileReport &R : Reports)
    Count += R.Accesses.size();
  return Count;
}

TEST(ExplainPlace, IsFileLineAndPerhapsColumn) {
  EXPECT_EQ(placeOf("a.cu:12"), "a.cu|12|0");
  EXPECT_EQ(placeOf("a.cu:12:3"), "a.cu|12|3");
  EXPECT_EQ(placeOf("C:a.cu:12"), "C:a.cu|12|0");
  for (const char *Text : {"", "a.cu", "12", ":12", "a.cu:", "a.cu:0", "a.cu:x",
                           "a.cu:3:0", "a.cu:-1"})
    EXPECT_TRUE(llvm::StringRef(placeOf(Text)).starts_with("error: ")) << Text;
}

TEST(ExplainPlace, LineTakesAllOfItsAccesses) {
  EXPECT_EQ(accessesAt(twoAccesses(), {"gather.cu", 7}), 1u);
  EXPECT_EQ(accessesAt(twoAccesses(), {"gather.cu", 9}), 1u);
  EXPECT_EQ(accessesAt(twoAccesses(), {"gather.cu", 8}), 0u);
  EXPECT_EQ(accessesAt(twoAccesses(), {"other.cu", 7}), 0u);
}

TEST(ExplainPlace, ColumnIsAnyOfTheExpression) {
  EXPECT_EQ(accessesAt(twoAccesses(), {"gather.cu", 7, 22}), 1u);
  EXPECT_EQ(accessesAt(twoAccesses(), {"gather.cu", 7, 47}), 1u);
  EXPECT_EQ(accessesAt(twoAccesses(), {"gather.cu", 7, 48}), 0u);
  EXPECT_EQ(accessesAt(twoAccesses(), {"gather.cu", 9, 3}), 1u);
  EXPECT_EQ(accessesAt(twoAccesses(), {"gather.cu", 9, 4}), 0u);
}

TEST(ExplainPlace, OneFileHasManyNames) {
  EXPECT_EQ(accessesAt(twoAccesses(), {"/src/gather.cu", 7}), 1u);
}

TEST(ExplainPlace, CallStandsForWhatItReaches) {
  std::vector<FileReport> Reports = twoAccesses();
  Reports[0].Accesses[0].CallChain = {{{"gather.cu", 20, 3, 0, 0}, "called"}};
  EXPECT_EQ(accessesAt(Reports, {"gather.cu", 20}), 1u);
  // Not where an access is written itself.
  Reports[0].Accesses[0].CallChain[0].Where.Line = 9;
  EXPECT_EQ(accessesAt(Reports, {"gather.cu", 9}), 1u);
}

TEST(ExplainPlace, NothingThereNamesTheNearestLines) {
  auto Text = [](ExplainPlace Place) {
    return nothingAt(twoAccesses(), Place, *files());
  };
  std::string Nothing = "no analyzed access at ";
  EXPECT_EQ(Text({"gather.cu", 8}),
            Nothing + "gather.cu:8; the nearest are at lines 7 and 9");
  EXPECT_EQ(Text({"gather.cu", 1}),
            Nothing + "gather.cu:1; the nearest is at line 7");
  EXPECT_EQ(Text({"gather.cu", 90}),
            Nothing + "gather.cu:90; the nearest is at line 9");
  EXPECT_EQ(Text({"gather.cu", 7, 1}),
            Nothing + "gather.cu:7:1; another column of that line has one");
  EXPECT_EQ(Text({"other.cu", 8}), Nothing + "other.cu:8; the file has none");
}

std::string explained(AccessRecord A) {
  std::string Printed;
  llvm::raw_string_ostream Out(Printed);
  FileReport R;
  R.Accesses = {std::move(A)};
  printExplanations(Out, files(), /*HasColor=*/false, {R});
  return Printed;
}

bool has(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

/// Lane l of 64 threads loads byte 32*l: word 8*l, bank 8*l mod 32.
TEST(Explanation, LanesHaveThreadWordAndBank) {
  AccessRecord A = gatherReport().Accesses[0];
  A.Verdict.Worst.Warp = 1;
  std::string Text = explained(A);
  EXPECT_TRUE(has(Text, "\n     5  yes     (37,0,0)          160         40"
                        "      8\n"))
      << Text;
  // Bank 0: lanes 0, 4, ..., each with a word of its own.
  EXPECT_TRUE(has(Text, "bank 0 is the fullest, with 8 turns: word 0 for lane "
                        "0; word 32 for lane 4; "))
      << Text;
}

TEST(Explanation, IdleLanesTouchNothing) {
  AccessRecord A = gatherReport().Accesses[0];
  A.Verdict.Worst.Active = 1;
  A.Launch.Shape = {16, 1, 1};
  std::string Text = explained(A);
  // Lane 5 is a thread that is idle; lane 20 is past the block's end.
  EXPECT_TRUE(has(Text, "\n     5  no      (5,0,0)             -          -"
                        "      -\n"))
      << Text;
  EXPECT_TRUE(has(Text, "\n    20  no      -                   -          -"
                        "      -\n"))
      << Text;
}

/// 16 bytes at 16*l: words 4*l to 4*l + 3, eight lanes in 32 banks.
TEST(Explanation, WideAccessesGoByQuarterWarps) {
  AccessRecord A = gatherReport().Accesses[0];
  A.BytesPerLane = 16;
  A.Verdict.Worst.Cost.Rule = CostRule::QuarterWarps;
  for (unsigned L = 0; L < WarpSize; ++L)
    A.Verdict.Worst.Address[L] = 16 * L;
  std::string Text = explained(A);
  EXPECT_TRUE(has(Text, "\n     9  yes     (9,0,0)           144      36-39"
                        "    4-7  1\n"))
      << Text;
  EXPECT_TRUE(has(Text, "\n  quarter-warp 1: bank 0 is the fullest, with 1 "
                        "turn: word 32 for lane 8\n"))
      << Text;
}

TEST(Explanation, LinesHaveNoBanksToFill) {
  AccessRecord A = gatherReport().Accesses[0];
  A.BytesPerLane = 16;
  A.Verdict.Worst.Cost.Rule = CostRule::FullLines;
  A.Verdict.Worst.Cost.Unit = CostUnit::Lines;
  std::string Text = explained(A);
  // Byte 32 * 5 is in line 1.
  EXPECT_TRUE(has(Text, "\n     5  yes     (5,0,0)           160      40-43"
                        "   8-11  1\n"))
      << Text;
  EXPECT_FALSE(has(Text, "fullest")) << Text;
}

TEST(Explanation, AddressesBelowTheOriginHaveBanksToo) {
  AccessRecord A = gatherReport().Accesses[0];
  A.Verdict.Worst.Address[3] = -4; // The word before word 0 is in bank 31.
  EXPECT_TRUE(has(explained(A), "\n     3  yes     (3,0,0)            -4"
                                "         -1     31\n"));
}

TEST(Explanation, UnprovenHasNoTable) {
  AccessRecord A = accessWith("k", VerdictKind::Unproven,
                              UnprovenReason::DataDependentIndex);
  std::string Text = explained(A);
  EXPECT_TRUE(has(Text, "unproven (data-dependent-index): the index depends on "
                        "data\n"))
      << Text;
  EXPECT_TRUE(has(Text, "rule 3")) << Text;
  EXPECT_FALSE(has(Text, "lane  active")) << Text;
}

} // namespace
