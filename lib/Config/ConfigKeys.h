//===- ConfigKeys.h - The table of keys, at run time ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_CONFIG_CONFIGKEYS_H
#define WARPLINT_LIB_CONFIG_CONFIGKEYS_H

#include "warplint/Config/Config.h"
#include "llvm/ADT/ArrayRef.h"

namespace warplint {

/// A key and the member of Config that it sets: exactly one of them.
struct ConfigKey {
  llvm::StringRef Name;
  llvm::StringRef Choices;
  Config::Text Config::*AsText = nullptr;
  Config::Flag Config::*AsFlag = nullptr;
  Config::Number Config::*AsNumber = nullptr;
  Config::List Config::*AsList = nullptr;
};

/// In the order of Keys.def.
llvm::ArrayRef<ConfigKey> configKeys();

} // namespace warplint

#endif // WARPLINT_LIB_CONFIG_CONFIGKEYS_H
