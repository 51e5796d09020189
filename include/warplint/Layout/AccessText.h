//===- AccessText.h - Accesses written as formulas --------------*- C++ -*-===//
//
// How a person writes an access of an array:
//
//   row=lane/8, col=lane%8                     a load of one element a lane
//   store 16: row=lane/8, col=lane%8*4         float4 stores
//   ldmatrix.x4: row=lane%16, col=lane/16*8    rows of 16 bytes
//   load for k<32: row=k, col=lane             once for each k
//   i=lane*33, active=lane<16, times=100       a part of the warp, 100 times
//
// Before the colon: what it is (load, store, atomic, cas, or the PTX name of an
// instruction), its bytes a lane (those of an element if left out), and loops.
// After it: the subscripts, named row and col (plane, row, col in three
// dimensions; d0, d1, ... in any) or i, the number of the element; which lanes
// take part, and how often. Formulas are those of IndexFormula.h, over
//
//   lane, warp     0 to 31 (one less than the banks), and the warp's number
//   tx, ty, tz     the thread's index in its block
//
// and loops, and names that the text itself defines. Each warp of the block
// and each turn of the loops becomes a case.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LAYOUT_ACCESSTEXT_H
#define WARPLINT_LAYOUT_ACCESSTEXT_H

#include "warplint/Layout/ArrayProblem.h"
#include "llvm/ADT/StringRef.h"

namespace warplint {

struct AccessContext {
  ArrayShape Array;
  /// Lanes of a warp: the number of banks.
  unsigned Lanes = 32;
  /// Threads of the block along x, y, z. Where none are given, one warp.
  std::array<unsigned, 3> Block = {0, 1, 1};
};

/// Fails with a message that shows the place in \p Text.
llvm::Expected<ArrayAccess> parseAccess(llvm::StringRef Text,
                                        const AccessContext &Context);

} // namespace warplint

#endif // WARPLINT_LAYOUT_ACCESSTEXT_H
