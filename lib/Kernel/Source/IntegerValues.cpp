//===- IntegerValues.cpp - Arithmetic on integers of C++ types ------------===//

#include "IntegerValues.h"
#include "clang/AST/Expr.h"

using namespace clang;
using llvm::APSInt;

namespace warplint {

APSInt integerAs(const ASTContext &Context, const APSInt &V, QualType Type) {
  APSInt Result = V.extOrTrunc(Context.getIntWidth(Type));
  Result.setIsSigned(Type->isSignedIntegerOrEnumerationType());
  return Result;
}

std::optional<APSInt> integerResult(const ASTContext &Context,
                                    BinaryOperatorKind Opcode, const APSInt &L,
                                    const APSInt &R) {
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

} // namespace warplint
