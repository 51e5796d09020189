//===- Layout.h - Where the elements of an array are put --------*- C++ -*-===//
//
// A layout is a bijection from the elements of an array, numbered row-major as
// declared, to places in shared memory:
//
//   XorSwizzle    p ^ ((p & mask) >> Shift), what cute::Swizzle<B,M,S> computes
//   RowXor        row*Length + (col ^ part of row): rows of any length
//   RowRotation   row*Length + (col + row*Step) % Length
//   RowInterleave rows r, r + Rows/Ways, r + 2*Rows/Ways ... side by side
//   Padding       p + p/Every * By: some unused places after each Every
//   BitMatrix     any linear map over GF(2)
//
// Columns at the end of each row that no access touches (the padding of
// tile[16][17]) may be left out first: it is then a bijection of what is left.
//
// "Row" is a row of Length elements: that of the declaration, a part of it, or
// several taken together. Widths, lengths and steps are in elements.
//
// Worked example: float tile[8][8] with 8 banks. Reading column 0, the lanes
// touch elements 0, 8, 16, ... 56, all in bank 0. XorSwizzle {3, 0, 3} puts
// them at 0, 9, 18, ... 63, into banks 0, 1, 2, ... 7. In two dimensions it is
// tile[row][col ^ row].
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LAYOUT_LAYOUT_H
#define WARPLINT_LAYOUT_LAYOUT_H

