//===- ThreadValues.cpp - What each thread of a block computes ------------===//

#include "ThreadValues.h"
#include "warplint/Warp/LaneMask.h"
#include "warplint/Warp/Limits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using namespace clang;

namespace warplint {

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
    : IntegerReader(Context), Shape(Shape), Changed(Changed),
      Columns(MaxBlockThreads), Rows(Shape.Y.value_or(1)) {
  // In one row more threads than there are do no harm, and show how the
  // expression goes on.
  if (Rows > 1 || !Shape.X || *Shape.X % WarpSize)
    Columns = Shape.X.value_or(MaxBlockThreads);
  XBits = Log2_32_Ceil(Columns);
  YBits = Log2_32_Ceil(Rows);
}

bool ThreadValues::hasWholeWarps() const {
  return Shape.Z.value_or(1) == 1 && threads() % WarpSize == 0 &&
         (Columns % WarpSize == 0 || isPowerOf2_32(Columns));
}

ThreadValues::Value ThreadValues::known(const Expr &E) {
  std::optional<uint64_t> N;
  if (auto Axis = threadAxis(&E)) {
    const size_t Of[] = {Thread % Columns, Thread / Columns, 0};
    if (*Axis != 1 || Shape.Y)
      N = Of[*Axis];
  } else if (auto Axis = axisOf(&E, "blockDim")) {
    const std::optional<unsigned> Of[] = {Shape.X, Shape.Y, Shape.Z};
    N = Of[*Axis];
  } else if (const auto *Reference = dyn_cast<DeclRefExpr>(&E)) {
    const auto *V = dyn_cast<VarDecl>(Reference->getDecl());
    llvm::SaveAndRestore Now(Thread);
    if (const ThreadTable *Table = V ? of(*V) : nullptr)
      N = (*Table)[Now.get()];
  }
  return N ? number(*N, E) : std::nullopt;
}

const ThreadTable *ThreadValues::of(const Expr *E) {
  auto [It, IsNew] = Tables.try_emplace(E);
  ThreadTable &Table = It->second;
  for (size_t T = 0; IsNew && Table.size() == T && T < threads(); ++T) {
    Thread = T;
    Value V = value(E);
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
