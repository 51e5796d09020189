//===- NumberUse.cpp - What a function does with a number -----------------===//

#include "NumberUse.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace warplint;

namespace {

/// Finds whether a function does more with a number that it is passed than pass it on
/// to who reports it.
class KeepsNumber : public DynamicRecursiveASTVisitor {
public:
  KeepsNumber(const VarDecl *Number, bool IsThrown, unsigned Depth)
      : Number(Number), IsThrown(IsThrown), Depth(Depth) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    for (const auto &[Argument, Use] : numberUses(*Call))
      notePassed(Argument, Use);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    for (const auto &[Argument, Use] : numberUses(*E, InThrow))
      notePassed(Argument, Use);
    return true;
  }
  /// What is caught is read from memory of the runtime.
  bool TraverseConstructorInitializer(CXXCtorInitializer *Member) override {
    llvm::SaveAndRestore<bool> In(InThrow, IsThrown);
    if (IsThrown)
      Passed.insert(Member->getInit()->IgnoreParenImpCasts());
    return DynamicRecursiveASTVisitor::TraverseConstructorInitializer(Member);
  }
  bool TraverseCXXThrowExpr(CXXThrowExpr *Throw) override {
    llvm::SaveAndRestore<bool> In(InThrow, true);
    return DynamicRecursiveASTVisitor::TraverseCXXThrowExpr(Throw);
  }
  bool VisitDeclRefExpr(DeclRefExpr *Name) override {
    IsFound |= Name->getDecl() == Number && !Passed.contains(Name);
    return !IsFound;
  }
  bool VisitVAArgExpr(VAArgExpr *) override {
    IsFound |= !Number;
    return !IsFound;
  }

  bool IsFound = false;

private:
  void notePassed(const Expr *Argument, NumberUse Use) {
    const auto *Name = dyn_cast<DeclRefExpr>(Argument->IgnoreParenImpCasts());
    if (Name && Name->getDecl() == Number && !mayKeep(Use, Depth + 1))
      Passed.insert(Name);
  }

  const VarDecl *Number; ///< Null: what is passed beyond all parameters.
  bool IsThrown;
  bool InThrow = false;
  unsigned Depth;
  llvm::DenseSet<const Expr *> Passed;
};

} // namespace

NumberUses warplint::numberUses(const CallExpr &Call) {
  NumberUses Uses;
  const FunctionDecl *Callee = Call.getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  const unsigned Objects = isa<CXXOperatorCallExpr>(Call) && Method &&
                           Method->isImplicitObjectMemberFunction();
  for (unsigned I = Objects; Callee && I < Call.getNumArgs(); ++I)
    Uses.push_back({Call.getArg(I), {Callee, I - Objects, false}});
  return Uses;
}

NumberUses warplint::numberUses(const CXXConstructExpr &Call, bool IsThrown) {
  NumberUses Uses;
  for (const auto &[I, Argument] : llvm::enumerate(Call.arguments()))
    Uses.push_back({Argument, {Call.getConstructor(), unsigned(I), IsThrown}});
  return Uses;
}

bool warplint::mayKeep(const NumberUse &Use, unsigned Depth) {
  constexpr unsigned MaximumDepth = 4;
  const FunctionDecl *Callee = Use.Callee;
  if (!Callee->isDefined(Callee))
    return Callee->hasAttr<ConstAttr>();
  if (Callee->getASTContext().getSourceManager().isInSystemHeader(
          Callee->getLocation())) {
    const QualType Result = Callee->getReturnType();
    return Callee->isConstexpr() ||
           (Result->isArithmeticType() && !Result->isBooleanType() &&
            !Result->isEnumeralType());
  }
  if (Depth == MaximumDepth)
    return true;
  KeepsNumber Keeps(Use.Index < Callee->getNumParams()
                        ? Callee->getParamDecl(Use.Index)
                        : nullptr,
                    Use.IsThrown, Depth);
  Keeps.TraverseDecl(const_cast<FunctionDecl *>(Callee));
  return Keeps.IsFound;
}
