//===- BaselineTest.cpp - Findings that were there before -----------------===//

#include "warplint/Select/Baseline.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

Finding conflict(unsigned Line, std::string Source, unsigned Wavefronts) {
  Finding F;
  F.Check = "warplint-bank-conflict";
  F.Where = {"/src/a.cu", Line, 1, 0, 0};
  F.SourceLine = std::move(Source);
  F.Subject = FindingSubject{"k", "tile", {}, {}};
  F.Metrics = {{"wavefronts", Wavefronts, 1, "wavefronts/request"}};
  return F;
}

FileReport reportOf(std::vector<Finding> Findings) {
  FileReport R;
  R.File = "/src/a.cu";
  R.Findings = std::move(Findings);
  return R;
}

/// The lines whose findings are shown.
std::string shown(Baseline B, std::vector<Finding> Findings) {
  FileReport R = reportOf(std::move(Findings));
  B.holdBack(R);
  std::string Lines;
  for (const Finding &F : R.Findings)
    if (F.isShown())
      Lines += std::to_string(F.Where.Line) + " ";
  return Lines;
}

Baseline baselineOf(std::vector<Finding> Findings) {
  Baseline B("/src/base.json");
  FileReport R = reportOf(std::move(Findings));
  B.add(R, Severity::Warning);
  return B;
}

TEST(Baseline, EachEntryHoldsBackOneFinding) {
  Baseline B = baselineOf({conflict(1, "x", 2), conflict(2, "x", 2)});
  EXPECT_EQ(
      shown(B, {conflict(5, "x", 2), conflict(6, "x", 2), conflict(7, "x", 2)}),
      "7 ");
  EXPECT_EQ(shown(B, {conflict(1, "y", 2)}), "1 ");
}

// The entry that is nearest above is used up, so that the other is left for
// the costlier finding, in whatever order they come.
TEST(Baseline, CostlierFindingsAreNew) {
  Baseline B = baselineOf({conflict(1, "x", 2), conflict(2, "x", 32)});
  EXPECT_EQ(shown(B, {conflict(1, "x", 32), conflict(2, "x", 2)}), "");
  EXPECT_EQ(shown(B, {conflict(1, "x", 2), conflict(2, "x", 32)}), "");
  EXPECT_EQ(shown(B, {conflict(1, "x", 4), conflict(2, "x", 8)}), "2 ");
}

TEST(Baseline, ErrorsAndRemarksAreNotTakenIn) {
  Finding Error = conflict(1, "x", 2), Remark = conflict(2, "y", 2);
  Error.Level = Severity::Error;
  Remark.Level = Severity::Remark;
  EXPECT_EQ(baselineOf({Error, Remark}).size(), 0u);
  Error.IsAboutCost = true;
  EXPECT_EQ(baselineOf({Error}).size(), 1u);
}

TEST(Baseline, IsReadBackAsItWasWritten) {
  Baseline B = baselineOf({conflict(1, "s[\"\\\x01\xff\"]", 2),
                           conflict(2, "\xc3\xa4", 2), conflict(3, "x", 2),
                           conflict(4, "x", 2), conflict(5, "x", 4)});
  auto Read = Baseline::parse(B.text(), "/src/base.json");
  ASSERT_TRUE(static_cast<bool>(Read)) << llvm::toString(Read.takeError());
  EXPECT_EQ(Read->text(), B.text());
  EXPECT_EQ(Read->size(), 5u);
  EXPECT_EQ(shown(*Read, {conflict(1, "s[\"\\\x01\xff\"]", 2)}), "");
}

} // namespace
