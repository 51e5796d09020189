//===- SwizzleExamplesTest.cpp - The textbook swizzles --------------------===//
//
// The examples with which swizzles are explained, on the 8 banks with which
// they are drawn and on the 32 of the hardware. In each, a request touches as
// many elements as there are banks, so that 1 wavefront is what a layout
// without conflicts costs.
//
//===----------------------------------------------------------------------===//

#include "Problems.h"
#include <bit>

using namespace warplint;

namespace {

/// The number of banks.
class SwizzleExamples : public testing::TestWithParam<unsigned> {
protected:
  const unsigned Banks = GetParam();
  const unsigned BankBits = std::countr_zero(Banks);

  ArrayProblem array(uint64_t Rows, uint64_t Columns) const {
    return arrayOf({Rows, Columns}, 4, Banks);
  }
};

INSTANTIATE_TEST_SUITE_P(Banks, SwizzleExamples, testing::Values(8, 32));

} // namespace

TEST_P(SwizzleExamples, ColumnOfASquareIsXoredWithItsRow) {
  // Bank of (r, c) is c ^ r: all different for one c as for one r.
  ArrayProblem P = array(Banks, Banks);
  addTileLoads(P, Banks, 1);
  addTileLoads(P, 1, Banks);
  expectBest(P, Layout(XorSwizzle{BankBits, 0, int(BankBits)}));
}

TEST_P(SwizzleExamples, ColumnOfAWiderArrayTakesALargerShift) {
  // Rows of four times as many elements: the row starts two bits further up.
  // The array has twice the rows that the XOR can tell apart, which repeats.
  ArrayProblem P = array(2 * Banks, 4 * Banks);
  addTileLoads(P, Banks, 1);
  addTileLoads(P, 1, Banks);
  expectBest(P, Layout(XorSwizzle{BankBits, 0, int(BankBits) + 2}));
}

TEST_P(SwizzleExamples, ColumnOfANarrowArrayTakesFewerBits) {
  // Two rows fill the banks: the lowest bit of the row is a bank bit already.
  ArrayProblem P = array(Banks, Banks / 2);
  addTileLoads(P, Banks, 1);
  addTileLoads(P, 2, Banks / 2);
  expectBest(P, Layout(XorSwizzle{BankBits - 1, 0, int(BankBits)}));
}

TEST(SwizzleExamplesTest, AllBlocksOf8By4NeedMoreBitsThanShift) {
  // 8x1, 4x2 and 2x4 alike.
  ArrayProblem P = arrayOf({8, 4}, 4, 8);
  for (uint64_t Columns : {1, 2, 4})
    addTileLoads(P, 8 / Columns, Columns);
  const Layout Named(XorSwizzle{3, 0, 2});
  expectBest(P, Named);
  EXPECT_FALSE(Named.as<XorSwizzle>()->isCute());
}

TEST(SwizzleExamplesTest, AllBlocksOf32By16NeedSeveralXors) {
  // With 5 bank bits no single XOR is enough: a bit matrix is.
  ArrayProblem P = arrayOf({32, 16});
  for (uint64_t Columns = 1; Columns <= 16; Columns *= 2)
    addTileLoads(P, 32 / Columns, Columns);
  const RemedyRanking R = rankingOf(P);
  ASSERT_FALSE(R.Remedies.empty());
  EXPECT_EQ(R.Remedies.front().Total, 5u * 16);
  EXPECT_TRUE(R.Remedies.front().To.as<BitMatrix>());
  EXPECT_EQ(countedTotal(P, R.Remedies.front().To), 5u * 16);
}

TEST(SwizzleExamplesTest, SeveralXorsServeThreeSuchArraysInARow) {
  // 1536 elements are not a power of two. The map of 512 serves each of them.
  ArrayProblem P = arrayOf({96, 16});
  for (uint64_t Columns = 1; Columns <= 16; Columns *= 2)
    addTileLoads(P, 32 / Columns, Columns);
  const RemedyRanking R = rankingOf(P);
  ASSERT_FALSE(R.Remedies.empty());
  EXPECT_TRUE(R.Remedies.front().To.as<BitMatrix>());
  EXPECT_EQ(countedTotal(P, R.Remedies.front().To), 5u * 48);
}

