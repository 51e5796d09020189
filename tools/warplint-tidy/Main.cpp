//===- Main.cpp - clang-tidy with warplint in it --------------------------===//
//
// All of clang-tidy, with its own checks and warplint's, for builds that run
// nvcc: clang-tidy is given a database of translated commands in a folder that
// lives as long as the program.
//
//===----------------------------------------------------------------------===//

#include "UsualChecks.h"
#include "warplint/Tidy/TranslatedDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <clang-tidy/tool/ClangTidyMain.h>

using namespace llvm;
using namespace warplint;

static int fail(const Twine &Message) {
  WithColor::error(errs(), "warplint-tidy") << Message << '\n';
  return 1;
}

namespace {

/// compile_commands.json in a folder of its own, gone with this object.
class DatabaseFolder {
public:
  DatabaseFolder() = default;
  DatabaseFolder(const DatabaseFolder &) = delete;
  ~DatabaseFolder() {
    if (!Path.empty())
      (void)sys::fs::remove_directories(Path);
  }

  Error write(ArrayRef<TidyCommand> Commands);
  StringRef path() const { return Path; }

private:
  SmallString<128> Path;
};

} // namespace

Error DatabaseFolder::write(ArrayRef<TidyCommand> Commands) {
  if (std::error_code Code =
          sys::fs::createUniqueDirectory("warplint-tidy", Path))
    return createStringError(Code, "cannot make a temporary folder: " +
                                       Code.message());
  SmallString<128> File(Path);
  sys::path::append(File, "compile_commands.json");
  sys::RemoveFileOnSignal(File);
  std::error_code Code;
  raw_fd_ostream Out(File, Code);
  if (!Code) {
    printDatabase(Out, Commands);
    Out.close();
    Code = Out.error();
    Out.clear_error();
  }
  return Code ? createStringError(Code, "cannot write '" + File +
                                            "': " + Code.message())
              : Error::success();
}

int main(int argc, const char **argv) {
  TidyCommandLine Line =
      readTidyCommandLine(std::vector<std::string>(argv + 1, argv + argc));
  std::vector<std::string> Warnings;
  auto Commands = translatedCommands(Line, Warnings);
  if (!Commands)
    return fail(toString(Commands.takeError()));
  for (const std::string &Warning : Warnings)
    WithColor::warning(errs(), "warplint-tidy") << Warning << '\n';
  std::vector<std::string> Words(argv, argv + argc);
  DatabaseFolder Database;
  // Else --version, --list-checks, or sources that are not.
  if (!Commands->empty()) {
    if (Error E = Database.write(*Commands))
      return fail(toString(std::move(E)));
    Words = {argv[0], ("-p=" + Database.path()).str()};
    append_range(Words, Line.Others);
  }
  if (!namesChecks(Line))
    Words.insert(Words.begin() + 1, "--checks=" + usualChecks());
  std::vector<const char *> Arguments;
  for (const std::string &Word : Words)
    Arguments.push_back(Word.c_str());
  return clang::tidy::clangTidyMain(Arguments.size(), Arguments.data());
}
