//===- KernelLaunches.h - The launches of a kernel --------------*- C++ -*-===//
//
// The block, in this order: --block, an annotation, an attribute of the kernel,
// the launches of its own file and those of other files of the build. Without
// any a block of whole warps along x is assumed.
//
// What else is known: constants that a launch passes, and what the user
// promises by --assume or an annotation. Of one symbol the option counts before
// the annotation, and that before the launch.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_ANALYSIS_KERNELLAUNCHES_H
#define WARPLINT_LIB_ANALYSIS_KERNELLAUNCHES_H

#include "Annotation/AnnotationComments.h"
#include "Kernel/Launch/FileLaunches.h"
#include "warplint/Analysis/AnalysisOptions.h"
#include "warplint/Analysis/JudgedKernel.h"
#include "warplint/Finding/Finding.h"

namespace warplint {

class KernelLaunches {
public:
  KernelLaunches(SourceView &View, const AnalysisOptions &Options);

  /// At least one. \p Names are those of \p Kernel.
  LaunchCases of(const KernelModel &Kernel, const KernelNames &Names);

  /// Whether the grid of \p Case may be smaller than the data, and what is true of
  /// gridDim.x then, in symbols of \p Kernel; null: nothing.
  std::pair<bool, const LaneExpr *> gridOf(const KernelModel &Kernel,
                                           const LaunchCase &Case);

  /// Errors in annotations, those of the main file included.
  std::vector<Finding> takeErrors();

private:
  std::vector<LaunchRecord> records(const KernelModel &Kernel,
                                    const KernelNames &Names,
                                    const Annotation *Annotated);
  std::vector<Assumption> promises(const KernelModel &Kernel,
                                   const KernelNames &Names,
                                   const Annotation *Annotated);
  void apply(LaunchCase &Case, const KernelModel &Kernel,
             const std::vector<Assumption> &Promises);
  void addConstants(LaunchCase &Case, const KernelModel &Kernel,
                    std::map<unsigned, SymbolValues> &Values);
  void addPromise(LaunchCase &Case, const KernelModel &Kernel,
                  const Assumption &Promise,
                  std::map<unsigned, SymbolValues> &Values);
  void addError(const SourcePlace &Where, const llvm::Twine &Message);

  SourceView &View;
  const AnalysisOptions &Options;
  FileLaunches Launches;
  AnnotationComments Comments;
  std::vector<Finding> Errors;
};

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_KERNELLAUNCHES_H
