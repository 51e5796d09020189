//===- RunProgram.h - Another program, held at arm's length -----*- C++ -*-===//
//
// A program that works on what is not trusted gets nothing of this process but
// what is named here: no shell, no environment, no open files, a folder of its
// own to write to, and an end to its time.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_RUNPROGRAM_H
#define WARPLINT_SUPPORT_RUNPROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <string>

namespace warplint {

struct ProgramRun {
  std::string Path;                     ///< Absolute.
  std::vector<std::string> Arguments;   ///< Without the program's name.
  std::vector<std::string> Environment; ///< "NAME=value", and nothing else.
  std::string Folder;                   ///< Where it runs.
  /// Processor time of each of its processes, and time on the clock of all.
  std::chrono::seconds ProcessorTime{300}, Time{900};
  size_t MostOutput = 1 << 16; ///< Bytes that are kept of what it writes.
};

/// How one ended.
struct ProgramEnd {
  std::string Output; ///< Of both streams.
  bool IsCut = false; ///< It wrote more than is kept.
  int ExitCode = 0;   ///< Negative: that signal ended it.
};

/// Runs it to its end, with all processes that it starts. An error says that it
/// could not be started, or took too long.
llvm::Expected<ProgramEnd> endOfProgram(const ProgramRun &Run);

/// Runs it in the same way. What it wrote, if its exit code is 0; else an error that says what it wrote or what became of it.
llvm::Expected<std::string> runProgram(const ProgramRun &Run);

/// A folder that only this user can enter, gone with all that is in it when
/// this is.
class PrivateFolder {
public:
  static llvm::Expected<PrivateFolder> create();
  PrivateFolder(PrivateFolder &&Other) noexcept { Path.swap(Other.Path); }
  PrivateFolder &operator=(PrivateFolder &&) = delete;
  ~PrivateFolder();

  llvm::StringRef path() const { return Path; }
  /// Writes a file in it, and returns its path.
  llvm::Expected<std::string> write(llvm::StringRef Name,
                                    llvm::StringRef Text) const;

private:
  PrivateFolder() = default;
  std::string Path;
};

} // namespace warplint

#endif // WARPLINT_SUPPORT_RUNPROGRAM_H
