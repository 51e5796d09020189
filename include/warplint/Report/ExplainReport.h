//===- ExplainReport.h - One access in every detail -------------*- C++ -*-===//
//
// What --explain=FILE:LINE prints: how the verdict on an access came about, and
// the costliest request lane by lane. docs/explain.md reads one line by line.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_EXPLAINREPORT_H
#define WARPLINT_REPORT_EXPLAINREPORT_H

#include "warplint/Finding/FileReport.h"
#include "warplint/Report/TextReport.h"
#include "llvm/Support/Error.h"

namespace warplint {

/// A line that the user asks about, or one place of it.
struct ExplainPlace {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: all accesses of the line.
};

/// Reads "FILE:LINE" or "FILE:LINE:COLUMN", the value of \p Option.
llvm::Expected<ExplainPlace>
parseExplainPlace(llvm::StringRef Text, llvm::StringRef Option = "--explain");

/// Leaves in \p Reports only the accesses at \p Place, and their findings. An
/// access is at the place where it is written; where no access is written to
/// shared memory, those to it are taken that were inlined through a call there,
/// and likewise of other memory. Names of files are
/// the same when they name the same file of \p FS. True if any is left.
bool keepAccessesAt(std::vector<FileReport> &Reports, const ExplainPlace &Place,
                    llvm::vfs::FileSystem &FS);

/// "no analyzed access at tile.cu:12; the nearest are at lines 9 and 14".
std::string nothingAt(const std::vector<FileReport> &Reports,
                      const ExplainPlace &Place, llvm::vfs::FileSystem &FS);

/// Prints how the verdict on \p Access came about, without a heading.
void printExplanation(llvm::raw_ostream &Out, const AccessRecord &Access);

/// Prints every access of \p Reports, by place and then as they come.
void printExplanations(llvm::raw_ostream &Out,
                       llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                       bool HasColor, const std::vector<FileReport> &Reports);

} // namespace warplint

#endif // WARPLINT_REPORT_EXPLAINREPORT_H
