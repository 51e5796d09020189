//===- HostValues.cpp - What host code passes to a launch -----------------===//

#include "HostValues.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

// Only guards against code made to be hard: real launches need a few dozen.
static constexpr unsigned MaximumDepth = 64;
static constexpr unsigned MaximumSteps = 20000;

// CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability": a block has at most 1024 threads, 1024 along x and y and 64
// along z.
static constexpr unsigned MaximumThreads = 1024;
static constexpr unsigned MaximumZ = 64;

static std::optional<unsigned> inRange(const std::optional<llvm::APSInt> &V,
                                       unsigned Maximum) {
  if (!V || V->isNegative() || V->isZero() || V->getActiveBits() > 32)
    return std::nullopt;
  uint64_t Count = V->getZExtValue();
  if (Count > Maximum)
    return std::nullopt;
  return static_cast<unsigned>(Count);
}

static const FieldDecl *fieldNamed(QualType Type, llvm::StringRef Name) {
  if (Type.isNull())
    return nullptr;
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record)
    return nullptr;
  for (const FieldDecl *Field : Record->fields())
    if (Field->getDeclName().isIdentifier() && Field->getName() == Name)
      return Field;
  return nullptr;
}

/// \p V in the integer type \p Type.
static std::optional<llvm::APSInt>
converted(const ASTContext &Context, const std::optional<llvm::APSInt> &V,
          QualType Type) {
  if (!V || Type->isDependentType() || !Type->isIntegralOrEnumerationType())
    return std::nullopt;
  llvm::APSInt Result = V->extOrTrunc(Context.getIntWidth(Type));
  Result.setIsSigned(Type->isSignedIntegerOrEnumerationType());
  return Result;
}

/// The function that \p Variable is a local or parameter of.
static const FunctionDecl *functionOf(const VarDecl &Variable) {
  const DeclContext *Scope = Variable.getDeclContext();
  while (Scope && !isa<FunctionDecl>(Scope))
    Scope = Scope->isTransparentContext() || Scope->isFunctionOrMethod()
                ? Scope->getParent()
                : nullptr;
  return dyn_cast_or_null<FunctionDecl>(Scope);
}

HostFlow *HostValues::flowOf(const FunctionDecl *Function) {
  if (!Function || !Function->doesThisDeclarationHaveABody() ||
      !Function->getBody())
    return nullptr;
  std::unique_ptr<HostFlow> &Flow = Flows[Function];
  if (!Flow)
    Flow = std::make_unique<HostFlow>(Context, Function);
  return Flow.get();
}

void HostValues::enter(const Expr *Use, const FunctionDecl *In,
                       const CallFrame *Frame) {
  Current = Frame;
  Facts.clear();
  HostFlow *Flow = Use ? flowOf(In) : nullptr;
  if (Flow)
    for (HostFact &Fact : Flow->facts(Use)) {
      QualType Type = Fact.Object.Fields.empty()
                          ? Fact.Object.Variable->getType()
                          : Fact.Object.Fields.back()->getType();
      if (Value V = converted(Context, integer(Fact.Value), Type))
        Facts.push_back({std::move(Fact.Object), *V});
    }
  Missing = nullptr;
}

std::optional<llvm::APSInt> HostValues::integer(const Expr *E) {
  Steps = 0;
  return scalar(E, {});
}

LaunchShape HostValues::blockShape(const Expr *E) {
  if (!E || E->getType().isNull())
    return {};
  // In a template's pattern the argument may not have become a dim3 yet.
  if (E->getType()->isIntegralOrEnumerationType())
    return {inRange(integer(E), MaximumThreads), 1, 1};
  return shapeAt(E, {}, E->getType());
}

LaunchShape HostValues::blockShapeOfConfig(const Expr *Pointer) {
  if (!Pointer)
    return {};
  const auto *AddressOf =
      dyn_cast<UnaryOperator>(Pointer->IgnoreParenImpCasts());
  if (!AddressOf || AddressOf->getOpcode() != UO_AddrOf)
    return {};
  const Expr *Config = AddressOf->getSubExpr();
  const FieldDecl *Block = fieldNamed(Config->getType(), "blockDim");
  if (!Block)
    return {};
  return shapeAt(Config, {Block}, Block->getType());
}

