//===- HostValues.cpp - What host code passes to a launch -----------------===//

#include "HostValues.h"
#include "Kernel/Source/IntegerValues.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

// Only guards against code made to be hard: real launches need a few dozen.
static constexpr unsigned MaximumDepth = 64;
static constexpr unsigned MaximumSteps = 20000;
// Block sizes that one launch tries: 32 to 1024 by powers of two are 6.
static constexpr unsigned MaximumAlternatives = 16;

// CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability": a block has at most 1024 threads, 1024 along x and y and 64
// along z.
static constexpr unsigned MaximumThreads = 1024;
static constexpr unsigned BlockLimits[3] = {1024, 1024, 64};
// Same table: a grid has at most 2^31 - 1 blocks along x, 65535 along y and z.
static constexpr unsigned GridLimits[3] = {INT32_MAX, 65535, 65535};

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
HostValues::Value HostValues::converted(const ASTContext &Context,
                                        const Value &V, QualType Type) {
  if (!V || Type->isDependentType() || !Type->isIntegralOrEnumerationType())
    return std::nullopt;
  return integerAs(Context, *V, Type);
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

HostFlow *HostValues::flowOf(const VarDecl &Variable) {
  return flowOf(functionOf(Variable));
}

bool HostValues::isNamed(const FunctionDecl &Function, llvm::StringRef Name) {
  return Function.getDeclName().isIdentifier() && Function.getName() == Name;
}

void HostValues::enter(const Expr *Use, const FunctionDecl *In,
                       const HostCall *Frame) {
  Current = Frame;
  Facts.clear();
  Choice = {};
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

/// Which of the \p Count values that \p Place decides between to follow.
std::optional<unsigned> HostValues::alternative(const void *Place,
                                                unsigned Count) {
  if (!Choice.Allowed || Count == 0 || Count > MaximumAlternatives)
    return std::nullopt;
  if (!Choice.Place && !Choice.Closed) {
    Choice.Place = Place;
    Choice.Count = Count;
  }
  if (Choice.Place == Place && Choice.Count == Count)
    return Choice.Picked;
  if (!Choice.Closed)
    Choice.Several = true;
  return std::nullopt;
}

bool HostValues::nextAlternative(bool &Restarted) {
  Restarted = Choice.Several;
  if (Choice.Several) {
    Choice = {};
    Choice.Allowed = false;
    return true;
  }
  return Choice.Place && ++Choice.Picked < Choice.Count;
}

/// The value of \p Ask where it is the same for all alternatives.
HostValues::Value HostValues::agreed(llvm::function_ref<Value()> Ask) {
  llvm::SaveAndRestore<bool> Only(Choice.Allowed, false);
  return Ask();
}

std::optional<llvm::APSInt> HostValues::integer(const Expr *E) {
  Steps = 0;
  return scalar(E, {});
}

std::optional<llvm::APSInt> HostValues::constant(const Expr *E, Fields Path,
                                                 QualType Type) {
  llvm::SaveAndRestore<bool> Only(Choice.Closed, true);
  Steps = 0;
  return converted(Context, scalar(E, Path), Type);
}

/// The object that \p Config points to, when it says &object, and its field \p
/// Name; null where that can't be told.
std::pair<const Expr *, const FieldDecl *>
HostValues::fieldOfConfig(const Expr &Config, llvm::StringRef Name) {
  const auto *AddressOf = dyn_cast<UnaryOperator>(Config.IgnoreParenImpCasts());
  if (!AddressOf || AddressOf->getOpcode() != UO_AddrOf)
    return {};
  const Expr *Object = AddressOf->getSubExpr();
  return {Object, fieldNamed(Object->getType(), Name)};
}

LaunchShape HostValues::shapeOf(const Expr *E, const Expr *Config,
                                llvm::StringRef Field,
                                const unsigned (&Limits)[3]) {
  if (Config) {
    auto [Object, Shape] = fieldOfConfig(*Config, Field);
    return Shape ? shapeAt(Object, {Shape}, Shape->getType(), Limits)
                 : LaunchShape();
  }
  if (!E || E->getType().isNull())
    return {};
  // In a template's pattern the argument may not have become a dim3 yet.
  if (E->getType()->isIntegralOrEnumerationType())
    return {inRange(integer(E), Limits[0]), 1, 1};
  return shapeAt(E, {}, E->getType(), Limits);
}

LaunchShape HostValues::block(const Expr *E, const Expr *Config) {
  LaunchShape Block = shapeOf(E, Config, "blockDim", BlockLimits);
  // A launch of more threads than a block can have fails: it says nothing of
  // how the kernel runs.
  if (Block.X && Block.Y && Block.Z &&
      uint64_t(*Block.X) * *Block.Y * *Block.Z > MaximumThreads)
    return {};
  return Block;
}

LaunchShape HostValues::grid(const Expr *E, const Expr *Config) {
  llvm::SaveAndRestore<bool> Only(Choice.Closed, true);
  return shapeOf(E, Config, "gridDim", GridLimits);
}

std::optional<uint64_t> HostValues::sharedBytes(const Expr *E,
                                                const Expr *Config) {
  Value Bytes;
  if (Config) {
    if (auto [Object, Field] = fieldOfConfig(*Config, "dynamicSmemBytes");
        Field)
      Bytes = constant(Object, {Field}, Field->getType());
  } else if (E) {
    Bytes = constant(E, {}, Context.getSizeType());
  }
  if (!Bytes || Bytes->isNegative() || Bytes->getActiveBits() > 63)
    return std::nullopt;
  return Bytes->getZExtValue();
}

LaunchShape HostValues::shapeAt(const Expr *Object, Fields Path, QualType Dim3,
                                const unsigned (&Limits)[3]) {
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
  return {Component("x", Limits[0]), Component("y", Limits[1]),
          Component("z", Limits[2])};
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
  if (const auto *Select = dyn_cast<ConditionalOperator>(E))
    return ofSelect(*Select, Path);
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return ofElement(*Element, Path);
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

const HostCall *HostValues::frameOf(const ParmVarDecl &Parameter) {
  // A lambda sees the parameters of the functions around it.
  for (const HostCall *Frame = Current; Frame; Frame = Frame->Caller)
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
  const HostCall *Frame = frameOf(Parameter);
  if (!Frame)
    return std::nullopt;
  // The argument is an expression of the caller's.
  llvm::SaveAndRestore<const HostCall *> Left(Current, Frame->Caller);
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
  HostFlow *Flow = flowOf(Variable);
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
  return ofWrites(*Writes, Path, Parameter);
}

HostValues::Value HostValues::ofWrites(const HostFlow::Writes &Writes,
                                       Fields Path,
                                       const ParmVarDecl *Parameter) {
  auto Written = [&](const HostWrite *Write) -> Value {
    if (llvm::is_contained(Active, Write))
      return std::nullopt;
    Active.push_back(Write);
    Fields Rest = Path.drop_front(Write->Target.Fields.size());
    Value V = Write->From == HostWrite::Source::Argument
                  ? ofArgument(*Parameter, Rest)
                  : scalar(Write->Value, Rest);
    Active.pop_back();
    return V;
  };
  if (Writes.empty())
    return std::nullopt;
  if (Writes.size() == 1)
    return Written(Writes.front());
  Value First = agreed([&] { return Written(Writes.front()); });
  bool Same = First && llvm::all_of(Writes, [&](const HostWrite *Write) {
                Value V = agreed([&] { return Written(Write); });
                return V && llvm::APSInt::compareValues(*First, *V) == 0;
              });
  if (Same)
    return First;
  std::optional<unsigned> Picked = alternative(Writes.front(), Writes.size());
  return Picked ? Written(Writes[*Picked]) : std::nullopt;
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
  return allSources({&Variable, {}}, *Use, [&](const Expr *E, Fields) {
    return addFunctions(E, Found);
  });
}

bool HostValues::allSources(
    const HostObject &Object, const Expr &Use,
    llvm::function_ref<bool(const Expr *, Fields)> Ask) {
  const VarDecl &Variable = *Object.Variable;
  const Fields Path = Object.Fields;
  const auto *Parameter = dyn_cast<ParmVarDecl>(&Variable);
  auto AskArgument = [&](Fields Rest) {
    const HostCall *Frame = frameOf(*Parameter);
    if (!Frame)
      return false;
    llvm::SaveAndRestore<const HostCall *> Left(Current, Frame->Caller);
    return Ask(Frame->Arguments[Parameter->getFunctionScopeIndex()], Rest);
  };
  HostFlow *Flow = flowOf(Variable);
  bool Reference = Variable.getType()->isReferenceType();
  if (Parameter && (!Flow || Reference))
    return AskArgument(Path);
  if (!Parameter && (Reference || Variable.getType().isConstQualified()))
    return Ask(Variable.getAnyInitializer(), Path);
  if (!Flow)
    return false;
  std::optional<HostFlow::Writes> Writes = Flow->reaching(Object, &Use);
  if (!Writes || Writes->empty())
    return false;
  for (const HostWrite *Write : *Writes) {
    if (llvm::is_contained(Active, Write))
      return false;
    Active.push_back(Write);
    const Fields Rest = Path.drop_front(Write->Target.Fields.size());
    bool IsKnown = Write->From == HostWrite::Source::Argument
                       ? AskArgument(Rest)
                       : Ask(Write->Value, Rest);
    Active.pop_back();
    if (!IsKnown)
      return false;
  }
  return true;
}

} // namespace warplint
