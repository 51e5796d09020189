//===- BitOperations.cpp - Logic, shifts and bit fields -------------------===//
//
// PTX ISA, sections "Logic and Shift Instructions" and "Integer Arithmetic
// Instructions" (bfe, bfi, popc, clz, bfind, brev, bmsk).
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

namespace {

using Forms = ArrayRef<PtxLinear>;

class BitEvaluation {
public:
  explicit BitEvaluation(const Evaluation &E) : E(E), Table(E.operations()) {
    if (auto Type = E.type()) {
      Bits = Type->Bits;
      Signed = Type->Signed;
    }
  }
  std::optional<PtxLinear> evaluate();

private:
  using Result = std::optional<PtxLinear>;

  PtxLinear number(uint64_t N) const {
    return constantForm(SignExtend64(N, Bits), Bits);
  }
  PtxLinear compute(PtxOperator Op, Forms Operands) const {
    return Table.compute(Op, Bits, Operands);
  }
  PtxLinear inverted(const PtxLinear &Form) const {
    return compute(PtxOperator::Xor, {Form, number(~0ull)});
  }
  Result binary(PtxOperator Op) const;
  Result conditionalNot() const;
  Result shift(PtxOperator Direction) const;
  Result funnelShift() const;
  Result extractField() const;
  Result insertField() const;
  Result mask() const;
  Result permute() const;
  Result anyLogic() const;
  Result count(PtxOperator Op) const;
  Result findHighest() const;

