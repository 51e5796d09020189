//===- BitOperations.cpp - Logic, shifts and bit fields -------------------===//
//
// PTX ISA, sections "Logic and Shift Instructions" and "Integer Arithmetic
// Instructions" (bfe, bfi, popc, clz, bfind, brev, bmsk).
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

namespace {

class BitEvaluation {
public:
  explicit BitEvaluation(Evaluation &E) : E(E), B(E.B), Bits(E.Bits) {}

  Value *logic();
  Value *inversion();
  Value *conditionalNot();
  Value *shift();
  Value *funnelShift();
  Value *extractField();
  Value *insertField();
  Value *mask();
  Value *permute();
  Value *anyLogic();
  Value *count();
  Value *findHighest();
  Value *reverseBits();

private:
  Value *binary(unsigned Op, Value *L, Value *R) {
    return Op == 0   ? B.CreateAnd(L, R)
           : Op == 1 ? B.CreateOr(L, R)
                     : B.CreateXor(L, R);
  }
  /// As many ones as \p Length says, at most all.
  Value *ones(Value *Length) {
    return B.CreateNot(E.shift(Instruction::Shl, E.number(~0ull), Length));
  }
  bool is(StringRef Name) const { return E.S.Opcode.front() == Name; }

  Evaluation &E;
  Builder &B;
  const unsigned Bits;
};

Value *BitEvaluation::logic() {
  Value *L = E.operand(1, Bits), *R = E.operand(2, Bits);
  return L && R ? binary(is("and") ? 0 : is("or") ? 1 : 2, L, R) : nullptr;
}

Value *BitEvaluation::inversion() {
  Value *A = E.operand(1, Bits);
  return A ? B.CreateNot(A) : nullptr;
}

/// cnot d, a: 1 where a is zero, else 0.
Value *BitEvaluation::conditionalNot() {
  Value *A = E.operand(1, Bits);
  return A ? B.CreateZExt(B.CreateIsNull(A), A->getType()) : nullptr;
}

/// The amount is a 32-bit operand whatever the type.
Value *BitEvaluation::shift() {
  Value *A = E.operand(1), *Amount = E.operand(2, 32);
  if (!A || !Amount)
    return nullptr;
  // Only zeros are lost from a narrower amount, once it is in range.
  if (Bits < 32)
    Amount =
        B.CreateBinaryIntrinsic(Intrinsic::umin, Amount, E.number(Bits, 32));
  return E.shift(is("shl")  ? Instruction::Shl
                 : E.Signed ? Instruction::AShr
                            : Instruction::LShr,
                 A, B.CreateZExtOrTrunc(Amount, A->getType()));
}

/// shf.{l,r}.{wrap,clamp}.b32 d, a, b, c: 32 bits out of b:a.
Value *BitEvaluation::funnelShift() {
  Value *Low = E.operand(1, 32), *High = E.operand(2, 32);
  Value *Amount = E.operand(3, 32);
  if (!Low || !High || !Amount || Bits != 32)
    return nullptr;
  const bool Left = E.has("l");
  Value *Shifted = B.CreateIntrinsic(B.getInt32Ty(),
                                     Left ? Intrinsic::fshl : Intrinsic::fshr,
                                     {High, Low, Amount});
  if (E.has("wrap"))
    return Shifted;
  return B.CreateSelect(B.CreateICmpULT(Amount, E.number(32)), Shifted,
                        Left ? Low : High);
}

/// bfe d, a, position, length.
Value *BitEvaluation::extractField() {
  Value *A = E.operand(1), *Position = E.place(2), *Length = E.place(3);
  if (!A || !Position || !Length)
    return nullptr;
  if (!E.Signed)
    return B.CreateAnd(E.shift(Instruction::LShr, A, Position), ones(Length));
  // The field's highest bit, at most that of a, is its sign.
  Value *End = B.CreateBinaryIntrinsic(
      Intrinsic::umin, B.CreateAdd(Position, Length), E.number(Bits));
  Value *Above = B.CreateSub(E.number(Bits), End);
  Value *Field = E.shift(Instruction::AShr, E.shift(Instruction::Shl, A, Above),
                         B.CreateAdd(Above, Position));
  return B.CreateSelect(B.CreateIsNull(Length), E.number(0), Field);
}

/// bfi f, a, b, position, length: a's low bits inside of b.
Value *BitEvaluation::insertField() {
  Value *A = E.operand(1, Bits), *Into = E.operand(2, Bits);
  Value *Position = E.place(3), *Length = E.place(4);
  if (!A || !Into || !Position || !Length)
    return nullptr;
  Value *Field = E.shift(Instruction::Shl, ones(Length), Position);
  Value *Moved = E.shift(Instruction::Shl, A, Position);
  return B.CreateOr(B.CreateAnd(Into, B.CreateNot(Field)),
                    B.CreateAnd(Moved, Field));
}

/// bmsk.clamp d, position, length.
Value *BitEvaluation::mask() {
  Value *Position = E.operand(1, 32), *Length = E.operand(2, 32);
  if (!Position || !Length || Bits != 32 || !E.has("clamp"))
    return nullptr;
  return E.shift(Instruction::Shl, ones(Length), Position);
}

/// prmt.b32 d, a, b, selector: each byte of d is one of b:a.
Value *BitEvaluation::permute() {
  Value *Low = E.operand(1, 32), *High = E.operand(2, 32);
  Value *Selector = E.operand(3, 32);
  // Modes (.f4e, .rc8, ...) take fewer operand forms apart.
  if (!Low || !High || !Selector || E.S.Opcode.size() != 2)
    return nullptr;
  return B.CreateIntrinsic(Intrinsic::nvvm_prmt, {Low, High, Selector});
}

/// lop3 d, a, b, c, table: bit 4a + 2b + c of the table, for each bit. Written
/// as (x op y) op z where it is that, else as the sum of its products.
Value *BitEvaluation::anyLogic() {
  Value *Inputs[3] = {E.operand(1, 32), E.operand(2, 32), E.operand(3, 32)};
  const auto *Table = dyn_cast_or_null<ConstantInt>(E.operand(4, 8));
  if (!Inputs[0] || !Inputs[1] || !Inputs[2] || !Table || Bits != 32 ||
      E.S.Operands.size() != 5)
    return nullptr;
  const uint8_t Wanted = uint8_t(Table->getZExtValue());
  // The tables of a, b and c alone.
  static constexpr uint8_t Of[3] = {0xf0, 0xcc, 0xaa};
  auto Apply = [](unsigned Op, uint8_t L, uint8_t R) -> uint8_t {
    return Op == 0 ? L & R : Op == 1 ? L | R : L ^ R;
  };
  for (unsigned Last = 0; Last != 3; ++Last)
    for (unsigned First = 0; First != 3; ++First)
      for (unsigned Second = 0; Second != 3; ++Second)
        for (unsigned Not = 0; Not != 8; ++Not) {
          auto Flip = [&](unsigned I) -> uint8_t {
            return Not >> I & 1 ? uint8_t(~Of[I]) : Of[I];
          };
          const unsigned X = (Last + 1) % 3, Y = (Last + 2) % 3;
          if (Apply(Second, Apply(First, Flip(X), Flip(Y)), Flip(Last)) !=
              Wanted)
            continue;
          auto Input = [&](unsigned I) {
            return Not >> I & 1 ? B.CreateNot(Inputs[I]) : Inputs[I];
          };
          return binary(Second, binary(First, Input(X), Input(Y)), Input(Last));
        }
  Value *Sum = E.number(0);
  for (unsigned Row = 0; Row != 8; ++Row) {
    if (!(Wanted >> Row & 1))
      continue;
    Value *Product = E.number(~0ull);
    for (unsigned I = 0; I != 3; ++I)
      Product = B.CreateAnd(
          Product, Row >> (2 - I) & 1 ? Inputs[I] : B.CreateNot(Inputs[I]));
    Sum = B.CreateOr(Sum, Product);
  }
  return Sum;
}

/// popc and clz: 32 bits of result for any operand.
Value *BitEvaluation::count() {
  Value *A = E.operand(1, Bits);
  if (!A)
    return nullptr;
  Value *N = is("popc")
                 ? B.CreateUnaryIntrinsic(Intrinsic::ctpop, A)
                 : B.CreateBinaryIntrinsic(Intrinsic::ctlz, A, B.getFalse());
  return B.CreateZExtOrTrunc(N, B.getInt32Ty());
}

/// bfind d, a: the place of the highest one, all ones where there is none.
Value *BitEvaluation::findHighest() {
  Value *A = E.operand(1, Bits);
  if (!A || E.Signed)
    return nullptr;
  Value *Zeros = B.CreateZExtOrTrunc(
      B.CreateBinaryIntrinsic(Intrinsic::ctlz, A, B.getFalse()),
      B.getInt32Ty());
  if (!E.has("shiftamt"))
    return B.CreateSub(E.number(Bits - 1, 32), Zeros);
  return B.CreateSelect(B.CreateIsNull(A), E.number(~0ull, 32), Zeros);
}

Value *BitEvaluation::reverseBits() {
  Value *A = E.operand(1, Bits);
  return A ? B.CreateUnaryIntrinsic(Intrinsic::bitreverse, A) : nullptr;
}

struct BitRow {
  StringLiteral Name;
  Value *(BitEvaluation::*Lift)();
};

constexpr BitRow BitRows[] = {
    {"and", &BitEvaluation::logic},
    {"or", &BitEvaluation::logic},
    {"xor", &BitEvaluation::logic},
    {"not", &BitEvaluation::inversion},
    {"cnot", &BitEvaluation::conditionalNot},
    {"lop3", &BitEvaluation::anyLogic},
    {"shl", &BitEvaluation::shift},
    {"shr", &BitEvaluation::shift},
    {"shf", &BitEvaluation::funnelShift},
    {"bfe", &BitEvaluation::extractField},
    {"bfi", &BitEvaluation::insertField},
    {"bmsk", &BitEvaluation::mask},
    {"prmt", &BitEvaluation::permute},
    {"popc", &BitEvaluation::count},
    {"clz", &BitEvaluation::count},
    {"bfind", &BitEvaluation::findHighest},
    {"brev", &BitEvaluation::reverseBits},
};

} // namespace

Value *warplint::ptx::liftBits(Evaluation &E) {
  for (const BitRow &Row : BitRows)
    if (Row.Name == E.S.Opcode.front() && E.Bits != 0)
      return (BitEvaluation(E).*Row.Lift)();
  return nullptr;
}
