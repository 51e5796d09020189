//===- SpelledAccesses.cpp - The accesses that a body spells out ----------===//

#include "SpelledAccesses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/StmtCXX.h"
#include <optional>

using namespace clang;

namespace warplint {

namespace {

/// What an lvalue is part of.
struct Root {
  const VarDecl *Variable = nullptr; ///< Null through a pointer or reference.
  bool Local = false; ///< In the function's own frame: no access to report.
};

class Collector {
public:
  Collector(ASTContext &Context, BodyEvents &Events)
      : Context(Context), Events(Events) {}

  void visit(const Stmt *S);
  void visitInitialisers(const CXXConstructorDecl &Constructor);

private:
  void visitChildren(const Stmt *S) {
    for (const Stmt *Child : S->children())
      visit(Child);
  }
  bool visitStatement(const Stmt *S);
  bool visitOperator(const Stmt *S);
  void visitIf(const IfStmt &If);
  void visitFor(const ForStmt &For);
  void visitRangeFor(const CXXForRangeStmt &For);
  void visitDeclarations(const DeclStmt &Declarations);
  void visitBinary(const BinaryOperator &Binary);
  void visitConditional(const ConditionalOperator &Choice, bool Loads);
  void visitLoad(const Expr *LValue);
  void visitConstruction(const CXXConstructExpr &Construction);
  void visitNew(const CXXNewExpr &New);
  void visitCall(const CallExpr &Call);
  bool visitRecordAssignment(const CXXOperatorCallExpr &Call);

  void access(EventKind Kind, SourceLocation Location, const Expr *LValue);
  void call(SourceLocation Location, const Stmt *Node) {
    Events.Accesses.push_back({EventKind::Call, Location, Node, 0, nullptr});
  }
  void copy(SourceLocation Location, QualType Type);
  uint64_t widthOf(QualType Type) const;
  std::optional<bool> constantCondition(const Expr *Condition) const;
  bool isConstant(const Expr *LValue) const;

  ASTContext &Context;
  BodyEvents &Events;
};

} // namespace

static Root rootOf(const Expr *LValue);

/// The root of what the pointer \p E points to, where it is spelled out: an
/// array that decays, &lvalue, and sums of those.
static Root rootOfPointee(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (E->getType()->isArrayType())
    return rootOf(E);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_AddrOf)
    return rootOf(Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isAdditiveOp()) {
    bool Left = Binary->getLHS()->getType()->isPointerType();
    return rootOfPointee(Left ? Binary->getLHS() : Binary->getRHS());
  }
  return {};
}

static Root rootOf(const Expr *LValue) {
  LValue = LValue->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(LValue))
    return Cast->isGLValue() ? rootOf(Cast->getSubExpr()) : Root();
  if (isa<MaterializeTemporaryExpr, CompoundLiteralExpr>(LValue))
    return {nullptr, true};
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(LValue))
    return rootOfPointee(Subscript->getBase());
  if (const auto *Unary = dyn_cast<UnaryOperator>(LValue))
    return Unary->getOpcode() == UO_Deref ? rootOfPointee(Unary->getSubExpr())
                                          : Root();
  const ValueDecl *Named = nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(LValue)) {
    if (isa<FieldDecl>(Member->getMemberDecl()))
      return Member->isArrow() ? rootOfPointee(Member->getBase())
                               : rootOf(Member->getBase());
    Named = Member->getMemberDecl();
  } else if (const auto *Reference = dyn_cast<DeclRefExpr>(LValue)) {
    Named = Reference->getDecl();
  }
  if (const auto *Binding = dyn_cast_or_null<BindingDecl>(Named))
    return Binding->getBinding() ? rootOf(Binding->getBinding()) : Root();
  const auto *Variable = dyn_cast_or_null<VarDecl>(Named);
  if (!Variable || Variable->getType()->isReferenceType())
    return {};
  return {Variable, Variable->hasLocalStorage()};
}

