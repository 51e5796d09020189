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
// With other branches it is entered so once, and then they are: where a parse
// has included the file twice, it has read all of it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_INCLUDEGUARD_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_INCLUDEGUARD_H

#include "llvm/ADT/StringRef.h"

namespace warplint {

/// Whether the #if whose keyword is at \p IfOffset of \p Text, a whole file
/// with a 0 behind it, holds all of it and a #define of \p Name, and has no other
/// branch, unless \p WithBranches. That the #if asks for nothing but the absence of \p Name, or for
/// that among other things, is for the caller to know.
bool guardsWholeText(llvm::StringRef Text, size_t IfOffset,
                     llvm::StringRef Name, bool WithBranches = false);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_INCLUDEGUARD_H
