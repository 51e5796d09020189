//===- TakenBranches.cpp - A local along the branches that are taken ------===//

#include "TakenBranches.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {
namespace {

class TakenBranches {
public:
  TakenBranches(const VarDecl &Local, const Stmt &At, HostValues &Values)
      : Local(Local), At(At), Values(Values) {}

  /// What was given when At is reached; null where it is not reached so.
  const Expr *along(const Stmt *Body) {
    follow(Body);
    return IsThere ? Given : nullptr;
  }

private:
  void follow(const Stmt *S);
  bool isAssignment(const Stmt *S) const;
  template <typename Predicate> static bool has(const Stmt *S, Predicate Is) {
    return S && (Is(S) || llvm::any_of(S->children(), [&](const Stmt *Child) {
                   return has(Child, Is);
                 }));
  }
  bool mayAssign(const Stmt *S) const {
    return has(S, [&](const Stmt *Part) { return isAssignment(Part); });
  }
  bool reaches(const Stmt *S) const {
    return has(S, [&](const Stmt *Part) { return Part == &At; });
  }
  void giveUp() {
    Given = nullptr;
    IsStopped = true;
  }

  const VarDecl &Local;
  const Stmt &At;
  HostValues &Values;
  const Expr *Given = nullptr;
  bool IsThere = false, IsStopped = false;
};

} // namespace

static bool names(const Expr *E, const VarDecl &Local) {
  const auto *Reference = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return Reference && Reference->getDecl() == &Local;
}

/// Also what takes the address.
bool TakenBranches::isAssignment(const Stmt *S) const {
  if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    return Binary->isAssignmentOp() && names(Binary->getLHS(), Local);
  const auto *Unary = dyn_cast<UnaryOperator>(S);
  return Unary &&
         (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf) &&
         names(Unary->getSubExpr(), Local);
}

void TakenBranches::follow(const Stmt *S) {
  if (!S || IsThere || IsStopped)
    return;
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Part : Block->body())
      follow(Part);
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (reaches(If->getCond()))
      IsThere = true;
    else if (mayAssign(If->getCond()) || If->getInit())
      giveUp();
    else if (const auto Holds = Values.integer(If->getCond()))
      follow(Holds->isZero() ? If->getElse() : If->getThen());
    else if (reaches(If->getThen()))
      follow(If->getThen());
    else if (reaches(If->getElse()))
      follow(If->getElse());
    else if (mayAssign(If))
      giveUp();
    return;
  }
  if (reaches(S)) {
    IsThere = true;
    // A loop may come back with another value.
    if (mayAssign(S))
      giveUp();
    return;
  }
  if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declared->decls())
      if (D == &Local)
        Given = Local.getInit();
    return;
  }
  const auto *Binary = dyn_cast<BinaryOperator>(S);
  if (Binary && Binary->getOpcode() == BO_Assign && isAssignment(Binary))
    Given = Binary->getRHS();
  else if (mayAssign(S))
    giveUp();
}

const Expr *lastGiven(const VarDecl &Local, const FunctionDecl &In,
                      const Stmt &At, HostValues &Values) {
  return TakenBranches(Local, At, Values).along(In.getBody());
}

} // namespace warplint
