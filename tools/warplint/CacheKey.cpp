//===- CacheKey.cpp - What names a kept result ----------------------------===//

#include "CacheKey.h"
#include "warplint/Cache/ResultCache.h"
#include "warplint/Finding/ReportArchive.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include <cstdlib>

using namespace llvm;

namespace warplint {

/// Options that say what is done with results and not what they are. Those with
/// a value may have it in the next word.
static constexpr std::pair<StringLiteral, bool> Indifferent[] = {
    {"o", true},
    {"j", true},
    {"format", true},
    {"baseline", true},
    {"write-baseline", true},
    {"memory-limit", true},
    {"quiet", false},
    {"no-cache", false},
    {"keep-going", false},
};

/// The words of the command line that matter, without the files.
static std::vector<std::string> wordsThatMatter(const CommandLine &Line) {
  std::vector<std::string> Result;
  for (size_t I = 0; I != Line.Words.size(); ++I) {
    StringRef Word = Line.Words[I];
    if (is_contained(Line.Files, Word))
      continue;
    auto [Name, Value] = Word.ltrim('-').split('=');
    bool IsJobs = Name.size() > 1 && Name.front() == 'j' &&
                  all_of(Name.drop_front(), isDigit);
    const auto *Known =
        find_if(Indifferent, [&, Name = Name](const auto &Option) {
          return Option.first == Name;
        });
    if (IsJobs)
      continue;
    if (Known == std::end(Indifferent))
      Result.push_back(Word.str());
    else if (Known->second && !Word.contains('='))
      ++I;
  }
  return Result;
}

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

std::string cacheKeyOf(const CommandLine &Line, const Input &In,
                       const DeviceCommand &Command, const Config &Settings) {
  std::string Key;
  auto Add = [&](StringRef Part) { writeText(Key, Part); };
  Add(programIdentity());
  SmallString<256> Current;
  (void)sys::fs::current_path(Current);
  Add(Current);
  Add(In.File);
  Add(In.Like);
  Add(join(wordsThatMatter(Line), "\n"));
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
  Add(Line.useColor() ? "colour" : "");
  Add(sys::Process::StandardErrHasColors() ? "colour" : "");
  return Key;
}

} // namespace warplint
