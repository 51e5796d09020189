//===- IncludeGuard.h - A macro that keeps a text single --------*- C++ -*-===//
//
//   // A comment, #pragma once.
//   #ifndef SETUP_H             or  #if !defined(SETUP_H) && ...
//   #include "version.h"
//   #define SETUP_H VERSION
//   ...
//   #endif
//
// A file whose whole text stands in such an #if is entered once, and then the
// macro is not defined: whoever defines it elsewhere has had the same text before.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_INCLUDEGUARD_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_INCLUDEGUARD_H

#include "llvm/ADT/StringRef.h"

namespace warplint {

/// Whether the #if whose keyword is at \p IfOffset of \p Text, a whole file
/// with a 0 behind it, has no other branch and holds all of it, and a #define of
/// \p Name. That the #if asks for nothing but the absence of \p Name, or for
/// that among other things, is for the caller to know.
bool guardsWholeText(llvm::StringRef Text, size_t IfOffset,
                     llvm::StringRef Name);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_INCLUDEGUARD_H
