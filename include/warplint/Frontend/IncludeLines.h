//===- IncludeLines.h - The #include lines of a text ------------*- C++ -*-===//
//
// Read without a preprocessor: conditionals and macros are ignored.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_INCLUDELINES_H
#define WARPLINT_FRONTEND_INCLUDELINES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint {

struct IncludeLine {
  std::string Name;
  bool Quoted = false; ///< "name", not <name>.
};

/// The #include lines of \p Text, in its order.
std::vector<IncludeLine> includeLines(llvm::StringRef Text);

/// \p File ends in the path \p Name, whole components, leading ../ left aside.
bool endsInPath(llvm::StringRef File, llvm::StringRef Name);

/// Whether \p File is one that is compiled alone, not included, by its name.
bool isUnit(llvm::StringRef File);

/// Whether \p File is what a compiler makes of one, by its name.
bool isObject(llvm::StringRef File);

} // namespace warplint

#endif // WARPLINT_FRONTEND_INCLUDELINES_H
