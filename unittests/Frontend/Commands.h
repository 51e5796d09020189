//===- Commands.h - Writing command lines in tests --------------*- C++ -*-===//

#ifndef WARPLINT_UNITTESTS_FRONTEND_COMMANDS_H
#define WARPLINT_UNITTESTS_FRONTEND_COMMANDS_H

#include "warplint/Frontend/CompileCommand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"
#include <string>
#include <vector>

namespace warplint::test {

/// Words as a shell splits them.
inline std::vector<std::string> words(llvm::StringRef Line) {
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  llvm::SmallVector<const char *, 16> Split;
  llvm::cl::TokenizeGNUCommandLine(Line, Saver, Split);
  return {Split.begin(), Split.end()};
}

/// A file system whose current folder is /w, where commands run.
struct Files {
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> FS =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Files() {
    add("/w/a.cu", "");
    FS->setCurrentWorkingDirectory("/w");
  }
  Files &add(llvm::StringRef Path, llvm::StringRef Text) {
    FS->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
    return *this;
  }
};

inline DeviceCommand translate(llvm::StringRef Line, Files F = Files(),
                               const CommandOptions &Options = {}) {
  return translateCommand(words(Line), "a.cu", "/w", Options, *F.FS);
}

/// What the command adds to the arguments that every parse gets: those of \p
/// Line without those of "nvcc a.cu" or "clang++ a.cu".
inline std::string added(llvm::StringRef Line, Files F = Files()) {
  bool Nvcc = isNvccCommand(words(Line));
  DeviceCommand Base = translate(Nvcc ? "nvcc a.cu" : "clang++ a.cu", F);
  std::vector<std::string> Rest;
  for (const std::string &Word : translate(Line, F).Arguments)
    if (!llvm::is_contained(Base.Arguments, Word))
      Rest.push_back(Word);
  return llvm::join(Rest, " ");
}

inline bool has(const DeviceCommand &Command, llvm::StringRef Word) {
  return llvm::is_contained(Command.Arguments, Word);
}

/// Some line of Dropped holds \p Text.
inline bool says(const DeviceCommand &Command, llvm::StringRef Text) {
  return llvm::any_of(Command.Dropped, [&](llvm::StringRef Line) {
    return Line.contains(Text);
  });
}

} // namespace warplint::test

#endif // WARPLINT_UNITTESTS_FRONTEND_COMMANDS_H
