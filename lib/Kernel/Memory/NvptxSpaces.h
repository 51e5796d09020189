//===- NvptxSpaces.h - LLVM's address spaces and memories -------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_NVPTXSPACES_H
#define WARPLINT_LIB_KERNEL_MEMORY_NVPTXSPACES_H

#include "warplint/Basic/MemorySpace.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include <optional>

namespace warplint {

/// The memory that pointers of an address space lead to; nothing for the
/// generic one, and for the tensor memory of tcgen05, which has none.
inline std::optional<MemorySpace> memoryOf(unsigned AddressSpace) {
  switch (AddressSpace) {
  case llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL:
    return MemorySpace::Global;
  case llvm::NVPTXAS::ADDRESS_SPACE_SHARED:
    return MemorySpace::Shared;
  case llvm::NVPTXAS::ADDRESS_SPACE_CONST:
    return MemorySpace::Constant;
  case llvm::NVPTXAS::ADDRESS_SPACE_LOCAL:
    return MemorySpace::Local;
  case llvm::NVPTXAS::ADDRESS_SPACE_SHARED_CLUSTER:
    return MemorySpace::Cluster;
  case llvm::NVPTXAS::ADDRESS_SPACE_PARAM:
    return MemorySpace::Parameter;
  default:
    return std::nullopt;
  }
}

/// The variable that \p V is, where it lies in shared memory; or null.
inline const llvm::GlobalVariable *sharedVariable(const llvm::Value *V) {
  const auto *G = llvm::dyn_cast<llvm::GlobalVariable>(V);
  return G && memoryOf(G->getAddressSpace()) == MemorySpace::Shared ? G
                                                                    : nullptr;
}

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_NVPTXSPACES_H
