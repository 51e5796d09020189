//===- MemoryOps.h - What a memory instruction says of itself ---*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_PTX_MEMORYOPS_H
#define WARPLINT_LIB_KERNEL_PTX_MEMORYOPS_H

#include "Constraints.h"
#include "Statement.h"
#include "warplint/Kernel/PtxMemoryOp.h"

namespace llvm {
class CallBase;
} // namespace llvm

namespace warplint::ptx {

/// Reads \p S, an instruction of a family that touches memory, all operands of
/// which are those of \p Call. Nothing when it is none of its family's.
std::optional<PtxMemoryOp> describeMemoryOp(const Statement &S,
                                            const Constraints &OfCall,
                                            const llvm::CallBase &Call);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_MEMORYOPS_H
