//===- FileLaunches.h - The launches of a file's kernels --------*- C++ -*-===//
//
// Those of the file itself and those of other files of its build. Launches that
// the text does not spell out are read off the compiled host side, which is made
// the first time that a kernel's figures may depend on it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_FILELAUNCHES_H
#define WARPLINT_LIB_KERNEL_LAUNCH_FILELAUNCHES_H

#include "UnitLaunches.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Kernel/ProjectLaunches.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace warplint {

/// What the host side launches, by the text of the user's that it is compiled
/// from. Valid for the analysis of one file and trials of its edits.
struct HostAnswers : llvm::StringMap<UnitLaunches> {};

class FileLaunches {
public:
  /// \p View may be null, and then there are none. \p Elsewhere, and \p Answers,
  /// where those of the host side are kept, may be null, too. Where \p MayCompile
  /// says no, what only host code tells is unknown.
  FileLaunches(ClangView *View, ProjectLaunches *Elsewhere,
               HostAnswers *Answers, std::function<bool()> MayCompile);

  /// Those of \p Kernel, which has a declaration.
  std::vector<LaunchRecord> of(const KernelModel &Kernel);
  /// What the launch at \p Where makes its grid of, as far as that was asked for.
  GridCount gridAt(const SourcePlace &Where) const {
    return Compiled ? Compiled->gridAt(Where) : GridCount();
  }

private:
  bool isSpelledOut(const KernelModel &Kernel,
                    llvm::ArrayRef<LaunchRecord> Records) const;
  UnitLaunches compile();
  const UnitLaunches *compiled();

  ClangView *View;
  ProjectLaunches *Elsewhere;
  HostAnswers *Answers;
  std::function<bool()> MayCompile;
  LaunchMap Launches;
  std::optional<UnitLaunches> Compiled; ///< Made when it is first asked for.
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_FILELAUNCHES_H
