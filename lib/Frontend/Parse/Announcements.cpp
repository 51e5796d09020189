//===- Announcements.cpp - What the parser announced ----------------------===//

#include "Announcements.h"
#include "warplint/Frontend/Places.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;

namespace warplint {

bool declaresShared(const FunctionDecl *F) {
  return llvm::any_of(
      F->decls(), [](const Decl *D) { return D->hasAttr<CUDASharedAttr>(); });
}

bool isOfInterest(const SourceManager &SM, const FunctionDecl *F) {
  return !SM.isInSystemHeader(F->getLocation()) &&
         (F->hasAttr<CUDAGlobalAttr>() || declaresShared(F));
}

void forEachFunction(llvm::ArrayRef<Announcement> Announced,
                     llvm::function_ref<void(const FunctionDecl *)> Visit) {
  llvm::SmallVector<const Decl *> Work;
  for (const Announcement &A : Announced) {
    if (const auto *Group = std::get_if<DeclGroupRef>(&A))
      Work.append(Group->begin(), Group->end());
    if (const auto *Inline = std::get_if<InlineDefinition>(&A))
      Work.push_back(Inline->F);
  }
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

unsigned countWhole(const SourceManager &SM,
                    llvm::ArrayRef<Announcement> Announced,
                    WholeFunctions &Whole) {
  unsigned Count = 0;
  forEachFunction(Announced, [&](const FunctionDecl *F) {
    Count += isOfInterest(SM, F) && !Whole.whyBroken(F);
  });
  return Count;
}

OwnCount countOwn(const OwnFile &Own, llvm::ArrayRef<Announcement> Announced,
                  WholeFunctions &Whole, bool CountsCode) {
  // A fragment may be included twice: places are told by the file's lines.
  std::set<std::tuple<unsigned, unsigned>> All, Good;
  forEachFunction(Announced, [&](const FunctionDecl *F) {
    const SourceManager &SM = F->getASTContext().getSourceManager();
    if (!Own.holds(F->getLocation()) || !isOfInterest(SM, F))
      return;
    SourcePlace Where = placeOf(SM, patternOf(*F).getLocation());
    All.insert({Where.Line, Where.Column});
    if (!(CountsCode && F->isDependentContext()) && !Whole.whyBroken(F))
      Good.insert({Where.Line, Where.Column});
  });
  return {unsigned(All.size()), unsigned(Good.size()),
          unsigned(All.size() - Good.size())};
}

} // namespace warplint
