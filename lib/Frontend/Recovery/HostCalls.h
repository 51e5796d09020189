//===- HostCalls.h - Calls of the host from both sides ----------*- C++ -*-===//
//
// nvcc warns of a __host__ __device__ function that calls one of the host, and
// takes it that the device never comes to the call:
//
//   __host__ __device__ int side(int n) {
//     if (n < 0)
//       return fail(n); // Not on the device.
//     return n;
//   }
//
// Clang leaves the call out where it knows that the function gets code: what is
// left of the statement is then taken out of the AST. Elsewhere there is code of
// the call.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_HOSTCALLS_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_HOSTCALLS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class FunctionDecl;
}

namespace warplint {

/// Takes what is left of statements with one of \p Calls out of \p F.
void dropHostCalls(const clang::FunctionDecl &F,
                   llvm::ArrayRef<clang::SourceLocation> Calls);

/// Whether \p F, a function without a body here, is one of the host alone.
bool isOfHost(const clang::FunctionDecl &F);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_HOSTCALLS_H
