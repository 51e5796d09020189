//===- CacheKey.cpp - What names a kept result ----------------------------===//

#include "CacheKey.h"
#include "warplint/Cache/ResultCache.h"
#include "warplint/Finding/ReportArchive.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include <cstdlib>

using namespace llvm;

namespace warplint {

/// Variables that Clang's driver reads folders and options from.
static constexpr StringLiteral Variables[] = {
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "COMPILER_PATH",
    "LIBRARY_PATH",
    "CCC_OVERRIDE_OPTIONS",
    "CLANG_CONFIG_FILE_SYSTEM_DIR",
    "CLANG_CONFIG_FILE_USER_DIR",
    "SOURCE_DATE_EPOCH",
    "HOME",
};

std::string cacheKeyOf(const SessionOptions &Options, const Input &In,
                       const DeviceCommand &Command, const Config &Settings) {
  std::string Key;
  auto Add = [&](StringRef Part) { writeText(Key, Part); };
  Add(programIdentity());
  SmallString<256> Current;
  (void)sys::fs::current_path(Current);
  Add(Current);
  Add(In.File);
  Add(In.Like);
  Add(Options.Key);
  std::string Text;
  raw_string_ostream Out(Text);
  Config Relevant = Settings;
  Relevant.Baseline.reset(); // As --baseline.
  printConfig(Out, Relevant);
  Add(Text);
  Add(Command.File);
  Add(Command.Arch);
  Add(join(Command.Arguments, "\n"));
  for (StringRef Name : Variables) {
    const char *Value = std::getenv(Name.data());
    Add(Value ? "=" + std::string(Value) : "");
  }
  Add(Options.Color ? "colour" : "");
  Add(sys::Process::StandardErrHasColors() ? "colour" : "");
  return Key;
}

} // namespace warplint
