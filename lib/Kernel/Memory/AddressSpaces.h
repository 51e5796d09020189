//===- AddressSpaces.h - Which memory does a pointer lead to? ---*- C++ -*-===//
//
// A pointer without an address space in its type is followed back to the
// variables, parameters and loads that it was made from, through local
// variables, shared ones and inline PTX:
//
//   &tile[i][j], a phi of two shared arrays             shared
//   cvta.shared of anything, so the memory that         shared, in no array
//     cooperative groups reserve
//   mapa                                                of the cluster; of the
//                                                       block's own rank shared
//   a kernel's parameter that is a pointer, a           global
//     __device__ variable, new and malloc
//   a __constant__ variable                             constant
//   a local variable                                    local
//   a pointer loaded from global, constant or           global
//     parameter memory
//   environment registers, which the driver sets        global
//     before the launch: the workspace of a grid
//   a pointer loaded from a shared or local variable    one of those that the
//                                                       kernel stores there: of
//                                                       a local one, at the
//                                                       same bytes
//   a pointer that a call returned                      not known
//
// Assumption: no pointer to shared or local memory is kept in memory that
// outlives the block.
//
// Sources: PTX ISA 9.0, "Special Registers: %envreg<32>" and
// "%reserved_smem_offset"; the CUDA 13.0 headers
// cooperative_groups/details/driver_abi.h and memory.h.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_ADDRESSSPACES_H
#define WARPLINT_LIB_KERNEL_MEMORY_ADDRESSSPACES_H

#include "warplint/Basic/MemorySpace.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <string>

namespace llvm {
class AllocaInst;
class Function;
class GlobalVariable;
class Value;
} // namespace llvm

namespace warplint {

/// What a pointer is made from.
struct PointerBases {
  llvm::SmallSetVector<const llvm::GlobalVariable *, 2> SharedArrays;
  llvm::SmallSetVector<const llvm::AllocaInst *, 2> Locals;
  /// In shared memory, but in no variable.
  bool SharedOutsideArrays = false;
  /// By mapa: no compiler knows that the block is its own.
  bool IsMapped = false;
  /// Where what could be followed leads.
  MemorySpaces Found;
  /// What could not be followed: "returned by a call"; empty if nothing.
  std::string NotKnown;

  /// Where the pointer may lead.
  MemorySpaces spaces() const {
    return NotKnown.empty() ? Found : MemorySpaces::all();
  }
};

/// Follows the pointers of one function, each once. The function must not
/// change meanwhile.
class PointerAnalysis {
public:
  explicit PointerAnalysis(const llvm::Function &F) : F(F) {}

  /// \p Pointer may be a number that holds an address.
  PointerBases basesOf(const llvm::Value *Pointer);

private:
  friend class PointerFollower;
  const llvm::Function &F;
  llvm::DenseMap<const llvm::Value *, PointerBases> Known;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_ADDRESSSPACES_H
