//===- UsualChecks.cpp - Checks where nobody names any --------------------===//

#include "UsualChecks.h"
#include "warplint/Checks/CheckTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <clang-tidy/ClangTidyOptions.h>

using namespace llvm;
using clang::tidy::ClangTidyOptions;

namespace warplint {

/// What is wrong with \p Text is told by clang-tidy, which reads it again.
static ClangTidyOptions parsed(MemoryBufferRef Text) {
  auto Options = clang::tidy::parseConfigurationWithDiags(
      Text, [](const SMDiagnostic &) {});
  if (Options)
    return *Options;
  ClangTidyOptions Unreadable;
  Unreadable.Checks = "";
  return Unreadable;
}

namespace {

/// Reads the .clang-tidy of each source.
class QuietOptionsProvider : public clang::tidy::FileOptionsProvider {
public:
  QuietOptionsProvider() : FileOptionsProvider({}, {}, {}) {
    ConfigHandlers = {{".clang-tidy", parsed}};
  }
};

} // namespace

/// Whether the .clang-tidy of a source has a list of checks. Without sources,
/// clang-tidy asks for those of the current folder.
static bool filesNameChecks(ArrayRef<std::string> Words) {
  QuietOptionsProvider Provider;
  auto NamesChecks = [&](const Twine &Word) {
    SmallString<256> File;
    Word.toVector(File);
    return !sys::fs::make_absolute(File) &&
           Provider.getOptions(File).Checks.has_value();
  };
  auto Sources = make_filter_range(Words, [](const std::string &Word) {
    return sys::fs::is_regular_file(Word);
  });
  return Sources.empty() ? NamesChecks("dummy") : any_of(Sources, NamesChecks);
}

bool namesChecks(const TidyCommandLine &Line) {
  if (Line.Checks)
    return true;
  std::string Config = Line.Config.value_or("");
  if (Line.ConfigFile) {
    auto File = MemoryBuffer::getFile(*Line.ConfigFile);
    if (!File)
      return true; // clang-tidy says so.
    Config = (*File)->getBuffer();
  }
  if (!Config.empty()) {
    ClangTidyOptions Options = parsed({Config, "--config"});
    if (Options.Checks || !Options.InheritParentConfig.value_or(false))
      return Options.Checks.has_value();
  }
  return filesNameChecks(Line.Words);
}

std::string usualChecks() {
  GlobList IsOn = enabledChecks("");
  std::vector<StringRef> Ids;
  for (const CheckRecord &Check : allChecks())
    if (Check.From != CheckRecord::Origin::Filter && IsOn.contains(Check.Id))
      Ids.push_back(Check.Id);
  return join(Ids, ",");
}

} // namespace warplint
