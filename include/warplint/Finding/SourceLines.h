//===- SourceLines.h - Lines of the files that a report names ---*- C++ -*-===//

#ifndef WARPLINT_FINDING_SOURCELINES_H
#define WARPLINT_FINDING_SOURCELINES_H

#include "warplint/Finding/FileReport.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <vector>

namespace warplint {

/// Reads each file once.
class SourceLines {
public:
  explicit SourceLines(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS)
      : FS(std::move(FS)) {}

  /// Empty where the file can't be read.
  llvm::StringRef text(llvm::StringRef File);

  /// Line \p Number, which counts from 1, without its end; empty where there
  /// is none.
  llvm::StringRef line(llvm::StringRef File, unsigned Number);

  /// The byte at a line and column; nothing where the file has no such line.
  std::optional<size_t> offset(llvm::StringRef File, unsigned Line,
                               unsigned Column);

  /// The line and column of byte \p Offset.
  std::pair<unsigned, unsigned> lineAndColumn(llvm::StringRef File,
                                              size_t Offset);

private:
  struct Opened {
    std::unique_ptr<llvm::MemoryBuffer> Buffer;
    std::vector<size_t> Starts; ///< Of the lines.
  };
  Opened &open(llvm::StringRef File);

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  llvm::StringMap<Opened> Files;
};

/// \p Line without blanks at its ends, and with one for each run of them: the
/// same when code is indented or aligned anew.
std::string foldedBlanks(llvm::StringRef Line);

/// Fills Finding::SourceLine and AccessRecord::SourceLine.
void addSourceLines(FileReport &Report, SourceLines &Lines);

} // namespace warplint

#endif // WARPLINT_FINDING_SOURCELINES_H
