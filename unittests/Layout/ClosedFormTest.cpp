//===- ClosedFormTest.cpp - Tiles with a swizzle that is known ------------===//
//
// A request reads a tile of R x C elements, both powers of two, of an array
// whose rows are Stride elements apart; a row of banks holds R*C elements. With
// s the number of factors 2 of Stride there is a layout without conflicts:
//
//   * The tile's rows begin at multiples of Stride. Counted in C elements and
//     modulo R, row r begins at r * Stride / C: the lowest log2(RC) - s bits of
//     r tell the first of these apart already.
//   * For C | Stride, the other s - log2(C) bits of r (at most log2(R)) are
//     XORed into the lowest bits of the column's number of C.
//   * Where C does not divide Stride, 2^(log2(C) - s) rows are put side by
//     side: neighbouring rows are then an odd multiple of C apart, which is all
//     different modulo R*C.
//
// The remedy found never costs more, for the tiles alone and for tiles that are
// filled in order of the elements.
//
//===----------------------------------------------------------------------===//

#include "Problems.h"
#include <bit>

using namespace warplint;

namespace {

struct TileSetting {
  uint64_t Rows, Columns, Stride;
  uint64_t ArrayRows;
  unsigned ElementBytes;
  /// A lane takes the whole row of a tile, else one element.
  bool IsWide;
};

class ClosedForm : public testing::TestWithParam<TileSetting> {
protected:
  const TileSetting S = GetParam();

  ArrayProblem problem() const {
    return arrayOf({S.ArrayRows, S.Stride}, S.ElementBytes,
                   S.Rows * S.Columns * S.ElementBytes / 4);
  }

  Layout closedForm() const {
    const unsigned TileBits = std::countr_zero(S.Rows * S.Columns);
    const unsigned ColumnBits = std::countr_zero(S.Columns);
    const unsigned StrideBits = std::countr_zero(S.Stride);
    if (StrideBits < ColumnBits)
      return Layout(RowInterleave{S.Stride, S.ArrayRows,
                                  uint64_t(1) << (ColumnBits - StrideBits)});
    if (StrideBits == ColumnBits)
      return Layout();
    const unsigned Apart = TileBits > StrideBits ? TileBits - StrideBits : 0;
    const unsigned RowBits = std::countr_zero(S.Rows);
    return Layout(RowXor{S.Stride, RowBits - Apart, ColumnBits, Apart});
  }

  void addTiles(ArrayProblem &P) const {
    if (!S.IsWide)
      return addTileLoads(P, S.Rows, S.Columns);
    // 16 bytes a lane are served in groups of lanes that fill the banks: all
    // tiles of the request are one group each.
    ArrayAccess &A =
        addAccess(P, RequestKind::SharedStore, S.Columns * S.ElementBytes);
    for (uint64_t Row = 0; Row + S.Rows <= S.ArrayRows; Row += S.Rows)
      for (uint64_t Column = 0; Column + S.Columns <= S.Stride;
           Column += S.Columns)
        A.Cases.push_back(caseOf(
            S.Rows, [&](unsigned L) { return (Row + L) * S.Stride + Column; }));
  }

  void addFill(ArrayProblem &P) const {
    const unsigned Width = S.IsWide ? S.Columns : 1;
    const unsigned Lanes = S.IsWide ? S.Rows : S.Rows * S.Columns;
    ArrayAccess &A =
        addAccess(P, RequestKind::SharedStore, Width * S.ElementBytes);
    for (uint64_t First = 0; First + Lanes * Width <= P.Array.elements();
         First += Lanes * Width)
      A.Cases.push_back(
          caseOf(Lanes, [&](unsigned L) { return First + L * Width; }));
  }

  void expectNoneIsBelow(const ArrayProblem &P) const {
    const Layout Known = closedForm();
    ASSERT_TRUE(isBijection(Known, P.Array.elements()));
    const RemedyRanking R = rankingOf(P);
    const uint64_t Found =
        R.Remedies.empty() ? R.Before : R.Remedies.front().Total;
    EXPECT_LE(Found, judge(P, Known)->Total);
  }
};

INSTANTIATE_TEST_SUITE_P(
    Settings, ClosedForm,
    testing::Values(
        // Single columns.
        TileSetting{8, 1, 2, 16, 4, false}, TileSetting{8, 1, 4, 16, 4, false},
        TileSetting{8, 1, 8, 16, 4, false}, TileSetting{8, 1, 16, 16, 4, false},
        TileSetting{8, 1, 32, 16, 4, false},
        TileSetting{8, 1, 24, 16, 4, false},
        TileSetting{16, 1, 16, 16, 4, false},
        TileSetting{32, 1, 32, 32, 4, false},
        // Vectors of four elements.
        TileSetting{8, 4, 8, 16, 4, true}, TileSetting{8, 4, 16, 16, 4, true},
        TileSetting{8, 4, 32, 16, 4, true}, TileSetting{8, 4, 48, 16, 4, true},
        TileSetting{8, 4, 64, 16, 4, true}, TileSetting{8, 4, 40, 16, 4, false},
        // Vectors of 16 bytes, by the byte: the copy engine's modes.
        TileSetting{8, 16, 16, 16, 1, true},
        TileSetting{8, 16, 32, 16, 1, true},
        TileSetting{8, 16, 64, 16, 1, true},
        TileSetting{8, 16, 128, 16, 1, true},
        // Several columns.
        TileSetting{4, 2, 8, 16, 4, false}, TileSetting{4, 4, 32, 16, 4, false},
        TileSetting{4, 2, 16, 16, 4, false},
        TileSetting{4, 8, 32, 16, 4, false},
        // Rows that the columns do not divide.
        TileSetting{4, 2, 5, 16, 4, false}, TileSetting{4, 2, 9, 16, 4, false},
        TileSetting{2, 4, 9, 16, 4, false},
        TileSetting{8, 4, 33, 32, 4, false}));

} // namespace

TEST_P(ClosedForm, FreesTheTiles) {
  // The derivation above: 1 wavefront for each tile.
  ArrayProblem P = problem();
  addTiles(P);
  EXPECT_EQ(judge(P, closedForm())->Total, P.Accesses[0].Cases.size());
}

TEST_P(ClosedForm, IsNotBelowTheSearchForTiles) {
  ArrayProblem P = problem();
  addTiles(P);
  expectNoneIsBelow(P);
}

TEST_P(ClosedForm, IsNotBelowTheSearchForTilesThatAreFilledInOrder) {
  ArrayProblem P = problem();
  addTiles(P);
  addFill(P);
  expectNoneIsBelow(P);
}
