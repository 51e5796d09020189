//===- swizzle.h - Shared-memory layouts without bank conflicts -*- C++ -*-===//
//
// The index maps that `warplint solve` prints and that `--fix-style=helper`
// writes into a kernel: header-only, constexpr, for host and device alike
// (nvcc, clang, NVRTC; C++14 and later), without any other header.
//
// Each maps the number of an element, or its column, to the place where it is
// kept in shared memory, and is a bijection: what is written through the map
// and read through the map is the same element.
//
//   __shared__ float tile[32][32];
//   tile[y][warplint::xor_column<5>(y, x)] = in[...];      // row by row
//   out[...] = tile[x][warplint::xor_column<5>(x, y)];     // column by column
//
// Numbers, lengths and steps count elements. Arrays of a power of two, unless a
// map takes the length of a row. `_column` and `_row` maps change one subscript
// of a two-dimensional array; the others take the number of the element, row *
// length + column, of an array that is used as one row. Maps with a name in
// inverse_... go back from the place to the element.
//
// What must stay together does so when Base (steps, padding) is a multiple of
// it: Base = 2 keeps float4, Base = 3 keeps the 16-byte rows of half that
// ldmatrix and cp.async touch.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SWIZZLE_H
#define WARPLINT_SWIZZLE_H

#if defined(__CUDACC__) || defined(__CUDA__)
// Spelled out, since __host__ and __device__ are macros of a CUDA header that
// may not have been read yet.
#if defined(__clang__)
#define WARPLINT_SWIZZLE_FUNCTION                                              \
  __attribute__((host)) __attribute__((device)) constexpr
#else
#define WARPLINT_SWIZZLE_FUNCTION __host__ __device__ constexpr
#endif
#else
#define WARPLINT_SWIZZLE_FUNCTION constexpr
#endif