TEST_P(SwizzleExamples, NoCuteSwizzleIsFreeForAllBlocksOfANarrowArray) {
  ArrayProblem P = array(Banks, Banks / 2);
  for (uint64_t Columns = 1; Columns <= Banks / 2; Columns *= 2)
    addTileLoads(P, Banks / Columns, Columns);
  const uint64_t Free = rankingOf(P).Floor;
  for (unsigned Bits = 1; Bits <= BankBits; ++Bits)
    for (unsigned Base = 0; Base < BankBits; ++Base)
      for (int Shift = Bits; Shift <= int(2 * BankBits); ++Shift)
        for (int Signed : {Shift, -Shift}) {
          const Layout L(XorSwizzle{Bits, Base, Signed});
          if (L.fits(P.Array.elements())) {
            EXPECT_GT(countedTotal(P, L), Free) << describe(L);
          }
        }
  P.IsForCute = true;
  for (const Remedy &R : rankingOf(P).Remedies)
    if (const auto *S = R.To.as<XorSwizzle>()) {
      EXPECT_TRUE(S->isCute());
    }
}

TEST_P(SwizzleExamples, BlocksOfTwoColumnsKeepTheLowestBit) {
  ArrayProblem P = array(Banks, Banks);
  addTileLoads(P, Banks / 2, 2);
  addTileLoads(P, 1, Banks);
  expectBest(P, Layout(XorSwizzle{BankBits - 1, 1, int(BankBits) - 1}));
}

TEST_P(SwizzleExamples, EverySecondRowTakesTheNextRowBits) {
  // Where the lowest row bit is the same for all lanes, XORing it in as well
  // does no harm: <3,0,3> is as good, and shorter.
  ArrayProblem P = array(Banks, Banks);
  addTileLoads(P, Banks / 2, 2, /*RowStep=*/2);
  addTileLoads(P, 1, Banks);
  expectFree(P, Layout(XorSwizzle{BankBits - 1, 1, int(BankBits)}));
}

TEST_P(SwizzleExamples, RowsOfThreeTimesTheBanksAreXoredColumnByColumn) {
  // 8x24: row*24 + (row ^ col), no swizzle of the flat index.
  ArrayProblem P = array(Banks, 3 * Banks);
  addTileLoads(P, Banks, 1);
  addTileLoads(P, 1, Banks);
  expectBest(P, Layout(RowXor{3 * Banks, BankBits, 0, 0}));
}

TEST_P(SwizzleExamples, RowsThatTheBlockDoesNotDivideAreTakenInPairs) {
  // 8x9 read 4x2: taken as 4x18, neighbouring rows are 18 apart, so that the
  // rows of a block begin 2 banks apart.
  ArrayProblem P = array(Banks, Banks + 1);
  addTileLoads(P, Banks / 2, 2);
  expectBest(P, Layout(RowInterleave{Banks + 1, Banks, 2}));
}

TEST_P(SwizzleExamples, RowsThatTheBlockDoesNotDivideByFourAreTakenInFours) {
  // 16x9 read 2x4: with 8 banks, four rows are 36 apart and begin 4 banks
  // apart.
  ArrayProblem P = array(2 * Banks, Banks + 1);
  addTileLoads(P, Banks / 4, 4);
  expectFree(P, Layout(RowInterleave{Banks + 1, 2 * Banks, 4}));
}

TEST(SwizzleExamplesTest, ChunksInRowsOfOneMode) {
  // One element stands for 16 bytes: 8 banks are a line of 128 bytes. Rows of
  // 2, 4 and 8 chunks are those of the copy engine's modes.
  for (unsigned Bits = 1; Bits <= 3; ++Bits) {
    ArrayProblem P = arrayOf({8, uint64_t(1) << Bits}, 4, 8);
    addTileLoads(P, 8, 1);
    expectFree(P, Layout(XorSwizzle{Bits, 0, 3}));
  }
}

