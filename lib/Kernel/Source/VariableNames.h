//===- VariableNames.h - What the user's variables are called ---*- C++ -*-===//
//
// LLVM numbers names that are taken: "i4" may be a fourth i. What the compiler
// has read of the system's headers has no say in which it is. Private to
// lib/Kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SOURCE_VARIABLENAMES_H
#define WARPLINT_LIB_KERNEL_SOURCE_VARIABLENAMES_H

#include "llvm/ADT/StringSet.h"

namespace clang {
class ASTContext;
}

namespace warplint {

/// The names of parameters and local variables outside the system's headers.
llvm::StringSet<> variableNames(const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SOURCE_VARIABLENAMES_H
