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

namespace warplint {

/// Whether a pointer may be in a value of \p Type. An integer may be made of one:
/// LLVM sees that.
bool mayHoldPointer(clang::QualType Type);

/// Makes the host's copies of the device's variables variables of another file.
void forgetDeviceVariables(HostUnit &Unit);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_KERNELWRITES_H
