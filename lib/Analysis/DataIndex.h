//===- DataIndex.h - Addresses that data leads to ---------------*- C++ -*-===//
//
// What lanes do with a value from memory decides where they may meet: of
// records[key[i]].y, records of 12 bytes, the addresses are 12 bytes apart, of
// bins[key[i] & 15] there are 16. No index that is data is one that an atomic
// counter hands out, whose values are consecutive, nor one that data only
// decides about: a depth that goes on while child[depth] >= 0.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_ANALYSIS_DATAINDEX_H
#define WARPLINT_LIB_ANALYSIS_DATAINDEX_H

#include "warplint/Lane/LaneExpr.h"
#include "warplint/Warp/RandomRequest.h"

namespace warplint {

/// The addresses that \p Address, of accesses of \p BytesPerLane to an array of
/// \p ArrayBytes (0: not known), is taken from. Without a step where lanes differ
/// by more than one value; nothing where that is no data.
std::optional<RandomIndex> dataIndexIn(const LaneContext &Context,
                                       const LaneExpr *Address,
                                       unsigned BytesPerLane,
                                       uint64_t ArrayBytes);

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_DATAINDEX_H
