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

bool isInstantiated(const FunctionTemplateDecl &Template) {
  return llvm::any_of(
      const_cast<FunctionTemplateDecl &>(Template).specializations(),
      [](const FunctionDecl *S) {
        return S->getTemplateSpecializationKind() != TSK_Undeclared;
      });
}

bool declaresShared(const FunctionDecl &F) {
  return llvm::any_of(
      F.decls(), [](const Decl *D) { return D->hasAttr<CUDASharedAttr>(); });
}

FunctionDecl *memberInstance(const CXXRecordDecl &Class,
                             const FunctionDecl &Pattern) {
  for (Decl *D : Class.decls())
    if (auto *F = dyn_cast<FunctionDecl>(D);
        F && F->getInstantiatedFromMemberFunction() == &Pattern)
      return F;
  return nullptr;
}

static bool isInstantiated(const ClassTemplateDecl &Template,
                           const FunctionDecl &Pattern) {
  return llvm::any_of(Template.specializations(), [&](const auto *S) {
    const FunctionDecl *F = memberInstance(*S, Pattern);
    return F && F->getPointOfInstantiation().isValid();
  });
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
      if (!Around && isKernel(*F))
        Found.push_back({F, Template, nullptr, isInstantiated(*Template)});
      return;
    }
    if (auto *Template = dyn_cast<ClassTemplateDecl>(&D)) {
      if (!Around && Template->isThisDeclarationADefinition())
        visitAll(*Template->getTemplatedDecl(), Template);
      return;
    }
    if (auto *F = dyn_cast<FunctionDecl>(&D)) {
      if (Around && isKernel(*F))
        Found.push_back({F, nullptr, Around, isInstantiated(*Around, *F)});
      return;
    }
    bool Holds =
        isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D) ||
        (isa<CXXRecordDecl>(D) && !isa<ClassTemplateSpecializationDecl>(D));
    if (Holds && !isLibrary(D))
      visitAll(*cast<DeclContext>(&D), Around);
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

const TemplateArgumentList *argumentsOf(const FunctionDecl &Kernel) {
  if (const TemplateArgumentList *Own = Kernel.getTemplateSpecializationArgs())
    return Own;
  const auto *Class =
      dyn_cast<ClassTemplateSpecializationDecl>(Kernel.getDeclContext());
  return Class ? &Class->getTemplateArgs() : nullptr;
}

} // namespace warplint
