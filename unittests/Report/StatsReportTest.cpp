//===- StatsReportTest.cpp - The table of --stats -------------------------===//

#include "SampleReports.h"
#include "warplint/Report/TextReport.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;

namespace {

std::string printedStats(const std::vector<FileReport> &Reports,
                         bool AllKernels = false) {
  std::string Printed;
  llvm::raw_string_ostream Stream(Printed);
  printStats(Stream, Reports, AllKernels);
  return Printed;
}

/// Words of line \p N, from 0.
std::vector<std::string> wordsOfLine(const std::string &Text, unsigned N) {
  llvm::SmallVector<llvm::StringRef> Lines, Words;
  llvm::StringRef(Text).split(Lines, '\n');
  Lines[N].split(Words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return {Words.begin(), Words.end()};
}

AccessRecord dependingAccess(std::string Kernel) {
  AccessRecord A = accessWith(std::move(Kernel), VerdictKind::Excess);
  A.Verdict.DependsOnCase = true;
  return A;
}

/// Two files, as those of the table in docs/verdicts.md.
std::vector<FileReport> twoReports() {
  FileReport Gemm, Reduce;
  Gemm.File = "gemm.cu";
  Gemm.Kernels = {"gemm<float, 32>"};
  for (unsigned I = 0; I < 5; ++I)
    Gemm.Accesses.push_back(accessWith("gemm", VerdictKind::Clean));
  Gemm.Accesses.push_back(accessWith("gemm", VerdictKind::Excess));
  for (UnprovenReason Reason :
       {UnprovenReason::TooManyCases, UnprovenReason::DataDependentIndex,
        UnprovenReason::DataDependentIndex})
    Gemm.Accesses.push_back(accessWith("gemm", VerdictKind::Unproven, Reason));
  for (AccessRecord &A : Gemm.Accesses)
    A.TemplateArguments = "<float, 32>";
  Gemm.Omitted = {{{}, "f", "recursive"},
                  {{}, "g", "uses unknown type 'Params'"},
                  {{}, "h", "recursive"}};
  Gemm.HadErrors = true;

  Reduce.File = "reduce.cu";
  Reduce.Kernels = {"reduce"};
  Reduce.Accesses = {accessWith("reduce", VerdictKind::Clean),
                     dependingAccess("reduce"),
                     accessWith("reduce", VerdictKind::NeverRuns)};
  return {Gemm, Reduce};
}

TEST(StatsReport, FirstColumnIsTheSumOfTheNextSix) {
  std::string Table = printedStats(twoReports());
  for (unsigned Line : {1, 2, 3}) {
    std::vector<std::string> Words = wordsOfLine(Table, Line);
    unsigned Sum = 0;
    for (unsigned Column = 1; Column <= 6; ++Column)
      Sum += std::stoi(Words[Column]);
    EXPECT_EQ(std::stoi(Words[0]), int(Sum)) << Table;
  }
}

TEST(StatsReport, NothingAnalysedStillHasHeadingAndTotal) {
  EXPECT_EQ(
      printedStats({}),
      "accesses  clean  conflicting  depends  never-runs  data-dependent  "
      "unproven  decided  reasons  kernel\n"
      "       0      0            0        0           0               0  "
      "       0        -  -        total: 0 kernels in 0 files\n");
}

TEST(StatsReport, KernelWithoutAccessesHasARowOnRequestAlone) {
  FileReport R;
  R.File = "a.cu";
  R.Kernels = {"empty", "idle"};
  R.Accesses = {accessWith("k", VerdictKind::Clean)};
  std::string Table = printedStats({R});
  EXPECT_EQ(wordsOfLine(Table, 1).back(), "k");
  EXPECT_TRUE(llvm::StringRef(Table).ends_with(
      "total: 3 kernels in 1 file, 2 without shared memory\n"))
      << Table;
  std::string All = printedStats({R}, /*AllKernels=*/true);
  EXPECT_EQ(wordsOfLine(All, 1),
            (std::vector<std::string>{"0", "0", "0", "0", "0", "0", "0", "-",
                                      "-", "a.cu:", "empty"}));
  EXPECT_EQ(wordsOfLine(All, 2).back(), "idle");
  EXPECT_EQ(wordsOfLine(All, 3).back(), "k");
}

/// What the limits of a check leave out is no finding, and has a column where a
/// check has limits by default. In shared memory each excess is a conflict.
TEST(StatsReport, MinorExcessIsCountedByItself) {
  FileReport R;
  R.File = "a.cu";
  R.Kernels = {"k"};
  R.OtherAccesses.assign(3, accessWith("k", VerdictKind::Excess));
  for (AccessRecord &A : R.OtherAccesses)
    A.Request = RequestKind::GlobalLoad;
  R.OtherAccesses[0].HasMinorExcess = true;
  std::string Table = printedStats({R});
  EXPECT_EQ(wordsOfLine(Table, 0)[2], "conflicting");
  ASSERT_EQ(wordsOfLine(Table, 2)[0], "global");
  EXPECT_EQ(wordsOfLine(Table, 3)[2], "minor-excess");
  EXPECT_EQ(wordsOfLine(Table, 3)[3], "uncoalesced");
  EXPECT_EQ(wordsOfLine(Table, 4)[2], "1");
  EXPECT_EQ(wordsOfLine(Table, 4)[3], "2");
}

/// Of 2500 accesses 1999 are decided: 79.96 %, which is not 80.
TEST(StatsReport, ShareOfDecidedIsOfAllAndRoundedDown) {
  FileReport R;
  R.Accesses.assign(1999, accessWith("k", VerdictKind::Clean));
  R.Accesses.push_back(
      accessWith("k", VerdictKind::Unproven, UnprovenReason::TooManyCases));
  R.Accesses.insert(R.Accesses.end(), 500,
                    accessWith("k", VerdictKind::Unproven,
                               UnprovenReason::DataDependentIndex));
  std::vector<std::string> Words = wordsOfLine(printedStats({R}), 1);
  EXPECT_EQ(Words[0], "2500");
  EXPECT_EQ(Words[5], "500");
  EXPECT_EQ(Words[6], "1");
  EXPECT_EQ(Words[7], "79.9%");
  EXPECT_EQ(Words[8], "too-many-cases=1");
}

/// A figure for a block that nobody launches is an assumption.
TEST(StatsReport, AVerdictForAnAssumedBlockIsNotDecided) {
  FileReport R;
  R.Accesses.assign(4, accessWith("k", VerdictKind::Clean));
  R.Accesses[0].Launch.Source = LaunchSource::Assumed;
  R.Accesses[1].Launch.Source = LaunchSource::Unread;
  R.Accesses[2].Launch.Source = LaunchSource::Option;
  std::vector<std::string> Words = wordsOfLine(printedStats({R}), 1);
  EXPECT_EQ(Words[1], "4");
  EXPECT_EQ(Words[7], "50.0%");
  EXPECT_EQ(Words[8], "assumed-block=2");
}

TEST(StatsReport, InstantiationsAreCountedApart) {
  FileReport R;
  R.File = "a.cu";
  R.Accesses = {accessWith("k", VerdictKind::Clean),
                accessWith("k", VerdictKind::Excess),
                accessWith("k", VerdictKind::Clean)};
  R.Accesses[0].TemplateArguments = R.Accesses[2].TemplateArguments = "<32>";
  R.Accesses[1].TemplateArguments = "<33>";
  std::string Table = printedStats({R});
  EXPECT_EQ(wordsOfLine(Table, 1).back(), "k<32>");
  EXPECT_EQ(wordsOfLine(Table, 1)[1], "2"); // clean
  EXPECT_EQ(wordsOfLine(Table, 2).back(), "k<33>");
  EXPECT_EQ(wordsOfLine(Table, 2)[2], "1"); // conflicting
}

TEST(StatsReport, ReasonsThatAreEquallyFrequentComeByName) {
  FileReport R;
  R.Accesses = {
      accessWith("k", VerdictKind::Unproven, UnprovenReason::UnboundedLoop),
      accessWith("k", VerdictKind::Unproven, UnprovenReason::NotMeasured),
      accessWith("k", VerdictKind::Unproven, UnprovenReason::TooManyCases),
      accessWith("k", VerdictKind::Unproven, UnprovenReason::TooManyCases)};
  EXPECT_EQ(wordsOfLine(printedStats({R}), 1)[8],
            "too-many-cases=2,not-measured=1,unbounded-loop=1");
}

TEST(StatsReport, FilesWithErrorsAreCountedThoughNothingWasLeftOut) {
  FileReport R;
  R.HadErrors = true;
  std::string Table = printedStats({R, R});
  EXPECT_TRUE(llvm::StringRef(Table).ends_with("\nfiles with errors: 2\n"));
  EXPECT_FALSE(llvm::StringRef(Table).contains("skipped"));
}

TEST(StatsReport, OneFunctionLeftOutIsSingular) {
  FileReport R;
  R.Omitted = {{{}, "f", "recursive"}};
  EXPECT_TRUE(llvm::StringRef(printedStats({R}))
                  .ends_with("\nskipped: 1 function\n       1  recursive\n"));
}

} // namespace
