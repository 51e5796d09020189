//===- NvccEffort.h - How much of a kernel nvcc optimizes -------*- C++ -*-===//
//
// What options leave of nvcc's own choice, read off the machine code of nvcc 13.0
// for sm_90:
//
//   None       -G without -dopt=on, --Ofast-compile=max: every access is issued as
//              written
//   LlvmAlone  -Xptxas -O0, --Ofast-compile=min, =mid: LLVM joins, the assembler
//              does not, and loops are unrolled less
//   Some       -Xptxas -O1: the assembler joins less in loops
//   Linked     -dlto: the linker optimizes all files as one; what it makes of them
//              was not read, and may be what nvcc makes of one file
//   Assembler  PTX: some compiler has joined before, and ptxas joins what it left
//
// The frontend writes it into the module, as clang records a command line.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_NVCCEFFORT_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_NVCCEFFORT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace warplint {

enum class NvccEffort : uint8_t {
  None,
  LlvmAlone,
  Some,
  Linked,
  Assembler,
  Full
};

NvccEffort effortOf(const llvm::Module &M);
/// nvcc 13.0 compiles \p F for compute capability 10.0 or newer, with a newer LLVM. That
/// makes more addresses of earlier ones (ReusedAddresses.h), which the assembler sees
/// less of: in 60 small kernels 22 merges of sm_90 are none for sm_100. What is joined by
/// LLVM is, as far as the array's declaration is aligned.
bool isForBlackwell(const llvm::Function &F);
/// Writes \p Effort into a module that comes of no command line.
void setEffort(llvm::Module &M, llvm::StringRef Effort);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_NVCCEFFORT_H
