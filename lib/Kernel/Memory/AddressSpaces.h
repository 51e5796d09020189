//===- AddressSpaces.h - Does a pointer lead to shared memory? --*- C++ -*-===//
//
// A pointer without an address space in its type is followed back to the
// variables, parameters and loads that it was made from, through local
// variables, shared ones and inline PTX. It leads to shared memory if all of
// those do, and elsewhere if none can:
//
//   &tile[i][j], a phi of two shared arrays             shared
//   cvta.shared of anything, so the memory that         shared, in no array
//     cooperative groups reserve
//   a kernel's parameter, a __device__ variable,        elsewhere
//     a local variable, new and malloc
//   a pointer loaded from global or parameter memory    elsewhere
//   environment registers, which the driver sets        elsewhere
//     before the launch: the workspace of a grid
//   a pointer loaded from a shared variable             one of those that the
//                                                       kernel stores there
//   a pointer that a call returned                      not known
//
// Assumption: no pointer to shared memory is kept in memory that outlives the
// block.
//
// Sources: PTX ISA 9.0, "Special Registers: %envreg<32>" and
// "%reserved_smem_offset"; the CUDA 13.0 headers
// cooperative_groups/details/driver_abi.h and memory.h.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_ADDRESSSPACES_H
#define WARPLINT_LIB_KERNEL_MEMORY_ADDRESSSPACES_H

#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include <string>

namespace llvm {
class CallBase;
class GlobalVariable;
class Value;
} // namespace llvm

namespace warplint {

/// What a pointer is made from.
struct PointerBases {
  llvm::SetVector<const llvm::GlobalVariable *> SharedArrays;
  /// In shared memory, but in no variable.
  bool SharedOutsideArrays = false;
  bool Elsewhere = false;
  /// What could not be followed: "returned by a call"; empty if nothing.
  std::string NotKnown;

  bool maybeShared() const {
    return !SharedArrays.empty() || SharedOutsideArrays;
  }
  bool isShared() const {
    return maybeShared() && !Elsewhere && NotKnown.empty();
  }
  bool isElsewhere() const {
    return !maybeShared() && Elsewhere && NotKnown.empty();
  }
};

/// How inline PTX is read.
using PtxReader = llvm::function_ref<const InlinePtx &(const llvm::CallBase &)>;

/// Follows \p Pointer, or a number that holds an address, within its function.
PointerBases basesOf(const llvm::Value *Pointer, PtxReader Read);
/// The same for an address that the inline PTX of \p Call computes.
PointerBases basesOf(const PtxLinear &Address, const llvm::CallBase &Call,
                     PtxReader Read);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_ADDRESSSPACES_H
