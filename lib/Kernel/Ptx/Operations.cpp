//===- Operations.cpp - Values that are no linear form --------------------===//

#include "Operations.h"
#include "LinearForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

/// Names of operations beyond this length are cut: they are for people.
static constexpr size_t MaxNameLength = 80;
/// More conditions than this in one guard become one operation, so that guards
/// stay small whatever the text repeats.
static constexpr size_t MaxConditions = 8;

static StringRef symbolOf(PtxOperator Op) {
  switch (Op) {
  case PtxOperator::Product:
    return " * ";
  case PtxOperator::UnsignedQuotient:
  case PtxOperator::SignedQuotient:
    return " / ";
  case PtxOperator::UnsignedRemainder:
  case PtxOperator::SignedRemainder:
    return " % ";
  case PtxOperator::And:
    return " & ";
  case PtxOperator::Or:
    return " | ";
  case PtxOperator::Xor:
    return " ^ ";
  case PtxOperator::ShiftLeft:
    return " << ";
  case PtxOperator::ShiftRight:
  case PtxOperator::ShiftRightSigned:
    return " >> ";
  case PtxOperator::Shuffle:
    return " of lane ";
  default:
    return "";
  }
}

static std::string nameOf(const PtxOperation &O) {
  auto Operand = [&](unsigned I) { return O.Operands[I].print(); };
  switch (O.Op) {
  case PtxOperator::PopCount:
    return "popc(" + Operand(0) + ")";
  case PtxOperator::LeadingZeros:
    return "clz(" + Operand(0) + ")";
  case PtxOperator::ReverseBits:
    return "brev(" + Operand(0) + ")";
  case PtxOperator::Truth:
    return "(" + printGuard(O.Condition) + ")";
  case PtxOperator::Select:
    return "(" + printGuard(O.Condition) + " ? " + Operand(0) + " : " +
           Operand(1) + ")";
  default:
    return "(" + Operand(0) + symbolOf(O.Op).str() + Operand(1) + ")";
  }
}

