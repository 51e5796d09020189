//===- HostCalls.cpp - Calls of the host from both sides ------------------===//

#include "HostCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

static bool isSubstatement(const Stmt *Child, const Stmt *Of) {
  if (const auto *If = dyn_cast<IfStmt>(Of))
    return Child == If->getThen() || Child == If->getElse();
  if (const auto *Loop = dyn_cast<ForStmt>(Of))
    return Child == Loop->getBody();
  if (const auto *Loop = dyn_cast<WhileStmt>(Of))
    return Child == Loop->getBody();
  if (const auto *Loop = dyn_cast<DoStmt>(Of))
    return Child == Loop->getBody();
  if (const auto *Loop = dyn_cast<CXXForRangeStmt>(Of))
    return Child == Loop->getBody();
  if (const auto *Switch = dyn_cast<SwitchStmt>(Of))
    return Child == Switch->getBody();
  if (const auto *Case = dyn_cast<SwitchCase>(Of))
    return Child == Case->getSubStmt();
  return isa<CompoundStmt, LabelStmt, AttributedStmt>(Of);
}

namespace {

class Remains {
public:
  Remains(const ASTContext &AST, llvm::ArrayRef<SourceLocation> Calls)
      : AST(AST), Calls(Calls) {}

  /// Drops those in the substatements of \p Of.
  void dropIn(Stmt *Of) {
    for (Stmt *&Child : Of->children()) {
      if (!Child || !isSubstatement(Child, Of))
        continue;
      if (auto *Declared = dyn_cast<DeclStmt>(Child)) {
        for (Decl *D : Declared->decls())
          if (auto *V = dyn_cast<VarDecl>(D);
              V && V->hasInit() && lackCall(V->getInit()))
            V->setInit(nullptr);
      } else if (lackCall(Child)) {
        Child = new (AST) NullStmt(Child->getBeginLoc());
      } else {
        dropIn(Child);
      }
    }
  }

private:
  /// Whether \p Part, but for its substatements, lacks one of the calls. The
  /// bodies of lambdas in it are functions of their own.
  bool lackCall(Stmt *Part) {
    if (auto *Lambda = dyn_cast<LambdaExpr>(Part)) {
      dropIn(Lambda->getBody());
      return false;
    }
    if (const auto *Lost = dyn_cast<RecoveryExpr>(Part)) {
      const SourceManager &SM = AST.getSourceManager();
      return llvm::is_contained(Calls, SM.getFileLoc(Lost->getBeginLoc())) ||
             llvm::is_contained(Calls, SM.getFileLoc(Lost->getExprLoc()));
    }
    return llvm::any_of(Part->children(), [&](Stmt *Child) {
      return Child && !isSubstatement(Child, Part) && lackCall(Child);
    });
  }

  const ASTContext &AST;
  llvm::ArrayRef<SourceLocation> Calls;
};

} // namespace

void dropHostCalls(const FunctionDecl &F,
                   llvm::ArrayRef<SourceLocation> Calls) {
  if (F.hasAttr<CUDADeviceAttr>() && F.hasAttr<CUDAHostAttr>())
    Remains(F.getASTContext(), Calls).dropIn(F.getBody());
}

bool isOfHost(const FunctionDecl &F) {
  return !F.hasAttr<CUDADeviceAttr>() && !F.hasAttr<CUDAGlobalAttr>() &&
         !F.getBuiltinID() && !F.isReplaceableGlobalAllocationFunction();
}

} // namespace warplint