LaunchShape HostValues::shapeAt(const Expr *Object, Fields Path,
                                QualType Dim3) {
  auto Component = [&](llvm::StringRef Name,
                       unsigned Maximum) -> std::optional<unsigned> {
    const FieldDecl *Field = fieldNamed(Dim3, Name);
    if (!Field)
      return std::nullopt;
    llvm::SmallVector<const FieldDecl *, 3> Inner(Path);
    Inner.push_back(Field);
    Steps = 0;
    return inRange(scalar(Object, Inner), Maximum);
  };
  LaunchShape Shape{Component("x", MaximumThreads),
                    Component("y", MaximumThreads), Component("z", MaximumZ)};
  // Such a launch fails: it says nothing of how the kernel runs.
  if (Shape.X && Shape.Y && Shape.Z &&
      uint64_t(*Shape.X) * *Shape.Y * *Shape.Z > MaximumThreads)
    return {};
  return Shape;
}

HostValues::Value HostValues::scalar(const Expr *E, Fields Path) {
  if (!E || Depth >= MaximumDepth || ++Steps > MaximumSteps ||
      E->containsErrors() || E->getType().isNull())
    return std::nullopt;
  llvm::SaveAndRestore<unsigned> Nested(Depth, Depth + 1);

  if (Path.empty() && !E->isValueDependent() &&
      E->getType()->isIntegralOrEnumerationType()) {
    Expr::EvalResult Result;
    if (E->EvaluateAsInt(Result, Context))
      return Result.Val.getInt();
  }

  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return scalar(Full->getSubExpr(), Path);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return scalar(Temporary->getSubExpr(), Path);
  if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
    return scalar(Bound->getSubExpr(), Path);
  if (const auto *Substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return scalar(Substituted->getReplacement(), Path);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return scalar(Default->getExpr(), Path);
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return scalar(Default->getExpr(), Path);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return zero(E, Path);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return ofCast(*Cast, Path);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Path.empty() ? ofUnary(*Unary) : std::nullopt;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return ofBinary(*Binary, Path);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return ofChoice(*Choice, Path);
  if (const auto *Construction = dyn_cast<CXXConstructExpr>(E))
    return ofConstruction(*Construction, Path);
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return ofInitList(*List, Path);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return ofMember(*Member, Path);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return ofCall(*Call, Path);
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E))
    if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      return ofVariable(*Variable, Path, Reference);
  return std::nullopt;
}

/// Zero in the type at the end of \p Path.
HostValues::Value HostValues::zero(const Expr *E, Fields Path) const {
  QualType Type = Path.empty() ? E->getType() : Path.back()->getType();
  if (!Type->isIntegralOrEnumerationType() || Type->isDependentType())
    return std::nullopt;
  return Context.MakeIntValue(0, Type);
}

HostValues::Value HostValues::ofCast(const CastExpr &Cast, Fields Path) {
  switch (Cast.getCastKind()) {
  case CK_NoOp:
  case CK_LValueToRValue:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return scalar(Cast.getSubExpr(), Path);
  case CK_IntegralCast:
    return converted(Context, scalar(Cast.getSubExpr(), Path), Cast.getType());
  default:
    return std::nullopt;
  }
}