/// Bytes of an object; 0 when that has no answer.
uint64_t Collector::widthOf(QualType Type) const {
  if (Type->isDependentType() || Type->isIncompleteType() ||
      Type->isFunctionType() || Type->isUndeducedType())
    return 0;
  if (const RecordDecl *Record = Type->getAsRecordDecl())
    if (Record->isInvalidDecl())
      return 0;
  return Context.getTypeSizeInChars(Type).getQuantity();
}

void Collector::access(EventKind Kind, SourceLocation Location,
                       const Expr *LValue) {
  LValue = LValue->IgnoreParenImpCasts();
  Root Of = rootOf(LValue);
  if (Of.Local)
    return;
  uint64_t Bytes = LValue->refersToBitField() ? 0 : widthOf(LValue->getType());
  Events.Accesses.push_back({Kind, Location, LValue, Bytes, Of.Variable});
}

void Collector::copy(SourceLocation Location, QualType Type) {
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || widthOf(Type) == 0)
    return;
  TypeInfoChars Layout = Context.getTypeInfoDataSizeInChars(Type);
  Events.Copies.push_back(
      {Location, Record,
       static_cast<uint64_t>(Context.getTypeSizeInChars(Type).getQuantity()),
       static_cast<uint64_t>(Layout.Width.getQuantity()),
       static_cast<unsigned>(Context.getTypeAlignInChars(Type).getQuantity())});
}

/// A condition that CodeGen folds, leaving the dead branch out.
std::optional<bool> Collector::constantCondition(const Expr *Condition) const {
  Expr::EvalResult Result;
  if (!Condition || Condition->isValueDependent() ||
      Condition->containsErrors() ||
      !Condition->EvaluateAsInt(Result, Context) || Result.HasSideEffects)
    return std::nullopt;
  return Result.Val.getInt().getBoolValue();
}

/// A named constant is its value: no load is emitted.
bool Collector::isConstant(const Expr *LValue) const {
  const ValueDecl *Named = nullptr;
  if (const auto *Reference = dyn_cast<DeclRefExpr>(LValue))
    Named = Reference->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(LValue))
    Named = Member->getMemberDecl();
  const auto *Variable = dyn_cast_or_null<VarDecl>(Named);
  return Variable && !Variable->getType()->isReferenceType() &&
         Variable->isUsableInConstantExpressions(Context);
}

void Collector::visitLoad(const Expr *LValue) {
  LValue = LValue->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(LValue);
      Cast && Cast->getCastKind() == CK_NoOp && Cast->isGLValue())
    return visitLoad(Cast->getSubExpr());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(LValue))
    return visitConditional(*Choice, /*Loads=*/true);
  visit(LValue);
  if (const auto *Binary = dyn_cast<BinaryOperator>(LValue)) {
    // The value just assigned is at hand and not loaded again.
    if (Binary->getOpcode() == BO_Comma && !Binary->getRHS()->isPRValue())
      access(EventKind::Load, Binary->getRHS()->getExprLoc(), Binary->getRHS());
    return;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(LValue);
      Unary && Unary->isIncrementDecrementOp())
    return;
  if (!isConstant(LValue))
    access(EventKind::Load, LValue->getExprLoc(), LValue);
}

void Collector::visitConditional(const ConditionalOperator &Choice,
                                 bool Loads) {
  auto Branch = [&](const Expr *E) { Loads ? visitLoad(E) : visit(E); };
  std::optional<bool> Known = constantCondition(Choice.getCond());
  if (!Known)
    visit(Choice.getCond());
  if (Known.value_or(true))
    Branch(Choice.getTrueExpr());
  if (!Known.value_or(false))
    Branch(Choice.getFalseExpr());
}