TEST(SwizzleExamplesTest, PaddingByOneElementFreesAColumn) {
  // The other textbook remedy: float B[32][33].
  ArrayProblem P = arrayOf({32, 32});
  addTileLoads(P, 32, 1);
  addTileLoads(P, 1, 32);
  std::optional<Remedy> R = judge(P, Layout(Padding{32, 1}));
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Total, 64u); // 32 columns and 32 rows, 1 wavefront each.
  EXPECT_EQ(R->ExtraBytes, 128u);
  EXPECT_TRUE(R->IsOptimal);
  // 32 wavefronts for each column before.
  EXPECT_EQ(rankingOf(P).Before, 32u * 32 + 32);
}

TEST(SwizzleExamplesTest, TheTableOfTheSwizzleOfEight) {
  // Row r of the table is 0 ... 7 XORed with r.
  const Layout L(XorSwizzle{3, 0, 3});
  const unsigned RowThree[] = {3, 2, 1, 0, 7, 6, 5, 4};
  for (unsigned Column = 0; Column < 8; ++Column)
    EXPECT_EQ(L.place(3 * 8 + Column), 3 * 8 + RowThree[Column]);
}

TEST(SwizzleExamplesTest, TensorModesMoveChunksOf16Bytes) {
  // Mode 128B: the chunk at (y16, x16) of lines of 8 chunks goes to
  // (y16, y16 % 8 ^ x16); the bytes of a chunk stay together.
  const Layout L(XorSwizzle{3, 4, 3});
  for (uint64_t Byte = 0; Byte < 4096; ++Byte) {
    const uint64_t Chunk = Byte / 16, Y = Chunk / 8, X = Chunk % 8;
    EXPECT_EQ(L.place(Byte), (Y * 8 + ((Y % 8) ^ X)) * 16 + Byte % 16);
  }
}

TEST(SwizzleExamplesTest, TensorModesFreeRowsOfTheirLength) {
  // ldmatrix reads 8 rows of 16 bytes, at the same chunk of 8 rows of the
  // array. f16: rows of 16, 32 and 64 elements are 32, 64 and 128 bytes.
  for (unsigned Bits = 1; Bits <= 3; ++Bits) {
    const uint64_t Length = uint64_t(8) << Bits;
    ArrayProblem P = arrayOf({64, Length}, 2);
    P.Fill = ArrayFill::TensorCopy;
    ArrayAccess &A = addAccess(P, RequestKind::LdMatrixX1, 16);
    for (uint64_t Row = 0; Row < 64; Row += 8)
      for (uint64_t Column = 0; Column < Length; Column += 8)
        A.Cases.push_back(
            caseOf(8, [&](unsigned L) { return (Row + L) * Length + Column; }));
    const Layout Mode(XorSwizzle{Bits, 3, 3});
    expectBest(P, Mode);
    EXPECT_EQ(rankingOf(P).Remedies.front().Tensor,
              "CU_TENSOR_MAP_SWIZZLE_" + std::to_string(16 << Bits) + "B");
  }
}

TEST(SwizzleExamplesTest, MatricesOf16By16AreLoadedWithoutConflict) {
  // ldmatrix.x4 of a 16x16 tile of f16: four 8x8 matrices, rows of 32 bytes.
  // Rows r and r + 4 of a matrix meet in their banks.
  ArrayProblem P = arrayOf({16, 16}, 2);
  ArrayAccess &A = addAccess(P, RequestKind::LdMatrixX4, 16);
  A.Cases.push_back(
      caseOf(32, [](unsigned L) { return L % 16 * 16 + L / 16 * 8; }));
  const RemedyRanking R = rankingOf(P);
  EXPECT_EQ(R.Before, 8u);
  ASSERT_FALSE(R.Remedies.empty());
  EXPECT_EQ(R.Remedies.front().Total, 4u);
  EXPECT_EQ(R.Remedies.front().To, Layout(XorSwizzle{1, 3, 3}));
  EXPECT_EQ(R.Remedies.front().Tensor, "CU_TENSOR_MAP_SWIZZLE_32B");
}
