//===- HiddenDeclarations.h - Names of broken declarations ------*- C++ -*-===//
//
// An error outside of any function's body may cost a declaration that nobody
// misses: an overload, a specialisation of a template. Another function of the
// name is then called instead, without an error. Private to lib/Frontend.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_HIDDENDECLARATIONS_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_HIDDENDECLARATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

namespace clang {
class ASTContext;
}

namespace warplint {

struct ParseError;

/// What the declarations may have been called that \p Errors are in, with the
/// number of the error. Errors in bodies of functions cost no name.
llvm::StringMap<unsigned> lostNames(clang::ASTContext &AST,
                                    llvm::ArrayRef<ParseError> Errors);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_HIDDENDECLARATIONS_H
