//===- LinkerNames.cpp - What a command says to the linker ----------------===//

#include "Translation.h"
#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/IncludeLines.h"
#include "warplint/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace warplint;
using llvm::StringRef;

/// -Wl,--defsym=a=b, -Xlinker and nvcc's name for it, objcopy's options: the word
/// and that behind it are about symbols.
static bool isForLinker(StringRef Word) {
  static constexpr StringRef Options[] = {
      "-T",      "-Xlinker",       "--linker-options",   "--defsym",
      "--wrap",  "--redefine-sym", "--globalize-symbol", "--add-symbol",
      "--entry", "--undefined"};
  return Word == "-u" || Word == "-e" || Word.contains("-Wl") ||
         llvm::any_of(Options,
                      [&](StringRef O) { return Word.starts_with(O); });
}

/// What a command that compiles nothing links, as it is spelled: objects, -shared,
/// and -oNAME for what it makes.
static std::vector<std::string>
linkedBy(const std::vector<std::string> &Command) {
  std::vector<std::string> Linked;
  for (size_t N = 0; N != Command.size(); ++N) {
    StringRef Word = Command[N];
    if (isUnit(Word))
      return {};
    if (Word == "-o" && N + 1 != Command.size())
      Linked.push_back("-o" + Command[++N]);
    else if (Word.trim('-') == "shared")
      Linked.push_back("-shared");
    else if (isObject(Word))
      Linked.push_back(Word.str());
  }
  return Linked;
}

namespace {

class NameReader {
public:
  NameReader(StringRef Directory, llvm::vfs::FileSystem &FS)
      : Directory(Directory), FS(FS) {}

  std::vector<std::string> sorted() const {
    std::vector<std::string> Sorted;
    for (StringRef Name : Names.keys())
      Sorted.push_back(Name.str());
    llvm::sort(Sorted);
    return Sorted;
  }

  void read(llvm::ArrayRef<std::string> Words, unsigned Depth = 0) {
    bool IsBehind = false;
    for (StringRef Word : Words) {
      const bool IsFile = Word.consume_front("@") || IsOptionsFile;
      IsOptionsFile = Word == "-optf" || Word == "--options-file";
      if (IsFile && Depth < MaximumDepth) {
        if (auto Text = FS.getBufferForFile(absolutePathOf(Word)))
          read(splitOptionsFile((*Text)->getBuffer()), Depth + 1);
        continue;
      }
      const bool IsFor = isForLinker(Word);
      if (IsFor || IsBehind)
        add(Word);
      IsBehind = IsFor;
    }
  }

private:
  static constexpr unsigned MaximumDepth = 4;

  std::string absolutePathOf(StringRef File) const {
    return Translation(Directory, FS).absolute(File);
  }

  void add(StringRef Word) {
    llvm::StringSet<> Here;
    addWords(Word, Here);
    for (StringRef Name : Here.keys()) {
      Names.insert(Name);
      // --wrap=f has calls of f go to this.
      Names.insert(("__wrap_" + Name).str());
    }
    // -T, --version-script, --dynamic-list and others name a file.
    for (StringRef Part : llvm::split(Word, ',')) {
      if (Part.consume_front("-e") || Part.consume_front("-u"))
        addWords(Part, Names);
      StringRef File = Part.rsplit('=').second;
      File = File.empty() ? Part : File;
      File.consume_front("-T") || File.consume_front("@");
      if (isUnit(File))
        continue;
      if (auto Text = FS.getBufferForFile(absolutePathOf(File));
          Text && !(*Text)->getBuffer().contains('\0'))
        addWords((*Text)->getBuffer(), Names);
    }
  }

  StringRef Directory;
  llvm::vfs::FileSystem &FS;
  llvm::StringSet<> Names;
  bool IsOptionsFile = false;
};

} // namespace

std::vector<std::string>
warplint::linkerNames(const std::vector<std::string> &Command,
                      StringRef Directory, llvm::vfs::FileSystem &FS) {
  NameReader Reader(Directory, FS);
  Reader.read(Command);
  std::vector<std::string> Names = Reader.sorted();
  llvm::append_range(Names, linkedBy(Command));
  return Names;
}
