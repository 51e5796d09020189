//===- Fixes.h - Fixes applied or exported ----------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_FIXES_H
#define WARPLINT_TOOLS_FIXES_H

#include "warplint/Finding/AccessRecord.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warplint {

/// Puts the proven fixes of \p Report into its file; the number of arrays that
/// they change. The file stays as it is where it can not be done.
llvm::Expected<unsigned> applyFixes(const FileReport &Report);

/// Writes the proven fixes of all \p Reports to \p File, for
/// clang-apply-replacements.
llvm::Error writeFixes(const std::string &File,
                       const std::vector<FileReport> &Reports);

} // namespace warplint

#endif // WARPLINT_TOOLS_FIXES_H
