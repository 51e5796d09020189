//===- KernelTilesTest.cpp - Tiles of real kernels ------------------------===//
//
// What the warps of common kernels do with their tiles, and the figures that a
// remedy has to reach.
//
//===----------------------------------------------------------------------===//

#include "Problems.h"

using namespace warplint;

namespace {

/// Stores of rows and loads of columns of a square tile, one element a lane.
ArrayProblem transpose(uint64_t Size, unsigned ElementBytes) {
  ArrayProblem P = arrayOf({Size, Size}, ElementBytes);
  ArrayAccess &Store = addAccess(P, RequestKind::SharedStore, ElementBytes);
  for (uint64_t Row = 0; Row < Size; ++Row)
    Store.Cases.push_back(
        caseOf(32, [&](unsigned L) { return Row * Size + L; }));
  ArrayAccess &Load = addAccess(P, RequestKind::SharedLoad, ElementBytes);
  for (uint64_t Column = 0; Column < Size; ++Column)
    Load.Cases.push_back(
        caseOf(32, [&](unsigned L) { return L * Size + Column; }));
  return P;
}

} // namespace

TEST(KernelTilesTest, TransposeOfFloatsIsFreeBothWays) {
  const RemedyRanking R = rankingOf(transpose(32, 4));
  EXPECT_EQ(R.Before, 32u + 32 * 32);
  ASSERT_FALSE(R.Remedies.empty());
  EXPECT_EQ(R.Remedies.front().Total, 64u);
  EXPECT_EQ(R.Remedies.front().To, Layout(XorSwizzle{5, 0, 5}));
  EXPECT_TRUE(R.Remedies.front().IsOptimal);
  EXPECT_TRUE(R.Remedies.front().Worsened.empty());
}

TEST(KernelTilesTest, TransposeOfDoublesIsFreeBothWays) {
  // 8 bytes a lane: two half-warps, 2 wavefronts for each request.
  const RemedyRanking R = rankingOf(transpose(32, 8));
  EXPECT_EQ(R.Before, 32u * 2 + 32 * 32);
  ASSERT_FALSE(R.Remedies.empty());
  EXPECT_EQ(R.Remedies.front().Total, 128u);
  EXPECT_TRUE(R.Remedies.front().IsOptimal);
}

TEST(KernelTilesTest, PaddingOfATransposeIsOfferedToo) {
  const RemedyRanking R = rankingOf(transpose(32, 4));
  bool HasPadding = false;
  for (const Remedy &Found : R.Remedies)
    if (Found.To == Layout(Padding{32, 1})) {
      HasPadding = true;
      EXPECT_EQ(Found.Total, 64u);
      EXPECT_EQ(Found.ExtraBytes, 128u);
    }
  EXPECT_TRUE(HasPadding);
}

TEST(KernelTilesTest, LdMatrixOfRowsOf128BytesTakesTheWidestMode) {
  // 64x64 f16. cp.async of 16 bytes fills it row by row, four rows an
  // instruction; ldmatrix.x4 reads 16x16 tiles.
  ArrayProblem P = arrayOf({64, 64}, 2);
  ArrayAccess &Fill = addAccess(P, RequestKind::CpAsync, 16);
  for (uint64_t Row = 0; Row < 64; Row += 4)
    Fill.Cases.push_back(
        caseOf(32, [&](unsigned L) { return (Row + L / 8) * 64 + L % 8 * 8; }));
  ArrayAccess &Load = addAccess(P, RequestKind::LdMatrixX4, 16);
  for (uint64_t Row = 0; Row < 64; Row += 16)
    for (uint64_t Column = 0; Column < 64; Column += 16)
      Load.Cases.push_back(caseOf(32, [&](unsigned L) {
        return (Row + L % 16) * 64 + Column + L / 16 * 8;
      }));
  const RemedyRanking R = rankingOf(P);
  // All 8 rows of a matrix meet in 4 banks: 8 wavefronts for each of 4.
  EXPECT_EQ(R.Before, 16u * 4 + 16 * 32);
  ASSERT_FALSE(R.Remedies.empty());
  const Remedy &Best = R.Remedies.front();
  // <3,4,3> of byte addresses.
  EXPECT_EQ(Best.To, Layout(XorSwizzle{3, 3, 3}));
  EXPECT_EQ(Best.Tensor, "CU_TENSOR_MAP_SWIZZLE_128B");
  EXPECT_EQ(Best.Accesses[0].After, 16u * 4); // Four full lines each.
  EXPECT_EQ(Best.Accesses[1].After, 16u * 4);
  EXPECT_TRUE(Best.IsOptimal);
}

