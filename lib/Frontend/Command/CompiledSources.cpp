//===- CompiledSources.cpp - What a command compiles ----------------------===//

#include "warplint/Frontend/CompiledSources.h"
#include "Translation.h"
#include "warplint/Frontend/CompileCommand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace warplint;
using llvm::ArrayRef;
using llvm::StringRef;
namespace path = llvm::sys::path;

bool warplint::saysCuda(ArrayRef<std::string> Arguments) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Word = Arguments[I];
    if (!Word.consume_front("--x") && !Word.consume_front("-x"))
      continue;
    Word.consume_front("=");
    if (Word.empty() && I + 1 < Arguments.size())
      Word = Arguments[I + 1];
    if (Word == "cu" || Word == "cuda")
      return true;
  }
  return false;
}

/// "g++", "/usr/bin/clang++-19", "aarch64-linux-gnu-g++-12", "nvcc_wrapper".
static bool isCompilerName(StringRef Word) {
  StringRef Name = path::filename(Word).rtrim("0123456789.-");
  Name = Name.substr(Name.rfind('-') + 1);
  return path::filename(Word).starts_with("nvcc") ||
         llvm::is_contained({"clang", "clang++", "gcc", "g++", "cc", "c++",
                             "icx", "icpx", "nvc++", "mpicc", "mpicxx",
                             "mpic++"},
                            Name);
}

static bool isSource(StringRef File) {
  return llvm::is_contained(
      {".cu", ".c", ".cc", ".cpp", ".cxx", ".c++", ".cp", ".C", ".CPP"},
      path::extension(File));
}

std::vector<std::string>
warplint::sourcesOf(const std::vector<std::string> &Command,
                    StringRef Directory, llvm::vfs::FileSystem &FS) {
  std::string Folder = Directory.str();
  std::vector<std::string> Words = isolateCompile(Command, /*File=*/"", Folder);
  if (Words.empty() || !isCompilerName(Words.front()) || onlyLists(Words))
    return {};
  Translation Read(Folder, FS);
  auto Rest = ArrayRef<std::string>(Words).drop_front();
  if (isNvccCommand(Words))
    readNvccCommand(Rest, Read);
  else
    readClangCommand(Rest, Read);
  if (!saysCuda(Rest))
    llvm::erase_if(Read.Inputs, [](StringRef File) { return !isSource(File); });
  return std::move(Read.Inputs);
}
