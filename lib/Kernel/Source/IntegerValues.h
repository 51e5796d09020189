//===- IntegerValues.h - Arithmetic on integers of C++ types ----*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_SOURCE_INTEGERVALUES_H
#define WARPLINT_LIB_KERNEL_SOURCE_INTEGERVALUES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/OperationKinds.h"
#include "llvm/ADT/APSInt.h"
#include <optional>

namespace warplint {

/// \p V in the integer type \p Type.
llvm::APSInt integerAs(const clang::ASTContext &Context, const llvm::APSInt &V,
                       clang::QualType Type);

/// What \p Opcode makes of two integers as Sema has converted them; nothing
/// where C++ does not define it, and for other operators.
std::optional<llvm::APSInt> integerResult(const clang::ASTContext &Context,
                                          clang::BinaryOperatorKind Opcode,
                                          const llvm::APSInt &L,
                                          const llvm::APSInt &R);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SOURCE_INTEGERVALUES_H