TEST(KernelTilesTest, WideStoresLeaveAColumnEightBanks) {
  // float tile[32][32], float4 stores of rows, loads of columns. The vectors
  // stay whole: word c % 4 of 32 vectors goes to the 8 banks of that word, so
  // that 4 wavefronts are the least, and they are reached.
  ArrayProblem P = arrayOf({32, 32});
  ArrayAccess &Store = addAccess(P, RequestKind::SharedStore, 16);
  for (uint64_t Row = 0; Row < 32; Row += 4)
    Store.Cases.push_back(
        caseOf(32, [&](unsigned L) { return (Row + L / 8) * 32 + L % 8 * 4; }));
  ArrayAccess &Load = addAccess(P, RequestKind::SharedLoad, 4);
  for (uint64_t Column = 0; Column < 32; ++Column)
    Load.Cases.push_back(
        caseOf(32, [&](unsigned L) { return L * 32 + Column; }));
  const RemedyRanking R = rankingOf(P);
  EXPECT_EQ(R.WholeRun, 4u);
  EXPECT_EQ(R.Floor, 8u * 4 + 32 * 4);
  ASSERT_FALSE(R.Remedies.empty());
  EXPECT_EQ(R.Remedies.front().Total, R.Floor);
  EXPECT_TRUE(R.Remedies.front().IsOptimal);
  EXPECT_EQ(countedTotal(P, R.Remedies.front().To), R.Floor);
}

TEST(KernelTilesTest, PaddingOfVectorsIsByWholeVectors) {
  // Columns of float4: 8 rows of 32 floats meet.
  ArrayProblem P = arrayOf({32, 32});
  ArrayAccess &Load = addAccess(P, RequestKind::SharedLoad, 16);
  for (uint64_t Column = 0; Column < 32; Column += 4)
    Load.Cases.push_back(
        caseOf(32, [&](unsigned L) { return L * 32 + Column; }));
  bool HasPadding = false;
  for (const Remedy &R : rankingOf(P).Remedies)
    if (const auto *Pad = R.To.as<Padding>()) {
      HasPadding = true;
      EXPECT_EQ(Pad->By % 4, 0u);
      EXPECT_EQ(R.Total, 8u * 4);
    }
  EXPECT_TRUE(HasPadding);
}

TEST(KernelTilesTest, LanesInZOrderTurnThePairRuleOn) {
  // Lane l works on row l / 8 and column l % 8 of a tile of float4 outputs: it
  // loads vector l / 8 of A and vector l % 8 of B, here of one array.
  ArrayProblem P = arrayOf({2, 32});
  for (unsigned Divide : {1, 0}) {
    ArrayAccess &A = addAccess(P, RequestKind::SharedLoad, 16);
    A.LanesMayMove = true;
    A.Cases.push_back(caseOf(
        32, [&](unsigned L) { return Divide ? L / 8 * 4 : 32 + L % 8 * 4; }));
  }
  const RemedyRanking R = rankingOf(P);
  EXPECT_EQ(R.Accesses[0].Before, 2u);
  EXPECT_EQ(R.Accesses[1].Before, 4u);
  ASSERT_FALSE(R.Remedies.empty());
  const Remedy &Best = R.Remedies.front();
  ASSERT_TRUE(Best.Lanes);
  EXPECT_EQ(Best.Accesses[0].After, 2u);
  EXPECT_EQ(Best.Accesses[1].After, 2u);
  // A quarter-warp covers 4x2 of the tile: two bits of one number and one of
  // the other, and the pair lanes share a vector on each side.
  unsigned ColumnBits = 0;
  for (unsigned B = 0; B < 3; ++B)
    ColumnBits += Best.Lanes->From[B] < 3;
  EXPECT_TRUE(ColumnBits == 1 || ColumnBits == 2);
  // Recounted lane by lane.
  EXPECT_EQ(countedCost(P, P.Accesses[1], Layout(), *Best.Lanes), 2u);
}

