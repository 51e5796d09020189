//===- Submodules.h - What a clone does not have yet ------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_INIT_SUBMODULES_H
#define WARPLINT_TOOLS_INIT_SUBMODULES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint {

/// The folders that .gitmodules in \p Root names and that are empty or not
/// there, from \p Root.
std::vector<std::string> missingSubmodules(llvm::StringRef Root);

} // namespace warplint

#endif // WARPLINT_TOOLS_INIT_SUBMODULES_H
