//===- RankProof.h - Why a linear layout has no conflicts -------*- C++ -*-===//
//
// For a layout that is a linear map of address bits (BitMatrix.h), the figures
// follow from ranks. The elements of lanes that are served together are a ^
// span(U); the bank rows K of the matrix, restricted to U, have a rank, and
//
//   2^rank banks are met, 2^(dim U - rank) different words in each.
//
// That holds for every a at once: for all iterations and warps that differ in a
// alone.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LAYOUT_RANKPROOF_H
#define WARPLINT_LAYOUT_RANKPROOF_H

#include "warplint/Layout/ArrayProblem.h"
#include "warplint/Layout/Layout.h"

namespace warplint {

/// Groups of lanes of one access whose elements go the same directions.
struct RankArgument {
  unsigned Access = 0;
  /// A basis of U, as element numbers.
  std::vector<uint64_t> Directions;
  /// Of the bank rows on U.
  unsigned Rank = 0;
  /// Different words in each bank that is met.
  unsigned Words = 1;
  unsigned Groups = 1;
};

struct RankProof {
  BitMatrix Matrix;
  /// Of the matrix; a bijection has full rank.
  unsigned Rank = 0;
  /// Bits of the place that are the bank.
  unsigned FirstBankBit = 0, BankBits = 0;
  std::vector<RankArgument> Arguments;
  /// Groups that are no a ^ span(U), or whose cost is no matter of banks: for
  /// these there is no argument but to count.
  unsigned Uncovered = 0;
};

/// Nothing where \p L is not linear on \p Problem's array.
std::optional<RankProof> rankProof(const ArrayProblem &Problem,
                                   const Layout &L);

} // namespace warplint

#endif // WARPLINT_LAYOUT_RANKPROOF_H
