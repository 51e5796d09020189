//===- OwnBlockTest.cpp - Layouts of blocks, and of runs -------------------===//

#include "RandomProblems.h"

using namespace warplint;

namespace {

/// Elements of each aligned run of \p Block stay in it.
bool keepsBlocks(const Layout &L, uint64_t Block, uint64_t Elements) {
  for (uint64_t E = 0; E < Elements; ++E)
    if (L.place(E) / Block != E / Block)
      return false;
  return true;
}

/// A column of 32 rows of \p Length elements.
ArrayProblem columnOf(uint64_t Length) {
  ArrayProblem P = arrayOf({64 * Length});
  addAccess(P, RequestKind::SharedLoad, 4)
      .Cases.push_back(caseOf(32, [&](unsigned L) { return L * Length; }));
  return P;
}

} // namespace

TEST(OwnBlockTest, IsTheShortestForXors) {
  for (unsigned Bits = 1; Bits <= 3; ++Bits)
    for (unsigned Base = 0; Base <= 2; ++Base)
      for (int Shift : {-3, -2, -1, 1, 2, 3}) {
        const Layout L(XorSwizzle{Bits, Base, Shift});
        const uint64_t Block = L.ownBlock().value();
        EXPECT_TRUE(keepsBlocks(L, Block, 4096)) << describe(L);
        EXPECT_FALSE(keepsBlocks(L, Block / 2, 4096)) << describe(L);
      }
}

TEST(OwnBlockTest, OfALinearMapIsWhatComesFromBelow) {
  // Bit 1 takes bit 4, which stays: blocks of 4 are enough.
  BitMatrix M(6);
  M.setColumn(4, 1 << 4 | 1 << 1);
  EXPECT_EQ(Layout(M).ownBlock(), 4u);
  // Bit 4 takes bit 1: what is in a block of 4 leaves it.
  BitMatrix Up(6);
  Up.setColumn(1, 1 << 4 | 1 << 1);
  EXPECT_EQ(Layout(Up).ownBlock(), 32u);
  EXPECT_TRUE(keepsBlocks(Layout(Up), 32, 64));
  EXPECT_EQ(Layout(BitMatrix(6)).ownBlock(), 1u);
}

TEST(OwnBlockTest, ALinearMapFitsAnyNumberOfItsBlocks) {
  // Bit 6 is there for some elements alone, and bit 1 takes it in blocks of 4.
  BitMatrix M(7);
  M.setColumn(6, 1 << 6 | 1 << 1);
  EXPECT_TRUE(Layout(M).fits(100));
  EXPECT_TRUE(isBijection(Layout(M), 100));
  EXPECT_FALSE(Layout(M).fits(98));
  // What would come to lie beyond the last.
  BitMatrix Up(7);
  Up.setColumn(1, 1 << 6 | 1 << 1);
  EXPECT_FALSE(Layout(Up).fits(100));
}

TEST(OwnBlockTest, RowsStayInTheirRow) {
  EXPECT_EQ(Layout(RowXor{48, 3, 1, 0}).ownBlock(), 48u);
  EXPECT_EQ(Layout(RowRotation{48, 4, 0}).ownBlock(), 48u);
  EXPECT_EQ(Layout().ownBlock(), 1u);
  // Where these put an element depends on how many there are.
  EXPECT_EQ(Layout(Padding{32, 1}).ownBlock(), std::nullopt);
  EXPECT_EQ(Layout(RowInterleave{9, 8, 2}).ownBlock(), std::nullopt);
}

TEST(OwnBlockTest, SearchKeepsToBlocks) {
  for (uint64_t Length : {32, 48}) {
    ArrayProblem P = columnOf(Length);
    P.Budget.IsStatic = false;
    P.Budget.MostBytes = P.Array.bytes();
    P.MostBlock = Length;
    const RemedyRanking Ranking = rankingOf(P);
    ASSERT_FALSE(Ranking.Remedies.empty());
    for (const Remedy &R : Ranking.Remedies) {
      EXPECT_LE(R.To.ownBlock().value(), Length) << describe(R.To);
      EXPECT_TRUE(keepsBlocks(R.To, R.To.ownBlock().value(), 64 * Length));
    }
    EXPECT_EQ(judge(P, Layout(RowRotation{2 * Length, 1, 0})), std::nullopt);
  }
}

TEST(OwnBlockTest, HalfARowIsNotAllBanks) {
  // Lanes of a column are then in 16 banks at most.
  ArrayProblem P = columnOf(32);
  P.MostBlock = 16;
  const RemedyRanking Ranking = rankingOf(P);
  ASSERT_FALSE(Ranking.Remedies.empty());
  EXPECT_EQ(Ranking.Remedies.front().Total, 2u);
}

TEST(OfRunsTest, DoesToRunsWhatTheLayoutDoes) {
  BitMatrix M(8);
  M.setColumn(6, 1 << 6 | 1 << 3);
  const Layout Layouts[] = {
      Layout(),
      Layout(XorSwizzle{3, 2, 3}),
      Layout(XorSwizzle{2, 2, -3}),
      Layout(RowXor{48, 2, 2, 1}),
      Layout(RowRotation{48, 8, 1}),
      Layout(RowInterleave{24, 32, 4}),
      Layout(Padding{24, 4}),
      Layout(M),
  };
  // A float4 as its four floats.
  constexpr uint64_t Run = 4, Runs = 192;
  for (const Layout &L : Layouts) {
    SCOPED_TRACE(describe(L));
    ASSERT_TRUE(L.keepsWhole(Run));
    const Layout Whole = L.ofRuns(Run);
    for (uint64_t R = 0; R < Runs; ++R)
      ASSERT_EQ(Whole.place(R) * Run, L.place(R * Run)) << R;
    EXPECT_EQ(L.ofRuns(1), L);
  }
}
