//===- StandInDoubts.h - What depends on unknown classes --------*- C++ -*-===//
//
// A stand-in (MissingNames.h) has neither the size nor the properties of what
// it stands for. Where a program's meaning depends on them at compile time,
// nothing is known of what comes out:
//
//   sizeof(vec3), a trait of it, the difference of two pointers to it
//   a class template with specialisations, one with arguments by default
//   an overload of several, where a template takes the stand-in
//   a function of memory that takes it by a conversion
//
// Where it depends on the size at run time alone, the offsets are made unknown
// in the code instead (Parse/UnknownLayouts.h).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_STANDINS_STANDINDOUBTS_H
#define WARPLINT_LIB_FRONTEND_STANDINS_STANDINDOUBTS_H

#include "clang/AST/Type.h"
#include <string>

namespace clang {
class Decl;
class Expr;
class NamedDecl;
class SourceManager;
} // namespace clang

namespace warplint {

/// The virtual file that declares them.
inline constexpr llvm::StringRef MissingNamesHeader =
    "/__warplint__/missing-names.h";

/// Whether \p D stands in that file.
bool isStandIn(const clang::Decl &D);

/// The class outside of all others that \p D, a stand-in, is a member of, or D.
const clang::NamedDecl &outermost(const clang::Decl &D);

/// Whether \p D, a stand-in, is an overload of something real.
bool isBesideReal(const clang::NamedDecl &D);

/// Whether there is such a file.
bool hasStandIns(const clang::SourceManager &SM);

/// The stand-in of which an object of type \p T holds one: T itself, or that of
/// an element, member or base. Null if there is none.
const clang::NamedDecl *standInHeldBy(clang::QualType T);

/// Why the value or type of an expression, or what it calls, is not known;
/// empty if it is.
std::string doubtAbout(const clang::Expr &E);
/// The same of the type \p T as it is written.
std::string doubtAbout(clang::QualType T);
/// The same of the declaration \p D, which is used.
std::string doubtAbout(const clang::Decl &D);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_STANDINS_STANDINDOUBTS_H
