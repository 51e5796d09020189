//===- TemplateUses.cpp - Uses that could not be resolved -----------------===//

#include "TemplateUses.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

// Templates of launches inside one another.
static constexpr unsigned MaximumDepth = 4;

class TemplateUses::Collector : public DynamicRecursiveASTVisitor {
public:
  explicit Collector(TemplateUses &Into) : Into(Into) {
    // A body that clang could instantiate in part.
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(Decl *D) override {
    auto *F = dyn_cast_or_null<FunctionDecl>(D);
    auto *M = dyn_cast_or_null<CXXMethodDecl>(D);
    bool IsLambda = M && M->getParent()->isLambda();
    llvm::SaveAndRestore<const FunctionDecl *> Here(In,
                                                    F && !IsLambda ? F : In);
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *E) override {
    if (E->hasExplicitTemplateArgs())
      for (const NamedDecl *D : E->decls())
        add(dyn_cast<FunctionTemplateDecl>(D->getUnderlyingDecl()),
            E->template_arguments(), E->getNameLoc());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
        F && E->hasExplicitTemplateArgs())
      add(F->getPrimaryTemplate(), E->template_arguments(), E->getLocation());
    return true;
  }

private:
  void add(const FunctionTemplateDecl *Template,
           llvm::ArrayRef<TemplateArgumentLoc> Written, SourceLocation Where) {
    if (Template)
      Into.Uses[Template->getCanonicalDecl()].push_back({In, Written, Where});
  }

  TemplateUses &Into;
  const FunctionDecl *In = nullptr;
};

TemplateUses::TemplateUses(ASTContext &Context) : Context(Context) {
  const SourceManager &SM = Context.getSourceManager();
  Collector Uses(*this);
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (D->getLocation().isValid() && !SM.isInSystemHeader(D->getLocation()))
      Uses.TraverseDecl(D);
}

/// What \p Argument is where \p Around stands for the parameters around it.
static TrialArgument valueOf(ASTContext &Context,
                             const TemplateArgumentLoc &Argument,
                             const ParameterValues &Around) {
  TemplateConstants Constants(Context, Around);
  switch (Argument.getArgument().getKind()) {
  case TemplateArgument::Type:
    if (QualType T = Constants.resolve(Argument.getArgument().getAsType());
        !T.isNull())
      return T;
    return {};
  case TemplateArgument::Expression:
    if (auto V = Constants.evaluate(Argument.getArgument().getAsExpr()))
      return *V;
    return {};
  default:
    return {};
  }
}

/// The default of a parameter that a use leaves out.
static std::optional<int64_t> defaultOf(ASTContext &Context,
                                        const NamedDecl &Parameter,
                                        const ParameterValues &Values) {
  const auto *Number = dyn_cast<NonTypeTemplateParmDecl>(&Parameter);
  if (!Number || !Number->hasDefaultArgument())
    return std::nullopt;
  const TemplateArgument &A = Number->getDefaultArgument().getArgument();
  if (A.getKind() != TemplateArgument::Expression)
    return std::nullopt;
  return TemplateConstants(Context, Values).evaluate(A.getAsExpr());
}

void TemplateUses::read(const FunctionTemplateDecl &Template, const Use &U,
                        const ParameterValues &Around,
                        std::vector<FoundArguments> &Found) {
  FoundArguments F;
  F.Where = U.Where;
  F.Arguments.resize(Template.getTemplateParameters()->size());
  if (U.Written.size() > F.Arguments.size())
    return;
  for (size_t I = 0; I != U.Written.size(); ++I) {
    F.Arguments[I] = valueOf(Context, U.Written[I], Around);
    // What is written and not known is not left to the template.
    if (std::holds_alternative<std::monostate>(F.Arguments[I]))
      return;
  }
  if (llvm::none_of(Found, [&](const FoundArguments &Known) {
        return Known.Arguments == F.Arguments;
      }))
    Found.push_back(std::move(F));
}

static ParameterValues valuesOf(const TemplateArgumentList &Arguments) {
  ParameterValues Values;
  for (auto [I, A] : llvm::enumerate(Arguments.asArray())) {
    if (A.getKind() == TemplateArgument::Type)
      Values[{0, I}] = A.getAsType();
    else if (A.getKind() != TemplateArgument::Integral)
      continue;
    else if (std::optional<int64_t> N = A.getAsIntegral().tryExtValue())
      Values[{0, I}] = *N;
  }
  return Values;
}

void TemplateUses::follow(const FunctionTemplateDecl &Template, unsigned Depth,
                          unsigned Limit, std::vector<FoundArguments> &Found) {
  auto Of = Uses.find(Template.getCanonicalDecl());
  if (Of == Uses.end() || Depth == MaximumDepth)
    return;
  for (const Use &U : Of->second) {
    if (Found.size() >= Limit)
      return;
    const FunctionTemplateDecl *Around =
        U.In ? U.In->getDescribedFunctionTemplate() : nullptr;
    if (!Around) {
      ParameterValues Values;
      if (U.In && U.In->getTemplateSpecializationArgs())
        Values = valuesOf(*U.In->getTemplateSpecializationArgs());
      read(Template, U, Values, Found);
      continue;
    }
    std::vector<FoundArguments> Outer;
    follow(*Around, Depth + 1, Limit, Outer);
    unsigned ParameterDepth = Around->getTemplateParameters()->getDepth();
    for (const FoundArguments &F : Outer) {
      ParameterValues Values;
      for (auto [I, Given] : llvm::enumerate(F.Arguments))
        if (!std::holds_alternative<std::monostate>(Given))
          Values[{ParameterDepth, I}] = Given;
        else if (auto Default = defaultOf(
                     Context, *Around->getTemplateParameters()->getParam(I),
                     Values))
          Values[{ParameterDepth, I}] = *Default;
      if (Found.size() < Limit)
        read(Template, U, Values, Found);
    }
  }
}

std::vector<FoundArguments>
TemplateUses::of(const FunctionTemplateDecl &Template, unsigned Limit) {
  std::vector<FoundArguments> Found;
  follow(Template, 0, Limit, Found);
  return Found;
}

} // namespace warplint
