//===- RuntimeCalls.h - What CUDA's functions do with kernels ---*- C++ -*-===//
//
// One table of the functions of the runtime and of the driver that launch, find or
// ask about kernels. In code they are known by their whole names: a function of the
// user's that begins like them may do anything. In text whatever begins like them
// counts: a wrapper, or one that a later toolkit has.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEXT_RUNTIMECALLS_H
#define WARPLINT_LIB_FRONTEND_TEXT_RUNTIMECALLS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace warplint {

enum class RuntimeCall : uint8_t {
  Other,
  Launches,         ///< (kernel, grid, block, arguments, bytes, stream)
  LaunchesByConfig, ///< (&config, kernel, arguments...)
  LaunchesByArray,  ///< (&config, kernel, arguments)
  AddsNode,         ///< (.., .., .., .., &launch), to a graph.
  Asks,             ///< About a kernel that it is given, or sets what it has.
  FindsKernel,      ///< By the name that is the third argument.
  FindsAny,         ///< Any kernel: in a module or a graph.
  FindsCall, ///< A function of the driver, by the name that is an argument.
};

/// \p Name is that of the source; with "_ptsz", for a default stream of each thread,
/// it stands for the same.
RuntimeCall runtimeCallOf(llvm::StringRef Name);

/// Launches the kernel that it is given.
bool isLaunch(RuntimeCall Call);

/// Gives kernels, or a function that does, by a name or by what holds them.
bool findsKernels(RuntimeCall Call);

/// \p Text may have a launch.
bool spellsLaunch(llvm::StringRef Text);
/// \p Text may ask a module or a graph for its kernels.
bool spellsSearch(llvm::StringRef Text);

// Of a word in text:

/// Launches a kernel that it is given by its name.
bool mayLaunchNamed(llvm::StringRef Function);
/// Launches a kernel, or gives a function or a handle that does.
bool mayLaunch(llvm::StringRef Function);
/// Gives all kernels of a module.
bool mayEnumerate(llvm::StringRef Function);
/// Gives a function by its name.
bool mayLookUp(llvm::StringRef Function);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEXT_RUNTIMECALLS_H
