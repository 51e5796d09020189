//===- KernelLaunches.h - The launches of a kernel --------------*- C++ -*-===//
//
// The block, in this order: --block, an annotation, an attribute of the kernel,
// the launches of its own file and those of other files of the build. Without
// any a block of whole warps along x is assumed.
//
// Launches that the text does not spell out are read off the compiled host side,
// which is made the first time that a kernel's figures may depend on it.
//
// What else is known: constants that a launch passes, and what the user
// promises by --assume or an annotation. Of one symbol the option counts before
// the annotation, and that before the launch.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_ANALYSIS_KERNELLAUNCHES_H
#define WARPLINT_LIB_ANALYSIS_KERNELLAUNCHES_H

#include "Annotation/AnnotationComments.h"
#include "Kernel/Launch/UnitLaunches.h"
#include "warplint/Analysis/AnalysisOptions.h"
#include "warplint/Analysis/JudgedKernel.h"
#include "warplint/Finding/Finding.h"
#include "warplint/Kernel/Launch.h"

namespace warplint {

/// What a question about the host side begins with. Its answer stands for the
/// analysis of one file alone, edits of it included.
inline constexpr llvm::StringLiteral HostSideQuestion = "host side\n";

class KernelLaunches {
public:
  KernelLaunches(DeviceUnit &Unit, const AnalysisOptions &Options);

  /// At least one. \p Names are those of \p Kernel.
  LaunchCases of(const KernelModel &Kernel, const KernelNames &Names);

  /// Errors in annotations, those of the main file included.
  std::vector<Finding> takeErrors();

private:
  std::vector<LaunchRecord> records(const KernelModel &Kernel,
                                    const KernelNames &Names,
                                    const Annotation *Annotated);
  std::vector<LaunchRecord> launchesOf(const KernelModel &Kernel);
  bool isSpelledOut(const KernelModel &Kernel,
                    llvm::ArrayRef<LaunchRecord> Records) const;
  const UnitLaunches *compiled();
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

  DeviceUnit &Unit;
  clang::ASTContext &Context;
  const AnalysisOptions &Options;
  LaunchMap Launches;
  std::optional<UnitLaunches> Compiled; ///< Made when it is first asked for.
  AnnotationComments Comments;
  std::vector<Finding> Errors;
};

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_KERNELLAUNCHES_H
