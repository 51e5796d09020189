//===- EditDiff.h - Edits as the lines that they change ---------*- C++ -*-===//
//
// What an edit would do, for a reader: the lines before and after. A unified
// diff of a file is what patch(1) and git take.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_EDITDIFF_H
#define WARPLINT_REPORT_EDITDIFF_H

#include "warplint/Basic/SourceEdit.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace warplint {

/// Neighbouring lines that change together. The lines keep their ends.
struct ChangedLines {
  size_t Line = 0; ///< The first of Before; from 1.
  std::vector<llvm::StringRef> Before;
  std::vector<std::string> After;
};

/// In the order of the file. \p Edits of \p Text do not overlap.
std::vector<ChangedLines> changedLines(llvm::StringRef Text,
                                       llvm::ArrayRef<SourceEdit> Edits);

/// The unified diff of \p File, which holds \p Text, with three lines of
/// context; nothing where \p Edits change nothing. \p Color: as git's.
void printUnifiedDiff(llvm::raw_ostream &Out, llvm::StringRef File,
                      llvm::StringRef Text, llvm::ArrayRef<SourceEdit> Edits,
                      bool Color);

} // namespace warplint

#endif // WARPLINT_REPORT_EDITDIFF_H
