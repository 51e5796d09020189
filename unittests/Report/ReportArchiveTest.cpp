//===- ReportArchiveTest.cpp - Reports kept as bytes ----------------------===//

#include "SampleReports.h"
#include "warplint/Support/Archive.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;

namespace {

std::string bytesOf(const FileReport &Report) {
  std::string Bytes;
  writeValue(Bytes, Report);
  return Bytes;
}

// The samples have every kind of object, and JSON shows nearly every member.
TEST(ReportArchive, GivesBackWhatWasWritten) {
  for (const FileReport &Report : variedReports()) {
    std::string Bytes = bytesOf(Report) + "rest";
    llvm::StringRef Rest = Bytes;
    std::optional<FileReport> Read = readValue<FileReport>(Rest);
    ASSERT_TRUE(Read);
    EXPECT_EQ(Rest, "rest");
    EXPECT_EQ(printedJson({*Read}), printedJson({Report}));
    EXPECT_EQ(bytesOf(*Read), bytesOf(Report));
  }
}

TEST(ReportArchive, MembersThatNoOutputShowsAreKept) {
  FileReport Report = gatherReport();
  Report.Texts = {{"a.cu", std::string("a\0b", 3)}};
  Report.Fixes = {{"title", "array", {{"a.cu", {{1, 1, "x"}}}}, "n is even"}};
  Report.Assumable = {{}, {"n", "gridDim.x"}};
  Report.SystemHeaders = {"/usr/include/x.h"};
  Report.Accesses[0].Verdict.Witness.resize(2);
  Report.Accesses[0].Verdict.Witness[1].Symbols = {7, 8};
  Report.Findings[0].SuppressedBy = Suppression::Baseline;
  Report.Findings[0].Subject = FindingSubject{"k", "tile", {}, {}};
  Report.Findings[0].Metrics = {{"wavefronts", 8, 1, "wavefronts/request"}};
  std::string Bytes = bytesOf(Report);
  llvm::StringRef Rest = Bytes;
  std::optional<FileReport> Read = readValue<FileReport>(Rest);
  ASSERT_TRUE(Read);
  EXPECT_EQ(Read->Texts[0].Text, Report.Texts[0].Text);
  EXPECT_EQ(Read->Fixes[0].Files[0].Edits, Report.Fixes[0].Files[0].Edits);
  EXPECT_EQ(Read->Fixes[0].Condition, "n is even");
  EXPECT_EQ(Read->Assumable, Report.Assumable);
  EXPECT_EQ(Read->SystemHeaders, Report.SystemHeaders);
  EXPECT_EQ(Read->Accesses[0].Verdict.Witness[1].Symbols,
            Report.Accesses[0].Verdict.Witness[1].Symbols);
  EXPECT_EQ(Read->Findings[0].SuppressedBy, Suppression::Baseline);
  EXPECT_EQ(Read->Findings[0].Metrics[0].Value, 8u);
}

TEST(ReportArchive, NoPartOfAReportIsOne) {
  std::string Bytes = bytesOf(variedReports().front());
  for (size_t Size = 0; Size != Bytes.size(); ++Size) {
    llvm::StringRef Part = llvm::StringRef(Bytes).take_front(Size);
    EXPECT_FALSE(readValue<FileReport>(Part)) << Size;
  }
}

// A length that is not there must not be allocated.
TEST(ReportArchive, LengthsBeyondTheEndAreRefused) {
  std::string Bytes;
  writeNumber(Bytes, UINT64_MAX);
  llvm::StringRef Rest = Bytes;
  EXPECT_FALSE(readText(Rest));
  Rest = Bytes;
  EXPECT_FALSE(readValue<FileReport>(Rest));
}

} // namespace
