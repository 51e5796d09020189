//===- ThreadValues.cpp - What each thread of a block computes ------------===//

#include "ThreadValues.h"
#include "Kernel/Source/IntegerValues.h"
#include "warplint/Warp/LaneMask.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace clang;

namespace warplint {

/// Of a block whose length is not known, and no less than any has.
static constexpr unsigned MostThreads = 1024;

/// The axis of the built-in variable \p Name that \p E is.
static std::optional<unsigned> axisOf(const Expr *E, StringRef Name) {
  E = E->IgnoreParens();
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E))
    E = P->getSyntacticForm()->IgnoreParens();
  const Expr *Base = nullptr;
  StringRef Axis;
  if (const auto *P = dyn_cast<MSPropertyRefExpr>(E)) {
    Base = P->getBaseExpr();
    Axis = P->getPropertyDecl()->getName();
  } else if (const auto *M = dyn_cast<MemberExpr>(E);
             M && M->getMemberDecl()->getIdentifier()) {
    Base = M->getBase();
    Axis = M->getMemberDecl()->getName();
  }
  if (Base)
    Base = Base->IgnoreParenImpCasts();
  if (const auto *Opaque = dyn_cast_or_null<OpaqueValueExpr>(Base))
    Base = Opaque->getSourceExpr();
  const auto *Variable =
      Base ? dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts()) : nullptr;
  if (!Variable || !Variable->getDecl()->getIdentifier() ||
      Variable->getDecl()->getName() != Name)
    return std::nullopt;
  return StringSwitch<std::optional<unsigned>>(Axis)
      .Case("x", 0)
      .Case("y", 1)
      .Case("z", 2)
      .Default(std::nullopt);
}

std::optional<unsigned> threadAxis(const Expr *E) {
  return axisOf(E, "threadIdx");
}

ThreadValues::ThreadValues(const ASTContext &Context, const LaunchShape &Shape,
                           const DenseSet<const VarDecl *> &Changed)
    : Context(Context), Shape(Shape), Changed(Changed), Columns(MostThreads),
      Rows(Shape.Y.value_or(1)) {
  // In one row more threads than there are do no harm, and show how the
  // expression goes on.
  if (Rows > 1 || !Shape.X || *Shape.X % WarpSize)
    Columns = Shape.X.value_or(MostThreads);
  XBits = Log2_32_Ceil(Columns);
  YBits = Log2_32_Ceil(Rows);
}

bool ThreadValues::hasWholeWarps() const {
  return Shape.Z.value_or(1) == 1 && threads() % WarpSize == 0 &&
         (Columns % WarpSize == 0 || isPowerOf2_32(Columns));
}

ThreadValues::Value ThreadValues::ofReference(size_t Thread,
                                              const DeclRefExpr &Reference) {
  const auto *V = dyn_cast<VarDecl>(Reference.getDecl());
  if (!V)
    return std::nullopt;
  const ThreadTable *Table = of(*V);
  if (!Table)
    return std::nullopt;
  return Context.MakeIntValue((*Table)[Thread], Reference.getType());
}

