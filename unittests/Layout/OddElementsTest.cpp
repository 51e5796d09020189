//===- OddElementsTest.cpp - Elements of 12, 24 or 32 bytes ---------------===//

#include "Problems.h"

using namespace warplint;

namespace {

/// float3 or its kin of \p Words words, 32 x 32: rows are stored and columns are
/// loaded, each word by a request of its own.
ArrayProblem columnsOf(uint64_t Words) {
  ArrayProblem P = arrayOf({32, 32 * Words});
  P.LeastRun = Words;
  for (bool IsColumn : {false, true}) {
    ArrayAccess &A = addAccess(
        P, IsColumn ? RequestKind::SharedLoad : RequestKind::SharedStore, 4);
    for (uint64_t I = 0; I != 32 * Words; ++I)
      A.Cases.push_back(caseOf(WarpSize, [&](unsigned L) {
        return IsColumn ? L * 32 * Words + I
                        : I / Words * 32 * Words + L * Words + I % Words;
      }));
  }
  return P;
}

RemedyRanking ranking(const ArrayProblem &P) {
  llvm::Expected<RemedyRanking> R = findRemedies(P);
  EXPECT_TRUE(bool(R));
  return std::move(*R);
}

} // namespace

// A row's elements are an odd number of words apart: 32 banks. So are those of a
// column once rows are one element longer.
TEST(OddElementsTest, ColumnsOfElementsOfAnOddNumberOfWordsBecomeFree) {
  for (uint64_t Words : {3, 5, 7}) {
    const RemedyRanking R = ranking(columnsOf(Words));
    EXPECT_EQ(R.Before, 32 * Words * (1 + 32));
    EXPECT_EQ(R.Floor, 2 * 32 * Words);
    ASSERT_FALSE(R.Remedies.empty());
    EXPECT_EQ(R.Remedies.front().Total, 2 * 32 * Words);
    EXPECT_TRUE(R.Remedies.front().IsOptimal);
  }
}

// What the source can say moves whole elements.
TEST(OddElementsTest, NoLayoutTakesAnElementApart) {
  for (uint64_t Words : {3, 6, 8, 12}) {
    const ArrayProblem P = columnsOf(Words);
    const RemedyRanking R = ranking(P);
    ASSERT_FALSE(R.Remedies.empty());
    for (const Remedy &One : R.Remedies) {
      const Layout InSource = One.To.ofRuns(Words);
      for (uint64_t E = 0; E != P.Array.elements(); ++E)
        ASSERT_EQ(One.To.place(E),
                  InSource.place(E / Words) * Words + E % Words)
            << describe(One.To);
    }
  }
}

// The bound that "optimal" rests on.
TEST(OddElementsTest, NothingCostsLessThanTheFloor) {
  for (uint64_t Words : {3, 6, 8, 12}) {
    const ArrayProblem P = columnsOf(Words);
    const RemedyRanking R = ranking(P);
    for (uint64_t By = 0; By < 32; By += Words)
      EXPECT_GE(judge(P, Layout(Padding{32 * Words, By}))->Total, R.Floor)
          << Words << " words, padded by " << By;
  }
}