TEST(KernelTilesTest, ARowOfVectorsPerQuarterWarpMergesInPairs) {
  // Every quarter-warp at one vector: quarters merge, 2 wavefronts.
  ArrayProblem P = arrayOf({32});
  ArrayAccess &A = addAccess(P, RequestKind::SharedLoad, 16);
  A.Cases.push_back(caseOf(32, [](unsigned L) { return L / 8 * 4; }));
  EXPECT_EQ(rankingOf(P).Before, 2u);
}

TEST(KernelTilesTest, AStencilWithPlanesIsFreed) {
  // float tile[4][16][16], 32 lanes along z and y at one x.
  ArrayProblem P = arrayOf({4, 16, 16});
  ArrayAccess &A = addAccess(P, RequestKind::SharedLoad, 4);
  for (uint64_t Z = 0; Z < 4; Z += 2)
    for (uint64_t X = 0; X < 16; ++X)
      A.Cases.push_back(caseOf(32, [&](unsigned L) {
        return (Z + L / 16) * 256 + L % 16 * 16 + X;
      }));
  const RemedyRanking R = rankingOf(P);
  ASSERT_FALSE(R.Remedies.empty());
  EXPECT_EQ(R.Remedies.front().Total, 32u);
  EXPECT_EQ(countedTotal(P, R.Remedies.front().To), 32u);
}

TEST(KernelTilesTest, NothingIsOfferedWhereNothingHelps) {
  // All lanes at one element: an atomic takes 32 wavefronts anywhere.
  ArrayProblem P = arrayOf({64});
  addAccess(P, RequestKind::SharedAtomic, 4)
      .Cases.push_back(caseOf(32, [](unsigned) { return 5; }));
  const RemedyRanking R = rankingOf(P);
  EXPECT_EQ(R.Before, 32u);
  EXPECT_EQ(R.Floor, 32u);
  EXPECT_TRUE(R.Remedies.empty());
}

TEST(KernelTilesTest, WhatAnotherAccessPaysIsSaid) {
  // The column is read a thousand times, the row once: a layout that makes the
  // column free may cost the row, but has to say so.
  ArrayProblem P = arrayOf({32, 32});
  ArrayAccess &Column = addAccess(P, RequestKind::SharedLoad, 4);
  Column.Cases.push_back(caseOf(32, [](unsigned L) { return L * 32; }, 1000));
  ArrayAccess &Diagonal = addAccess(P, RequestKind::SharedLoad, 4);
  // Under <5,0,5> element (l, l) goes to bank l ^ l = 0.
  Diagonal.Cases.push_back(caseOf(32, [](unsigned L) { return L * 32 + L; }));
  std::optional<Remedy> R = judge(P, Layout(XorSwizzle{5, 0, 5}));
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Accesses[1].Before, 1u);
  EXPECT_EQ(R->Accesses[1].After, 32u);
  EXPECT_EQ(R->Worsened, std::vector<unsigned>{1});
  // A linear map frees both: one whose part F from the row to the bank is
  // invertible, and F + 1 as well.
  const RemedyRanking Ranking = rankingOf(P);
  ASSERT_FALSE(Ranking.Remedies.empty());
  EXPECT_TRUE(Ranking.Remedies.front().Worsened.empty());
  EXPECT_EQ(Ranking.Remedies.front().Total, 1001u);
}
