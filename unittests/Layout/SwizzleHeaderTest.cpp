//===- SwizzleHeaderTest.cpp - The header for kernels ---------------------===//

#include "warplint/Layout/Layout.h"
#include "warplint/swizzle.h"
#include "gtest/gtest.h"

namespace {

using namespace warplint;

/// All is constexpr: a table can be made by the compiler.
static_assert(xor_swizzle<3, 0, 3>(8) == 9);
static_assert(xor_column<3>(1, 0) == 1);
static_assert(interleave_row<8, 2>(4) == 1);
static_assert(padded_size<32, 1>(1024) == 1056);

/// \p Place is what the layout says, and \p Back undoes it.
template <typename PlaceOf, typename ElementOf>
void expectLayout(const Layout &L, unsigned Elements, PlaceOf Place,
                  ElementOf Back) {
  ASSERT_TRUE(isBijection(L, Elements));
  for (unsigned I = 0; I < Elements; ++I) {
    ASSERT_EQ(Place(I), L.place(I)) << I;
    ASSERT_EQ(Back(Place(I)), I);
  }
}

template <int Bits, int Base, int Shift> void expectSwizzle() {
  expectLayout(Layout(XorSwizzle{Bits, Base, Shift}), 4096,
               xor_swizzle<Bits, Base, Shift>,
               inverse_xor_swizzle<Bits, Base, Shift>);
}

} // namespace

TEST(SwizzleHeaderTest, XorSwizzlesAreTheLayouts) {
  expectSwizzle<3, 0, 3>();
  expectSwizzle<5, 0, 5>();
  expectSwizzle<3, 4, 3>();
  expectSwizzle<3, 0, 2>(); // More bits than the shift.
  expectSwizzle<5, 0, 1>();
  expectSwizzle<2, 1, -3>();
  expectSwizzle<3, 1, -1>();
}

TEST(SwizzleHeaderTest, ColumnsAreThoseOfTheLayouts) {
  const Layout Xor(RowXor{24, 2, 1, 1}), Rotation(RowRotation{24, 5, 2});
  for (unsigned Row = 0; Row < 16; ++Row)
    for (unsigned Column = 0; Column < 24; ++Column) {
      const unsigned Element = Row * 24 + Column;
      ASSERT_EQ((Row * 24 + xor_column<2, 1, 1>(Row, Column)),
                Xor.place(Element));
      const unsigned Place = rotate_column<24, 5, 2>(Row, Column);
      ASSERT_EQ(Row * 24 + Place, Rotation.place(Element));
      ASSERT_EQ((inverse_rotate_column<24, 5, 2>(Row, Place)), Column);
    }
}

TEST(SwizzleHeaderTest, RowsOfAnyLengthAreTheLayouts) {
  expectLayout(Layout(RowXor{24, 2, 1, 1}), 16 * 24, xor_in_rows<24, 2, 1, 1>,
               xor_in_rows<24, 2, 1, 1>);
  expectLayout(Layout(RowRotation{24, 5, 2}), 16 * 24, rotate_in_rows<24, 5, 2>,
               inverse_rotate_in_rows<24, 5, 2>);
  expectLayout(Layout(RowRotation{9, 23, 0}), 16 * 9, rotate_in_rows<9, 23>,
               inverse_rotate_in_rows<9, 23>);
  expectLayout(Layout(RowInterleave{9, 8, 2}), 72, interleave_rows<9, 8, 2>,
               inverse_interleave_rows<9, 8, 2>);
}

TEST(SwizzleHeaderTest, PaddingIsTheLayout) {
  const Layout L(Padding{24, 4});
  expectLayout(L, 240, pad<24, 4>, inverse_pad<24, 4>);
  EXPECT_EQ((padded_size<24, 4>(240)), L.places(240));
  EXPECT_EQ((padded_size<24, 4>(241)), L.places(241));
}

TEST(SwizzleHeaderTest, ShiftedXorsAreAnyLinearMap) {
  // Bits 0 and 3 change places, and bit 4 is added to bit 1.
  BitMatrix M(6);
  M.setColumn(0, 8);
  M.setColumn(3, 1);
  M.setColumn(4, 16 | 2);
  const Layout L(M);
  for (unsigned I = 0; I < 64; ++I)
    ASSERT_EQ((xor_shifted<0b110110, 3, 0b11, -3, 0b1000>(I)), L.place(I)) << I;
}
