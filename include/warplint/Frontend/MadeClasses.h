//===- MadeClasses.h - Names of classes made for a template -----*- C++ -*-===//
//
// Where no class fits a template's parameter Op, one is made:
// __warplint::for_reduce::Op. Users know the parameter alone, and so messages
// call the class.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_MADECLASSES_H
#define WARPLINT_FRONTEND_MADECLASSES_H

#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/TypeBase.h"
#include "llvm/ADT/StringRef.h"

namespace warplint {

/// The namespaces that they are in: the second begins so, and ends with the
/// function's name.
inline constexpr llvm::StringRef MadeClassSpace = "__warplint",
                                 MadeClassPrefix = "for_";

/// The class of that kind that \p D is or is in; null if there is none.
const clang::NamedDecl *madeClass(const clang::Decl &D);

/// As \p Policy, but such a class is called as the parameter is.
clang::PrintingPolicy inMessages(clang::PrintingPolicy Policy);

} // namespace warplint

#endif // WARPLINT_FRONTEND_MADECLASSES_H
