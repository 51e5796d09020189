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

namespace warplint {

class ProofStore;

/// What a question about the host side begins with. Its answer stands for the
/// analysis of one file alone, edits of it included.
inline constexpr llvm::StringLiteral HostSideQuestion = "host side\n";

class FileLaunches {
public:
  /// \p View may be null, and then there are none. \p Elsewhere, and \p Proofs,
  /// which keeps what the host side has, may be null, too.
  FileLaunches(ClangView *View, ProjectLaunches *Elsewhere, ProofStore *Proofs);

  /// Those of \p Kernel, which has a declaration.
  std::vector<LaunchRecord> of(const KernelModel &Kernel);

private:
  bool isSpelledOut(const KernelModel &Kernel,
                    llvm::ArrayRef<LaunchRecord> Records) const;
  const UnitLaunches *compiled();

  ClangView *View;
  ProjectLaunches *Elsewhere;
  ProofStore *Proofs;
  LaunchMap Launches;
  std::optional<UnitLaunches> Compiled; ///< Made when it is first asked for.
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_FILELAUNCHES_H
