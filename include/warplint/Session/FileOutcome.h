//===- FileOutcome.h - What became of one file ------------------*- C++ -*-===//

#ifndef WARPLINT_SESSION_FILEOUTCOME_H
#define WARPLINT_SESSION_FILEOUTCOME_H

#include "warplint/Finding/FileReport.h"
#include <optional>
#include <string>

namespace warplint {

/// A file of a run. With --diff a file of the older tree can be one, too.
struct Input {
  std::string File;
  /// The file of the newer tree that it is the older state of: what compiles
  /// that one compiles this one. Empty: the file itself.
  std::string Like;
  bool isOlder() const { return !Like.empty(); }
};

/// Made by one process and used by another one.
/// What the analysis of a file gives, and nothing else: it is kept between
/// runs, under a key that names the command and the settings, with a trace of
/// what was read. Who found these, and what is wrong with them, is no part of
/// it (PreparedFile has that, anew in each run).
struct FileOutcome {
  /// With the findings that are shown; nothing when the file could not be read
  /// at all.
  std::optional<FileReport> Report;
  std::string Said; ///< For standard error.
};

} // namespace warplint

#endif // WARPLINT_SESSION_FILEOUTCOME_H
