//===- SharedObjects.cpp - Objects of classes in shared memory ------------===//

#include "SharedObjects.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace warplint {

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

llvm::StringSet<> refusedClasses(llvm::ArrayRef<Announcement> Announced) {
  llvm::StringSet<> Classes;
  forEachFunction(Announced, [&](const FunctionDecl *F) {
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
