//===- TidyCommandLine.cpp - What clang-tidy was called with --------------===//

#include "warplint/Tidy/TidyCommandLine.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace warplint {

using Strings = std::vector<std::string>;

static Strings expanded(ArrayRef<std::string> Arguments) {
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  SmallVector<const char *> Words;
  for (const std::string &Argument : Arguments)
    Words.push_back(Argument.c_str());
  // A file that can't be read stays as it is: clang-tidy has told of it.
  cl::ExpandResponseFiles(Saver, cl::TokenizeGNUCommandLine, Words);
  return Strings(Words.begin(), Words.end());
}

namespace {

/// The words of a command line in turn.
class Reader {
public:
  explicit Reader(ArrayRef<std::string> Words) : Words(Words) {}

  TidyCommandLine read() {
    TidyCommandLine Line;
    std::string Value;
    while (Next != Words.size()) {
      size_t First = Next;
      StringRef Word = Words[Next++];
      if (Word == "--") {
        Line.FixedFlags = Words.drop_front(Next).vec();
        break;
      }
      if (take(Word, "p", Value)) {
        Line.BuildPath = Value;
        continue;
      }
      if (take(Word, "extra-arg-before", Value))
        Line.ExtraBefore.push_back(Value);
      else if (take(Word, "extra-arg", Value))
        Line.Extra.push_back(Value);
      else if (take(Word, "checks", Value))
        Line.Checks = Value;
      else if (take(Word, "config-file", Value))
        Line.ConfigFile = Value;
      else if (take(Word, "config", Value))
        Line.Config = Value;
      else if (!Word.starts_with("-"))
        Line.Words.push_back(Word.str());
      append_range(Line.Others, Words.slice(First, Next - First));
    }
    return Line;
  }

private:
  /// "-p=DIR", "--p=DIR", "-p DIR".
  bool take(StringRef Word, StringRef Option, std::string &Value) {
    if (!Word.consume_front("-"))
      return false;
    Word.consume_front("-");
    if (!Word.consume_front(Option))
      return false;
    if (Word.consume_front("=")) {
      Value = Word.str();
      return true;
    }
    if (!Word.empty() || Next == Words.size())
      return false;
    Value = Words[Next++];
    return true;
  }

  ArrayRef<std::string> Words;
  size_t Next = 0;
};

} // namespace

TidyCommandLine readTidyCommandLine(ArrayRef<std::string> Arguments) {
  Strings Words = expanded(Arguments);
  return Reader(Words).read();
}

TidyCommandLine tidyCommandLineOfProcess() {
  // Linux: argv, each word closed by a zero.
  auto Text = MemoryBuffer::getFileAsStream("/proc/self/cmdline");
  if (!Text)
    return {};
  SmallVector<StringRef> Words;
  StringRef All = (*Text)->getBuffer();
  All.consume_back(StringRef("\0", 1));
  All.split(Words, '\0');
  Strings Arguments;
  for (StringRef Word : drop_begin(Words))
    Arguments.push_back(Word.str());
  return readTidyCommandLine(Arguments);
}

std::string databaseFolder(StringRef BuildPath) {
  SmallString<256> Folder(BuildPath);
  if (sys::fs::make_absolute(Folder) || !sys::fs::is_directory(Folder))
    return BuildPath.str();
  std::string Found =
      folderWith("compile_commands.json", Folder, *vfs::getRealFileSystem());
  return Found.empty() ? BuildPath.str() : Found;
}

Strings withExtraArguments(Strings Command, ArrayRef<std::string> Before,
                           ArrayRef<std::string> Behind) {
  if (Command.empty())
    return Command;
  Command.insert(Command.begin() + 1, Before.begin(), Before.end());
  append_range(Command, Behind);
  return Command;
}

} // namespace warplint
