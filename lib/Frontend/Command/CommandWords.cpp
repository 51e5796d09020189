//===- CommandWords.cpp - Taking command lines apart ----------------------===//

#include "Translation.h"
#include "warplint/Support/Paths.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"
#include <cstdlib>

using namespace warplint;
using llvm::ArrayRef;
using llvm::StringRef;
namespace path = llvm::sys::path;

std::string Translation::absolute(StringRef Path) const {
  return absolutePath(Directory, Path);
}

std::vector<std::string> warplint::namesIn(StringRef Folder,
                                           llvm::vfs::FileSystem &FS) {
  std::vector<std::string> Names;
  std::error_code EC;
  for (auto I = FS.dir_begin(Folder, EC), E = llvm::vfs::directory_iterator();
       !EC && I != E; I.increment(EC))
    Names.push_back(path::filename(I->path()).str());
  llvm::sort(Names);
  return Names;
}

/// \p Text between \p Separators that are not inside double quotes, which group
/// and, with \p DropQuotes, go; without empty parts. A backslash gives way to the
/// next character, with \p Escapes.
static std::vector<std::string> splitQuoted(StringRef Text,
                                            StringRef Separators,
                                            bool DropQuotes, bool Escapes) {
  std::vector<std::string> Parts(1);
  bool Quoted = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Escapes && Text[I] == '\\' && I + 1 < Text.size()) {
      Parts.back() += Text[++I];
      continue;
    }
    bool IsQuote = Text[I] == '"';
    Quoted ^= IsQuote;
    if (!Quoted && Separators.contains(Text[I]))
      Parts.emplace_back();
    else if (!IsQuote || !DropQuotes)
      Parts.back() += Text[I];
  }
  llvm::erase_if(Parts, [](StringRef Part) { return Part.empty(); });
  return Parts;
}

std::vector<std::string> warplint::splitOptionsFile(StringRef Text) {
  return splitQuoted(Text, " \t\n\v\f\r", /*DropQuotes=*/true,
                     /*Escapes=*/true);
}

std::vector<std::string> warplint::splitCommaList(StringRef List,
                                                  bool Escapes) {
  return splitQuoted(List, ",", /*DropQuotes=*/false, Escapes);
}

/// \p Text with a backslash more where a shell keeps one: within single quotes, and
/// within double quotes before all but these characters (POSIX.1-2017, XCU 2.2).
/// LLVM's tokenizer drops it before each.
static std::string withKeptBackslashes(StringRef Text) {
  std::string Kept;
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    Kept += C;
    if (C == '\\' && Quote == '\'') {
      Kept += C;
    } else if (C == '\\' && I + 1 < Text.size()) {
      if (Quote && !StringRef("$`\"\\\n").contains(Text[I + 1]))
        Kept += C;
      Kept += Text[++I];
    } else if (C == Quote) {
      Quote = 0;
    } else if (!Quote && (C == '"' || C == '\'')) {
      Quote = C;
    }
  }
  return Kept;
}

std::vector<std::string> warplint::splitShellWords(StringRef Text) {
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  llvm::SmallVector<const char *, 8> Words;
  llvm::cl::TokenizeGNUCommandLine(withKeptBackslashes(Text), Saver, Words);
  return {Words.begin(), Words.end()};
}

bool warplint::saysCuda(ArrayRef<std::string> Arguments) {
  bool Says = false; // Of several -x the last counts.
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Word = Arguments[I];
    if (!Word.consume_front("--x") && !Word.consume_front("-x"))
      continue;
    Word.consume_front("=");
    if (Word.empty() && I + 1 < Arguments.size())
      Word = Arguments[I + 1];
    Says = Word == "cu" || Word == "cuda";
  }
  return Says;
}

bool warplint::isNvccName(StringRef Word) {
  return path::filename(Word).starts_with("nvcc");
}

bool warplint::isCompilerName(StringRef Word) {
  StringRef Name = path::filename(Word).rtrim("0123456789.-");
  Name = Name.substr(Name.rfind('-') + 1);
  return isNvccName(Word) ||
         llvm::is_contained({"clang", "clang++", "gcc", "g++", "cc", "c++",
                             "icx", "icpx", "nvc++", "mpicc", "mpicxx",
                             "mpic++"},
                            Name);
}

/// `timeout 60 nvcc ...`, `cmake -E env A=b nvcc ...`: from the compiler on, which is
/// no value of an option.
static ArrayRef<std::string> skipPrograms(ArrayRef<std::string> Words) {
  if (Words.empty() || isCompilerName(Words.front()))
    return Words;
  for (size_t I = 1; I < Words.size(); ++I)
    if (isCompilerName(Words[I]) && !isNvccOption(Words[I - 1]))
      return Words.drop_front(I);
  return Words;
}

/// `CCACHE_DIR=/c ccache -q nvcc ...` without what stands before nvcc.
static ArrayRef<std::string> skipLaunchers(ArrayRef<std::string> Words) {
  ArrayRef<std::string> Rest = Words;
  bool Launched = false;
  while (!Rest.empty()) {
    StringRef Word = Rest.front();
    bool IsLauncher = llvm::is_contained(
        {"ccache", "sccache", "distcc", "icecc", "gomacc", "buildcache", "env",
         "nice", "time", "command", "exec", "fastbuild"},
        path::filename(Word));
    bool IsAssignment = Word.contains('=') &&
                        clang::isValidAsciiIdentifier(Word.split('=').first);
    Launched |= IsLauncher;
    if (!IsLauncher && !IsAssignment && !(Launched && Word.starts_with("-")))
      return skipPrograms(Rest);
    Rest = Rest.drop_front();
  }
  return Words;
}

