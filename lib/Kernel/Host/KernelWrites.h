//===- KernelWrites.h - What kernels may write of the host's memory -*- C++ -*-===//
//
// A kernel writes to managed variables, to what its pointers lead to (which may
// be the host's stack and heap: "Unified Memory" of the CUDA programming guide),
// and to variables of the device, which the host's code may read under their
// names although it has no copy of them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_HOST_KERNELWRITES_H
#define WARPLINT_LIB_KERNEL_HOST_KERNELWRITES_H

#include "warplint/Frontend/Parse.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

/// Adds the offsets in bytes of the pointers in a value of \p Type that begins at
/// \p Offset. False if some are not known. An integer may be made of a pointer, too:
/// LLVM sees that.
bool addPointers(const clang::ASTContext &Context, clang::QualType Type,
                 uint64_t Offset, llvm::SmallVectorImpl<uint64_t> &Offsets);

/// Makes the host's copies of the device's variables variables of another file.
void forgetDeviceVariables(HostUnit &Unit);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_KERNELWRITES_H
