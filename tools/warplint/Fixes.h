//===- Fixes.h - Fixes applied or exported ----------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_FIXES_H
#define WARPLINT_TOOLS_FIXES_H

#include "warplint/Finding/FileReport.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace warplint {

/// Puts the proven fixes of one report after the other into the files that they
/// edit. Two reports may edit one header: what the second does to it is added
/// to what the first has done.
class FixApplier {
public:
  /// \p WithAssumed: fixes with a condition, too. \p IsDryRun: nothing is
  /// written.
  explicit FixApplier(bool WithAssumed, bool IsDryRun = false)
      : WithAssumed(WithAssumed), IsDryRun(IsDryRun) {}

  /// What was repaired, "2 arrays"; empty when there was nothing to do. On an
  /// error the files that the report edits stay as they are, but for those that
  /// were written before the one that could not be.
  llvm::Expected<std::string> apply(const FileReport &Report);

  /// All that was changed, as a unified diff of each file.
  void printDiffs(llvm::raw_ostream &Out, bool Color) const;

private:
  /// A file that was written.
  struct Written {
    std::string File; ///< As it was named.
    std::string Before, After;
    std::vector<SourceEdit> Edits;     ///< Of Before.
    std::vector<SourceEdit> Formatted; ///< These and those of their lines.
  };
  bool WithAssumed, IsDryRun;
  std::map<std::string, Written> Files; ///< By absolute name.
};

/// "no edit for 2 findings; 'tile': its address is stored"; empty where nothing
/// was found, or something can be done.
std::string whyNoFix(const FileReport &Report);

/// Writes the fixes of all \p Reports to \p File, for
/// clang-apply-replacements.
llvm::Error writeFixes(const std::string &File,
                       const std::vector<FileReport> &Reports,
                       bool WithAssumed);

} // namespace warplint

#endif // WARPLINT_TOOLS_FIXES_H
