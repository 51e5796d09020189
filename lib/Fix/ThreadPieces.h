//===- ThreadPieces.h - Neighbouring elements for neighbouring lanes -*- C++ -*-===//
//
// Where each thread goes through a piece of an array of its own,
//
//     for (i = 0; i < per; ++i)  ... s[threadIdx.x * per + i] ...
//
// lanes are per elements apart. Shared out by turns, s[threadIdx.x + i *
// blockDim.x], they are neighbours, and the same elements are touched. Another
// thread handles an element then: whether that matters is the author's to say.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FIX_THREADPIECES_H
#define WARPLINT_LIB_FIX_THREADPIECES_H

#include "warplint/Analysis/JudgedKernel.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace warplint {

struct ElementAccess {
  const JudgedKernel *In = nullptr;
  const KernelAccess *Access = nullptr;
  unsigned ElementBytes = 0; ///< Of its array.
  bool HasConflict = false;
};

/// What to write to share out an array by turns, \p Accesses are all that it
/// has, and what each of them takes then, in the kernels with conflicts in
/// which each thread has pieces of its own, of one length and at one place, and
/// no access has a conflict by turns. Empty where there are none.
std::string turnsText(llvm::ArrayRef<ElementAccess> Accesses);

/// The elements, of \p Bytes each, of every thread's own piece, where \p Address
/// is array + (threadIdx.x * elements + something) * bytes, and something may be
/// data; 0: it has no such form.
uint64_t ownPiece(const LaneExpr *Address, unsigned Bytes);

} // namespace warplint

#endif // WARPLINT_LIB_FIX_THREADPIECES_H
