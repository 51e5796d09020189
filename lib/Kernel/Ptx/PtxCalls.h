//===- PtxCalls.h - The inline PTX of a kernel ------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_PTX_PTXCALLS_H
#define WARPLINT_LIB_KERNEL_PTX_PTXCALLS_H

#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace llvm {
class CallBase;
}

namespace warplint {

/// Reads calls of inline PTX, each once.
class PtxCalls {
public:
  const InlinePtx &of(const llvm::CallBase &Call);

private:
  llvm::DenseMap<const llvm::CallBase *, std::unique_ptr<InlinePtx>> Read;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_PTX_PTXCALLS_H
