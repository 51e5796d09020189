//===- MatrixTest.cpp - ldmatrix and stmatrix -----------------------------===//
//
// Lanes 8m .. 8m + 7 give the addresses of the eight 16-byte rows of matrix m.
//
//===----------------------------------------------------------------------===//

#include "WarpNotation.h"

using namespace warplint;

namespace {

struct MatrixKind {
  RequestKind Kind;
  unsigned Matrices;
};

constexpr MatrixKind Kinds[] = {
    {RequestKind::LdMatrixX1, 1}, {RequestKind::LdMatrixX2, 2},
    {RequestKind::LdMatrixX4, 4}, {RequestKind::StMatrixX1, 1},
    {RequestKind::StMatrixX2, 2}, {RequestKind::StMatrixX4, 4}};

template <typename Function>
WarpRequest rows(RequestKind Kind, Function ByteAddress,
                 LaneMask Active = AllLanes) {
  return request(Kind, 16, ByteAddress, Active);
}

// Rows of 16 bytes one after the other: a matrix is 128 bytes, all banks once.
TEST(Matrix, PackedRowsTakeOneWavefrontAMatrix) {
  for (MatrixKind M : Kinds) {
    WarpRequest Access = rows(M.Kind, [](unsigned L) { return 16 * L; });
    EXPECT_EQ(figure(Access), (Figure{M.Matrices, M.Matrices}));
    EXPECT_EQ(rule(Access), CostRule::MatrixRows);
    EXPECT_FALSE(costOf(Access)->Worst.has_value());
  }
}

// half tile[..][64]: rows 128 bytes apart all start in the same bank: 8 words
// in each of four banks, for every matrix.
TEST(Matrix, RowsAtAPitchOfALineAreEightWay) {
  for (MatrixKind M : Kinds) {
    WarpRequest Access = rows(M.Kind, [](unsigned L) { return 128 * L; });
    EXPECT_EQ(figure(Access), (Figure{8 * M.Matrices, M.Matrices}));
    EXPECT_EQ(costOf(Access)->Worst, (Collision{0, 0xff, 8}));
  }
}

// half tile[..][32]: rows 64 bytes apart: banks 0-3 and 16-19 alternate, 4-way.
TEST(Matrix, RowsAtHalfALineAreFourWay) {
  WarpRequest Access =
      rows(RequestKind::LdMatrixX4, [](unsigned L) { return 64 * L; });
  EXPECT_EQ(figure(Access), (Figure{16, 4}));
}

// Chunk j of row r kept at chunk j ^ (r mod 8): the eight rows of a matrix take
// the eight chunks of a line, each once.
TEST(Matrix, XorSwizzledRowsAreClean) {
  for (MatrixKind M : Kinds)
    for (unsigned Chunk = 0; Chunk < 8; ++Chunk) {
      WarpRequest Access = rows(
          M.Kind, [&](unsigned L) { return 128 * L + 16 * (Chunk ^ (L % 8)); });
      EXPECT_EQ(figure(Access), (Figure{M.Matrices, M.Matrices}));
    }
}

// half tile[..][64 + 8]: rows 144 bytes apart start 4 banks further each.
TEST(Matrix, RowsPaddedByOneChunkAreClean) {
  WarpRequest Access =
      rows(RequestKind::LdMatrixX4, [](unsigned L) { return 144 * L; });
  EXPECT_EQ(figure(Access), (Figure{4, 4}));
}

// .x1 takes its addresses from lanes 0-7, .x2 from lanes 0-15; what the other
// lanes hold is ignored.
TEST(Matrix, AddressesOfOtherLanesAreIgnored) {
  auto Address = [](unsigned L) { return L < 8 ? 16 * L : 128 * L; };
  EXPECT_EQ(figure(rows(RequestKind::LdMatrixX1, Address)), (Figure{1, 1}));
  EXPECT_EQ(figure(rows(RequestKind::LdMatrixX2, Address)), (Figure{9, 2}));
  EXPECT_EQ(figure(rows(RequestKind::LdMatrixX4, Address)), (Figure{25, 4}));
  EXPECT_EQ(costOf(rows(RequestKind::LdMatrixX2, Address))->Worst,
            (Collision{0, 0xff00, 8}));
}

// All matrices at one address: the groups stay apart, where a 16-byte load
// would merge them.
TEST(Matrix, GroupsNeverMerge) {
  auto Same = [](unsigned) { return 0; };
  EXPECT_EQ(figure(rows(RequestKind::LdMatrixX4, Same)), (Figure{4, 4}));
  EXPECT_EQ(figure(rows(RequestKind::StMatrixX4, Same)), (Figure{4, 4}));
  EXPECT_EQ(figure(load(16, Same)), (Figure{2, 2}));
}

TEST(Matrix, GroupsWithoutAnActiveRowCostNothing) {
  auto Packed = [](unsigned L) { return 16 * L; };
  EXPECT_EQ(figure(rows(RequestKind::LdMatrixX4, Packed, 0x0000ffff)),
            (Figure{2, 2}));
  // No lane that .x1 takes an address from.
  WarpRequest None = rows(RequestKind::LdMatrixX1, Packed, 0xffffff00);
  EXPECT_EQ(figure(None), (Figure{0, 0}));
  EXPECT_EQ(rule(None), CostRule::NoActiveLane);
}

TEST(Matrix, RowsAreSixteenBytes) {
  for (MatrixKind M : Kinds)
    for (unsigned Bytes : {1u, 2u, 4u, 8u, 32u})
      EXPECT_FALSE(costOf(request(M.Kind, Bytes, [](unsigned) {
                     return 0;
                   })).has_value());
}

} // namespace
