//===- Selection.h - Which findings are shown -------------------*- C++ -*-===//
//
// The one place that decides it, for all shells. Findings that are not wanted
// (a check, file, line or figure that is filtered out) are taken out of the
// report; those that the source itself holds back stay, marked, so that outputs
// for programs can tell. Errors, which say that something could not be read or
// understood, are always shown. An edit is made for a finding that is shown: what
// holds back all that a fix is for holds back the fix.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SELECT_SELECTION_H
#define WARPLINT_SELECT_SELECTION_H

#include "warplint/Finding/FileReport.h"
#include "warplint/Finding/SourceLines.h"
#include "warplint/Select/LineFilter.h"
#include <string>
#include <vector>

namespace warplint {

/// Names NOLINT comments that hold back nothing.
inline constexpr const char *NolintCheck = "warplint-nolint";

/// Findings of a check with a smaller figure are not wanted. Those that have no
/// such metric always are.
struct MetricLimit {
  std::string Check;
  std::string Metric; ///< Empty: the finding's first.
  /// Least is about what the figure is beyond its ideal, in percent of the
  /// ideal (100 is twice); else about the figure itself.
  bool IsExcessPercent = false;
  unsigned Least = 0;
};

struct Selection {
  std::string Checks = "*"; ///< Globs.
  /// Globs: warnings of these checks become errors.
  std::string WarningsAsErrors;
  /// A regular expression for the names of headers whose findings are shown.
  /// Those of the main file always are.
  std::string HeaderFilter = ".*";
  /// Also of headers of the toolkit and the system.
  bool SystemHeaders = false;
  LineFilter Lines;
  std::vector<MetricLimit> Limits;
  /// Findings whose estimated gain is smaller are not wanted; those without one
  /// always are.
  double MinGain = 0;
};

/// Applies \p Wanted to the findings of \p Report, and the NOLINT comments of
/// the files that they are in; and to its fixes.
void selectFindings(FileReport &Report, const Selection &Wanted,
                    SourceLines &Lines);

/// Takes the fixes out of \p Report that no finding offers which is shown, here
/// or with another file of the run.
void dropFixesHeldBack(FileReport &Report);

/// What is wrong with a regular expression; empty when nothing is.
std::string regexProblem(llvm::StringRef Text);

} // namespace warplint

#endif // WARPLINT_SELECT_SELECTION_H
