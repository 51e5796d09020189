//===- AddressSpaces.h - Does a pointer lead to shared memory? ----*- C++
//-*-===//
//
// A pointer without an address space in its type is followed back to the
// variables, parameters and loads that it was made from, through local
// variables too. It leads to shared memory if all of those do, and elsewhere
// if none can:
//
//   &tile[i][j], a phi of two shared arrays             shared
//   a kernel's parameter, a __device__ variable,        elsewhere
//     a local variable, new and malloc
//   a pointer loaded from global or parameter memory    elsewhere
//   a pointer loaded from shared memory, or that a      not known
//     call or inline PTX returned
//
// Assumption: no pointer to shared memory is kept in memory that outlives the
// block.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ADDRESSSPACES_H
#define WARPLINT_LIB_KERNEL_ADDRESSSPACES_H

#include "llvm/ADT/SetVector.h"
#include <string>

namespace llvm {
class GlobalVariable;
class Value;
} // namespace llvm

namespace warplint {

/// What a pointer is made from.
struct PointerBases {
  llvm::SetVector<const llvm::GlobalVariable *> SharedArrays;
  bool Elsewhere = false;
  /// What could not be followed: "loaded from shared memory"; empty if
  /// nothing.
  std::string NotKnown;

  bool isShared() const {
    return !SharedArrays.empty() && !Elsewhere && NotKnown.empty();
  }
  bool isElsewhere() const {
    return SharedArrays.empty() && Elsewhere && NotKnown.empty();
  }
};

/// Follows \p Pointer, or a number that holds an address, within its function.
PointerBases basesOf(const llvm::Value *Pointer);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ADDRESSSPACES_H
