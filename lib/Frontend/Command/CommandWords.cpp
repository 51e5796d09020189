//===- CommandWords.cpp - Taking command lines apart ----------------------===//

#include "Translation.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace warplint;
using llvm::ArrayRef;
using llvm::StringRef;
namespace path = llvm::sys::path;

std::string Translation::absolute(StringRef Path) const {
  return absolutePath(Directory, Path);
}

std::vector<std::string> warplint::splitOptionsFile(StringRef Text) {
  std::vector<std::string> Words;
  std::string Word;
  bool InWord = false, Quoted = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (!Quoted && llvm::isSpace(C)) {
      if (InWord)
        Words.push_back(std::move(Word));
      Word.clear();
      InWord = false;
      continue;
    }
    InWord = true;
    if (C == '"')
      Quoted = !Quoted;
    else if (C == '\\' && I + 1 < Text.size())
      Word += Text[++I];
    else
      Word += C;
  }
  if (InWord)
    Words.push_back(std::move(Word));
  return Words;
}

std::vector<std::string> warplint::splitCommaList(StringRef List,
                                                  bool Escapes) {
  std::vector<std::string> Items(1);
  bool Quoted = false;
  for (size_t I = 0; I < List.size(); ++I) {
    char C = List[I];
    if (Escapes && C == '\\' && I + 1 < List.size()) {
      Items.back() += List[++I];
      continue;
    }
    if (C == '"')
      Quoted = !Quoted;
    if (C == ',' && !Quoted)
      Items.emplace_back();
    else
      Items.back() += C;
  }
  llvm::erase_if(Items, [](const std::string &Item) { return Item.empty(); });
  return Items;
}

std::vector<std::string> warplint::splitShellWords(StringRef Text) {
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  llvm::SmallVector<const char *, 8> Words;
  llvm::cl::TokenizeGNUCommandLine(Text, Saver, Words);
  return {Words.begin(), Words.end()};
}

static bool isLauncher(StringRef Word) {
  return llvm::StringSwitch<bool>(path::filename(Word))
      .Cases({"ccache", "sccache", "distcc", "icecc", "gomacc", "buildcache"},
             true)
      .Cases({"env", "nice", "time", "command", "exec", "fastbuild"}, true)
      .Default(false);
}

static bool isAssignment(StringRef Word) {
  auto [Name, Value] = Word.split('=');
  return Name.size() < Word.size() && !Name.empty() &&
         llvm::all_of(
             Name, [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

/// `CCACHE_DIR=/c ccache -q nvcc ...` without what stands before nvcc.
static ArrayRef<std::string> skipLaunchers(ArrayRef<std::string> Words) {
  ArrayRef<std::string> Rest = Words;
  bool Launched = false;
  while (!Rest.empty()) {
    StringRef Word = Rest.front();
    if (isLauncher(Word))
      Launched = true;
    else if (!isAssignment(Word) && !(Launched && Word.starts_with("-")))
      return Rest;
    Rest = Rest.drop_front();
  }
  return Words;
}

bool warplint::onlyLists(ArrayRef<std::string> Words) {
  return llvm::any_of(Words, [](StringRef Word) {
    return llvm::is_contained({"-M", "-MM", "-E", "--preprocess",
                               "--generate-dependencies",
                               "--generate-nonsystem-dependencies"},
                              Word);
  });
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

std::vector<std::string> warplint::isolateCompile(ArrayRef<std::string> Command,
                                                  StringRef File,
                                                  std::string &Directory) {
  ArrayRef<std::string> Best;
  std::string BestDirectory = Directory, Current = Directory;
  unsigned BestScore = 0;
  auto Consider = [&](ArrayRef<std::string> Words) {
    Words = skipLaunchers(Words);
    if (Words.empty())
      return;
    if (Words.front() == "cd" && Words.size() == 2) {
      Current = absolutePath(Current, Words[1]);
      return;
    }
    unsigned Score = scoreOf(Words, File, Current);
    if (!Best.empty() && Score < BestScore)
      return;
    Best = Words;
    BestScore = Score;
    BestDirectory = Current;
  };
  size_t Begin = 0;
  for (size_t I = 0; I <= Command.size(); ++I)
    if (I == Command.size() || Command[I] == "&&" || Command[I] == ";" ||
        Command[I] == "||" || Command[I] == "|") {
      Consider(Command.slice(Begin, I - Begin));
      Begin = I + 1;
    }
  Directory = BestDirectory;
  return Best.vec();
}
