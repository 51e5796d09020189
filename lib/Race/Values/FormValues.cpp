//===- FormValues.cpp - What forms are for values of their unknowns -------===//

#include "FormValues.h"
#include "Lane/Expr/ScalarArithmetic.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

void FormValues::collect(uint32_t Sum) {
  for (auto [Number, Factor] : Table.terms(Sum)) {
    const uint32_t Unknown = Table.unknown(Number).Alike.value_or(Number);
    if (!Seen.insert(Unknown).second)
      continue;
    const std::optional<UnknownSource> &From = Table.unknown(Unknown).From;
    if (!From) {
      Roots.push_back(Unknown);
      continue;
    }
    if (isComparison(From->Op))
      Comparisons.push_back(&*From);
    for (ThreadForm F : {From->L, From->R, From->If})
      collect(F.Sum);
  }
}

std::optional<int64_t> FormValues::valueOf(ThreadForm F, unsigned Width) {
  int64_t Value = F.Number;
  for (auto [Number, Factor] : Table.terms(F.Sum)) {
    const std::optional<int64_t> Of = valueOf(Number);
    if (!Of)
      return std::nullopt;
    // A truth value may be the opposite of another one.
    Value = Width == 1
                ? Value ^ *Of
                : int64_t(uint64_t(Value) + uint64_t(Factor) * uint64_t(*Of));
  }
  return Value;
}

std::optional<int64_t> FormValues::valueOf(uint32_t Unknown) {
  const SharedUnknown &U = Table.unknown(Unknown);
  if (U.Alike)
    return valueOf(*U.Alike);
  if (!U.From)
    return Values.lookup(Unknown);
  if (auto Found = Computed.find(Unknown); Found != Computed.end())
    return Found->second;
  const std::optional<int64_t> Value = compute(*U.From);
  Computed[Unknown] = Value;
  return Value;
}

/// Sums do not wrap around.
static bool fits(int64_t Sum, unsigned Width, LaneOp In) {
  if (Width == 1 || Width >= 63)
    return true;
  const int64_t Half = int64_t(1) << (Width - 1);
  const bool IsSigned =
      is_contained({LaneOp::CmpSLt, LaneOp::SDiv, LaneOp::SRem, LaneOp::AShr,
                    LaneOp::SExt, LaneOp::Mul},
                   In);
  return Sum >= -Half && Sum < (IsSigned ? Half : 2 * Half);
}

std::optional<int64_t> FormValues::compute(const UnknownSource &From) {
  const unsigned Width = From.Width;
  if (From.Op == LaneOp::Select) {
    const std::optional<int64_t> If = valueOf(From.If, 1);
    return If ? valueOf(*If ? From.L : From.R, Width) : If;
  }
  const bool IsUnary = isCast(From.Op) || isBitOperation(From.Op);
  const unsigned Of = IsUnary ? unsigned(From.R.Number) : Width;
  const std::optional<int64_t> L = valueOf(From.L, Of), R = valueOf(From.R, Of);
  if (!L || !R || !fits(*L, Of, From.Op) || !fits(*R, Of, From.Op))
    return std::nullopt;
  const uint64_t Left = truncated(uint64_t(*L), Of);
  const std::optional<uint64_t> Bits =
      IsUnary
          ? std::optional(applyUnary(From.Op, Left, Of, Width))
          : applyBinary(From.Op, Width, Left, truncated(uint64_t(*R), Width));
  if (!Bits)
    return std::nullopt;
  return Table.number(*Bits, isComparison(From.Op) ? 1 : Width).Number;
}

} // namespace warplint
