//===- TypicalLeaves.h - Values that stand for most others ------*- C++ -*-===//
//
// What an address is like, for values of parameters that are larger than a few
// elements and different from each other: a pitch is no power of two then, and
// no row is as short as a sector. Addresses of different arrays are far apart.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_COALESCING_TYPICALLEAVES_H
#define WARPLINT_LIB_CHECKS_COALESCING_TYPICALLEAVES_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Lane/LaneEvaluation.h"

namespace warplint {

/// Of thread 0, in round 1 of each loop. Another \p Trial has other values.
LeafValues typicalLeaves(const KernelModel &Kernel, const LaunchShape &Shape,
                         unsigned Trial);

/// Whether symbol \p Number is where accesses of \p Kernel begin.
bool isBase(const KernelModel &Kernel, unsigned Number);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_COALESCING_TYPICALLEAVES_H
