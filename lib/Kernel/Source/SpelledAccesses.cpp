//===- SpelledAccesses.cpp - The accesses that a body spells out ----------===//

#include "SpelledAccesses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/StmtVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <numeric>
#include <optional>

using namespace clang;

namespace warplint {

namespace {

/// What an lvalue is part of.
struct Root {
  const VarDecl *Variable = nullptr; ///< Null through a pointer or reference.
  bool Local = false; ///< In the function's own frame: no access to report.
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

/// threadIdx and its kin are no memory.
static bool isThreadObject(const VarDecl &V) {
  return V.hasExternalStorage() && V.getDeclContext()->isTranslationUnit() &&
         V.getIdentifier() &&
         llvm::is_contained({"threadIdx", "blockIdx", "blockDim", "gridDim"},
                            V.getName());
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
  return {Variable, Variable->hasLocalStorage() || isThreadObject(*Variable)};
}

/// True for an expression whose object already exists: not one made on the
/// spot.
static bool isExistingObject(const Expr *E) {
  return E->isGLValue() &&
         !isa<MaterializeTemporaryExpr>(E->IgnoreParenImpCasts());
}

namespace {

class Collector : public ConstStmtVisitor<Collector> {
public:
  Collector(ASTContext &Context, BodyEvents &Events)
      : Context(Context), Events(Events) {}

  void visit(const Stmt *S) {
    // What is not evaluated, or evaluated to a constant, or, like threadIdx.x,
    // no access to memory.
    if (S && !isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, OffsetOfExpr,
                  CXXTypeidExpr, TypeTraitExpr, RequiresExpr, ConstantExpr,
                  PseudoObjectExpr>(S))
      Visit(S);
  }

  void visitInitialisers(const CXXConstructorDecl &Constructor) {
    for (const CXXCtorInitializer *Initialiser : Constructor.inits()) {
      if (!Initialiser->isWritten())
        continue;
      visit(Initialiser->getInit());
      if (Initialiser->isMemberInitializer())
        Events.Accesses.push_back(
            {EventKind::Store, positionOf(Initialiser->getSourceLocation()),
             Initialiser->getInit(),
             widthOf(Initialiser->getMember()->getType()), nullptr});
    }
  }

  // Statements and expressions with an order or an access of their own.

  void VisitStmt(const Stmt *S) {
    for (const Stmt *Child : S->children())
      visit(Child);
  }

  void VisitIfStmt(const IfStmt *If) {
    visit(If->getInit());
    visit(If->getConditionVariableDeclStmt());
    visitBranches(If->getCond(), [&](bool Taken) {
      visit(Taken ? If->getThen() : If->getElse());
    });
  }

  void VisitForStmt(const ForStmt *For) {
    visit(For->getInit());
    visit(For->getConditionVariableDeclStmt());
    visit(For->getCond());
    visit(For->getBody());
    visit(For->getInc());
  }

  void VisitCXXForRangeStmt(const CXXForRangeStmt *For) {
    visit(For->getInit());
    visit(For->getRangeStmt());
    const size_t First = Events.Accesses.size();
    visit(For->getBeginStmt());
    visit(For->getEndStmt());
    visit(For->getCond());
    visit(For->getLoopVarStmt());
    // What clang adds stands at the colon.
    for (AccessEvent &E :
         llvm::MutableArrayRef(Events.Accesses).drop_front(First))
      if (E.Node->getBeginLoc() == For->getColonLoc())
        E.Quoted = For->getRangeInit();
    visit(For->getBody());
    visit(For->getInc());
  }

