//===- HostConstants.cpp - What host code spells out ----------------------===//

#include "HostConstants.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

// Locals that are initialised with locals.
static constexpr unsigned MaximumConstantDepth = 16;

/// The variable that \p E names, or whose field it is.
static const DeclRefExpr *rootOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
        Cast && Cast->getCastKind() == CK_NoOp && Cast->isGLValue())
      E = Cast->getSubExpr();
    else if (const auto *Member = dyn_cast<MemberExpr>(E);
             Member && !Member->isArrow() &&
             isa<FieldDecl>(Member->getMemberDecl()) &&
             !Member->getMemberDecl()->getType()->isReferenceType())
      E = Member->getBase();
    else
      return dyn_cast<DeclRefExpr>(E);
  }
}

static bool isTrivialCopy(const CXXConstructExpr &Made) {
  const CXXConstructorDecl *Constructor = Made.getConstructor();
  return Constructor->isCopyOrMoveConstructor() && Constructor->isTrivial() &&
         Made.getNumArgs() == 1;
}

namespace {

/// Notes the variables that a body mentions otherwise than to read them.
class Mentions : public DynamicRecursiveASTVisitor {
public:
  explicit Mentions(llvm::DenseSet<const VarDecl *> &Touched)
      : Touched(Touched) {
    ShouldVisitImplicitCode = true;
  }

  bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) override {
    if (Cast->getCastKind() == CK_LValueToRValue)
      if (const DeclRefExpr *Root = rootOf(Cast->getSubExpr()))
        Reads.insert(Root);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Made) override {
    if (isTrivialCopy(*Made))
      if (const DeclRefExpr *Root = rootOf(Made->getArg(0)))
        Reads.insert(Root);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
        Variable && !Reads.contains(Reference) &&
        Reference->isNonOdrUse() == NOUR_None)
      Touched.insert(Variable);
    return true;
  }
  /// A capture alone neither reads nor writes: the body does.
  bool TraverseLambdaCapture(LambdaExpr *Lambda, const LambdaCapture *Capture,
                             Expr *Init) override {
    return !Lambda->isInitCapture(Capture) ||
           DynamicRecursiveASTVisitor::TraverseLambdaCapture(Lambda, Capture,
                                                             Init);
  }

private:
  llvm::DenseSet<const VarDecl *> &Touched;
  llvm::DenseSet<const DeclRefExpr *> Reads;
};

} // namespace

/// The function with the body that all mentions of a local of \p In are in:
/// that around its lambdas and local classes.
static const FunctionDecl *outermostFunction(const DeclContext *In) {
  const FunctionDecl *Outermost = nullptr;
  for (; In; In = In->getParent())
    if (const auto *Function = dyn_cast<FunctionDecl>(In))
      Outermost = Function;
  return Outermost;
}

bool HostConstants::isOnlyRead(const VarDecl &Variable) {
  const FunctionDecl *Function = outermostFunction(Variable.getDeclContext());
  if (!Function || !Function->hasBody())
    return false;
  if (Walked.insert(Function).second)
    Mentions(Touched).TraverseStmt(Function->getBody());
  return !Touched.contains(&Variable);
}

const Expr *HostConstants::initialiserOf(const VarDecl &Variable) {
  const QualType Type = Variable.getType();
  if (Variable.isWeak() || Variable.isInvalidDecl() ||
      isa<ParmVarDecl>(Variable) || Type->isReferenceType() ||
      Type.isVolatileQualified() || Type->isDependentType())
    return nullptr;
  const Expr *Initialiser = Variable.getAnyInitializer();
  if (!Initialiser)
    return nullptr;
  if (Variable
          .hasLocalStorage()) // A const one, too: it may have mutable parts.
    return isOnlyRead(Variable) ? Initialiser : nullptr;
  const auto *Record = Type->getAsCXXRecordDecl();
  return Type.isConstQualified() && !(Record && Record->hasMutableFields())
             ? Initialiser
             : nullptr;
}

HostConstants::HostConstants(ASTContext &Context)
    : Context(Context), Foreign(Context) {}

