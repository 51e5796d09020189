//===- LintFiles.h - Many files, several at a time --------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_LINTFILES_H
#define WARPLINT_TOOLS_LINTFILES_H

#include "CommandLine.h"
#include "warplint/Session/Session.h"
#include <map>
#include <tuple>

namespace warplint {

/// In place of a folder the .cu files below it, the modules of PTX (Triton's cache) and
/// the files of Python that hold CUDA C++, in their order. Hidden files and folders are
/// left out. A folder without any of these stays.
std::vector<std::string> withFilesBelow(llvm::ArrayRef<std::string> Files);

/// \p Files, those that are there by another name (./a.cu, a link) once, by
/// their first.
std::vector<std::string> withoutRepetitions(llvm::ArrayRef<std::string> Files);

/// Lints \p Files, and hands what became of them to \p Take in their order, by
/// their number. Each in another process, even one alone: a crash is told as of
/// its file, and what there is to write is written. How many at a time, and
/// what is said meanwhile, is as \p Line has it. The signal that ended it early,
/// or 0.
int lintFiles(Session &S, llvm::ArrayRef<PreparedFile> Files,
              const CommandLine &Line,
              llvm::function_ref<void(size_t, FileOutcome)> Take);

/// The findings of a run so far. What several files read, headers and sources
/// that others include, is told once, by whatever name they read it.
class ToldFindings {
public:
  /// Holds back what a report before \p Report has told.
  void holdBackIn(FileReport &Report);

private:
  /// By check, place and message the number of the report.
  std::map<std::tuple<std::string, SourcePlace, std::string>, unsigned> Told;
  unsigned Reports = 0;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_LINTFILES_H
