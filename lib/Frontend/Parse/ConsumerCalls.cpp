//===- ConsumerCalls.cpp - What the parser hands to its consumer ----------===//

#include "ConsumerCalls.h"
#include "Frontend/Templates/KernelPattern.h"
#include "warplint/Frontend/Places.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;

namespace warplint {

bool isOfInterest(const SourceManager &SM, const FunctionDecl *F) {
  return !SM.isInSystemHeader(F->getLocation()) &&
         (F->hasAttr<CUDAGlobalAttr>() || declaresShared(*F));
}

void forEachFunction(llvm::ArrayRef<ConsumerCall> Calls,
                     llvm::function_ref<void(const FunctionDecl *)> Visit) {
  llvm::SmallVector<const Decl *> Work;
  for (const ConsumerCall &C : Calls)
    if (C.What == ConsumerCall::TopLevel ||
        C.What == ConsumerCall::InlineFunction)
      Work.push_back(C.D);
  while (!Work.empty()) {
    const Decl *D = Work.pop_back_val();
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
      llvm::append_range(Work, cast<DeclContext>(D)->decls());
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
      D = T->getTemplatedDecl();
    if (const auto *F = dyn_cast<FunctionDecl>(D);
        F && F->doesThisDeclarationHaveABody())
      Visit(F);
  }
}

unsigned countWhole(const SourceManager &SM, llvm::ArrayRef<ConsumerCall> Calls,
                    WholeFunctions &Whole) {
  unsigned Count = 0;
  forEachFunction(Calls, [&](const FunctionDecl *F) {
    Count += isOfInterest(SM, F) && !Whole.whyBroken(F);
  });
  return Count;
}

OwnCount countOwn(const OwnFile &Own, llvm::ArrayRef<ConsumerCall> Calls,
                  WholeFunctions &Whole, bool CountsCode) {
  // A fragment may be included twice: places are told by the file's lines.
  std::set<std::tuple<unsigned, unsigned>> All, Good;
  forEachFunction(Calls, [&](const FunctionDecl *F) {
    const SourceManager &SM = F->getASTContext().getSourceManager();
    if (!Own.holds(F->getLocation()) || !isOfInterest(SM, F))
      return;
    SourcePlace Where = placeOf(SM, patternOf(*F).getLocation());
    All.insert({Where.Line, Where.Column});
    if (!(CountsCode && F->isDependentContext()) && !Whole.whyBroken(F))
      Good.insert({Where.Line, Where.Column});
  });
  return {unsigned(All.size()), unsigned(Good.size())};
}

void SharedObjects::take(Decl *D) {
  auto *Destructor = dyn_cast<CXXDestructorDecl>(D);
  if (!Destructor || Destructor->isDependentContext() ||
      Destructor->isTrivial())
    return;
  Destructor->setTrivial(true);
  TakenAsTrivial.push_back(Destructor);
}

void SharedObjects::takeClass(CompilerInstance &CI, TagDecl *D,
                              const llvm::StringSet<> &Classes) {
  auto *Class = dyn_cast<CXXRecordDecl>(D);
  if (Classes.empty() || !Class || Class->isDependentContext() ||
      !Classes.contains(Class->getQualifiedNameAsString()))
    return;
  CI.getSema().ForceDeclarationOfImplicitMembers(Class);
  for (CXXConstructorDecl *C : Class->ctors()) {
    if (!C->isDefaultConstructor() || C->isTrivial())
      continue;
    C->setTrivial(true);
    TakenAsTrivial.push_back(C);
  }
}

void SharedObjects::giveBack() {
  for (CXXMethodDecl *M : TakenAsTrivial)
    M->setTrivial(false);
  TakenAsTrivial.clear();
}

llvm::StringSet<> refusedClasses(llvm::ArrayRef<ConsumerCall> Calls) {
  llvm::StringSet<> Classes;
  forEachFunction(Calls, [&](const FunctionDecl *F) {
    for (const Decl *D : F->decls()) {
      const auto *V = dyn_cast<VarDecl>(D);
      if (!V || !V->isInvalidDecl() || !V->hasAttr<CUDASharedAttr>())
        continue;
      if (const RecordDecl *R =
              V->getType()->getBaseElementTypeUnsafe()->getAsRecordDecl())
        Classes.insert(R->getQualifiedNameAsString());
    }
  });
  return Classes;
}

} // namespace warplint