/// The options for the folders that \p Assignments give to the compiler: it has
/// them searched behind those of the command.
static std::vector<std::string> foldersOf(ArrayRef<std::string> Assignments) {
  std::vector<std::string> Options;
  for (StringRef Word : Assignments) {
    auto [Name, Folders] = Word.split('=');
    const bool IsPlain = Name == "CPATH";
    if (!IsPlain && Name != "CPLUS_INCLUDE_PATH" && Name != "C_INCLUDE_PATH")
      continue;
    for (StringRef Folder : llvm::split(Folders, ':'))
      llvm::append_range(Options, std::vector<std::string>{
                                      IsPlain ? "-I" : "-isystem",
                                      Folder.empty() ? "." : Folder.str()});
  }
  return Options;
}

bool warplint::onlyLists(ArrayRef<std::string> Words) {
  return llvm::any_of(Words, [](StringRef Word) {
    return llvm::is_contained({"-M", "-MM", "-E", "--preprocess",
                               "--generate-dependencies",
                               "--generate-nonsystem-dependencies"},
                              Word);
  });
}

/// The options that nvcc reads from the variable \p Name: as \p Assignments before
/// the command set it, else as the environment has it.
static std::vector<std::string> flagsOf(const char *Name,
                                        ArrayRef<std::string> Assignments) {
  const char *Value = std::getenv(Name);
  std::string Flags = Value ? Value : "";
  for (StringRef Word : Assignments)
    if (Word.consume_front(Name) && Word.consume_front("="))
      Flags = Word.str();
  return splitShellWords(Flags);
}

/// \p Words with what the compiler reads from \p Assignments and the environment,
/// too. Clang reads the latter itself.
static std::vector<std::string>
withEnvironment(ArrayRef<std::string> Words,
                ArrayRef<std::string> Assignments) {
  std::vector<std::string> All = Words.vec();
  if (All.empty())
    return All;
  if (isNvccName(All.front())) {
    const auto First = flagsOf("NVCC_PREPEND_FLAGS", Assignments);
    All.insert(All.begin() + 1, First.begin(), First.end());
    llvm::append_range(All, flagsOf("NVCC_APPEND_FLAGS", Assignments));
    const auto IsCompilerNamed = [](StringRef Word) {
      return Word.ltrim('-').starts_with("ccbin") ||
             Word.starts_with("--compiler-bindir");
    };
    if (const auto Compiler = flagsOf("NVCC_CCBIN", Assignments);
        !Compiler.empty() && llvm::none_of(All, IsCompilerNamed))
      All.push_back("-ccbin=" + llvm::join(Compiler, " "));
  }
  llvm::append_range(All, foldersOf(Assignments));
  return All;
}

/// \p Words with those of `sh -c "..."` in its place.
static std::vector<std::string> withoutShells(ArrayRef<std::string> Words) {
  std::vector<std::string> All;
  for (size_t I = 0; I != Words.size(); ++I) {
    const bool IsShell =
        llvm::is_contained({"sh", "bash", "dash", "zsh", "ksh"},
                           path::filename(Words[I])) &&
        I + 2 < Words.size() &&
        llvm::is_contained({"-c", "-ec", "-lc"}, Words[I + 1]);
    if (!IsShell) {
      All.push_back(Words[I]);
      continue;
    }
    for (StringRef Word : splitShellWords(Words[I + 2])) {
      const bool IsLast = Word != ";" && Word.consume_back(";");
      All.push_back(Word.str());
      if (IsLast)
        All.push_back(";");
    }
    I += 2;
  }
  return All;
}

/// How likely this is the command that compiles \p File: it names the file, and
/// does more than list its dependencies.
static unsigned scoreOf(ArrayRef<std::string> Words, StringRef File,
                        StringRef Directory) {
  std::string Wanted = absolutePath(Directory, File);
  auto Names = [&](StringRef Word) {
    return absolutePath(Directory, Word) == Wanted;
  };
  bool NamesFile = llvm::any_of(Words, Names);
  bool HasOptions =
      llvm::any_of(Words, [](StringRef Word) { return Word.starts_with("-"); });
  return 4 * NamesFile + 2 * !onlyLists(Words) + HasOptions;
}

std::vector<std::string> warplint::isolateCompile(ArrayRef<std::string> Written,
                                                  StringRef File,
                                                  std::string &Directory) {
  const std::vector<std::string> Plain = withoutShells(Written);
  ArrayRef<std::string> Command = Plain;
  auto IsJoint = [](StringRef Word) {
    return llvm::is_contained({"&&", ";", "||", "|"}, Word);
  };
  ArrayRef<std::string> Best;
  std::vector<std::string> Exported, Before;
  std::string Current = Directory;
  unsigned BestScore = 0;
  while (!Command.empty()) {
    size_t Length = llvm::find_if(Command, IsJoint) - Command.begin();
    ArrayRef<std::string> All = Command.take_front(Length);
    ArrayRef<std::string> Words = skipLaunchers(All);
    Command = Command.drop_front(std::min(Length + 1, Command.size()));
    if (Words.size() == 2 && Words.front() == "cd") {
      Current = absolutePath(Current, Words[1]);
      continue;
    }
    if (!All.empty() && All.front() == "export")
      llvm::append_range(Exported, All.drop_front());
    unsigned Score = scoreOf(Words, File, Current);
    if (Words.empty() || (!Best.empty() && Score < BestScore))
      continue;
    Best = Words;
    Before = Exported;
    llvm::append_range(Before, All.drop_back(Words.size()));
    BestScore = Score;
    Directory = Current;
  }
  return withEnvironment(Best, Before);
}
