//===- OpaqueClass.h - Classes of which nothing is known --------*- C++ -*-===//
//
// The text of a class that stands for one whose header is missing. It takes
// whatever a program does with it: construction, assignment and conversion from
// and to all types, all operators, calls and subscripts. Each is a function that
// is declared for host and device and defined nowhere, so that in LLVM IR all
// that happens to an object is a call of something unknown. What has no type of
// its own (results, members) is of one class for all, __warplint::any.
//
//   opaqueBasis() + opaqueClass("vec3", "::__warplint::any x;")
//
// Not taken are && || and !, which work by a conversion to bool, as only so the
// right operand is evaluated under the condition of the left.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_STANDINS_OPAQUECLASS_H
#define WARPLINT_LIB_FRONTEND_STANDINS_OPAQUECLASS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint {

/// What every opaque class needs before it, once. \p AnyMembers: declarations
/// in the class __warplint::any.
std::string opaqueBasis(llvm::StringRef AnyMembers);

/// Functions \p Name for all arguments, of types and values in angle brackets,
/// too. \p Specifier: "static ", or nothing.
std::string opaqueFunctions(llvm::StringRef Name, llvm::StringRef Specifier);

/// The definition of the class \p Name with \p Members, declarations.
std::string opaqueClass(llvm::StringRef Name, llvm::StringRef Members);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_STANDINS_OPAQUECLASS_H