  void VisitDeclStmt(const DeclStmt *Declarations) {
    for (const Decl *D : Declarations->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        if (Variable->hasLocalStorage())
          visit(Variable->getInit());
  }

  void VisitAsmStmt(const AsmStmt *Asm) {
    VisitStmt(Asm);
    call(Asm->getAsmLoc(), Asm);
  }

  void VisitCastExpr(const CastExpr *Cast) {
    if (Cast->getCastKind() == CK_LValueToRValue)
      visitLoad(Cast->getSubExpr());
    else
      visit(Cast->getSubExpr());
  }

  void VisitBinaryOperator(const BinaryOperator *Binary) {
    if (Binary->isLogicalOp())
      if (std::optional<bool> Known = constantCondition(Binary->getLHS())) {
        if (*Known == (Binary->getOpcode() == BO_LAnd))
          visit(Binary->getRHS());
        return;
      }
    if (!Binary->isAssignmentOp())
      return VisitStmt(Binary);
    visit(Binary->getRHS());
    visit(Binary->getLHS());
    if (Binary->isCompoundAssignmentOp())
      access(EventKind::Load, Binary->getExprLoc(), Binary->getLHS());
    access(EventKind::Store, Binary->getExprLoc(), Binary->getLHS());
  }

  void VisitUnaryOperator(const UnaryOperator *Unary) {
    visit(Unary->getSubExpr());
    if (!Unary->isIncrementDecrementOp())
      return;
    access(EventKind::Load, Unary->getExprLoc(), Unary->getSubExpr());
    access(EventKind::Store, Unary->getExprLoc(), Unary->getSubExpr());
  }

  void VisitConditionalOperator(const ConditionalOperator *Choice) {
    visitConditional(*Choice, [&](const Expr *E) { visit(E); });
  }

  void VisitCXXConstructExpr(const CXXConstructExpr *Construction) {
    VisitStmt(Construction);
    const CXXConstructorDecl *Constructor = Construction->getConstructor();
    SourceLocation Location = Construction->getExprLoc();
    if (!Constructor->isTrivial())
      call(Location, Construction);
    if (!Constructor->isCopyOrMoveConstructor() ||
        Construction->getNumArgs() == 0 ||
        !isExistingObject(Construction->getArg(0)))
      return;
    access(EventKind::Load, Location, Construction->getArg(0));
    if (Constructor->isTrivial())
      copy(Location, Construction->getType());
  }

  void VisitCXXNewExpr(const CXXNewExpr *New) {
    for (const Expr *Argument : New->placement_arguments())
      visit(Argument);
    const Expr *Initialiser = New->getInitializer();
    if (!Initialiser || New->getNumPlacementArgs() != 1)
      return;
    visit(Initialiser);
    bool Record = New->getAllocatedType()->isRecordType();
    Root Of = rootOfPointee(New->getPlacementArg(0));
    if (!Of.Local)
      Events.Accesses.push_back(
          {EventKind::Store,
           positionOf(Record ? Initialiser->getExprLoc() : New->getExprLoc()),
           New, widthOf(New->getAllocatedType()), Of.Variable});
  }

  void VisitCallExpr(const CallExpr *Call) {
    VisitStmt(Call);
    call(Call->getExprLoc(), Call);
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Callee->getMemoryFunctionKind() != 0)
      Events.Copies.push_back({positionOf(Call->getExprLoc()),
                               /*SizeBytes=*/0,
                               /*DataSizeBytes=*/0,
                               {.IsCall = true}});
  }

  /// The assignment of a record has an order and accesses of its own.
  void VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *Call) {
    const auto *Method =
        dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
    if (!Method || Call->getNumArgs() != 2 ||
        !(Method->isCopyAssignmentOperator() ||
          Method->isMoveAssignmentOperator()))
      return VisitCallExpr(Call);
    visit(Call->getArg(1));
    visit(Call->getArg(0));
    SourceLocation Location = Call->getExprLoc();
    if (!Method->isTrivial())
      call(Location, Call);
    if (isExistingObject(Call->getArg(1)))
      access(EventKind::Load, Location, Call->getArg(1));
    access(EventKind::Store, Location, Call->getArg(0));
    if (Method->isTrivial())
      copy(Location, Call->getArg(0)->getType());
  }

  void VisitAtomicExpr(const AtomicExpr *Atomic) {
    VisitStmt(Atomic);
    call(Atomic->getExprLoc(), Atomic);
  }

  /// Its body is a function of its own.
  void VisitLambdaExpr(const LambdaExpr *Lambda) {
    for (const Expr *Capture : Lambda->capture_inits())
      visit(Capture);
  }

  void VisitInitListExpr(const InitListExpr *List) {
    const InitListExpr *Semantic = List->getSemanticForm();
    VisitStmt(Semantic ? Semantic : List);
  }

private:
  void visitLoad(const Expr *LValue) {
    LValue = LValue->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(LValue);
        Cast && Cast->getCastKind() == CK_NoOp && Cast->isGLValue())
      return visitLoad(Cast->getSubExpr());
    if (const auto *Choice = dyn_cast<ConditionalOperator>(LValue))
      return visitConditional(*Choice, [&](const Expr *E) { visitLoad(E); });
    visit(LValue);
    if (const auto *Binary = dyn_cast<BinaryOperator>(LValue)) {
      // The value just assigned is at hand and not loaded again.
      if (Binary->getOpcode() == BO_Comma && !Binary->getRHS()->isPRValue())
        access(EventKind::Load, Binary->getRHS()->getExprLoc(),
               Binary->getRHS());
      return;
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(LValue);
        Unary && Unary->isIncrementDecrementOp())
      return;
    if (!isConstant(LValue))
      access(EventKind::Load, LValue->getExprLoc(), LValue);
  }

  void visitConditional(const ConditionalOperator &Choice,
                        llvm::function_ref<void(const Expr *)> Branch) {
    visitBranches(Choice.getCond(), [&](bool Taken) {
      Branch(Taken ? Choice.getTrueExpr() : Choice.getFalseExpr());
    });
  }

