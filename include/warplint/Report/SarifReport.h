//===- SarifReport.h - Findings as SARIF 2.1.0 ------------------*- C++ -*-===//
//
// The OASIS standard that GitHub code scanning, CodeChecker, Visual Studio Code
// and others read: https://docs.oasis-open.org/sarif/sarif/v2.1.0/. One run:
//
//   rules          one for each check, with its page of docs/checks as help
//   results        one for each finding; those that a comment or the baseline
//                  holds back have a suppression. A note with a place of its
//                  own is a related location, the others end the message
//   fixes          the edits of --fix, where they were asked for
//   notifications  what was not analysed, and clang's errors
//
// Files are named relative to %SRCROOT% where they lie below it. Columns count
// UTF-16 code units.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_SARIFREPORT_H
#define WARPLINT_REPORT_SARIFREPORT_H

#include "warplint/Config/CheckRecord.h"
#include "warplint/Finding/FileReport.h"
#include "warplint/Finding/SourceLines.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint {

struct SarifRule {
  CheckRecord Check;
  std::string Page; ///< Markdown.
};

struct SarifOptions {
  std::vector<SarifRule> Rules;
  std::string Root; ///< Absolute: %SRCROOT%.
  /// All files were read, and no option was in error.
  bool IsComplete = true;
};

void printSarif(llvm::raw_ostream &Out, const std::vector<FileReport> &Reports,
                const SarifOptions &Options, SourceLines &Lines);

} // namespace warplint

#endif // WARPLINT_REPORT_SARIFREPORT_H
