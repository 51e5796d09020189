//===- XorTerms.h - XOR layouts as shifts and masks -------------*- C++ -*-===//
//
// A linear map of address bits is an XOR of shifted and masked copies of the
// address, one for each diagonal of its matrix:
//
//   place = (p & Keep) ^ ((p >> 3) & 7) ^ ((p << 1) & 6) ...
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LAYOUT_MAPS_XORTERMS_H
#define WARPLINT_LIB_LAYOUT_MAPS_XORTERMS_H

#include "warplint/Layout/ArrayProblem.h"
#include "warplint/Layout/Layout.h"

namespace warplint {

/// (p >> Shift) & Mask, or (p << -Shift) & Mask.
struct XorTerm {
  int Shift = 0;
  uint64_t Mask = 0;
};

struct XorTerms {
  uint64_t Keep = ~uint64_t(0);
  std::vector<XorTerm> Terms;
};

/// Of an XorSwizzle or a BitMatrix.
std::optional<XorTerms> xorTerms(const Layout &L);

/// A new column: the bits of the old one among Keep, XORed with terms of the
/// column itself and with terms of the row's number.
struct ColumnTerms {
  uint64_t Keep = ~uint64_t(0);
  std::vector<XorTerm> OfColumn, OfRow;
};

/// What \p L does to the column, where it does nothing else: every element
/// stays in its row. Terms of the flat index whose bits lie on both sides of
/// the column's end are two here.
std::optional<ColumnTerms> columnTerms(const Layout &L,
                                       const ArrayShape &Shape);

/// Numbers below \p Count have no other bits than these.
uint64_t possibleBits(uint64_t Count);

/// The term changes nothing but bits that \p Possible can have, so that it
/// needs no mask.
bool needsMask(const XorTerm &T, uint64_t Possible);

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_MAPS_XORTERMS_H
