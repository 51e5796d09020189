//===- SharedArguments.cpp - Arguments that share memory ------------------===//

#include "SharedArguments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace warplint {
namespace {

/// The variables and members that an argument is made of, but for numbers.
class Sources : public DynamicRecursiveASTVisitor {
public:
  explicit Sources(const ASTContext &Ast) : Ast(Ast) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *Variable = dyn_cast<VarDecl>(E->getDecl());
    if (!Variable || isNumber(E->getType()) || !Found.insert(Variable).second)
      return true;
    // float *q = p;
    const Expr *Init = Variable->getAnyInitializer();
    if (!Init)
      return true;
    const auto *Made = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
    if (!Made)
      return TraverseStmt(const_cast<Expr *>(Init));
    // Buffer a(numbers), b(numbers): an object of another class is copied, one of this
    // class may share what it holds, and a pointer is kept.
    for (const Expr *Argument : Made->arguments()) {
      QualType T = Argument->getType();
      if ((T->isPointerType() ||
           Ast.hasSameUnqualifiedType(T, Variable->getType())) &&
          !TraverseStmt(const_cast<Expr *>(Argument)))
        return false;
    }
    return true;
  }
  bool TraverseMemberExpr(MemberExpr *E) override {
    const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
    if (!Field || Field->getType()->isRecordType()) // buffer.data()
      return DynamicRecursiveASTVisitor::TraverseMemberExpr(E);
    if (!isNumber(Field->getType()))
      Found.insert(Field);
    return true;
  }

  llvm::DenseSet<const ValueDecl *> Found;

private:
  const ASTContext &Ast;

  static bool isNumber(QualType T) {
    return T.getNonReferenceType()->isArithmeticType() ||
           T.getNonReferenceType()->isEnumeralType();
  }
};

class Launches : public DynamicRecursiveASTVisitor {
public:
  explicit Launches(const ASTContext &Ast) : Ast(Ast) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee)
      return true;
    llvm::SmallVector<Expr *> Free;
    for (unsigned I = 0; I != Call->getNumArgs(); ++I)
      if (I >= Callee->getNumParams() ||
          !Callee->getParamDecl(I)->getType().isRestrictQualified())
        Free.push_back(Call->getArg(I));
    if (share(Free))
      Found.insert(Callee->getCanonicalDecl());
    return true;
  }

  llvm::DenseSet<const FunctionDecl *> Found;

private:
  const ASTContext &Ast;

  bool share(llvm::ArrayRef<Expr *> Parts) {
    llvm::DenseSet<const ValueDecl *> Before;
    return llvm::any_of(Parts, [&](Expr *Part) {
      // P{p, p} is one argument with two pointers.
      const Expr *Written = Part->IgnoreUnlessSpelledInSource();
      if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Written))
        Written = Cast->getSubExpr()->IgnoreUnlessSpelledInSource();
      const auto *List = dyn_cast<InitListExpr>(Written);
      if (List && share(List->inits()))
        return true;
      Sources Of(Ast);
      Of.TraverseStmt(Part);
      return llvm::any_of(Of.Found, [&](const ValueDecl *D) {
        return !Before.insert(D).second;
      });
    });
  }
};

} // namespace

llvm::DenseSet<const FunctionDecl *>
kernelsWithSharedArguments(ClangView &View) {
  Launches All(View.ast());
  All.TraverseDecl(View.ast().getTranslationUnitDecl());
  return std::move(All.Found);
}

} // namespace warplint
