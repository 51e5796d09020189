//===- ScalarArithmetic.h - One operation on known bits ---------*- C++ -*-===//
//
// The meaning of every LaneOp on bit vectors of 1 to 64 bits, as in LLVM IR:
// the one place that constant folding, the oracle and the warp evaluation
// share. Bits above the width are zero in arguments and results.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_EXPR_SCALARARITHMETIC_H
#define WARPLINT_LIB_LANE_EXPR_SCALARARITHMETIC_H

#include "warplint/Lane/LaneExpr.h"
#include <cstdint>
#include <optional>

namespace warplint {

constexpr uint64_t lowMask(unsigned Bits) {
  return Bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << Bits) - 1;
}

constexpr uint64_t truncated(uint64_t Value, unsigned Width) {
  return Value & lowMask(Width);
}

/// Reads the low \p Width bits as a two's-complement number.
constexpr int64_t signedValue(uint64_t Value, unsigned Width) {
  unsigned Unused = 64 - Width;
  return static_cast<int64_t>(Value << Unused) >> Unused;
}

/// Nothing where LLVM calls the result undefined: a division by zero, the
/// smallest signed number divided by -1, a shift by the width or more.
std::optional<uint64_t> applyBinary(LaneOp Op, unsigned Width, uint64_t L,
                                    uint64_t R);

/// Every operation on one operand, from \p From bits to \p To bits.
uint64_t applyUnary(LaneOp Op, uint64_t Value, unsigned From, unsigned To);

constexpr bool isComparison(LaneOp Op) {
  return Op == LaneOp::CmpEq || Op == LaneOp::CmpULt || Op == LaneOp::CmpSLt;
}

constexpr bool isBitOperation(LaneOp Op) {
  return Op == LaneOp::PopCount || Op == LaneOp::CountLeadingZeros ||
         Op == LaneOp::BitReverse;
}

constexpr bool isCast(LaneOp Op) {
  return Op == LaneOp::ZExt || Op == LaneOp::SExt || Op == LaneOp::Trunc;
}

constexpr bool isCommutative(LaneOp Op) {
  return Op == LaneOp::Add || Op == LaneOp::Mul || Op == LaneOp::And ||
         Op == LaneOp::Or || Op == LaneOp::Xor || Op == LaneOp::CmpEq;
}

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_SCALARARITHMETIC_H