namespace warplint {

namespace swizzle_detail {

/// By a negative number: to the left.
template <int Shift>
WARPLINT_SWIZZLE_FUNCTION unsigned shifted_right(unsigned i) {
  return Shift >= 0 ? i >> (Shift >= 0 ? Shift : 0)
                    : i << (Shift >= 0 ? 0 : -Shift);
}

template <unsigned... Terms> struct XorTerms;

template <> struct XorTerms<> {
  static WARPLINT_SWIZZLE_FUNCTION unsigned of(unsigned) { return 0; }
};

/// Shifts are passed as unsigned numbers, so that one list can hold all.
template <unsigned Shift, unsigned Mask, unsigned... Rest>
struct XorTerms<Shift, Mask, Rest...> {
  static WARPLINT_SWIZZLE_FUNCTION unsigned of(unsigned i) {
    return (shifted_right<int(Shift)>(i) & Mask) ^ XorTerms<Rest...>::of(i);
  }
};

} // namespace swizzle_detail

//===----------------------------------------------------------------------===//
// XOR
//===----------------------------------------------------------------------===//

/// The bits [Base, Base + Bits) are XORed with those that lie Shift above them
/// (where Shift is negative: bits [Base - Shift, ...) with those Base ... below
/// them). The same as cute::Swizzle<Bits, Base, Shift>, which asks for |Shift|
/// >= Bits; this does not.
///
/// 8x8 of float, 8 banks: xor_swizzle<3, 0, 3>. Rows of 128 bytes of half, read
/// by ldmatrix: xor_swizzle<3, 3, 3>.
template <int Bits, int Base, int Shift>
WARPLINT_SWIZZLE_FUNCTION unsigned xor_swizzle(unsigned i) {
  static_assert(Bits > 0 && Base >= 0 && Shift != 0, "no such swizzle");
  return i ^ (swizzle_detail::shifted_right<Shift>(i) &
              (((1u << Bits) - 1) << (Base + (Shift < 0 ? -Shift : 0))));
}

/// The element that xor_swizzle puts at \p place.
template <int Bits, int Base, int Shift>
WARPLINT_SWIZZLE_FUNCTION unsigned inverse_xor_swizzle(unsigned place) {
  // Each round sets right at least one bit more; where |Shift| >= Bits the
  // first one does all.
  unsigned i = place;
  for (int round = 0; round < ((Shift < 0 ? -Shift : Shift) < Bits ? Bits : 1);
       ++round)
    i = place ^ xor_swizzle<Bits, Base, Shift>(i) ^ i;
  return i;
}

/// The column of element (row, col): bits [Base, Base + Bits) of the column are
/// XORed with bits [RowShift, RowShift + Bits) of the row. For rows whose
/// length is a multiple of 2^(Bits + Base). Its own inverse.
template <int Bits, int Base = 0, int RowShift = 0>
WARPLINT_SWIZZLE_FUNCTION unsigned xor_column(unsigned row, unsigned col) {
  static_assert(Bits > 0 && Base >= 0 && RowShift >= 0, "no such swizzle");
  return col ^ (((row >> RowShift) & ((1u << Bits) - 1)) << Base);
}

/// xor_column for the number of an element, in rows of Length. Its own inverse.
template <int Length, int Bits, int Base = 0, int RowShift = 0>
WARPLINT_SWIZZLE_FUNCTION unsigned xor_in_rows(unsigned i) {
  static_assert(Length % (1 << (Bits + Base)) == 0,
                "the XOR would leave the row");
  return i / Length * Length +
         xor_column<Bits, Base, RowShift>(i / Length, i % Length);
}

/// Any linear map of address bits: the bits of Keep stay, and each pair of
/// Shift, Mask after it adds (i >> Shift) & Mask (a negative Shift goes to the
/// left). Bits above Keep's highest must not be set in \p i.
///
/// xor_shifted<63, 3, 7>(i) is i ^ ((i >> 3) & 7) for i below 64.
template <unsigned Keep, int... ShiftsAndMasks>
WARPLINT_SWIZZLE_FUNCTION unsigned xor_shifted(unsigned i) {
  static_assert(sizeof...(ShiftsAndMasks) % 2 == 0,
                "each shift goes with a mask");
  return (i & Keep) ^
         swizzle_detail::XorTerms<unsigned(ShiftsAndMasks)...>::of(i);
}

//===----------------------------------------------------------------------===//
// Rows of any length
//===----------------------------------------------------------------------===//

/// The column of element (row, col) in rows of Length that are rotated by Step
/// more each 2^RowShift rows.
template <int Length, int Step, int RowShift = 0>
WARPLINT_SWIZZLE_FUNCTION unsigned rotate_column(unsigned row, unsigned col) {
  static_assert(Length > 0 && Step >= 0 && RowShift >= 0, "no such rotation");
  return (col + (row >> RowShift) * Step) % Length;
}

/// The column of the element that rotate_column puts at (row, place).
template <int Length, int Step, int RowShift = 0>
WARPLINT_SWIZZLE_FUNCTION unsigned inverse_rotate_column(unsigned row,
                                                         unsigned place) {
  return rotate_column<Length, Length - Step % Length, RowShift>(row, place);
}

/// rotate_column for the number of an element.
template <int Length, int Step, int RowShift = 0>
WARPLINT_SWIZZLE_FUNCTION unsigned rotate_in_rows(unsigned i) {
  return i / Length * Length +
         rotate_column<Length, Step, RowShift>(i / Length, i % Length);
}

/// The element that rotate_in_rows puts at \p place.
template <int Length, int Step, int RowShift = 0>
WARPLINT_SWIZZLE_FUNCTION unsigned inverse_rotate_in_rows(unsigned place) {
  return rotate_in_rows<Length, Length - Step % Length, RowShift>(place);
}

/// The row where row \p row of Rows is kept when Ways rows that are Rows / Ways
/// apart lie next to each other. 8 rows of 9, interleave_row<8, 2>: an 8x9
/// array taken as 4x18. Rows is a multiple of Ways.
template <int Rows, int Ways>
WARPLINT_SWIZZLE_FUNCTION unsigned interleave_row(unsigned row) {
  static_assert(Ways > 0 && Rows % Ways == 0, "rows would be left over");
  return row % (Rows / Ways) * Ways + row / (Rows / Ways);
}

/// The row that interleave_row puts at \p place.
template <int Rows, int Ways>
WARPLINT_SWIZZLE_FUNCTION unsigned inverse_interleave_row(unsigned place) {
  return interleave_row<Rows, Rows / Ways>(place);
}

/// interleave_row for the number of an element, in rows of Length.
template <int Length, int Rows, int Ways>
WARPLINT_SWIZZLE_FUNCTION unsigned interleave_rows(unsigned i) {
  return interleave_row<Rows, Ways>(i / Length) * Length + i % Length;
}

/// The element that interleave_rows puts at \p place.
template <int Length, int Rows, int Ways>
WARPLINT_SWIZZLE_FUNCTION unsigned inverse_interleave_rows(unsigned place) {
  return interleave_rows<Length, Rows, Rows / Ways>(place);
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// By unused places after every Every elements. The array must have room for
/// padded_size elements.
template <int Every, int By>
WARPLINT_SWIZZLE_FUNCTION unsigned pad(unsigned i) {
  static_assert(Every > 0 && By >= 0, "no such padding");
  return i + i / Every * By;
}

/// The element that pad puts at \p place, which must not be padding.
template <int Every, int By>
WARPLINT_SWIZZLE_FUNCTION unsigned inverse_pad(unsigned place) {
  return place / (Every + By) * Every + place % (Every + By);
}

/// Places that \p elements take with pad, the last group's padding included.
template <int Every, int By>
WARPLINT_SWIZZLE_FUNCTION unsigned padded_size(unsigned elements) {
  return (elements + (Every - 1)) / Every * (Every + By);
}

} // namespace warplint

#undef WARPLINT_SWIZZLE_FUNCTION

#endif // WARPLINT_SWIZZLE_H
