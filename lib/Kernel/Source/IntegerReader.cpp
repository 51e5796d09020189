//===- IntegerReader.cpp - The values of C++ integers ---------------------===//

#include "IntegerReader.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using llvm::APSInt;

namespace warplint {

// Only guards against code made to be hard.
static constexpr unsigned MaximumValueDepth = 256;

/// \p V in the integer type \p Type.
static APSInt integerAs(const ASTContext &Context, const APSInt &V,
                        QualType Type) {
  APSInt Result = V.extOrTrunc(Context.getIntWidth(Type));
  Result.setIsSigned(Type->isSignedIntegerOrEnumerationType());
  return Result;
}

/// What \p Opcode makes of two integers as Sema has converted them; nothing
/// where C++ does not define it, and for other operators.
static std::optional<APSInt> integerResult(const ASTContext &Context,
                                           BinaryOperatorKind Opcode,
                                           const APSInt &L, const APSInt &R) {
  if (BinaryOperator::isShiftOp(Opcode)) {
    if (R.isNegative() || R.uge(L.getBitWidth()))
      return std::nullopt;
    unsigned Amount = static_cast<unsigned>(R.getZExtValue());
    return Opcode == BO_Shl ? L << Amount : L >> Amount;
  }
  // Sema has made the operand types equal; a template's pattern may differ.
  if (L.getBitWidth() != R.getBitWidth() || L.isSigned() != R.isSigned())
    return std::nullopt;
  switch (Opcode) {
  case BO_Add:
    return L + R;
  case BO_Sub:
    return L - R;
  case BO_Mul:
    return L * R;
  case BO_Div:
    return R.isZero() ? std::nullopt : std::optional(L / R);
  case BO_Rem:
    return R.isZero() ? std::nullopt : std::optional(L % R);
  case BO_And:
    return L & R;
  case BO_Or:
    return L | R;
  case BO_Xor:
    return L ^ R;
  case BO_LT:
    return Context.MakeIntValue(L < R, Context.IntTy);
  case BO_GT:
    return Context.MakeIntValue(L > R, Context.IntTy);
  case BO_LE:
    return Context.MakeIntValue(L <= R, Context.IntTy);
  case BO_GE:
    return Context.MakeIntValue(L >= R, Context.IntTy);
  case BO_EQ:
    return Context.MakeIntValue(L == R, Context.IntTy);
  case BO_NE:
    return Context.MakeIntValue(L != R, Context.IntTy);
  default:
    return std::nullopt;
  }
}

IntegerReader::Value IntegerReader::number(uint64_t N, const Expr &E) const {
  return Context.MakeIntValue(N, E.getType());
}

IntegerReader::Value IntegerReader::ofCast(const CastExpr &Cast) {
  Value V = value(Cast.getSubExpr());
  switch (Cast.getCastKind()) {
  case CK_NoOp:
  case CK_LValueToRValue:
    return V;
  case CK_IntegralCast:
    return V ? Value(integerAs(Context, *V, Cast.getType())) : V;
  case CK_IntegralToBoolean:
    return V ? number(!V->isZero(), Cast) : V;
  default:
    return std::nullopt;
  }
}

IntegerReader::Value IntegerReader::ofUnary(const UnaryOperator &Unary) {
  Value V = Unary.isArithmeticOp() ? value(Unary.getSubExpr()) : std::nullopt;
  if (!V || Unary.getOpcode() == UO_Plus)
    return V;
  if (Unary.getOpcode() == UO_LNot)
    return number(V->isZero(), Unary);
  return Unary.getOpcode() == UO_Minus ? -*V : ~*V;
}

IntegerReader::Value
IntegerReader::ofSelect(const ConditionalOperator &Select) {
  if (Value If = value(Select.getCond()))
    return value(If->isZero() ? Select.getFalseExpr() : Select.getTrueExpr());
  Value True = value(Select.getTrueExpr());
  Value False = value(Select.getFalseExpr());
  return True && False && APSInt::isSameValue(*True, *False) ? True
                                                             : std::nullopt;
}

IntegerReader::Value IntegerReader::ofParts(const Expr &E) {
  if (const auto *Paren = dyn_cast<ParenExpr>(&E))
    return value(Paren->getSubExpr());
  if (const auto *Full = dyn_cast<FullExpr>(&E))
    return value(Full->getSubExpr());
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(&E))
    return value(Temporary->getSubExpr());
  if (const auto *Substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(&E))
    return value(Substituted->getReplacement());
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(&E))
    return value(Default->getExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(&E))
    return ofCast(*Cast);
  if (const auto *Unary = dyn_cast<UnaryOperator>(&E))
    return ofUnary(*Unary);
  if (const auto *Select = dyn_cast<ConditionalOperator>(&E))
    return ofSelect(*Select);
  const auto *Binary = dyn_cast<BinaryOperator>(&E);
  Value L = Binary ? value(Binary->getLHS()) : std::nullopt;
  Value R = L ? value(Binary->getRHS()) : std::nullopt;
  return R ? integerResult(Context, Binary->getOpcode(), *L, *R) : R;
}

IntegerReader::Value IntegerReader::value(const Expr *E) {
  if (!E || Depth >= MaximumValueDepth || E->containsErrors() ||
      E->isTypeDependent() || !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  llvm::SaveAndRestore<unsigned> Nested(Depth, Depth + 1);
  if (Value V = known(*E))
    return V;
  // A constant may have a part that stands for another number.
  if (Value V = ofParts(*E))
    return V;
  auto [At, IsNew] = Constants.try_emplace(E);
  Expr::EvalResult Result;
  if (IsNew && !E->isValueDependent() && E->EvaluateAsInt(Result, Context))
    At->second = Result.Val.getInt();
  return At->second;
}

} // namespace warplint