  /// CodeGen leaves the dead branch out where it folds \p Condition.
  void visitBranches(const Expr *Condition,
                     llvm::function_ref<void(bool)> Branch) {
    std::optional<bool> Known = constantCondition(Condition);
    if (!Known)
      visit(Condition);
    for (bool Taken : {true, false})
      if (Known.value_or(Taken) == Taken)
        Branch(Taken);
  }

  std::optional<bool> constantCondition(const Expr *Condition) const {
    Expr::EvalResult Result;
    if (!Condition || Condition->isValueDependent() ||
        Condition->containsErrors() ||
        !Condition->EvaluateAsInt(Result, Context) || Result.HasSideEffects)
      return std::nullopt;
    return Result.Val.getInt().getBoolValue();
  }

  /// A named constant is its value: no load is emitted.
  bool isConstant(const Expr *LValue) const {
    const ValueDecl *Named = nullptr;
    if (const auto *Reference = dyn_cast<DeclRefExpr>(LValue))
      Named = Reference->getDecl();
    else if (const auto *Member = dyn_cast<MemberExpr>(LValue))
      Named = Member->getMemberDecl();
    const auto *Variable = dyn_cast_or_null<VarDecl>(Named);
    return Variable && !Variable->getType()->isReferenceType() &&
           Variable->isUsableInConstantExpressions(Context);
  }

  void access(EventKind Kind, SourceLocation Location, const Expr *LValue) {
    LValue = LValue->IgnoreParenImpCasts();
    Root Of = rootOf(LValue);
    if (Of.Local)
      return;
    uint64_t Bytes =
        LValue->refersToBitField() ? 0 : widthOf(LValue->getType());
    Events.Accesses.push_back(
        {Kind, positionOf(Location), LValue, Bytes, Of.Variable});
  }

  void call(SourceLocation Location, const Stmt *Node) {
    Events.Accesses.push_back(
        {EventKind::Call, positionOf(Location), Node, 0, nullptr});
  }

  void copy(SourceLocation Location, QualType Type) {
    if (!Type->isRecordType() || widthOf(Type) == 0)
      return;
    TypeInfoChars Layout = Context.getTypeInfoDataSizeInChars(Type);
    Events.Copies.push_back(
        {positionOf(Location),
         widthOf(Type),
         static_cast<uint64_t>(Layout.Width.getQuantity()),
         {static_cast<unsigned>(
              Context.getTypeAlignInChars(Type).getQuantity()),
          isMixed(Type)}});
  }

  /// See CopiedRecord.
  bool isMixed(QualType Type) const {
    SmallVector<uint64_t> Sizes;
    addSizes(Type, Sizes);
    return !all_equal(Sizes) || std::accumulate(Sizes.begin(), Sizes.end(),
                                                uint64_t(0)) != widthOf(Type);
  }

  /// The sizes of what is no record in \p Type, of an array once for each element.
  void addSizes(QualType Type, SmallVectorImpl<uint64_t> &Sizes) const {
    constexpr size_t Enough = 64; // Copies of more are loops.
    if (Sizes.size() > Enough)
      return;
    if (const auto *Array = Context.getAsConstantArrayType(Type)) {
      for (uint64_t N = Array->getZExtSize(); N != 0 && Sizes.size() <= Enough;
           --N)
        addSizes(Array->getElementType(), Sizes);
      return;
    }
    const auto *Record = Type->getAsRecordDecl();
    if (!Record || Record->isUnion())
      return Sizes.push_back(widthOf(Type));
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
      for (const CXXBaseSpecifier &Base : Class->bases())
        if (!Base.getType()->getAsCXXRecordDecl()->isEmpty())
          addSizes(Base.getType(), Sizes);
    for (const FieldDecl *Field : Record->fields())
      addSizes(Field->getType(), Sizes);
  }

  DebugPosition positionOf(SourceLocation Location) const {
    const SourceManager &SM = Context.getSourceManager();
    PresumedLoc Presumed = SM.getPresumedLoc(SM.getFileLoc(Location));
    if (Presumed.isInvalid())
      return {0, 0};
    return {Presumed.getLine(), Presumed.getColumn()};
  }

  /// Bytes of an object; 0 when that has no answer.
  uint64_t widthOf(QualType Type) const {
    if (Type->isDependentType() || Type->isIncompleteType() ||
        Type->isFunctionType() || Type->isUndeducedType())
      return 0;
    if (const RecordDecl *Record = Type->getAsRecordDecl())
      if (Record->isInvalidDecl())
        return 0;
    return Context.getTypeSizeInChars(Type).getQuantity();
  }

  ASTContext &Context;
  BodyEvents &Events;
};

} // namespace

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
