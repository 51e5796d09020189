//===- HostValues.cpp - What host code encodes a tensor map with ----------===//

#include "HostValues.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

llvm::ArrayRef<const Expr *> HostValues::arguments(const CallExpr &Call) {
  llvm::ArrayRef<const Expr *> All(Call.getArgs(), Call.getNumArgs());
  // Of an operator that is a member, the first argument is the object.
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  if (isa<CXXOperatorCallExpr>(Call) && Method && !Method->isStatic() &&
      !All.empty())
    All = All.drop_front();
  return All;
}

HostValues::Value HostValues::known(const Expr &E) {
  if (const auto *Call = dyn_cast<CallExpr>(&E))
    return ofCall(*Call);
  const auto *Reference = dyn_cast<DeclRefExpr>(&E);
  return Reference ? ofVariable(*Reference) : std::nullopt;
}

/// Adds the return statements in \p S, up to two.
static void addReturns(const Stmt *S,
                       llvm::SmallVectorImpl<const ReturnStmt *> &Returns) {
  if (!S || isa<Expr>(S) || Returns.size() > 1)
    return;
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    Returns.push_back(Return);
  for (const Stmt *Child : S->children())
    addReturns(Child, Returns);
}

/// What \p Call returns, when its callee says so in one place.
HostValues::Value HostValues::ofCall(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Defined = Callee ? Callee->getDefinition() : nullptr;
  if (!Defined || Defined->isDependentContext())
    return std::nullopt;
  llvm::SmallVector<const ReturnStmt *, 2> Returns;
  addReturns(Defined->getBody(), Returns);
  const HostCall Inner{Defined, arguments(Call), Frame};
  return Returns.size() == 1 ? integer(Returns[0]->getRetValue(), &Inner)
                             : std::nullopt;
}

namespace {

/// What a local variable was given last where a statement stands, if the
/// conditions on the way there have values:
///
///   auto swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
///   if (bytes == 32) swizzle = CU_TENSOR_MAP_SWIZZLE_32B;
///   else if (bytes == 64) swizzle = CU_TENSOR_MAP_SWIZZLE_64B;
class TakenBranches {
public:
  using Values = llvm::function_ref<std::optional<llvm::APSInt>(const Expr *)>;
  TakenBranches(const VarDecl &Local, const Stmt &At, Values ValueOf)
      : Local(Local), At(At), ValueOf(ValueOf) {}

  /// What was given when At is reached; null where it is not reached so.
  const Expr *along(const Stmt *Body) {
    follow(Body);
    return IsThere ? Given : nullptr;
  }
  bool mayAssign(const Stmt *S) const;

private:
  void follow(const Stmt *S);
  void followIf(const IfStmt &If);
  bool names(const Expr *E) const {
    const auto *Reference = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return Reference && Reference->getDecl() == &Local;
  }
  bool reaches(const Stmt *S) const {
    return S && (S == &At || llvm::any_of(S->children(), [&](const Stmt *Part) {
                   return reaches(Part);
                 }));
  }
  void giveUp() {
    Given = nullptr;
    IsStopped = true;
  }

  const VarDecl &Local;
  const Stmt &At;
  Values ValueOf;
  const Expr *Given = nullptr;
  bool IsThere = false, IsStopped = false;
};

} // namespace

/// Whether \p S does more with the variable than to read it or to view it as
/// const.
bool TakenBranches::mayAssign(const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && names(Cast->getSubExpr()) &&
      (Cast->getCastKind() == CK_LValueToRValue ||
       (Cast->getCastKind() == CK_NoOp && Cast->getType().isConstQualified())))
    return false;
  const auto *E = dyn_cast<Expr>(S);
  return (E && names(E)) || llvm::any_of(S->children(), [&](const Stmt *Part) {
           return mayAssign(Part);
         });
}

void TakenBranches::followIf(const IfStmt &If) {
  if (reaches(If.getCond()))
    IsThere = true;
  else if (mayAssign(If.getCond()) || If.getInit())
    giveUp();
  else if (const auto Holds = ValueOf(If.getCond()))
    follow(Holds->isZero() ? If.getElse() : If.getThen());
  else if (reaches(If.getThen()))
    follow(If.getThen());
  else if (reaches(If.getElse()))
    follow(If.getElse());
  else if (mayAssign(&If))
    giveUp();
}

void TakenBranches::follow(const Stmt *S) {
  if (!S || IsThere || IsStopped)
    return;
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Part : Block->body())
      follow(Part);
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return followIf(*If);
  const auto *Declared = dyn_cast<DeclStmt>(S);
  const auto *Binary = dyn_cast<BinaryOperator>(S);
  const bool IsGiven = Binary && Binary->getOpcode() == BO_Assign &&
                       names(Binary->getLHS()) && !mayAssign(Binary->getRHS());
  if (reaches(S)) {
    IsThere = true;
    // A loop may come back with another value.
    if (!IsGiven && mayAssign(S))
      giveUp();
    return;
  }
  if (Declared && llvm::is_contained(Declared->decls(), &Local))
    Given = Local.getInit();
  if (IsGiven)
    Given = Binary->getRHS();
  else if (isa<LabelStmt>(S) || mayAssign(S))
    giveUp();
}

HostValues::Value HostValues::ofVariable(const DeclRefExpr &Reference) {
  // Only guards against code made to be hard.
  constexpr unsigned MaximumSteps = 20000;
  const auto *Variable = dyn_cast<VarDecl>(Reference.getDecl());
  if (!Variable || ++Steps > MaximumSteps)
    return std::nullopt;
  if (const Expr *Always = Constants.initialiserOf(*Variable))
    return value(Always);
  const auto *In = dyn_cast<FunctionDecl>(Variable->getDeclContext());
  if (!In || !Variable->hasLocalStorage())
    return std::nullopt;
  auto ValueOf = [&](const Expr *E) { return value(E); };
  TakenBranches Of(*Variable, Reference, ValueOf);
  const bool IsReference = Variable->getType()->isReferenceType();
  const auto *Parameter = dyn_cast<ParmVarDecl>(Variable);
  if (!Parameter)
    return IsReference ? std::nullopt : value(Of.along(In->getBody()));
  // A lambda sees the parameters of the functions around it.
  const HostCall *Call = Frame;
  while (Call && Call->Callee != In)
    Call = Call->Caller;
  const unsigned Index = Parameter->getFunctionScopeIndex();
  return Call && Index < Call->Arguments.size() && !Of.mayAssign(In->getBody())
             ? integer(Call->Arguments[Index], Call->Caller)
             : std::nullopt;
}

} // namespace warplint
