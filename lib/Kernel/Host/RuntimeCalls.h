//===- RuntimeCalls.h - What CUDA's functions do with kernels ---*- C++ -*-===//
//
// Functions of the runtime and of the driver, by their whole names: a function of
// the user's that begins like them may do anything.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_HOST_RUNTIMECALLS_H
#define WARPLINT_LIB_KERNEL_HOST_RUNTIMECALLS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace warplint {

enum class RuntimeCall : uint8_t {
  Other,
  Launches,    ///< The kernel that it is given.
  Asks,        ///< About a kernel that it is given, or sets what it has.
  FindsKernel, ///< By the name that is the third argument.
  FindsAny,    ///< Any kernel: in a module or a graph.
  FindsCall,   ///< A function of the driver, by the name that is an argument.
};

/// \p Name is that of the source; with "_ptsz" it stands for the same.
RuntimeCall runtimeCallOf(llvm::StringRef Name);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_RUNTIMECALLS_H