void Collector::visitBinary(const BinaryOperator &Binary) {
  if (Binary.isLogicalOp())
    if (std::optional<bool> Known = constantCondition(Binary.getLHS())) {
      if (*Known == (Binary.getOpcode() == BO_LAnd))
        visit(Binary.getRHS());
      return;
    }
  if (!Binary.isAssignmentOp())
    return visitChildren(&Binary);
  visit(Binary.getRHS());
  visit(Binary.getLHS());
  if (Binary.isCompoundAssignmentOp())
    access(EventKind::Load, Binary.getExprLoc(), Binary.getLHS());
  access(EventKind::Store, Binary.getExprLoc(), Binary.getLHS());
}

/// True for an expression whose object already exists: not one made on the
/// spot.
static bool isExistingObject(const Expr *E) {
  return E->isGLValue() &&
         !isa<MaterializeTemporaryExpr>(E->IgnoreParenImpCasts());
}

void Collector::visitConstruction(const CXXConstructExpr &Construction) {
  visitChildren(&Construction);
  const CXXConstructorDecl *Constructor = Construction.getConstructor();
  SourceLocation Location = Construction.getExprLoc();
  if (!Constructor->isTrivial())
    call(Location, &Construction);
  if (!Constructor->isCopyOrMoveConstructor() ||
      Construction.getNumArgs() == 0 ||
      !isExistingObject(Construction.getArg(0)))
    return;
  access(EventKind::Load, Location, Construction.getArg(0));
  if (Constructor->isTrivial())
    copy(Location, Construction.getType());
}

bool Collector::visitRecordAssignment(const CXXOperatorCallExpr &Call) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  if (!Method || Call.getNumArgs() != 2 ||
      !(Method->isCopyAssignmentOperator() ||
        Method->isMoveAssignmentOperator()))
    return false;
  visit(Call.getArg(1));
  visit(Call.getArg(0));
  SourceLocation Location = Call.getExprLoc();
  if (!Method->isTrivial())
    call(Location, &Call);
  if (isExistingObject(Call.getArg(1)))
    access(EventKind::Load, Location, Call.getArg(1));
  access(EventKind::Store, Location, Call.getArg(0));
  if (Method->isTrivial())
    copy(Location, Call.getArg(0)->getType());
  return true;
}

void Collector::visitNew(const CXXNewExpr &New) {
  for (const Expr *Argument : New.placement_arguments())
    visit(Argument);
  const Expr *Initialiser = New.getInitializer();
  if (!Initialiser || New.getNumPlacementArgs() != 1)
    return;
  visit(Initialiser);
  bool Record = New.getAllocatedType()->isRecordType();
  Root Of = rootOfPointee(New.getPlacementArg(0));
  if (!Of.Local)
    Events.Accesses.push_back(
        {EventKind::Store,
         Record ? Initialiser->getExprLoc() : New.getExprLoc(), &New,
         widthOf(New.getAllocatedType()), Of.Variable});
}

void Collector::visitCall(const CallExpr &Call) {
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call))
    if (visitRecordAssignment(*Operator))
      return;
  visitChildren(&Call);
  call(Call.getExprLoc(), &Call);
}

void Collector::visitDeclarations(const DeclStmt &Declarations) {
  for (const Decl *D : Declarations.decls())
    if (const auto *Variable = dyn_cast<VarDecl>(D))
      if (Variable->hasLocalStorage() && Variable->getInit())
        visit(Variable->getInit());
}

void Collector::visitIf(const IfStmt &If) {
  visit(If.getInit());
  if (const DeclStmt *Variable = If.getConditionVariableDeclStmt())
    visit(Variable);
  std::optional<bool> Known = constantCondition(If.getCond());
  if (!Known)
    visit(If.getCond());
  if (Known.value_or(true))
    visit(If.getThen());
  if (!Known.value_or(false))
    visit(If.getElse());
}

void Collector::visitFor(const ForStmt &For) {
  visit(For.getInit());
  if (const DeclStmt *Variable = For.getConditionVariableDeclStmt())
    visit(Variable);
  visit(For.getCond());
  visit(For.getBody());
  visit(For.getInc());
}