  const Evaluation &E;
  OperationTable &Table;
  unsigned Bits = 0;
  bool Signed = false;
};

std::optional<PtxLinear> BitEvaluation::binary(PtxOperator Op) const {
  const auto L = E.form(1, Bits), R = E.form(2, Bits);
  if (!L || !R)
    return std::nullopt;
  return compute(Op, {*L, *R});
}

/// cnot d, a: 1 where a is zero, else 0.
std::optional<PtxLinear> BitEvaluation::conditionalNot() const {
  const auto A = E.form(1, Bits);
  if (!A)
    return std::nullopt;
  return Table.select(Table.compare(PtxCompare::Eq, false, Bits, *A, number(0)),
                      Bits, number(1), number(0));
}

/// The amount is a 32-bit operand whatever the type.
std::optional<PtxLinear> BitEvaluation::shift(PtxOperator Direction) const {
  const auto A = E.form(1, Bits), Amount = E.form(2, 32);
  if (!A || !Amount)
    return std::nullopt;
  const auto Constant = Amount->asConstant();
  if (Direction == PtxOperator::ShiftLeft && Constant && *Constant >= 0 &&
      *Constant < int64_t(Bits))
    return scaleForm(*A, int64_t(uint64_t(1) << *Constant));
  return Table.shift(Direction, Bits, *A, *Amount);
}

/// shf.{l,r}.{wrap,clamp}.b32 d, a, b, c: 32 bits out of b:a.
std::optional<PtxLinear> BitEvaluation::funnelShift() const {
  const auto Low = E.form(1, 32), High = E.form(2, 32);
  const auto Amount = E.constant(3, 32);
  if (!Low || !High || !Amount || Bits != 32)
    return std::nullopt;
  const unsigned Places =
      unsigned(E.has("wrap") ? *Amount & 31 : std::min<uint64_t>(*Amount, 32));
  // To the left by n is to the right by 32 - n.
  const unsigned Right = E.has("l") ? 32 - Places : Places;
  auto Shifted = [&](PtxOperator Op, const PtxLinear &Form, unsigned By) {
    return Table.shift(Op, 32, Form, constantForm(By, 32));
  };
  if (Right == 0)
    return *Low;
  if (Right == 32)
    return *High;
  return compute(PtxOperator::Or,
                 {Shifted(PtxOperator::ShiftRight, *Low, Right),
                  Shifted(PtxOperator::ShiftLeft, *High, 32 - Right)});
}

/// bfe d, a, position, length.
std::optional<PtxLinear> BitEvaluation::extractField() const {
  const auto A = E.form(1, Bits);
  const auto Position = E.constant(2, 8), Length = E.constant(3, 8);
  if (!A || !Position || !Length)
    return std::nullopt;
  if (*Length == 0)
    return number(0);
  if (!Signed) {
    const PtxLinear Field = Table.shift(PtxOperator::ShiftRight, Bits, *A,
                                        constantForm(int64_t(*Position), 32));
    if (*Length >= Bits)
      return Field;
    return compute(PtxOperator::And,
                   {Field, number(maskTrailingOnes<uint64_t>(*Length))});
  }
  // The field's highest bit, at most that of a, is its sign.
  const uint64_t Above =
      *Position + *Length >= Bits ? 0 : Bits - *Position - *Length;
  return Table.shift(PtxOperator::ShiftRightSigned, Bits,
                     Table.shift(PtxOperator::ShiftLeft, Bits, *A,
                                 constantForm(int64_t(Above), 32)),
                     constantForm(int64_t(Above + *Position), 32));
}

/// bfi f, a, b, position, length: a's low bits inside of b.
std::optional<PtxLinear> BitEvaluation::insertField() const {
  const auto A = E.form(1, Bits), B = E.form(2, Bits);
  const auto Position = E.constant(3, 8), Length = E.constant(4, 8);
  if (!A || !B || !Position || !Length)
    return std::nullopt;
  if (*Position >= Bits || *Length == 0)
    return *B;
  const uint64_t Field =
      maskTrailingOnes<uint64_t>(std::min<uint64_t>(*Length, 64)) << *Position;
  const PtxLinear Moved = Table.shift(PtxOperator::ShiftLeft, Bits, *A,
                                      constantForm(int64_t(*Position), 32));
  return compute(PtxOperator::Or,
                 {compute(PtxOperator::And, {*B, number(~Field)}),
                  compute(PtxOperator::And, {Moved, number(Field)})});
}

/// bmsk.clamp d, position, length.
std::optional<PtxLinear> BitEvaluation::mask() const {
  const auto Position = E.constant(1, 32), Length = E.constant(2, 32);
  if (!Position || !Length || Bits != 32 || !E.has("clamp"))
    return std::nullopt;
  if (*Position >= 32)
    return number(0);
  return number(maskTrailingOnes<uint64_t>(std::min<uint64_t>(*Length, 32))
                << *Position);
}

/// prmt.b32 d, a, b, selector: each byte of d is one of b:a.
std::optional<PtxLinear> BitEvaluation::permute() const {
  const auto A = E.form(1, 32), B = E.form(2, 32);
  const auto Selector = E.constant(3, 32);
  // Modes (.f4e, .rc8, ...) take fewer operand forms apart.
  if (!A || !B || !Selector || E.S.Opcode.size() != 2)
    return std::nullopt;
  PtxLinear Sum = number(0);
  for (unsigned I = 0; I != 4; ++I) {
    const unsigned From = *Selector >> (4 * I) & 15;
    if (From & 8) // Copies of the byte's sign.
      return std::nullopt;
    const PtxLinear Byte =
        compute(PtxOperator::And,
                {Table.shift(PtxOperator::ShiftRight, 32, From < 4 ? *A : *B,
                             constantForm(8 * (From & 3), 32)),
                 number(255)});
    Sum = compute(PtxOperator::Or,
                  {Sum, Table.shift(PtxOperator::ShiftLeft, 32, Byte,
                                    constantForm(8 * I, 32))});
  }
  return Sum;
}

/// lop3 d, a, b, c, table: bit 4a + 2b + c of the table, for each bit. Written
/// as (x op y) op z where it is that, else as the sum of its products.
std::optional<PtxLinear> BitEvaluation::anyLogic() const {
  const auto A = E.form(1, 32), B = E.form(2, 32), C = E.form(3, 32);
  const auto Table3 = E.constant(4, 8);
  if (!A || !B || !C || !Table3 || Bits != 32 || E.S.Operands.size() != 5)
    return std::nullopt;
  // The tables of a, b and c alone.
  static constexpr uint8_t Of[3] = {0xf0, 0xcc, 0xaa};
  static constexpr PtxOperator Ops[3] = {PtxOperator::And, PtxOperator::Or,
                                         PtxOperator::Xor};
  auto Apply = [](unsigned Op, uint8_t L, uint8_t R) -> uint8_t {
    return Op == 0 ? L & R : Op == 1 ? L | R : L ^ R;
  };
  const PtxLinear Inputs[3] = {*A, *B, *C};
  for (unsigned Last = 0; Last != 3; ++Last)
    for (unsigned First = 0; First != 3; ++First)
      for (unsigned Second = 0; Second != 3; ++Second)
        for (unsigned Not = 0; Not != 8; ++Not) {
          auto Flip = [&](unsigned I) -> uint8_t {
            return Not >> I & 1 ? uint8_t(~Of[I]) : Of[I];
          };
          const unsigned X = (Last + 1) % 3, Y = (Last + 2) % 3;
          if (Apply(Second, Apply(First, Flip(X), Flip(Y)), Flip(Last)) !=
              uint8_t(*Table3))
            continue;
          auto Input = [&](unsigned I) {
            return Not >> I & 1 ? inverted(Inputs[I]) : Inputs[I];
          };
          return compute(
              Ops[Second],
              {compute(Ops[First], {Input(X), Input(Y)}), Input(Last)});
        }
  PtxLinear Sum = number(0);
  for (unsigned Row = 0; Row != 8; ++Row) {
    if (!(*Table3 >> Row & 1))
      continue;
    PtxLinear Product = number(~0ull);
    for (unsigned I = 0; I != 3; ++I)
      Product = compute(
          PtxOperator::And,
          {Product, Row >> (2 - I) & 1 ? Inputs[I] : inverted(Inputs[I])});
    Sum = compute(PtxOperator::Or, {Sum, Product});
  }
  return Sum;
}

/// popc and clz: 32 bits of result for any operand.
std::optional<PtxLinear> BitEvaluation::count(PtxOperator Op) const {
  const auto A = E.form(1, Bits);
  if (!A)
    return std::nullopt;
  return resizeForm(compute(Op, {*A}), 32, false);
}

/// bfind d, a: the place of the highest one, all ones where there is none.
std::optional<PtxLinear> BitEvaluation::findHighest() const {
  const auto A = E.form(1, Bits);
  if (!A || Signed)
    return std::nullopt;
  const PtxLinear Zeros =
      resizeForm(compute(PtxOperator::LeadingZeros, {*A}), 32, false);
  if (!E.has("shiftamt"))
    return addForms(constantForm(Bits - 1, 32), scaleForm(Zeros, -1));
  return Table.select(Table.compare(PtxCompare::Eq, false, Bits, *A, number(0)),
                      32, constantForm(-1, 32), Zeros);
}

std::optional<PtxLinear> BitEvaluation::evaluate() {
  if (Bits == 0)
    return std::nullopt;
  StringRef Name = E.S.Opcode.front();
  if (Name == "and")
    return binary(PtxOperator::And);
  if (Name == "or")
    return binary(PtxOperator::Or);
  if (Name == "xor")
    return binary(PtxOperator::Xor);
  if (Name == "not") {
    const auto A = E.form(1, Bits);
    return A ? std::optional(inverted(*A)) : std::nullopt;
  }
  if (Name == "cnot")
    return conditionalNot();
  if (Name == "lop3")
    return anyLogic();
  if (Name == "shl")
    return shift(PtxOperator::ShiftLeft);
  if (Name == "shr")
    return shift(Signed ? PtxOperator::ShiftRightSigned
                        : PtxOperator::ShiftRight);
  if (Name == "shf")
    return funnelShift();
  if (Name == "bfe")
    return extractField();
  if (Name == "bfi")
    return insertField();
  if (Name == "bmsk")
    return mask();
  if (Name == "prmt")
    return permute();
  if (Name == "popc")
    return count(PtxOperator::PopCount);
  if (Name == "clz")
    return count(PtxOperator::LeadingZeros);
  if (Name == "bfind")
    return findHighest();
  const auto A = E.form(1, Bits);
  return A ? std::optional(compute(PtxOperator::ReverseBits, {*A}))
           : std::nullopt;
}

} // namespace

std::optional<Value> warplint::ptx::evaluateBits(const Evaluation &E) {
  const bool IsOne = StringSwitch<bool>(E.S.Opcode.front())
                         .Cases({"and", "or", "xor", "not", "cnot"}, true)
                         .Cases({"lop3", "shl", "shr", "shf", "prmt"}, true)
                         .Cases({"bfe", "bfi", "bmsk", "brev"}, true)
                         .Cases({"popc", "clz", "bfind"}, true)
                         .Default(false);
  if (!IsOne)
    return std::nullopt;
  const auto Result = BitEvaluation(E).evaluate();
  return Result ? linearValue(*Result) : E.unknown();
}
