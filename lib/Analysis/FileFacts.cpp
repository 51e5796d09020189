//===- FileFacts.cpp - What is known of a parsed file ---------------------===//

#include "warplint/Analysis/FileFacts.h"
#include "AccessJudge.h"
#include "AnalysedFunctions.h"
#include "SystemHeaders.h"
#include "TemplateRequests.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// What a file's assumed instances may cost, all together, beside those that
/// its sources have: the budget of these divided by that.
static constexpr uint64_t AssumedShare = 4;

FileFacts::FileFacts(DeviceUnit &Unit, const AnalysisOptions &Options,
                     const Needs &Wanted, FileReport &Report)
    : Unit(Unit), Report(Report), Index(Unit.ast()),
      Model(buildDeviceModel(Unit, Index, Wanted,
                             Options.SystemHeaders ? ToolkitKernels::Read
                                                   : ToolkitKernels::LeftOut)),
      Prover(Options) {
  Report.Omitted = Unit.omitted();
  append_range(Report.Omitted, Model.Omitted);
  AccessJudge Judge(Unit, Index, Options, Prover, Report);
  auto IsAssumed = [&](const KernelModel &Kernel) {
    auto Found = trialOf(Unit.Templates, Kernel.Declaration);
    return Found && isAssumed(Found->From);
  };
  // What the sources have comes first, whatever is assumed beside it.
  for (bool Assumed : {false, true}) {
    if (Assumed)
      Prover.renewBudget(AssumedShare);
    for (const KernelModel &Kernel : Model.Kernels)
      if (IsAssumed(Kernel) == Assumed)
        if (std::optional<JudgedKernel> Judged = Judge.judge(Kernel))
          Kernels.push_back(std::move(*Judged));
  }
  Report.Findings = Judge.takeErrors();
  reportTemplates(Unit, Report, Report.Findings);
  listSystemHeaders(Unit.ast().getSourceManager(), Report);
  reportAnalysed(Unit, Report);
  keepFragment(Unit, Report);
}

} // namespace warplint
