//===- ConfigKeys.cpp - The table of keys, at run time --------------------===//

#include "ConfigKeys.h"

using namespace llvm;

namespace warplint {

static ConfigKey key(StringRef Name, StringRef Choices,
                     Config::Text Config::*Member) {
  ConfigKey K{Name, Choices};
  K.AsText = Member;
  return K;
}

static ConfigKey key(StringRef Name, StringRef, Config::Flag Config::*Member) {
  ConfigKey K{Name, ""};
  K.AsFlag = Member;
  return K;
}

static ConfigKey key(StringRef Name, StringRef,
                     Config::Number Config::*Member) {
  ConfigKey K{Name, ""};
  K.AsNumber = Member;
  return K;
}

static ConfigKey key(StringRef Name, StringRef, Config::List Config::*Member) {
  ConfigKey K{Name, ""};
  K.AsList = Member;
  return K;
}

ArrayRef<ConfigKey> configKeys() {
  static const ConfigKey Keys[] = {
#define WARPLINT_KEY(Name, Kind, Choices, Sentence)                            \
  key(#Name, Choices, &Config::Name),
#include "warplint/Config/Keys.def"
  };
  return Keys;
}

} // namespace warplint
