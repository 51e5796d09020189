//===- LinearSearch.h - The best linear map over GF(2) ----------*- C++ -*-===//
//
// For an array of 2^n elements: which bits of the element number, XORed
// together how, should make up the bank? Elements that stay together (runs) and
// words stay whole, so the unknown is a matrix K with a row for each bit of the
// run's position in a row of banks and a column for each bit of the run's
// number.
//
// Lanes whose runs form a ^ span(U) meet 2^(dim U - rank(K U)) to a position,
// whatever a is: all cases of an access that differ in a alone count as one.
// Other sets of lanes are counted one by one, up to a ^ as well.
//
// All K with the same kernel cost the same, so that small problems are searched
// exhaustively: one K in reduced echelon form for each kernel. Larger ones are
// searched column by column from several starts. For two accesses that is
// enough: two subspaces of a dimension always have a common complement. The map
// is the optimum that Zhou et al., "Linear Layouts: Robust Code Generation of
// Efficient Tensor Computation Using F2" (2025), define for a read and a write,
// for any number of accesses.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LAYOUT_SEARCH_LINEARSEARCH_H
#define WARPLINT_LIB_LAYOUT_SEARCH_LINEARSEARCH_H

#include "AccessPatterns.h"

namespace warplint {

/// The cheapest linear map found, with few XORs. Nothing for an array whose
/// number of elements is no power of two, or that is smaller than a word.
std::optional<BitMatrix> searchLinear(const AccessPatterns &Patterns);

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_SEARCH_LINEARSEARCH_H