void Collector::visitRangeFor(const CXXForRangeStmt &For) {
  visit(For.getInit());
  visit(For.getRangeStmt());
  visit(For.getBeginStmt());
  visit(For.getEndStmt());
  visit(For.getCond());
  visit(For.getLoopVarStmt());
  visit(For.getBody());
  visit(For.getInc());
}

bool Collector::visitStatement(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    visitIf(*If);
  else if (const auto *For = dyn_cast<ForStmt>(S))
    visitFor(*For);
  else if (const auto *For = dyn_cast<CXXForRangeStmt>(S))
    visitRangeFor(*For);
  else if (const auto *Declarations = dyn_cast<DeclStmt>(S))
    visitDeclarations(*Declarations);
  else if (const auto *Asm = dyn_cast<AsmStmt>(S)) {
    visitChildren(S);
    call(Asm->getAsmLoc(), S);
  } else
    return false;
  return true;
}

/// Expressions with an order or an access of their own.
bool Collector::visitOperator(const Stmt *S) {
  if (const auto *Cast = dyn_cast<CastExpr>(S)) {
    if (Cast->getCastKind() == CK_LValueToRValue)
      visitLoad(Cast->getSubExpr());
    else
      visit(Cast->getSubExpr());
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    visitBinary(*Binary);
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
    visit(Unary->getSubExpr());
    if (Unary->isIncrementDecrementOp()) {
      access(EventKind::Load, Unary->getExprLoc(), Unary->getSubExpr());
      access(EventKind::Store, Unary->getExprLoc(), Unary->getSubExpr());
    }
  } else if (const auto *Choice = dyn_cast<ConditionalOperator>(S)) {
    visitConditional(*Choice, /*Loads=*/false);
  } else if (const auto *Construction = dyn_cast<CXXConstructExpr>(S)) {
    visitConstruction(*Construction);
  } else if (const auto *New = dyn_cast<CXXNewExpr>(S)) {
    visitNew(*New);
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    visitCall(*Call);
  } else if (const auto *Atomic = dyn_cast<AtomicExpr>(S)) {
    visitChildren(S);
    call(Atomic->getExprLoc(), S);
  } else if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    // Its body is a function of its own.
    for (const Expr *Capture : Lambda->capture_inits())
      visit(Capture);
  } else if (const auto *List = dyn_cast<InitListExpr>(S)) {
    const InitListExpr *Semantic = List->getSemanticForm();
    visitChildren(Semantic ? Semantic : List);
  } else {
    return false;
  }
  return true;
}

/// What is not evaluated, or evaluated to a constant, or, like threadIdx.x, no
/// access to memory.
static bool isWithoutAccess(const Stmt *S) {
  return isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, OffsetOfExpr,
             CXXTypeidExpr, TypeTraitExpr, RequiresExpr, ConstantExpr,
             PseudoObjectExpr>(S);
}

void Collector::visit(const Stmt *S) {
  if (!S || isWithoutAccess(S) || visitStatement(S) || visitOperator(S))
    return;
  visitChildren(S);
}

void Collector::visitInitialisers(const CXXConstructorDecl &Constructor) {
  for (const CXXCtorInitializer *Initialiser : Constructor.inits()) {
    if (!Initialiser->isWritten())
      continue;
    visit(Initialiser->getInit());
    if (!Initialiser->isMemberInitializer())
      continue;
    Events.Accesses.push_back(
        {EventKind::Store, Initialiser->getSourceLocation(),
         Initialiser->getInit(), widthOf(Initialiser->getMember()->getType()),
         nullptr});
  }
}

BodyEvents collectEvents(ASTContext &Context, const FunctionDecl &Definition) {
  BodyEvents Events;
  if (Definition.isDependentContext())
    return Events;
  Collector Walk(Context, Events);
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Definition))
    Walk.visitInitialisers(*Constructor);
  Walk.visit(Definition.getBody());
  return Events;
}

} // namespace warplint
