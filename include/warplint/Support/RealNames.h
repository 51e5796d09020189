//===- RealNames.h - Files by one name each ---------------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_REALNAMES_H
#define WARPLINT_SUPPORT_REALNAMES_H

#include "warplint/Support/Paths.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"

namespace warplint {

/// Says under which name the machine knows a file, so that two names of one are
/// the same. Asks once.
class RealNames {
public:
  const std::string &of(llvm::StringRef File) {
    auto [It, IsNew] = Known.try_emplace(File);
    llvm::SmallString<256> Real;
    if (IsNew && llvm::sys::fs::real_path(File, Real))
      It->second = absolutePath(File); // There is no such file.
    else if (IsNew)
      It->second = Real.str().str();
    return It->second;
  }

private:
  llvm::StringMap<std::string> Known;
};

} // namespace warplint

#endif // WARPLINT_SUPPORT_REALNAMES_H