HostValues::Value HostValues::ofUnary(const UnaryOperator &Unary) {
  switch (Unary.getOpcode()) {
  case UO_Plus:
    return scalar(Unary.getSubExpr(), {});
  case UO_Minus:
    if (Value V = scalar(Unary.getSubExpr(), {}))
      return -*V;
    return std::nullopt;
  case UO_Not:
    if (Value V = scalar(Unary.getSubExpr(), {}))
      return ~*V;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

HostValues::Value HostValues::ofBinary(const BinaryOperator &Binary,
                                       Fields Path) {
  BinaryOperatorKind Opcode = Binary.getOpcode();
  // a = b = 32 and the comma have the value of their right side.
  if (Opcode == BO_Assign || Opcode == BO_Comma)
    return scalar(Binary.getRHS(), Path);
  if (!Path.empty())
    return std::nullopt;
  Value L = scalar(Binary.getLHS(), {});
  Value R = L ? scalar(Binary.getRHS(), {}) : std::nullopt;
  if (!L || !R)
    return std::nullopt;
  if (Binary.isShiftOp()) {
    if (R->isNegative() || R->uge(L->getBitWidth()))
      return std::nullopt;
    unsigned Amount = static_cast<unsigned>(R->getZExtValue());
    return Opcode == BO_Shl ? *L << Amount : *L >> Amount;
  }
  // Sema has made the operand types equal; a template's pattern may differ.
  if (L->getBitWidth() != R->getBitWidth() || L->isSigned() != R->isSigned())
    return std::nullopt;
  switch (Opcode) {
  case BO_Add:
    return *L + *R;
  case BO_Sub:
    return *L - *R;
  case BO_Mul:
    return *L * *R;
  case BO_Div:
    return R->isZero() ? Value() : *L / *R;
  case BO_Rem:
    return R->isZero() ? Value() : *L % *R;
  case BO_And:
    return *L & *R;
  case BO_Or:
    return *L | *R;
  case BO_Xor:
    return *L ^ *R;
  case BO_LT:
    return Context.MakeIntValue(*L < *R, Context.IntTy);
  case BO_GT:
    return Context.MakeIntValue(*L > *R, Context.IntTy);
  case BO_LE:
    return Context.MakeIntValue(*L <= *R, Context.IntTy);
  case BO_GE:
    return Context.MakeIntValue(*L >= *R, Context.IntTy);
  case BO_EQ:
    return Context.MakeIntValue(*L == *R, Context.IntTy);
  case BO_NE:
    return Context.MakeIntValue(*L != *R, Context.IntTy);
  default:
    return std::nullopt;
  }
}

HostValues::Value HostValues::ofChoice(const ConditionalOperator &Choice,
                                       Fields Path) {
  if (Value Condition = scalar(Choice.getCond(), {}))
    return scalar(Condition->isZero() ? Choice.getFalseExpr()
                                      : Choice.getTrueExpr(),
                  Path);
  Value True = scalar(Choice.getTrueExpr(), Path);
  Value False = True ? scalar(Choice.getFalseExpr(), Path) : std::nullopt;
  if (!True || !False || llvm::APSInt::compareValues(*True, *False) != 0)
    return std::nullopt;
  return True;
}

HostValues::Value HostValues::inFrame(const FunctionDecl *Callee,
                                      llvm::ArrayRef<const Expr *> Arguments,
                                      const Expr *Body, Fields Path) {
  CallFrame Inner{Callee, Arguments, Current};
  llvm::SaveAndRestore<const CallFrame *> Entered(Current, &Inner);
  return scalar(Body, Path);
}

HostValues::Value
HostValues::ofConstruction(const CXXConstructExpr &Construction, Fields Path) {
  const CXXConstructorDecl *Constructor = Construction.getConstructor();
  if (Constructor->isCopyOrMoveConstructor() && Constructor->isTrivial())
    return Construction.getNumArgs() == 1 ? scalar(Construction.getArg(0), Path)
                                          : std::nullopt;
  if (Path.empty())
    return std::nullopt;
  const FunctionDecl *Definition = nullptr;
  if (!Constructor->isDefined(Definition) ||
      cast<CXXConstructorDecl>(Definition)->isTrivial())
    return Construction.requiresZeroInitialization() ? zero(&Construction, Path)
                                                     : std::nullopt;
  // A body could write the fields again.
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Definition->getBody());
  if (Definition->isDependentContext() || (Body && !Body->body_empty()))
    return std::nullopt;
  llvm::ArrayRef<const Expr *> Arguments(Construction.getArgs(),
                                         Construction.getNumArgs());
  for (const CXXCtorInitializer *Initialiser :
       cast<CXXConstructorDecl>(Definition)->inits()) {
    if (Initialiser->isDelegatingInitializer())
      return inFrame(Definition, Arguments, Initialiser->getInit(), Path);
    if (Initialiser->getMember() == Path.front())
      return inFrame(Definition, Arguments, Initialiser->getInit(),
                     Path.drop_front());
  }
  return std::nullopt;
}

HostValues::Value HostValues::ofInitList(const InitListExpr &List,
                                         Fields Path) {
  if (const InitListExpr *Semantic = List.getSemanticForm())
    return ofInitList(*Semantic, Path);
  // int n{256}; and float4{other}.
  const auto *Record = List.getType()->getAsCXXRecordDecl();
  bool OfPathsRecord =
      !Path.empty() && Record && Path.front()->getParent() == Record;
  if (!OfPathsRecord || List.isTransparent())
    return List.getNumInits() == 1 ? scalar(List.getInit(0), Path)
                                   : std::nullopt;
  if (Record->isUnion() || Record->getNumBases() != 0)
    return std::nullopt;
  unsigned Index = Path.front()->getFieldIndex();
  if (Index >= List.getNumInits())
    return std::nullopt;
  return scalar(List.getInit(Index), Path.drop_front());
}

HostValues::Value HostValues::ofMember(const MemberExpr &Member, Fields Path) {
  if (const auto *Static = dyn_cast<VarDecl>(Member.getMemberDecl()))
    return ofVariable(*Static, Path, &Member);
  const auto *Field = dyn_cast<FieldDecl>(Member.getMemberDecl());
  if (!Field || Member.isArrow())
    return std::nullopt;
  llvm::SmallVector<const FieldDecl *, 4> Inner = {Field};
  Inner.append(Path.begin(), Path.end());
  return scalar(Member.getBase(), Inner);
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

/// What \p Function returns, when it says so in one place.
static const Expr *returnedExpression(const FunctionDecl &Function) {
  if (Function.isDependentContext())
    return nullptr;
  llvm::SmallVector<const ReturnStmt *, 2> Returns;
  addReturns(Function.getBody(), Returns);
  return Returns.size() == 1 ? Returns.front()->getRetValue() : nullptr;
}

static bool isNamed(const FunctionDecl &Function, llvm::StringRef Name) {
  return Function.getDeclName().isIdentifier() && Function.getName() == Name;
}

llvm::ArrayRef<const Expr *> HostValues::arguments(const CallExpr &Call) {
  llvm::ArrayRef<const Expr *> All(Call.getArgs(), Call.getNumArgs());
  // Of an operator that is a member, the first argument is the object.
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  if (isa<CXXOperatorCallExpr>(Call) && Method && !Method->isStatic() &&
      !All.empty())
    All = All.drop_front();
  return All;
}

HostValues::Value HostValues::ofCall(const CallExpr &Call, Fields Path) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return std::nullopt;
  bool Minimum = isNamed(*Callee, "min");
  if ((Minimum || isNamed(*Callee, "max")) && Path.empty() &&
      Call.getNumArgs() == 2) {
    Value A = scalar(Call.getArg(0), {});
    Value B = A ? scalar(Call.getArg(1), {}) : std::nullopt;
    if (!A || !B)
      return std::nullopt;
    return (llvm::APSInt::compareValues(*A, *B) < 0) == Minimum ? A : B;
  }
  if (const Expr *Returned = returnedExpression(*Callee)) {
    const FunctionDecl *Definition = Callee->getDefinition();
    return inFrame(Definition ? Definition : Callee, arguments(Call), Returned,
                   Path);
  }
  // A constexpr function with a longer body that returns a dim3.
  Expr::EvalResult Result;
  if (Path.size() != 1 || Call.isValueDependent() ||
      !Call.EvaluateAsRValue(Result, Context) || Result.HasSideEffects ||
      !Result.Val.isStruct() ||
      Path.front()->getFieldIndex() >= Result.Val.getStructNumFields())
    return std::nullopt;
  const APValue &Field =
      Result.Val.getStructField(Path.front()->getFieldIndex());
  return Field.isInt() ? Value(Field.getInt()) : std::nullopt;
}

const CallFrame *HostValues::frameOf(const ParmVarDecl &Parameter) {
  // A lambda sees the parameters of the functions around it.
  for (const CallFrame *Frame = Current; Frame; Frame = Frame->Caller)
    if (Frame->Callee == Parameter.getDeclContext())
      return Parameter.getFunctionScopeIndex() < Frame->Arguments.size()
                 ? Frame
                 : nullptr;
  if (!Missing)
    Missing = functionOf(Parameter);
  return nullptr;
}

HostValues::Value HostValues::ofArgument(const ParmVarDecl &Parameter,
                                         Fields Path) {
  const CallFrame *Frame = frameOf(Parameter);
  if (!Frame)
    return std::nullopt;
  // The argument is an expression of the caller's.
  llvm::SaveAndRestore<const CallFrame *> Left(Current, Frame->Caller);
  return scalar(Frame->Arguments[Parameter.getFunctionScopeIndex()], Path);
}

HostValues::Value HostValues::ofVariable(const VarDecl &Variable, Fields Path,
                                         const Expr *Use) {
  if (Variable.isInvalidDecl())
    return std::nullopt;
  for (const auto &[Object, Known] : Facts)
    if (Object.Variable == &Variable && Path.equals(Object.Fields))
      return Known;
  const auto *Parameter = dyn_cast<ParmVarDecl>(&Variable);
  HostFlow *Flow = flowOf(functionOf(Variable));
  if (Parameter && (!Flow || Variable.getType()->isReferenceType()))
    return ofArgument(*Parameter, Path);
  if (Variable.getType()->isReferenceType())
    return std::nullopt;
  if (!Parameter &&
      (Variable.isConstexpr() || Variable.getType().isConstQualified()))
    return scalar(Variable.getAnyInitializer(), Path);
  if (!Flow)
    return std::nullopt;

  HostObject Object{&Variable, {Path.begin(), Path.end()}};
  std::optional<HostFlow::Writes> Writes = Flow->reaching(Object, Use);
  if (!Writes)
    return std::nullopt;
  Value Common;
  for (const HostWrite *Write : *Writes) {
    if (llvm::is_contained(Active, Write))
      return std::nullopt;
    Active.push_back(Write);
    Fields Rest = Path.drop_front(Write->Target.Fields.size());
    Value V = Write->From == HostWrite::Source::Argument
                  ? ofArgument(*Parameter, Rest)
                  : scalar(Write->Value, Rest);
    Active.pop_back();
    if (!V || (Common && llvm::APSInt::compareValues(*Common, *V) != 0))
      return std::nullopt;
    Common = V;
  }
  return Common;
}

llvm::SmallVector<const FunctionDecl *, 1>
HostValues::functions(const Expr *E) {
  Steps = 0;
  llvm::SetVector<const FunctionDecl *> Found;
  if (!addFunctions(E, Found))
    return {};
  return {Found.begin(), Found.end()};
}

bool HostValues::addFunctions(const Expr *E,
                              llvm::SetVector<const FunctionDecl *> &Found) {
  if (!E || Depth >= MaximumDepth || ++Steps > MaximumSteps)
    return false;
  llvm::SaveAndRestore<unsigned> Nested(Depth, Depth + 1);
  E = E->IgnoreParenCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return addFunctions(Full->getSubExpr(), Found);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return addFunctions(Temporary->getSubExpr(), Found);
  if (const auto *Substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return addFunctions(Substituted->getReplacement(), Found);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return (Unary->getOpcode() == UO_AddrOf ||
            Unary->getOpcode() == UO_Deref) &&
           addFunctions(Unary->getSubExpr(), Found);
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() == 1 && addFunctions(List->getInit(0), Found);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return addFunctions(Choice->getTrueExpr(), Found) &&
           addFunctions(Choice->getFalseExpr(), Found);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    return Callee && Callee->isInStdNamespace() && Call->getNumArgs() == 1 &&
           (isNamed(*Callee, "forward") || isNamed(*Callee, "move")) &&
           addFunctions(Call->getArg(0), Found);
  }
  const auto *Reference = dyn_cast<DeclRefExpr>(E);
  if (!Reference)
    return false;
  if (const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl())) {
    Found.insert(Function->getCanonicalDecl());
    return true;
  }
  const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
  return Variable && !Variable->isInvalidDecl() &&
         addVariable(*Variable, Reference, Found);
}

