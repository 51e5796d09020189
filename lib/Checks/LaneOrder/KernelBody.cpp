//===- KernelBody.cpp - What a kernel's text does with variables ----------===//

#include "KernelBody.h"
#include "ThreadValues.h"
#include "warplint/Kernel/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace llvm;
using namespace clang;

namespace warplint {

const VarDecl *variableOf(const Expr *E) {
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Reference = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(Reference->getDecl());
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      const Expr *Base = Element->getBase()->IgnoreParenImpCasts();
      if (!Base->getType()->isArrayType())
        return nullptr;
      E = Base;
    } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (Member->isArrow())
        return nullptr;
      E = Member->getBase();
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

namespace {

class Collector : public DynamicRecursiveASTVisitor {
public:
  Collector(const ASTContext &Context, KernelBody &Body)
      : Context(Context), Body(Body) {
    ShouldVisitImplicitCode = true;
  }

  bool VisitStmt(Stmt *S) override {
    if (auto *Object = dyn_cast<PseudoObjectExpr>(S))
      Body.Parents[Object->getSyntacticForm()] = S;
    else
      for (const Stmt *Child : S->children())
        Body.Parents[Child] = S;
    return true;
  }

  bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) override {
    if (Cast->getCastKind() == CK_LValueToRValue)
      Read.insert(Cast->getSubExpr()->IgnoreParens());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    const auto *V = dyn_cast<VarDecl>(Reference->getDecl());
    if (!V || threadAxisBase(*V))
      return true;
    addLeaf(Reference);
    if (!Read.contains(Reference))
      Body.Changed.insert(V);
    return true;
  }

  bool VisitMSPropertyRefExpr(MSPropertyRefExpr *Property) override {
    if (threadAxis(Property))
      addLeaf(Property);
    return true;
  }

  bool VisitMemberExpr(MemberExpr *Member) override {
    if (threadAxis(Member))
      addLeaf(Member);
    return true;
  }

  bool VisitVarDecl(VarDecl *V) override {
    if (V->hasLocalStorage() && !isa<ParmVarDecl>(V))
      Body.Locals.push_back(V);
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *Binary) override {
    if (Binary->isAssignmentOp())
      if (const VarDecl *V = variableOf(Binary->getLHS()))
        Body.SetTo[V].push_back(Binary->getRHS());
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const FunctionDecl *Definition = Callee ? Callee->getDefinition() : nullptr;
    if (auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
        Operator && Operator->isAssignmentOp())
      if (const VarDecl *V = variableOf(Operator->getArg(0)))
        Body.SetTo[V].push_back(Operator->getArg(1));
    if (!Definition || !Definition->getBody() || Definition->isDefaulted() ||
        Context.getSourceManager().isInSystemHeader(Definition->getLocation()))
      return true;
    Body.Functions.insert(Definition);
    // Of an operator that is a member, the first argument is the object.
    const bool HasObject = isa<CXXOperatorCallExpr>(Call) &&
                           isa<CXXMethodDecl>(Definition) &&
                           !cast<CXXMethodDecl>(Definition)->isStatic();
    for (unsigned I = HasObject; I < Call->getNumArgs(); ++I)
      if (I - HasObject < Definition->getNumParams())
        Body.SetTo[Definition->getParamDecl(I - HasObject)].push_back(
            Call->getArg(I));
    return true;
  }

private:
  static bool threadAxisBase(const VarDecl &V) {
    return V.getIdentifier() &&
           (V.getName() == "threadIdx" || V.getName() == "blockDim" ||
            V.getName() == "blockIdx" || V.getName() == "gridDim");
  }

  void addLeaf(const Expr *E) {
    Body.Leaves.push_back(
        {E, toPlace(Context.getSourceManager(), Context.getLangOpts(),
                    E->getSourceRange())});
  }

  const ASTContext &Context;
  KernelBody &Body;
  DenseSet<const Expr *> Read;
};

} // namespace

KernelBody::KernelBody(const ASTContext &Context, const FunctionDecl &Kernel) {
  Functions.insert(&Kernel);
  Collector Visitor(Context, *this);
  for (size_t I = 0; I < Functions.size(); ++I)
    if (Stmt *Body = Functions[I]->getBody())
      Visitor.TraverseStmt(Body);
}

} // namespace warplint
