//===- Progress.h - One line on a terminal ----------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_PROGRESS_H
#define WARPLINT_TOOLS_PROGRESS_H

#include <cstddef>

namespace warplint {

/// "[12/60] 34 findings", kept up to date at the end of standard error while a
/// run of several files is under way. Whoever prints something else hides it.
class Progress {
public:
  /// Shows nothing where standard error is no terminal.
  Progress(size_t Files, bool IsWanted);
  ~Progress() { hide(); }

  void hide();
  void show();
  /// A file is done, with so many findings.
  void step(size_t NewFindings);

private:
  size_t Files, Done = 0, Findings = 0;
  bool IsOn, IsShown = false;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_PROGRESS_H
