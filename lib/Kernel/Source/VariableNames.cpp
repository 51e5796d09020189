//===- VariableNames.cpp - What the user's variables are called -----------===//

#include "VariableNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace warplint {

llvm::StringSet<> variableNames(const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  llvm::StringSet<> Names;
  llvm::SmallVector<const DeclContext *> Work = {
      Context.getTranslationUnitDecl()};
  auto Enter = [&](const Decl *D) {
    if (const auto *Inner = dyn_cast<DeclContext>(D))
      Work.push_back(Inner);
  };
  while (!Work.empty()) {
    const DeclContext *In = Work.pop_back_val();
    for (const Decl *D : In->decls()) {
      if (In->isFileContext() && SM.isInSystemHeader(D->getLocation()))
        continue;
      if (const auto *Template = dyn_cast<TemplateDecl>(D);
          Template && Template->getTemplatedDecl())
        D = Template->getTemplatedDecl();
      const auto *Variable = dyn_cast<VarDecl>(D);
      if (Variable && Variable->getIdentifier() && In->isFunctionOrMethod())
        Names.insert(Variable->getName());
      Enter(D);
    }
  }
  return Names;
}

} // namespace warplint
