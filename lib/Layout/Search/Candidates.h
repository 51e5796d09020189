//===- Candidates.h - The layouts that are tried ----------------*- C++ -*-===//
//
// Every layout of a family that fits an array, keeps its runs whole and could
// move something to another bank. Changes to address bits above a row of banks
// alone are left out: they move nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LAYOUT_SEARCH_CANDIDATES_H
#define WARPLINT_LIB_LAYOUT_SEARCH_CANDIDATES_H

#include "warplint/Layout/ArrayProblem.h"
#include "warplint/Layout/Layout.h"
#include <span>

namespace warplint {

struct Candidates {
  std::vector<Layout> Linear;              ///< Over GF(2).
  std::vector<std::vector<Layout>> Others; ///< One list for each family.
};

/// Those of \p Problem; where the copy engine fills the array its own modes
/// alone. Rows of the lengths \p Rows are padded, too.
Candidates candidates(const ArrayProblem &Problem,
                      std::span<const uint64_t> Rows);

/// \p L keeps to what ArrayProblem::MostBlock allows.
bool staysInBlocks(const ArrayProblem &Problem, const Layout &L);

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_SEARCH_CANDIDATES_H
