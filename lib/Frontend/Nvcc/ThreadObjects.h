//===- ThreadObjects.h - threadIdx and its kin as objects -------*- C++ -*-===//
//
// To nvcc threadIdx and blockIdx are objects of uint3, blockDim and gridDim of
// dim3: sizeof(threadIdx) is 12, f(threadIdx) takes f(const uint3 &), and
// threadIdx.x is a const lvalue. Clang's headers have classes of their own with
// properties. Here they declare objects as well,
//
//   extern const __attribute__((device)) __attribute__((weak)) uint3 threadIdx;
//
// and LLVM IR reads the special registers where it read their members:
//
//   %1 = load i32, ptr @threadIdx   =>   %1 = call i32 @llvm.nvvm...tid.x()
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_NVCC_THREADOBJECTS_H
#define WARPLINT_LIB_FRONTEND_NVCC_THREADOBJECTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace llvm {
class Module;
}

namespace warplint {

/// Puts Clang's headers in \p Folder that declare the variables into \p Into, as
/// they are in \p From but for the types.
void declareThreadObjects(llvm::StringRef Folder, llvm::vfs::FileSystem &From,
                          llvm::vfs::InMemoryFileSystem &Into);

/// Makes \p M read registers in place of the objects.
void readThreadRegisters(llvm::Module &M);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_NVCC_THREADOBJECTS_H
