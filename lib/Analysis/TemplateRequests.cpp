//===- TemplateRequests.cpp - Arguments for kernel templates --------------===//

#include "TemplateRequests.h"
#include "Annotation/AnnotationComments.h"
#include "warplint/Messages/Skipped.h"
#include "warplint/Support/ClosestName.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

std::optional<TrialRecord> trialOf(SourceView &View,
                                   const SourceFunction *Kernel) {
  if (!Kernel)
    return std::nullopt;
  for (const KernelTemplate &T : View.Templates.Templates)
    for (const TrialInstance &I : T.Instances)
      if (View.kernelOf(I) == Kernel)
        return TrialRecord{T.Name, I.From, I.Where, I.Values};
  return std::nullopt;
}

static Finding errorOf(const RequestProblem &Problem,
                       const std::vector<std::string> &Names) {
  Finding F;
  F.Check = AnnotationCheck;
  F.Level = Severity::Error;
  F.Where = Problem.Request.Where;
  std::string Template =
      Problem.Template + "<" + join(Problem.Request.Arguments, ", ") + ">";
  F.Message =
      (Problem.Request.From == ArgumentSource::Option ? "--instantiate: "
                                                      : "") +
      messages::CannotInstantiate(Template, Problem.Message);
  if (!Problem.UnknownName.empty())
    F.Message += didYouMean(Problem.UnknownName,
                            std::vector<StringRef>(Names.begin(), Names.end()));
  return F;
}

void reportTemplates(SourceView &View, FileReport &Report,
                     std::vector<Finding> &Errors) {
  const KernelTemplates &All = View.Templates;
  Report.TemplateNames = All.Names;
  for (const KernelTemplate &T : All.Templates) {
    TemplateRecord R;
    R.Where = T.Where;
    R.Name = T.Name;
    R.Attempts = T.Attempts;
    R.Why = T.Why;
    for (const TrialInstance &I : T.Instances) {
      const SourceFunction &Kernel = *View.kernelOf(I);
      R.Instances.push_back(View.qualifiedName(Kernel) +
                            View.templateArguments(Kernel));
      R.IsAssumed |= isAssumed(I.From);
    }
    if (T.Instances.empty() && !T.IsInstantiated)
      Report.Omitted.push_back({T.Where, T.Name, T.Why});
    if (!T.Left.empty())
      Report.Omitted.push_back({T.Where, T.Name, T.Left});
    Report.Templates.push_back(std::move(R));
  }
  for (const RequestProblem &Problem : All.Problems)
    Errors.push_back(errorOf(Problem, View.ArgumentNames));
}

} // namespace warplint