PtxLinear OperationTable::add(PtxOperation Operation, unsigned ResultBits,
                              std::string Name) {
  if (Name.size() > MaxNameLength)
    Name = Name.substr(0, MaxNameLength) + "...";
  PtxTerm Term;
  Term.Leaf = PtxTerm::LeafKind::Operation;
  Term.Argument = unsigned(Operations.size());
  Term.Name = std::move(Name);
  Operations.push_back(std::move(Operation));
  return leafForm(std::move(Term), ResultBits);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static uint64_t lowBits(int64_t Value, unsigned Bits) {
  return uint64_t(Value) & maskTrailingOnes<uint64_t>(Bits);
}

static std::optional<uint64_t> foldBinary(PtxOperator Op, unsigned Bits,
                                          uint64_t L, uint64_t R) {
  const int64_t SL = SignExtend64(L, Bits), SR = SignExtend64(R, Bits);
  switch (Op) {
  case PtxOperator::Product:
    return L * R;
  case PtxOperator::And:
    return L & R;
  case PtxOperator::Or:
    return L | R;
  case PtxOperator::Xor:
    return L ^ R;
  case PtxOperator::ShiftLeft:
    return L << R;
  case PtxOperator::ShiftRight:
    return L >> R;
  case PtxOperator::ShiftRightSigned:
    return uint64_t(SL >> R);
  case PtxOperator::UnsignedQuotient:
    return R == 0 ? std::nullopt : std::optional(L / R);
  case PtxOperator::UnsignedRemainder:
    return R == 0 ? std::nullopt : std::optional(L % R);
  case PtxOperator::SignedQuotient: // The smallest number has no opposite.
    return SR == 0 || SR == -1 ? std::nullopt
                               : std::optional(uint64_t(SL / SR));
  case PtxOperator::SignedRemainder:
    return SR == 0 || SR == -1 ? std::nullopt
                               : std::optional(uint64_t(SL % SR));
  default:
    return std::nullopt;
  }
}

static std::optional<uint64_t> fold(PtxOperator Op, unsigned Bits,
                                    ArrayRef<PtxLinear> Operands) {
  if (any_of(Operands, [](const PtxLinear &F) { return !F.isConstant(); }))
    return std::nullopt;
  const uint64_t First = lowBits(Operands[0].Constant, Bits);
  switch (Op) {
  case PtxOperator::PopCount:
    return popcount(First);
  case PtxOperator::LeadingZeros:
    return countl_zero(First) - (64 - Bits);
  case PtxOperator::ReverseBits:
    return reverseBits(First) >> (64 - Bits);
  case PtxOperator::Shuffle:
    return First;
  default:
    return foldBinary(Op, Bits, First, lowBits(Operands[1].Constant, Bits));
  }
}

/// x & 0, x | 0, x ^ 0, x & ~0: what is left of it.
static std::optional<PtxLinear> simplified(const PtxOperation &O) {
  if (O.Op != PtxOperator::And && O.Op != PtxOperator::Or &&
      O.Op != PtxOperator::Xor)
    return std::nullopt;
  for (unsigned I : {0u, 1u}) {
    const auto Number = O.Operands[I].asConstant();
    const bool IsZero = Number && lowBits(*Number, O.Bits) == 0;
    const bool IsOnes = Number && lowBits(~*Number, O.Bits) == 0;
    if (IsZero && O.Op == PtxOperator::And)
      return constantForm(0, O.Bits);
    if (O.Op == PtxOperator::And ? IsOnes : IsZero)
      return O.Operands[1 - I];
  }
  return std::nullopt;
}

PtxLinear OperationTable::compute(PtxOperator Op, unsigned Bits,
                                  ArrayRef<PtxLinear> Operands) {
  PtxOperation O;
  O.Op = Op;
  O.Bits = Bits;
  for (const PtxLinear &Operand : Operands)
    O.Operands.push_back(resizeForm(Operand, Bits, false));
  if (auto Folded = fold(Op, Bits, O.Operands))
    return constantForm(SignExtend64(*Folded, Bits), Bits);
  if (auto Left = simplified(O))
    return *Left;
  std::string Name = nameOf(O);
  return add(std::move(O), Bits, std::move(Name));
}

PtxLinear OperationTable::shift(PtxOperator Direction, unsigned Bits,
                                const PtxLinear &Form,
                                const PtxLinear &Amount) {
  const PtxLinear Zero = constantForm(0, Bits);
  const bool KeepsSign = Direction == PtxOperator::ShiftRightSigned;
  auto By = [&](const PtxLinear &N) {
    return compute(Direction, Bits, {Form, N});
  };
  if (auto N = Amount.asConstant()) {
    const uint64_t Places = lowBits(*N, 32);
    if (Places == 0)
      return Form;
    if (Places < Bits)
      return By(constantForm(int64_t(Places), Bits));
    return KeepsSign ? By(constantForm(Bits - 1, Bits)) : Zero;
  }
  const PtxGuard InRange = compare(PtxCompare::Lt, /*Signed=*/false, 32, Amount,
                                   constantForm(Bits, 32));
  // No shift by Bits or more, not even where it is not chosen.
  const PtxLinear Places = select(InRange, Bits, Amount,
                                  constantForm(KeepsSign ? Bits - 1 : 0, Bits));
  return KeepsSign ? By(Places) : select(InRange, Bits, By(Places), Zero);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

PtxLinear OperationTable::select(const PtxGuard &Condition, unsigned Bits,
                                 const PtxLinear &True,
                                 const PtxLinear &False) {
  PtxOperation O;
  O.Op = PtxOperator::Select;
  O.Bits = Bits;
  O.Operands = {resizeForm(True, Bits, false), resizeForm(False, Bits, false)};
  O.Condition = Condition;
  if (Condition.empty())
    return O.Operands[0];
  std::string Name = nameOf(O);
  return add(std::move(O), Bits, std::move(Name));
}

PtxLinear OperationTable::truth(const PtxGuard &Condition) {
  if (Condition.empty())
    return constantForm(1, 1);
  PtxOperation O;
  O.Op = PtxOperator::Truth;
  O.Bits = 1;
  O.Condition = Condition;
  std::string Name = nameOf(O);
  return add(std::move(O), 1, std::move(Name));
}

PtxGuard OperationTable::compare(PtxCompare Op, bool Signed, unsigned Bits,
                                 const PtxLinear &Left,
                                 const PtxLinear &Right) {
  PtxCondition Condition;
  Condition.What = PtxCondition::Kind::Compare;
  Condition.Op = Op;
  Condition.Signed = Signed;
  Condition.Bits = Bits;
  Condition.Left = resizeForm(Left, Bits, Signed);
  Condition.Right = resizeForm(Right, Bits, Signed);
  return {Condition};
}

PtxGuard OperationTable::all(PtxGuard L, const PtxGuard &R) {
  L.append(R.begin(), R.end());
  if (L.size() <= MaxConditions)
    return L;
  return compare(PtxCompare::Ne, false, 1, truth(L), constantForm(0, 1));
}

PtxGuard OperationTable::any(const PtxGuard &L, const PtxGuard &R) {
  return compare(PtxCompare::Ne, false, 1,
                 compute(PtxOperator::Or, 1, {truth(L), truth(R)}),
                 constantForm(0, 1));
}

PtxGuard OperationTable::oneOf(const PtxGuard &L, const PtxGuard &R) {
  return compare(PtxCompare::Ne, false, 1, truth(L), truth(R));
}

static PtxCompare opposite(PtxCompare Op) {
  switch (Op) {
  case PtxCompare::Eq:
    return PtxCompare::Ne;
  case PtxCompare::Ne:
    return PtxCompare::Eq;
  case PtxCompare::Lt:
    return PtxCompare::Ge;
  case PtxCompare::Le:
    return PtxCompare::Gt;
  case PtxCompare::Gt:
    return PtxCompare::Le;
  case PtxCompare::Ge:
    return PtxCompare::Lt;
  }
  return Op;
}

PtxGuard OperationTable::negated(const PtxGuard &Guard) {
  if (Guard.size() != 1)
    return compare(PtxCompare::Eq, false, 1, truth(Guard), constantForm(0, 1));
  PtxCondition Condition = Guard.front();
  if (Condition.What == PtxCondition::Kind::Compare)
    Condition.Op = opposite(Condition.Op);
  else
    Condition.Negated = !Condition.Negated;
  return {Condition};
}