HostConstants::Value HostConstants::integer(const Expr *E) {
  llvm::SaveAndRestore<unsigned> Deeper(Depth, Depth + 1);
  if (!E || E->isValueDependent() || E->isTypeDependent() ||
      !E->getType()->isIntegralOrEnumerationType() ||
      Depth > MaximumConstantDepth || Foreign.areNamedIn(*E))
    return std::nullopt;
  Expr::EvalResult Result;
  if (E->EvaluateAsInt(Result, Context) && !Result.HasUndefinedBehavior)
    return Result.Val.getInt();
  E = E->IgnoreParens();
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  if (!Cast)
    return std::nullopt;
  if (Cast->getCastKind() == CK_IntegralCast) {
    Value V = integer(Cast->getSubExpr());
    if (!V)
      return std::nullopt;
    llvm::APSInt As = V->extOrTrunc(Context.getIntWidth(Cast->getType()));
    As.setIsSigned(Cast->getType()->isSignedIntegerOrEnumerationType());
    return As;
  }
  if (Cast->getCastKind() != CK_LValueToRValue)
    return std::nullopt;
  const Expr *Named = Cast->getSubExpr()->IgnoreParens();
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Named)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    return Variable ? integer(initialiserOf(*Variable)) : std::nullopt;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(Named);
      Member && !Member->isArrow())
    for (unsigned Axis = 0; Axis != 3; ++Axis)
      if (Member->getMemberDecl()->getName() ==
          llvm::StringRef(&"xyz"[Axis], 1))
        return extent(Member->getBase(), Axis);
  return std::nullopt;
}

static bool isDim3(QualType Type) {
  const auto *Record = Type->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() && Record->getName() == "dim3" &&
         Record->getDeclContext()->isTranslationUnit();
}

/// dim3(x), dim3(x, y) and dim3(x, y, z): each becomes the extent of that axis.
HostConstants::Value HostConstants::extentOf(const CXXConstructExpr &Made,
                                             unsigned Axis) {
  if (isTrivialCopy(Made))
    return extent(Made.getArg(0), Axis);
  if (Made.getNumArgs() != 3)
    return std::nullopt;
  return integer(Made.getArg(Axis));
}

static std::optional<llvm::APSInt> fieldOf(const APValue *V, unsigned N) {
  return V && V->isStruct() && N < V->getStructNumFields() &&
                 V->getStructField(N).isInt()
             ? std::optional(V->getStructField(N).getInt())
             : std::nullopt;
}

HostConstants::Value HostConstants::extent(const Expr *E, unsigned Axis) {
  llvm::SaveAndRestore<unsigned> Deeper(Depth, Depth + 1);
  if (!E || E->isTypeDependent() || Depth > MaximumConstantDepth ||
      !isDim3(E->getType()) || Foreign.areNamedIn(*E))
    return std::nullopt;
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return extent(Full->getSubExpr(), Axis);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return extent(Temporary->getSubExpr(), Axis);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return extent(Default->getExpr(), Axis);
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && (Cast->getCastKind() == CK_NoOp ||
               Cast->getCastKind() == CK_ConstructorConversion))
    return extent(Cast->getSubExpr(), Axis);
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E))
    return extentOf(*Made, Axis);
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    // Its parts alone are no constant expressions, which they may ask.
    if (Variable && Variable->isConstexpr())
      return fieldOf(Variable->evaluateValue(), Axis);
    return Variable ? extent(initialiserOf(*Variable), Axis) : std::nullopt;
  }
  // A constexpr function that gives a dim3.
  Expr::EvalResult Result;
  if (!E->isPRValue() || E->isValueDependent() ||
      !E->EvaluateAsRValue(Result, Context) || Result.HasSideEffects)
    return std::nullopt;
  return fieldOf(&Result.Val, Axis);
}

LaunchShape HostConstants::shape(const Expr *E, const unsigned (&Limits)[3]) {
  LaunchShape Shape;
  std::optional<unsigned> *Extents[] = {&Shape.X, &Shape.Y, &Shape.Z};
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    Value V = extent(E, Axis);
    // As the unsigned int that it becomes.
    const uint64_t N = V ? V->extOrTrunc(32).getZExtValue() : 0;
    if (N != 0 && N <= Limits[Axis])
      *Extents[Axis] = unsigned(N);
  }
  return Shape;
}

const FunctionDecl *HostConstants::function(const Expr *E) {
  llvm::SaveAndRestore<unsigned> Deeper(Depth, Depth + 1);
  if (!E || Depth > MaximumConstantDepth)
    return nullptr;
  E = E->IgnoreParenCasts();
  while (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() != UO_AddrOf && Unary->getOpcode() != UO_Deref)
      return nullptr;
    E = Unary->getSubExpr()->IgnoreParenCasts();
  }
  if (const auto *Substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return function(Substituted->getReplacement());
  const auto *Reference = dyn_cast<DeclRefExpr>(E);
  if (!Reference)
    return nullptr;
  if (const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl()))
    return Function;
  const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
  return Variable ? function(initialiserOf(*Variable)) : nullptr;
}

} // namespace warplint
