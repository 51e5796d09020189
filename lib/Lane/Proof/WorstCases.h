//===- WorstCases.h - The worst case of each warp ---------------*- C++ -*-===//
//
// A case whose decisions treated a derived quantity as free, or that took lanes
// as active whose guard was open, may be empty: no values of the unknowns
// belong to it. Its outcome counts only if some values show it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_PROOF_WORSTCASES_H
#define WARPLINT_LIB_LANE_PROOF_WORSTCASES_H

#include "CaseSearch.h"

namespace warplint {

struct WorstCase {
  /// Index into the cases of the search.
  size_t Case = 0;
  /// The outcome is one that some values have.
  bool IsCertain = false;
};

/// The worst case of each warp, by index into the block's warps; nothing for
/// warps without a request. Takes cases that turn out to be empty out of \p
/// Searched.
std::vector<std::optional<WorstCase>> findWorstCases(const ProofGround &Ground,
                                                     const BlockWarps &Block,
                                                     SearchedCases &Searched);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_WORSTCASES_H
