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
static constexpr unsigned MaximumValueDepth = 64;
static constexpr unsigned MaximumSteps = 20000;
// Block sizes that one launch tries: 32 to 1024 by powers of two are 6.
static constexpr unsigned MaximumAlternatives = 16;

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

HostValues::Value HostValues::scalar(const Expr *E, Fields Path) {
  if (!E || Depth >= MaximumValueDepth || ++Steps > MaximumSteps ||
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

} // namespace warplint
