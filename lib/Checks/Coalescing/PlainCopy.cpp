//===- PlainCopy.cpp - Kernels that move one element a thread -------------===//

#include "PlainCopy.h"
#include "Checks/LaneOrder/ThreadValues.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;
using namespace clang;

namespace warplint {
namespace {

/// An expression that only computes, of what is written in a file.
bool isPlain(const Stmt *S) {
  if (!S || S->getBeginLoc().isMacroID() || S->getEndLoc().isMacroID())
    return false;
  if (const auto *Object = dyn_cast<PseudoObjectExpr>(S))
    return isa<MSPropertyRefExpr>(Object->getSyntacticForm());
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp())
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    return false;
  if (!isa<ParenExpr, CastExpr, UnaryOperator, BinaryOperator,
           ConditionalOperator, DeclRefExpr, IntegerLiteral, FloatingLiteral,
           CXXBoolLiteralExpr, ArraySubscriptExpr, MemberExpr,
           MSPropertyRefExpr, OpaqueValueExpr, UnaryExprOrTypeTraitExpr>(S))
    return false;
  return all_of(S->children(), isPlain);
}

/// The variables and the axes of threadIdx that an expression names.
struct Named : DynamicRecursiveASTVisitor {
  SmallPtrSet<const VarDecl *, 8> Variables;
  bool HasThread = false;

  bool VisitExpr(Expr *E) override {
    if (const auto *Reference = dyn_cast<DeclRefExpr>(E))
      if (const auto *V = dyn_cast<VarDecl>(Reference->getDecl()))
        Variables.insert(V);
    HasThread |= threadAxis(E).value_or(2) < 2;
    return true;
  }
};

/// The statement that \p S is, or holds as its only one.
const Stmt *onlyOne(const Stmt *S) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  return Block && Block->size() == 1 ? Block->body_front() : S;
}

const BinaryOperator *assignmentIn(const Stmt *S) {
  const auto *Assignment = dyn_cast_or_null<BinaryOperator>(onlyOne(S));
  if (!Assignment || Assignment->getOpcode() != BO_Assign ||
      Assignment->getLHS()->getType().isVolatileQualified() ||
      !Assignment->getLHS()->getType()->isScalarType() ||
      !isPlain(Assignment->getLHS()) || !isPlain(Assignment->getRHS()))
    return nullptr;
  return Assignment;
}

} // namespace

/// Variables of one statement; false where one is more than a number.
static bool addVariables(const DeclStmt &S, PlainCopy &Into) {
  for (const Decl *D : S.decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->hasLocalStorage() || !V->getInit() ||
        !V->getType()->isIntegerType() || V->getType().isVolatileQualified() ||
        V->getLocation().isMacroID() || !isPlain(V->getInit()))
      return false;
    Into.Variables.push_back(V);
  }
  return true;
}

std::optional<PlainCopy> PlainCopy::of(const ASTContext &Context,
                                       const FunctionDecl &Kernel) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Kernel.getBody());
  if (!Body || !Context.getSourceManager().isInMainFile(Body->getBeginLoc()))
    return std::nullopt;
  PlainCopy Copy;
  for (const Stmt *S : Body->body()) {
    if (Copy.Assignment)
      return std::nullopt;
    if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
      if (!addVariables(*Declared, Copy))
        return std::nullopt;
      if (Copy.Guard)
        Copy.Late.push_back(Declared);
      continue;
    }
    if (!Copy.Guard)
      Copy.Text.setBegin(S->getBeginLoc());
    Copy.Text.setEnd(S->getEndLoc());
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If) {
      Copy.Assignment = assignmentIn(S);
    } else {
      if (Copy.Guard || If->getElse() || If->hasInitStorage() ||
          If->hasVarStorage() || If->isConstexpr() || !isPlain(If->getCond()))
        return std::nullopt;
      Copy.Guard = If->getCond();
      Copy.IsGuardLeft = isa<ReturnStmt>(onlyOne(If->getThen()));
      if (Copy.IsGuardLeft)
        continue;
      Copy.Assignment = assignmentIn(If->getThen());
    }
    if (!Copy.Assignment)
      return std::nullopt;
  }
  if (!Copy.Assignment || Copy.Text.getBegin().isMacroID() ||
      Copy.Text.getEnd().isMacroID())
    return std::nullopt;
  return Copy;
}

SmallVector<const VarDecl *, 4>
PlainCopy::neededFor(ArrayRef<const Expr *> Of) const {
  Named Used;
  for (const Expr *E : Of)
    if (E)
      Used.TraverseStmt(const_cast<Expr *>(E));
  SmallPtrSet<const VarDecl *, 8> Varying;
  for (const VarDecl *V : Variables) {
    Named Names;
    Names.TraverseStmt(const_cast<Expr *>(V->getInit()));
    if (Names.HasThread || any_of(Names.Variables, [&](const VarDecl *From) {
          return Varying.contains(From);
        }))
      Varying.insert(V);
  }
  SmallVector<const VarDecl *, 4> Needed;
  for (const VarDecl *V : reverse(Variables))
    if (Varying.contains(V) && Used.Variables.contains(V)) {
      Needed.push_back(V);
      Used.TraverseStmt(const_cast<Expr *>(V->getInit()));
    }
  std::reverse(Needed.begin(), Needed.end());
  return Needed;
}

} // namespace warplint
