//===- KernelPattern.cpp - A kernel that is a template --------------------===//

#include "KernelPattern.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

bool isLibrary(const Decl &D) {
  const auto *N = dyn_cast<NamespaceDecl>(&D);
  return N && N->getDeclContext()->isTranslationUnit() && N->getIdentifier() &&
         llvm::is_contained({"cute", "cutlass", "cub", "thrust", "cuda"},
                            N->getName());
}

/// Whether \p F, an instance, is used. A call in a template that does not depend
/// on its parameters names one that may never be.
static bool isAskedFor(const FunctionDecl *F) {
  TemplateSpecializationKind Kind = F->getTemplateSpecializationKind();
  return Kind == TSK_ImplicitInstantiation
             ? F->getPointOfInstantiation().isValid()
             : Kind != TSK_Undeclared;
}

bool isInstantiated(const FunctionTemplateDecl &Template) {
  return llvm::any_of(
      const_cast<FunctionTemplateDecl &>(Template).specializations(),
      isAskedFor);
}

bool declaresShared(const FunctionDecl &F) {
  return llvm::any_of(
      F.decls(), [](const Decl *D) { return D->hasAttr<CUDASharedAttr>(); });
}

std::vector<const NamedDecl *> KernelPattern::parameters() const {
  std::vector<const NamedDecl *> All;
  if (Class)
    llvm::append_range(All, *Class->getTemplateParameters());
  if (Function)
    llvm::append_range(All, *Function->getTemplateParameters());
  return All;
}

unsigned KernelPattern::requiredArguments() const {
  unsigned Required = 0;
  if (Class && Function)
    Required = Class->getTemplateParameters()->size();
  else if (Class)
    Required = Class->getTemplateParameters()->getMinRequiredArguments();
  if (Function)
    Required += Function->getTemplateParameters()->getMinRequiredArguments();
  return Required;
}

std::vector<const FunctionDecl *> instancesOf(const KernelPattern &Pattern) {
  std::vector<const FunctionDecl *> Found;
  auto AddOf = [&](FunctionTemplateDecl *Template) {
    if (Template)
      for (const FunctionDecl *F : Template->specializations())
        if (isAskedFor(F))
          Found.push_back(F);
  };
  if (!Pattern.Class) {
    AddOf(Pattern.Function);
    return Found;
  }
  for (const auto *Class : Pattern.Class->specializations())
    if (Pattern.Function)
      AddOf(memberInstance(*Class, *Pattern.Function));
    else if (const FunctionDecl *F = memberInstance(*Class, *Pattern.Pattern);
             F && F->getPointOfInstantiation().isValid())
      Found.push_back(F);
  return Found;
}

namespace {

class PatternFinder {
public:
  explicit PatternFinder(ASTContext &Context)
      : SM(Context.getSourceManager()) {}

  void visitAll(DeclContext &Context, ClassTemplateDecl *Around) {
    for (Decl *D : Context.decls())
      if (!D->isImplicit() && !SM.isInSystemHeader(D->getLocation()))
        visit(*D, Around);
  }

  std::vector<KernelPattern> Found;

private:
  void visit(Decl &D, ClassTemplateDecl *Around) {
    if (auto *Template = dyn_cast<FunctionTemplateDecl>(&D)) {
      FunctionDecl *F = Template->getTemplatedDecl();
      if (isKernel(*F) &&
          !(Around && Around->getTemplateParameters()->hasParameterPack()))
        add({F, Template, Around});
      return;
    }
    if (auto *Template = dyn_cast<ClassTemplateDecl>(&D)) {
      if (!Around && Template->isThisDeclarationADefinition())
        visitAll(*Template->getTemplatedDecl(), Template);
      return;
    }
    if (auto *F = dyn_cast<FunctionDecl>(&D)) {
      if (Around && isKernel(*F))
        add({F, nullptr, Around});
      return;
    }
    bool Holds =
        isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D) ||
        (isa<CXXRecordDecl>(D) && !isa<ClassTemplateSpecializationDecl>(D));
    if (Holds && !isLibrary(D))
      visitAll(*cast<DeclContext>(&D), Around);
  }

  void add(KernelPattern Pattern) {
    Pattern.IsInstantiated = !instancesOf(Pattern).empty();
    Found.push_back(Pattern);
  }

  /// A kernel, or a device function that declares shared memory: nothing may
  /// call that here.
  bool isKernel(const FunctionDecl &F) const {
    return (F.hasAttr<CUDAGlobalAttr>() ||
            (F.hasAttr<CUDADeviceAttr>() && declaresShared(F))) &&
           F.doesThisDeclarationHaveABody() &&
           !SM.isInSystemHeader(F.getLocation());
  }

  const SourceManager &SM;
};

} // namespace

std::vector<KernelPattern> findKernelPatterns(ASTContext &Context) {
  PatternFinder Finder(Context);
  Finder.visitAll(*Context.getTranslationUnitDecl(), nullptr);
  return std::move(Finder.Found);
}

std::vector<TemplateArgument> argumentsOf(const FunctionDecl &Kernel) {
  std::vector<TemplateArgument> All;
  if (const auto *Class =
          dyn_cast<ClassTemplateSpecializationDecl>(Kernel.getDeclContext()))
    llvm::append_range(All, Class->getTemplateArgs().asArray());
  if (const TemplateArgumentList *Own = Kernel.getTemplateSpecializationArgs())
    llvm::append_range(All, Own->asArray());
  return All;
}

} // namespace warplint
