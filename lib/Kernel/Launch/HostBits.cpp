//===- HostBits.cpp - Bits of host values that are known ------------------===//
//
// Of rows * 32 * sizeof(float) the lowest seven bits are 0 whatever rows is.
//
//===----------------------------------------------------------------------===//

#include "HostValues.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using llvm::KnownBits;

namespace warplint {

// Each level asks for a constant first.
static constexpr unsigned MaximumDepth = 24;

/// \p K as a value of type \p To, being of type \p From.
static KnownBits bitsAs(const ASTContext &Context, const KnownBits &K,
                        QualType From, QualType To) {
  const unsigned Width = Context.getIntWidth(To);
  return From->isSignedIntegerOrEnumerationType() ? K.sextOrTrunc(Width)
                                                  : K.zextOrTrunc(Width);
}

/// \p K, or nothing known where it is of another width.
static KnownBits ofWidth(const KnownBits &K, unsigned Width) {
  return K.getBitWidth() == Width ? K : KnownBits(Width);
}

KnownBits HostValues::bits(const Expr *E, Fields Path) {
  if (!E)
    return KnownBits(1);
  const QualType Type = Path.empty() ? E->getType() : Path.back()->getType();
  if (Type.isNull() || Type->isDependentType() ||
      !Type->isIntegralOrEnumerationType())
    return KnownBits(1);
  KnownBits Unknown(Context.getIntWidth(Type));
  if (BitsDepth >= MaximumDepth)
    return Unknown;
  llvm::SaveAndRestore<unsigned> Nested(BitsDepth, BitsDepth + 1);
  Steps = 0;
  if (Value V = agreed([&] { return scalar(E, Path); }))
    return KnownBits::makeConstant(V->extOrTrunc(Unknown.getBitWidth()));
  auto Of = [&](const Expr *Part) {
    return ofWidth(bits(Part, Path), Unknown.getBitWidth());
  };
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return Of(Full->getSubExpr());
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return Of(Temporary->getSubExpr());
  if (auto Object = namedObject(E)) {
    Object->Fields.append(Path.begin(), Path.end());
    return bitsOf(*Object, *E, Unknown);
  }
  if (!Path.empty())
    return Unknown;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *From = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_IntegralCast)
      return bitsAs(Context, bits(From, {}), From->getType(), Type);
    return Of(From);
  }
  if (const auto *Select = dyn_cast<ConditionalOperator>(E))
    return Of(Select->getTrueExpr()).intersectWith(Of(Select->getFalseExpr()));
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return Unknown;
  const KnownBits L = bits(Binary->getLHS(), {}),
                  R = bits(Binary->getRHS(), {});
  const bool IsSigned = Type->isSignedIntegerOrEnumerationType();
  // The amount of a shift has a type of its own.
  if (Binary->isShiftOp() && L.getBitWidth() == Unknown.getBitWidth()) {
    const KnownBits Amount = R.zextOrTrunc(L.getBitWidth());
    return Binary->getOpcode() == BO_Shl ? KnownBits::shl(L, Amount)
           : IsSigned                    ? KnownBits::ashr(L, Amount)
                                         : KnownBits::lshr(L, Amount);
  }
  if (L.getBitWidth() != Unknown.getBitWidth() ||
      R.getBitWidth() != Unknown.getBitWidth())
    return Unknown;
  switch (Binary->getOpcode()) {
  case BO_Mul:
    return KnownBits::mul(L, R);
  case BO_Add:
    return KnownBits::add(L, R);
  case BO_Sub:
    return KnownBits::sub(L, R);
  case BO_Div:
    return IsSigned ? KnownBits::sdiv(L, R) : KnownBits::udiv(L, R);
  case BO_Rem:
    return IsSigned ? KnownBits::srem(L, R) : KnownBits::urem(L, R);
  case BO_And:
    return L & R;
  case BO_Or:
    return L | R;
  case BO_Xor:
    return L ^ R;
  default:
    return Unknown;
  }
}

/// What all that \p Object may hold where \p Use reads it have in common.
KnownBits HostValues::bitsOf(const HostObject &Object, const Expr &Use,
                             const KnownBits &Unknown) {
  // What a reference is bound to may change.
  const bool IsBound = !isa<ParmVarDecl>(Object.Variable) &&
                       Object.Variable->getType()->isReferenceType();
  std::optional<KnownBits> All;
  const bool IsKnown = !Object.Variable->isInvalidDecl() && !IsBound &&
                       allSources(Object, Use, [&](const Expr *E, Fields Path) {
                         const KnownBits Here =
                             ofWidth(bits(E, Path), Unknown.getBitWidth());
                         All = All ? All->intersectWith(Here) : Here;
                         return true;
                       });
  return IsKnown && All ? *All : Unknown;
}

uint64_t HostValues::sharedBytesMultiple(const Expr *E, const Expr *Config) {
  KnownBits Bytes(64);
  if (Config) {
    if (auto [Object, Field] = fieldOfConfig(*Config, "dynamicSmemBytes");
        Field)
      Bytes = bits(Object, {Field});
  } else if (E) {
    Bytes = bits(E, {});
  }
  // A block has no more than that.
  constexpr unsigned Most = 18;
  return uint64_t(1) << std::min(Bytes.countMinTrailingZeros(), Most);
}

} // namespace warplint
