//===- AccessJudge.h - From the accesses of a kernel to records -*- C++ -*-===//

#ifndef WARPLINT_LIB_ANALYSIS_ACCESSJUDGE_H
#define WARPLINT_LIB_ANALYSIS_ACCESSJUDGE_H

#include "Attribution.h"
#include "KernelLaunches.h"
#include "warplint/Analysis/AskedRecord.h"
#include "warplint/Analysis/LaunchProver.h"
#include "warplint/Finding/FileReport.h"

namespace warplint {

/// Judges one kernel after the other and adds to a report what it finds.
class AccessJudge {
public:
  AccessJudge(SourceView &View, const AnalysisOptions &Options,
              LaunchProver &Prover, FileReport &Report)
      : View(View), Options(Options), Prover(Prover), Report(Report),
        Launches(View, Options), Places(View) {}

  /// Nothing where it is not known what \p Kernel does.
  std::optional<JudgedKernel> judge(const KernelModel &Kernel);

  /// What \p Asked, accesses of \p K that are asked for otherwise than as
  /// requests to shared memory, cost.
  std::vector<AskedRecord> recordsOf(const JudgedKernel &K,
                                     llvm::ArrayRef<KernelAccess> Asked);

  /// See KernelLaunches.
  auto gridOf(const KernelModel &Kernel, const LaunchCase &Case) {
    return Launches.gridOf(Kernel, Case);
  }

  /// Errors in annotations, those of the main file included.
  std::vector<Finding> takeErrors() { return Launches.takeErrors(); }

private:
  bool isHidden(const KernelModel &Kernel);
  std::vector<std::optional<size_t>> judgeAccesses(const KernelModel &Kernel,
                                                   const LaunchCases &Launched);
  void judge(const KernelModel &Kernel, const KernelAccess &Access,
             const LaunchCases &Launched, AccessRecord &Record);
  void startKernel(const KernelModel &Kernel, KernelNames NamedAs);
  AskedRecord describe(const KernelModel &Kernel, const KernelAccess &Access,
                       const LaunchCases &Launched);
  std::optional<SourceMember> memberOf(const KernelModel &Kernel,
                                       const KernelAccess &Access,
                                       const LaunchCases &Launched,
                                       const SourceNode *Written);
  void noteIfIdealInFull(LaneContext &Context, AccessProblem Problem,
                         const LaunchCases &Launched, AccessVerdict &V);
  void addTotals(LaneContext &Context, const KernelAccess &Access,
                 const Judgement &J, AccessRecord &Record);
  void listUses(const KernelModel &Kernel);

  SourceView &View;
  const AnalysisOptions &Options;
  LaunchProver &Prover;
  FileReport &Report;
  KernelLaunches Launches;
  Attribution Places;
  // Of the kernel that is being judged.
  KernelNames Names;
  std::vector<UndefinedMacro> Undefined;
  std::optional<TrialRecord> Trial;
};

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_ACCESSJUDGE_H
