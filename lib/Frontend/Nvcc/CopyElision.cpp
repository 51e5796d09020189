//===- CopyElision.cpp - Which copies nvcc leaves out ---------------------===//

#include "CopyElision.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace warplint {
namespace {

/// The returns of one function.
class ReturnedObjects {
public:
  explicit ReturnedObjects(FunctionDecl &F) : F(F) {}

  void run() {
    find(F.getBody());
    for (LambdaExpr *L : Lambdas)
      ofLambda(*L);
    const auto *Class = F.getReturnType()->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Returns.empty() ||
        F.isDependentContext() ||
        !(Class->hasNonTrivialCopyConstructor() ||
          Class->hasNonTrivialMoveConstructor()))
      return;
    const VarDecl *Elided = builtInPlace();
    for (Stmt **At : Returns)
      set(*At, Elided);
  }

  static void ofLambda(LambdaExpr &L) {
    if (FunctionTemplateDecl *Generic = L.getDependentCallOperator())
      for (FunctionDecl *Instance : Generic->specializations())
        ofFunction(*Instance);
    else
      ofFunction(*L.getCallOperator());
  }

  static void ofFunction(FunctionDecl &F) {
    if (F.doesThisDeclarationHaveABody())
      ReturnedObjects(F).run();
  }

private:
  void find(Stmt *Body) {
    llvm::SmallVector<Stmt *> Work = {Body};
    while (!Work.empty()) {
      Stmt *Around = Work.pop_back_val();
      if (auto *L = dyn_cast<LambdaExpr>(Around)) { // Its body is not F's.
        Lambdas.push_back(L);
        continue;
      }
      for (Stmt *&Child : Around->children()) {
        if (!Child)
          continue;
        if (isa<ReturnStmt>(Child))
          Returns.push_back(&Child);
        Work.push_back(Child);
      }
    }
  }

  /// The variable that \p Return copies or moves to the caller.
  static const VarDecl *variableOf(ReturnStmt &Return) {
    const Expr *Value = Return.getRetValue();
    const auto *Copy = dyn_cast_or_null<CXXConstructExpr>(
        Value ? Value->IgnoreImplicit() : nullptr);
    if (!Copy || Copy->isListInitialization() || Copy->getNumArgs() != 1 ||
        !Copy->getConstructor()->isCopyOrMoveConstructor())
      return nullptr;
    const auto *Named =
        dyn_cast<DeclRefExpr>(Copy->getArg(0)->IgnoreParenImpCasts());
    return Named ? dyn_cast<VarDecl>(Named->getDecl()) : nullptr;
  }

  /// What nvcc builds where the caller wants it.
  const VarDecl *builtInPlace() const {
    const VarDecl *V = variableOf(*cast<ReturnStmt>(*Returns.front()));
    auto NamesOther = [&](Stmt **At) {
      return variableOf(*cast<ReturnStmt>(*At)) != V;
    };
    const ASTContext &Context = F.getASTContext();
    if (!V || isa<ParmVarDecl>(V) || !V->hasLocalStorage() ||
        F.getDeclaredReturnType()->getContainedDeducedType() ||
        !Context.hasSameUnqualifiedType(V->getType(), F.getReturnType()) ||
        llvm::any_of(Returns, NamesOther))
      return nullptr;
    const auto *Outermost = dyn_cast<CompoundStmt>(F.getBody());
    auto Declares = [&](const Stmt *S) {
      const auto *D = dyn_cast<DeclStmt>(S);
      return D && llvm::is_contained(D->decls(), V);
    };
    return Outermost && llvm::any_of(Outermost->body(), Declares) ? V : nullptr;
  }

  /// Makes the statement at \p Place return \p Elided without a copy, or, where
  /// that is null, with one.
  void set(Stmt *&Place, const VarDecl *Elided) {
    auto *Return = cast<ReturnStmt>(Place);
    const VarDecl *Before = Return->getNRVOCandidate();
    if (Before && Before != Elided)
      const_cast<VarDecl *>(Before)->setNRVOVariable(false);
    if (!Elided)
      return;
    const_cast<VarDecl *>(Elided)->setNRVOVariable(true);
    if (Before != Elided)
      Place = ReturnStmt::Create(F.getASTContext(), Return->getReturnLoc(),
                                 Return->getRetValue(), Elided);
  }

  FunctionDecl &F;
  llvm::SmallVector<Stmt **> Returns;
  llvm::SmallVector<LambdaExpr *> Lambdas;
};

} // namespace

void copyAsNvcc(Decl &D) {
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
    for (Decl *Inner : cast<DeclContext>(D).decls())
      copyAsNvcc(*Inner);
  } else if (auto *F = dyn_cast<FunctionDecl>(&D);
             F && !F->getASTContext().getSourceManager().isInSystemHeader(
                      F->getLocation())) {
    ReturnedObjects::ofFunction(*F);
  }
}

} // namespace warplint
