//===- LayoutFormula.h - The formulas of the layouts ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LAYOUT_SPELLING_LAYOUTFORMULA_H
#define WARPLINT_LIB_LAYOUT_SPELLING_LAYOUTFORMULA_H

#include "Formula.h"
#include "Layout/Maps/XorTerms.h"

namespace warplint {

/// \p Start ^ the terms of \p Source, whose bits are among \p Possible.
Formula withTerms(Formula Start, const Formula &Source,
                  const std::vector<XorTerm> &Terms, uint64_t Possible);

/// The column where \p R keeps (\p Row, \p Column).
Formula rotatedColumn(const RowRotation &R, const Formula &Row,
                      const Formula &Column);

/// The row where \p I keeps \p Row.
Formula interleavedRow(const RowInterleave &I, const Formula &Row);

/// The place of element \p I of \p Elements.
Formula flatFormula(const Layout &L, uint64_t Elements, Formula I);

/// The function of warplint/swizzle.h that computes the same:
/// "warplint::pad<32, 1>".
std::string flatCall(const Layout &L, uint64_t Elements);

/// "warplint::NAME<1, 2>".
std::string headerCall(const char *Name, const std::vector<int64_t> &Arguments);

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_SPELLING_LAYOUTFORMULA_H