ThreadValues::Value ThreadValues::valueIn(size_t Thread, const Expr *E) {
  E = E->IgnoreParens();
  if (!E->getType()->isIntegralOrEnumerationType() || E->isValueDependent())
    return std::nullopt;
  if (const auto *Literal = dyn_cast<IntegerLiteral>(E))
    return Context.MakeIntValue(Literal->getValue().getZExtValue(),
                                E->getType());
  if (auto Axis = threadAxis(E)) {
    if (*Axis == 1 && !Shape.Y)
      return std::nullopt;
    const size_t Of[] = {Thread % Columns, Thread / Columns, 0};
    return Context.MakeIntValue(Of[*Axis], E->getType());
  }
  if (auto Axis = axisOf(E, "blockDim")) {
    const std::optional<unsigned> Of[] = {Shape.X, Shape.Y, Shape.Z};
    if (!Of[*Axis])
      return std::nullopt;
    return Context.MakeIntValue(*Of[*Axis], E->getType());
  }
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return valueIn(Thread, Full->getSubExpr());
  if (const auto *Argument = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return valueIn(Thread, Argument->getReplacement());
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    switch (Cast->getCastKind()) {
    case CK_NoOp:
    case CK_LValueToRValue:
      return valueIn(Thread, Cast->getSubExpr());
    case CK_IntegralCast:
      if (Value V = valueIn(Thread, Cast->getSubExpr()))
        return integerAs(Context, *V, E->getType());
      return std::nullopt;
    case CK_IntegralToBoolean:
      if (Value V = valueIn(Thread, Cast->getSubExpr()))
        return Context.MakeIntValue(!V->isZero(), E->getType());
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E))
    if (Value V = ofReference(Thread, *Reference))
      return V;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    Value L = valueIn(Thread, Binary->getLHS());
    Value R = L ? valueIn(Thread, Binary->getRHS()) : std::nullopt;
    if (!R)
      return std::nullopt;
    return integerResult(Context, Binary->getOpcode(), *L, *R);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    Value V = Unary->isIncrementDecrementOp()
                  ? std::nullopt
                  : valueIn(Thread, Unary->getSubExpr());
    if (!V)
      return std::nullopt;
    switch (Unary->getOpcode()) {
    case UO_Plus:
      return V;
    case UO_Minus:
      return -*V;
    case UO_Not:
      return ~*V;
    case UO_LNot:
      return Context.MakeIntValue(V->isZero(), E->getType());
    default:
      return std::nullopt;
    }
  }
  if (const auto *Select = dyn_cast<ConditionalOperator>(E)) {
    Value If = valueIn(Thread, Select->getCond());
    if (!If)
      return std::nullopt;
    return valueIn(Thread, If->isZero() ? Select->getFalseExpr()
                                        : Select->getTrueExpr());
  }
  Expr::EvalResult Constant;
  if (E->EvaluateAsInt(Constant, Context))
    return Constant.Val.getInt();
  return std::nullopt;
}

const ThreadTable *ThreadValues::of(const Expr *E) {
  auto [It, IsNew] = Tables.try_emplace(E);
  ThreadTable &Table = It->second;
  Expr::EvalResult Constant;
  if (IsNew && E->getType()->isIntegralOrEnumerationType() &&
      !E->isValueDependent() && E->EvaluateAsInt(Constant, Context))
    Table.assign(threads(), Constant.Val.getInt().getExtValue());
  for (size_t T = 0; IsNew && Table.size() == T && T < threads(); ++T) {
    Value V = valueIn(T, E);
    if (!V || V->getSignificantBits() > 64) {
      Table.clear();
      break;
    }
    Table.push_back(V->getExtValue());
  }
  return Table.empty() ? nullptr : &Table;
}

const ThreadTable *ThreadValues::of(const VarDecl &V) {
  if (Changed.contains(&V) || !V.hasLocalStorage() || isa<ParmVarDecl>(V) ||
      !V.getInit() || !V.getType()->isIntegralOrEnumerationType() ||
      !InWork.insert(&V).second)
    return nullptr;
  llvm::scope_exit Done([&] { InWork.erase(&V); });
  return of(V.getInit());
}

bool ThreadValues::differsInWarp(const ThreadTable &Table) const {
  for (size_t T = 0; T < Table.size(); ++T)
    if (Table[T] != Table[T / WarpSize * WarpSize])
      return true;
  return false;
}

bool ThreadValues::isThread(const ThreadTable &Table) const {
  return all_of(enumerate(Table), [](const auto &At) {
    return uint64_t(At.value()) == At.index();
  });
}

bool ThreadValues::isLane(const ThreadTable &Table) const {
  return all_of(enumerate(Table), [](const auto &At) {
    return uint64_t(At.value()) == At.index() % WarpSize;
  });
}

std::optional<BitWeights>
ThreadValues::weightsOf(const ThreadTable &Table) const {
  BitWeights W;
  for (unsigned B = 0; B < XBits; ++B)
    W.X.push_back(Table[size_t(1) << B] - Table[0]);
  for (unsigned B = 0; B < YBits; ++B)
    W.Y.push_back(Table[size_t(Columns) << B] - Table[0]);
  for (size_t T = 0; T < Table.size(); ++T) {
    int64_t Sum = 0;
    for (unsigned B = 0; B < XBits; ++B)
      Sum += T % Columns >> B & 1 ? W.X[B] : 0;
    for (unsigned B = 0; B < YBits; ++B)
      Sum += T / Columns >> B & 1 ? W.Y[B] : 0;
    if (Sum != Table[T])
      return std::nullopt;
  }
  return W;
}

} // namespace warplint
