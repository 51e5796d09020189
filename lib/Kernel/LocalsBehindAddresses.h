//===- LocalsBehindAddresses.h - Which variables matter ----------*- C++
//-*-===//

#ifndef WARPLINT_LIB_KERNEL_LOCALSBEHINDADDRESSES_H
#define WARPLINT_LIB_KERNEL_LOCALSBEHINDADDRESSES_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class AllocaInst;
class Function;
} // namespace llvm

namespace warplint {

/// The local variables of \p F whose contents reach the address of a protected
/// access or decide a branch: `int offset[4]` does, the accumulators of a
/// matrix product do not.
llvm::SmallPtrSet<const llvm::AllocaInst *, 16>
localsBehindAddresses(llvm::Function &F);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LOCALSBEHINDADDRESSES_H
