//===- TemplateRequests.cpp - Arguments for kernel templates --------------===//

#include "TemplateRequests.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Messages/Skipped.h"
#include "warplint/Support/ClosestName.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

std::vector<InstantiationRequest>
requestsFor(const clang::FunctionDecl &Pattern, bool IsInstantiated,
            const AnalysisOptions &Options) {
  std::vector<InstantiationRequest> Requests;
  if (!Options.Instances.empty()) {
    std::string Name = Pattern.getQualifiedNameAsString();
    for (const InstantiateOption &Option : Options.Instances)
      if (Option.Template == Name)
        Requests.push_back({Option.Arguments, ArgumentSource::Option, {}});
  }
  AnnotationComments Comments(Pattern.getASTContext());
  if (const Annotation *Annotated = Comments.of(Pattern))
    for (const AnnotatedInstance &Instance : Annotated->Instances)
      Requests.push_back(
          {Instance.Arguments, ArgumentSource::Annotation, Instance.Where});
  if (Requests.empty() && !IsInstantiated && Options.Elsewhere)
    Requests = Options.Elsewhere->instancesOf(Pattern);
  return Requests;
}

std::optional<TrialRecord> trialOf(const KernelTemplates &Templates,
                                   const clang::FunctionDecl *Kernel) {
  if (!Kernel)
    return std::nullopt;
  for (const KernelTemplate &T : Templates.Templates)
    for (const TrialInstance &I : T.Instances)
      if (I.Kernel->getCanonicalDecl() == Kernel->getCanonicalDecl())
        return TrialRecord{T.Name, I.From, I.Where, I.Values};
  return std::nullopt;
}

/// Types and constants that the user can have meant.
static std::vector<std::string> namesOf(const clang::ASTContext &Context) {
  std::vector<std::string> Names = {"float",  "double", "int",  "unsigned",
                                    "char",   "short",  "long", "bool",
                                    "signed", "half",   "true", "false"};
  const clang::SourceManager &SM = Context.getSourceManager();
  for (const clang::Decl *D : Context.getTranslationUnitDecl()->decls())
    if (isa<clang::TypeDecl, clang::VarDecl, clang::ClassTemplateDecl,
            clang::NamespaceDecl>(D) &&
        !SM.isInSystemHeader(D->getLocation()))
      Names.push_back(cast<clang::NamedDecl>(D)->getNameAsString());
  return Names;
}

static Finding errorOf(const RequestProblem &Problem,
                       const clang::ASTContext &Context) {
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
  if (!Problem.UnknownName.empty()) {
    std::vector<std::string> Names = namesOf(Context);
    F.Message += didYouMean(Problem.UnknownName,
                            std::vector<StringRef>(Names.begin(), Names.end()));
  }
  return F;
}

void reportTemplates(DeviceUnit &Unit, FileReport &Report,
                     std::vector<Finding> &Errors) {
  const KernelTemplates &All = Unit.Templates;
  Report.TemplateNames = All.Names;
  for (const KernelTemplate &T : All.Templates) {
    TemplateRecord R;
    R.Where = T.Where;
    R.Name = T.Name;
    R.Attempts = T.Attempts;
    R.Why = T.Why;
    for (const TrialInstance &I : T.Instances) {
      R.Instances.push_back(qualifiedName(*I.Kernel) +
                            templateArguments(*I.Kernel));
      R.IsAssumed |= isAssumed(I.From);
    }
    if (T.Instances.empty() && !T.IsInstantiated)
      Report.Omitted.push_back({T.Where, T.Name, T.Why});
    Report.Templates.push_back(std::move(R));
  }
  for (const RequestProblem &Problem : All.Problems)
    Errors.push_back(errorOf(Problem, Unit.ast()));
}

} // namespace warplint
