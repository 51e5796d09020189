//===- ScalarArithmetic.cpp - One operation on known bits -----------------===//

#include "ScalarArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <bit>

namespace warplint {

static std::optional<uint64_t> divide(LaneOp Op, unsigned Width, uint64_t L,
                                      uint64_t R) {
  if (R == 0)
    return std::nullopt;
  if (Op == LaneOp::UDiv)
    return L / R;
  if (Op == LaneOp::URem)
    return L % R;
  int64_t SL = signedValue(L, Width), SR = signedValue(R, Width);
  if (SR == -1) {
    // The quotient of the smallest number does not fit.
    if (L == uint64_t(1) << (Width - 1))
      return std::nullopt;
    return Op == LaneOp::SDiv ? truncated(-L, Width) : 0;
  }
  return truncated(Op == LaneOp::SDiv ? SL / SR : SL % SR, Width);
}

static std::optional<uint64_t> shift(LaneOp Op, unsigned Width, uint64_t L,
                                     uint64_t R) {
  if (R >= Width)
    return std::nullopt;
  if (Op == LaneOp::Shl)
    return truncated(L << R, Width);
  if (Op == LaneOp::LShr)
    return L >> R;
  return truncated(signedValue(L, Width) >> R, Width);
}

std::optional<uint64_t> applyBinary(LaneOp Op, unsigned Width, uint64_t L,
                                    uint64_t R) {
  switch (Op) {
  case LaneOp::Add:
    return truncated(L + R, Width);
  case LaneOp::Mul:
    return truncated(L * R, Width);
  case LaneOp::And:
    return L & R;
  case LaneOp::Or:
    return L | R;
  case LaneOp::Xor:
    return L ^ R;
  case LaneOp::UDiv:
  case LaneOp::SDiv:
  case LaneOp::URem:
  case LaneOp::SRem:
    return divide(Op, Width, L, R);
  case LaneOp::Shl:
  case LaneOp::LShr:
  case LaneOp::AShr:
    return shift(Op, Width, L, R);
  case LaneOp::CmpEq:
    return L == R;
  case LaneOp::CmpULt:
    return L < R;
  case LaneOp::CmpSLt:
    return signedValue(L, Width) < signedValue(R, Width);
  default:
    return std::nullopt;
  }
}

uint64_t applyUnary(LaneOp Op, uint64_t Value, unsigned From, unsigned To) {
  switch (Op) {
  case LaneOp::Not:
    return Value ^ 1;
  case LaneOp::PopCount:
    return truncated(std::popcount(Value), To);
  case LaneOp::CountLeadingZeros:
    return truncated(From - std::bit_width(Value), To);
  case LaneOp::BitReverse:
    return llvm::reverseBits(Value) >> (64 - From);
  case LaneOp::SExt:
    return truncated(signedValue(Value, From), To);
  default:
    return truncated(Value, To);
  }
}

} // namespace warplint
