//===- HostProbes.h - Host code in which launches are plain calls -*- C++ -*-===//
//
// The IR of the host side, in which each launch is a call of one function of
// ours that gets all that the runtime would get, as plain integers:
//
//   void launch(i32 site, ptr kernel, i32 grid[3], i32 block[3],
//               i64 sharedBytes, ptr arguments, i64 leaf...)
//
// whichever of the runtime's functions the program calls for it:
//
//   kernel<<<grid, block, bytes>>>(...)     cudaLaunchKernel(kernel, ...)
//   cudaLaunchCooperativeKernel(...)        cudaLaunchKernelExC(&config, ...)
//   cudaGraphAddKernelNode(&node, ..., &params)
//
// LLVM then simplifies the program. What is a constant behind that is what every
// run passes; that is LLVM's proof, not ours, and it sees references, captures,
// exceptions, virtual calls and unions as the compiled program does. Functions
// that launch are inlined into their callers, so that a call of each passes what
// it passes. A function that code elsewhere may call keeps a copy of its own,
// in which nothing is known of its parameters.
//
// The leaves are the integers among the kernel's arguments, those in structs,
// too, of a kernel that is known.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_HOST_HOSTPROBES_H
#define WARPLINT_LIB_KERNEL_HOST_HOSTPROBES_H

#include "warplint/Basic/SourcePlace.h"
#include "warplint/Frontend/Parse.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"
#include <vector>

namespace clang {
class FieldDecl;
class QualType;
} // namespace clang

namespace warplint {

/// One integer that a kernel is given.
struct ArgumentLeaf {
  unsigned Parameter = 0;
  std::string Path; ///< ".ld" for a field of a struct, else empty.
  uint64_t OffsetInBytes = 0;
  unsigned Bits = 0;
  bool IsSigned = false;
};

/// The integers among the parameters of \p Kernel, in their order.
std::vector<ArgumentLeaf> argumentLeaves(const clang::FunctionDecl &Kernel);

/// The operands of the call that stands for a launch.
struct HostProbe {
  static constexpr unsigned Site = 0, Kernel = 1, Grid = 2, Block = 5,
                            SharedBytes = 8, Arguments = 9, FirstLeaf = 10;
};

class HostProbes {
public:
  /// Changes the module of \p Unit. \p IsClosed: whether no code elsewhere calls
  /// a function with external linkage.
  HostProbes(HostUnit &Unit,
             llvm::function_ref<bool(const clang::FunctionDecl &)> IsClosed);

  /// The launches that are left: one that no run reaches is gone.
  std::vector<llvm::CallInst *> launches() const;
  /// Where the launch is that the program has as number \p Site.
  const SourcePlace &place(unsigned Site) const { return Sites[Site]; }
  /// The kernel with the address \p V; null if \p V is no kernel's address.
  const clang::FunctionDecl *kernelOf(const llvm::Value *V) const;
  /// Calls \p Note with kernels whose address goes where it is not followed: to a
  /// function that may launch it, or into memory, and whether code of other files
  /// may get it there. \p IsThroughMemory: into any, else that of constant tables
  /// and local variables is followed to the launches.
  void forEachEscaped(
      bool IsThroughMemory,
      llvm::function_ref<void(const clang::FunctionDecl &, bool LeavesFile)>
          Note) const;

private:
  class Builder;

  HostUnit &Unit;
  llvm::Function *Launch = nullptr;
  std::vector<SourcePlace> Sites;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_HOSTPROBES_H
