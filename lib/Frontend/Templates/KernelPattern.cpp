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

/// A kernel, or a device function that declares shared memory: nothing may call
/// that here.
static bool isKernel(const FunctionDecl &F) {
  return (F.hasAttr<CUDAGlobalAttr>() ||
          (F.hasAttr<CUDADeviceAttr>() && declaresShared(F))) &&
         F.doesThisDeclarationHaveABody();
}

/// Those in \p In, a class template's where it is \p Around.
static void addPatternsIn(const DeclContext &In, ClassTemplateDecl *Around,
                          std::vector<KernelPattern> &Found) {
  const SourceManager &SM = In.getParentASTContext().getSourceManager();
  for (Decl *D : In.decls()) {
    if (D->isImplicit() || SM.isInSystemHeader(D->getLocation()))
      continue;
    auto *Template = dyn_cast<FunctionTemplateDecl>(D);
    auto *F =
        Template ? Template->getTemplatedDecl() : dyn_cast<FunctionDecl>(D);
    if (F && (Template || Around) && isKernel(*F) &&
        !(Template && Around &&
          Around->getTemplateParameters()->hasParameterPack())) {
      KernelPattern &Pattern = Found.emplace_back(F, Template, Around);
      Pattern.IsInstantiated = !instancesOf(Pattern).empty();
    }
    if (auto *Class = dyn_cast<ClassTemplateDecl>(D);
        Class && !Around && Class->isThisDeclarationADefinition())
      addPatternsIn(*Class->getTemplatedDecl(), Class, Found);
    else if ((isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, CXXRecordDecl>(
                 D)) &&
             !isa<ClassTemplateSpecializationDecl>(D) && !isLibrary(*D))
      addPatternsIn(*cast<DeclContext>(D), Around, Found);
  }
}

std::vector<KernelPattern> findKernelPatterns(ASTContext &Context) {
  std::vector<KernelPattern> Found;
  addPatternsIn(*Context.getTranslationUnitDecl(), nullptr, Found);
  return Found;
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
