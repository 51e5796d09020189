//===- AlikePlaces.h - Places written in different ways ---------*- C++ -*-===//
//
// nvcc knows that `h - h % 2` is `h / 2 * 2`, and `(2 * i + 1) & 63` the word behind
// `2 * i & 63`: it loads one word once, and joins neighbors. The form of an address
// does not show that. Numbers do, put in place of all unknowns: places whose
// distance is the same for all of them are at a constant distance, but for a chance
// of next to nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_REGISTERS_ALIKEPLACES_H
#define WARPLINT_LIB_KERNEL_REGISTERS_ALIKEPLACES_H

#include "warplint/Lane/LaneExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace warplint {

/// Two places less than the widest request apart, the lower one first, by their
/// numbers.
struct AlikePlaces {
  unsigned Low = 0, High = 0;
  unsigned Distance = 0; ///< In bytes.
};

/// Pairs of \p Addresses that differ in more than a constant, as far as their form
/// shows. Those that are null, or have no value for some numbers, are left out.
std::vector<AlikePlaces>
findAlikePlaces(const LaneContext &C,
                llvm::ArrayRef<const LaneExpr *> Addresses);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_REGISTERS_ALIKEPLACES_H