bool HostValues::addVariable(const VarDecl &Variable, const Expr *Use,
                             llvm::SetVector<const FunctionDecl *> &Found) {
  const auto *Parameter = dyn_cast<ParmVarDecl>(&Variable);
  auto AddArgument = [&] {
    const CallFrame *Frame = frameOf(*Parameter);
    if (!Frame)
      return false;
    llvm::SaveAndRestore<const CallFrame *> Left(Current, Frame->Caller);
    return addFunctions(Frame->Arguments[Parameter->getFunctionScopeIndex()],
                        Found);
  };
  HostFlow *Flow = flowOf(functionOf(Variable));
  bool Reference = Variable.getType()->isReferenceType();
  if (Parameter && (!Flow || Reference))
    return AddArgument();
  if (!Parameter && (Reference || Variable.getType().isConstQualified()))
    return addFunctions(Variable.getAnyInitializer(), Found);
  if (!Flow)
    return false;
  std::optional<HostFlow::Writes> Writes = Flow->reaching({&Variable, {}}, Use);
  if (!Writes || Writes->empty())
    return false;
  for (const HostWrite *Write : *Writes) {
    if (llvm::is_contained(Active, Write))
      return false;
    Active.push_back(Write);
    bool Told = Write->From == HostWrite::Source::Argument
                    ? AddArgument()
                    : addFunctions(Write->Value, Found);
    Active.pop_back();
    if (!Told)
      return false;
  }
  return true;
}

} // namespace warplint
