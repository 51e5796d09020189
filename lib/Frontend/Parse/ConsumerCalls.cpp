//===- ConsumerCalls.cpp - What the parser hands to its consumer ----------===//

#include "ConsumerCalls.h"
#include "Frontend/Templates/KernelPattern.h"
#include "warplint/Frontend/Places.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
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
  // A fragment may be included twice: places are compared by file and line.
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

} // namespace warplint