#include "warplint/Layout/BitMatrix.h"
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace warplint {

// The maps are inline: the search computes millions of places.

/// The bits [Base + max(Shift, 0), + Bits) of the place are moved down by Shift
/// (up, where it is negative) and XORed in. Bits may be more than |Shift|,
/// which cute::Swizzle refuses. Shift is not 0.
struct XorSwizzle {
  unsigned Bits = 0;
  unsigned Base = 0;
  int Shift = 0;

  uint64_t place(uint64_t Element) const {
    const uint64_t Mask = ((uint64_t(1) << Bits) - 1) << Base;
    return Element ^
           (Shift > 0 ? Element >> Shift & Mask : (Element & Mask) << -Shift);
  }
  /// The lowest bit that is above all that change.
  unsigned firstBitAbove() const {
    return Base + Bits + (Shift < 0 ? -Shift : 0);
  }
  bool isCute() const { return unsigned(Shift < 0 ? -Shift : Shift) >= Bits; }
  friend bool operator==(const XorSwizzle &, const XorSwizzle &) = default;
};

/// row*Length + (col ^ ((row >> RowShift) & (2^Bits - 1)) << Base). Length is a
/// multiple of 2^(Bits + Base).
struct RowXor {
  uint64_t Length = 1;
  unsigned Bits = 0;
  unsigned Base = 0;
  unsigned RowShift = 0;

  uint64_t place(uint64_t Element) const {
    const uint64_t Column = Element % Length, Row = Element / Length;
    const uint64_t RowBits = Row >> RowShift & ((uint64_t(1) << Bits) - 1);
    return Element - Column + (Column ^ RowBits << Base);
  }
  friend bool operator==(const RowXor &, const RowXor &) = default;
};

/// row*Length + (col + (row >> RowShift) * Step) % Length.
struct RowRotation {
  uint64_t Length = 1;
  uint64_t Step = 0;
  unsigned RowShift = 0;

  uint64_t place(uint64_t Element) const {
    const uint64_t Column = Element % Length, Row = Element / Length;
    return Element - Column + (Column + (Row >> RowShift) * Step) % Length;
  }
  friend bool operator==(const RowRotation &, const RowRotation &) = default;
};

/// Puts Ways rows that were Rows/Ways apart next to each other, so that
/// neighbouring rows come to lie Ways rows apart: an 8x9 array taken as 4x18,
/// for Ways = 2. Rows is a multiple of Ways.
///
/// Rows of one element make stripes: with 32 pieces of 8 elements, Rows = 256 and
/// Ways = 32, element 8 * piece + i goes to 32 * i + piece.
struct RowInterleave {
  uint64_t Length = 1;
  uint64_t Rows = 1;
  uint64_t Ways = 1;

  bool isStriped() const { return Length == 1; }
  /// From each of these Ways rows to the next.
  uint64_t rowsApart() const { return Rows / Ways; }
  uint64_t placeOfRow(uint64_t Row) const {
    return Row % rowsApart() * Ways + Row / rowsApart();
  }
  uint64_t place(uint64_t Element) const {
    return placeOfRow(Element / Length) * Length + Element % Length;
  }
  friend bool operator==(const RowInterleave &,
                         const RowInterleave &) = default;
};

/// By unused places after every Every elements.
struct Padding {
  uint64_t Every = 1;
  uint64_t By = 0;

  uint64_t place(uint64_t Element) const {
    return Element + Element / Every * By;
  }
  friend bool operator==(const Padding &, const Padding &) = default;
};

/// Everything stays where it is.
struct Unchanged {
  uint64_t place(uint64_t Element) const { return Element; }
  friend bool operator==(const Unchanged &, const Unchanged &) = default;
};

/// The last Count of every Length elements, which nothing accesses.
struct DeadColumns {
  uint64_t Length = 1;
  uint64_t Count = 0;

  bool isNone() const { return Count == 0; }
  /// Of what is left.
  uint64_t rest(uint64_t Elements) const {
    return Elements - Elements / Length * Count;
  }
  friend bool operator==(const DeadColumns &, const DeadColumns &) = default;
};

class Layout {
public:
  using Form = std::variant<Unchanged, XorSwizzle, RowXor, RowRotation,
                            RowInterleave, Padding, BitMatrix>;

  Layout() = default;
  Layout(Form F, DeadColumns LeftOut = {})
      : F(std::move(F)), LeftOut(LeftOut) {}

  const Form &form() const { return F; }
  template <typename T> const T *as() const { return std::get_if<T>(&F); }
  bool isUnchanged() const { return as<Unchanged>() && LeftOut.isNone(); }

  /// What is left out before anything is placed; form() is of the rest.
  const DeadColumns &leftOut() const { return LeftOut; }
  bool leavesOut() const { return !LeftOut.isNone(); }
  /// Of the rest alone.
  Layout ofRest() const { return Layout(F); }

  uint64_t place(uint64_t Element) const;

  /// Places that an array of \p Elements takes.
  uint64_t places(uint64_t Elements) const;

  /// Whether the layout has a meaning for an array of \p Elements: what moves
  /// together lies wholly inside of it.
  bool fits(uint64_t Elements) const;

  /// Whether aligned runs of \p Run elements stay together, in order and
  /// aligned.
  bool keepsWhole(uint64_t Run) const;

  /// What it does to runs of \p Run elements, which it keeps whole, taken as one
  /// element each.
  Layout ofRuns(uint64_t Run) const;

  /// The shortest length found such that each aligned run of it keeps its
  /// elements, so that nothing outside the run matters; none if there is no such
  /// length.
  std::optional<uint64_t> ownBlock() const;

  /// As a linear map over \p Bits address bits, where it is one.
  std::optional<BitMatrix> matrix(unsigned Bits) const;

  friend bool operator==(const Layout &, const Layout &) = default;

private:
  Form F;
  DeadColumns LeftOut;
};

/// Looks at every element: no two share a place, and all lie below
/// places(Elements).
bool isBijection(const Layout &L, uint64_t Elements);

/// A short stable name for JSON: "xor-swizzle", "row-xor", "padding", ...
std::string_view familyName(const Layout &L);

/// "XOR swizzle <3,0,3>", "padding of 1 after every 32".
std::string describe(const Layout &L);

} // namespace warplint

#endif // WARPLINT_LAYOUT_LAYOUT_H
