//===- Arithmetic.cpp - Instructions between registers --------------------===//

#include "Arithmetic.h"
#include "Evaluation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

static void appendRegisters(Tokens Operand, SmallVectorImpl<Token> &Out) {
  for (const Token &T : Operand)
    if (T.Kind == TokenKind::Word || T.Kind == TokenKind::Operand)
      Out.push_back(T);
}

SmallVector<Token, 8> warplint::ptx::destinationsOf(const Statement &S) {
  SmallVector<Token, 8> Out;
  if (S.Kind != StatementKind::Instruction || S.Operands.empty())
    return Out;
  const OpcodeClass Class = meaningOf(S.Opcode).Class;
  if (Class == OpcodeClass::NoResult || Class == OpcodeClass::Branch ||
      Class == OpcodeClass::Leave)
    return Out;
  if (Class != OpcodeClass::Register && S.hasAddress()) {
    for (Tokens Operand : S.Operands) {
      if (addressOf(Operand))
        break;
      appendRegisters(Operand, Out);
    }
    return Out;
  }
  appendRegisters(S.Operands.front(), Out);
  return Out;
}

//===----------------------------------------------------------------------===//
// One instruction
//===----------------------------------------------------------------------===//

std::optional<IntegerType> warplint::ptx::integerType(StringRef Part) {
  IntegerType Type;
  Type.Signed = Part.starts_with("s");
  if (!Part.consume_front("u") && !Part.consume_front("s") &&
      !Part.consume_front("b"))
    return std::nullopt;
  if (Part.getAsInteger(10, Type.Bits) ||
      (Type.Bits != 8 && Type.Bits != 16 && Type.Bits != 32 && Type.Bits != 64))
    return std::nullopt;
  return Type;
}

Value warplint::ptx::resized(Value V, unsigned Bits, bool Signed) {
  if (V.isLinear())
    V.Linear = resizeForm(std::move(V.Linear), Bits, Signed);
  return V;
}

std::optional<PtxLinear> Evaluation::form(unsigned I, unsigned Bits,
                                          bool Signed) const {
  Value V = resized(operand(I), Bits, Signed);
  return V.isLinear() ? std::optional(V.Linear) : std::nullopt;
}

std::optional<uint64_t> Evaluation::constant(unsigned I, unsigned Bits) const {
  const auto Form = form(I, 64);
  const auto Number = Form ? Form->asConstant() : std::nullopt;
  if (!Number)
    return std::nullopt;
  return uint64_t(*Number) & maskTrailingOnes<uint64_t>(Bits);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {
/// One instruction under evaluation: operands by number, 0 is the destination.
struct Arithmetic : Evaluation {
  Value move() const;
  Value pack() const;
  Value convert() const;
  Value convertAddress() const;
  Value sum(bool Subtract) const;
  Value product() const;
  Value productSum() const;
  Value lowProduct() const;
  Value quotient(bool Remainder) const;
  Value choice(bool Maximum) const;
  Value absolute() const;
  Value selection() const;
};
} // namespace

/// mov.b64 d, {low, high}.
Value Arithmetic::pack() const {
  const auto Type = type();
  auto Elements = elementsOf(S.Operands[1]);
  if (!Type || Elements.size() != 2)
    return unknown();
  const unsigned Half = Type->Bits / 2;
  Value Low = resized(Registers.read(Elements[0]), Half, false);
  Value High = resized(Registers.read(Elements[1]), Half, false);
  if (!Low.isLinear() || !High.isLinear())
    return unknown();
  PtxLinear Form =
      scaleForm(resizeForm(High.Linear, Type->Bits, false), int64_t(1) << Half);
  return linearValue(addForms(resizeForm(Low.Linear, Type->Bits, false), Form));
}

Value Arithmetic::move() const {
  if (S.Operands.size() != 2)
    return unknown();
  if (isVector(S.Operands[1]))
    return pack();
  Value V = operand(1);
  if (S.Opcode.back() == "pred")
    return predicateValue(Registers.readPredicate(S.Operands[1]));
  if (!V.isLinear())
    return V; // Loaded and unknown values keep their cause.
  const auto Type = type();
  if (!Type) // A floating-point or 128-bit move keeps the bits.
    return typeBits(S.Opcode.back()) > 0 ? V : unknown();
  return resized(V, Type->Bits, Type->Signed);
}

/// cvt.to.from d, a: a is read as `from`, then brought to the width of `to`.
Value Arithmetic::convert() const {
  if (S.Opcode.size() < 3 || has("sat") || has("pack"))
    return unknown();
  const auto To = integerType(S.Opcode[S.Opcode.size() - 2]);
  const auto From = type();
  if (!To || !From)
    return unknown();
  return resized(resized(operand(1), From->Bits, From->Signed), To->Bits,
                 From->Signed);
}

/// cvta.space d, a makes a generic address, cvta.to.space one of the space.
Value Arithmetic::convertAddress() const {
  Value V = operand(1);
  const auto Type = type();
  const auto Spaces = spacesOf(S.Opcode);
  if (!V.isLinear() || !Type || Spaces.size() != 1)
    return V.isLinear() ? unknown() : V;
  V = resized(V, Type->Bits, false);
  V.PointsInto = Spaces.front();
  return V;
}

Value Arithmetic::sum(bool Subtract) const {
  const auto Type = type();
  Value L = operand(1), R = operand(2);
  if (!Type || has("sat") || !L.isLinear() || !R.isLinear())
    return unknown();
  L = resized(L, Type->Bits, Type->Signed);
  R = resized(R, Type->Bits, Type->Signed);
  const PtxSpace Space =
      L.PointsInto == PtxSpace::Generic ? R.PointsInto : L.PointsInto;
  return linearValue(addForms(L.Linear, scaleForm(R.Linear, Subtract ? -1 : 1)),
                     Space);
}

/// Operands 1 and 2 multiplied: .lo keeps the width, .wide doubles it.
Value Arithmetic::product() const {
  const auto Type = type();
  Value L = operand(1), R = operand(2);
  if (!Type || !L.isLinear() || !R.isLinear() || (!has("lo") && !has("wide")))
    return unknown();
  const unsigned Bits = has("wide") ? 2 * Type->Bits : Type->Bits;
  for (Value *V : {&L, &R})
    *V = resized(resized(*V, Type->Bits, Type->Signed), Bits, Type->Signed);
  if (auto Form = multiplyForms(L.Linear, R.Linear))
    return linearValue(*Form);
  return linearValue(
      operations().compute(PtxOperator::Product, Bits, {L.Linear, R.Linear}));
}

/// mad: the product plus operand 3.
Value Arithmetic::productSum() const {
  Value L = product(), R = operand(3);
  if (has("sat") || !L.isLinear() || !R.isLinear())
    return unknown();
  R = resized(R, L.Linear.Bits, type()->Signed);
  return linearValue(addForms(L.Linear, R.Linear), R.PointsInto);
}

/// mul24 and mad24: the product of the low 24 bits of operands 1 and 2.
Value Arithmetic::lowProduct() const {
  const auto Type = type();
  if (!Type || Type->Bits != 32 || !has("lo") || has("sat"))
    return unknown();
  SmallVector<PtxLinear, 2> Factors;
  for (unsigned I : {1u, 2u}) {
    const auto Form = form(I, 32);
    if (!Form)
      return unknown();
    const PtxLinear Eight = constantForm(8, 32);
    Factors.push_back(
        Type->Signed
            ? operations().shift(
                  PtxOperator::ShiftRightSigned, 32,
                  operations().shift(PtxOperator::ShiftLeft, 32, *Form, Eight),
                  Eight)
            : operations().compute(PtxOperator::And, 32,
                                   {*Form, constantForm(0xffffff, 32)}));
  }
  const auto Linear = multiplyForms(Factors[0], Factors[1]);
  PtxLinear Product =
      Linear ? *Linear
             : operations().compute(PtxOperator::Product, 32, Factors);
  if (S.Opcode.front() == "mul24")
    return linearValue(Product);
  const auto Summand = form(3, 32);
  return Summand ? linearValue(addForms(Product, *Summand)) : unknown();
}

Value Arithmetic::quotient(bool Remainder) const {
  const auto Type = type();
  if (!Type)
    return unknown();
  const auto L = form(1, Type->Bits, Type->Signed);
  const auto R = form(2, Type->Bits, Type->Signed);
  if (!L || !R)
    return unknown();
  using enum PtxOperator;
  return linearValue(operations().compute(
      Type->Signed ? (Remainder ? SignedRemainder : SignedQuotient)
                   : (Remainder ? UnsignedRemainder : UnsignedQuotient),
      Type->Bits, {*L, *R}));
}

/// min and max of two operands.
Value Arithmetic::choice(bool Maximum) const {
  const auto Type = type();
  if (!Type || S.Operands.size() != 3 || has("relu"))
    return unknown();
  const auto L = form(1, Type->Bits, Type->Signed);
  const auto R = form(2, Type->Bits, Type->Signed);
  if (!L || !R)
    return unknown();
  const PtxGuard LeftIsLess =
      operations().compare(PtxCompare::Lt, Type->Signed, Type->Bits, *L, *R);
  return linearValue(operations().select(LeftIsLess, Type->Bits,
                                         Maximum ? *R : *L, Maximum ? *L : *R));
}

Value Arithmetic::absolute() const {
  const auto Type = type();
  const auto A = Type ? form(1, Type->Bits, true) : std::nullopt;
  if (!A)
    return unknown();
  const PtxGuard Negative = operations().compare(
      PtxCompare::Lt, true, Type->Bits, *A, constantForm(0, Type->Bits));
  return linearValue(
      operations().select(Negative, Type->Bits, scaleForm(*A, -1), *A));
}

/// selp d, a, b, p takes a where p holds; slct.type.s32 d, a, b, c where c is
/// not negative.
Value Arithmetic::selection() const {
  const bool ByPredicate = S.Opcode.front() == "selp";
  const auto Type = integerType(
      S.Opcode[ByPredicate ? S.Opcode.size() - 1 : S.Opcode.size() - 2]);
  if (!Type || S.Operands.size() != 4)
    return unknown();
  const auto L = form(1, Type->Bits), R = form(2, Type->Bits);
  if (!L || !R)
    return unknown();
  PtxGuard Condition;
  if (ByPredicate) {
    Condition = Registers.readPredicate(S.Operands[3]);
  } else {
    const auto C = form(3, 32);
    if (!C || S.Opcode.back() != "s32")
      return unknown();
    Condition =
        operations().compare(PtxCompare::Ge, true, 32, *C, constantForm(0, 32));
  }
  return linearValue(operations().select(Condition, Type->Bits, *L, *R));
}

static Value evaluateArithmetic(const Arithmetic &E) {
  StringRef Name = E.S.Opcode.front();
  if (E.S.Opcode.size() < 2)
    return E.unknown();
  if (Name == "mov")
    return E.move();
  if (Name == "cvt")
    return E.convert();
  if (Name == "cvta")
    return E.convertAddress();
  if (Name == "add" || Name == "sub")
    return E.sum(Name == "sub");
  if (Name == "mul")
    return E.product();
  if (Name == "mad")
    return E.productSum();
  if (Name == "mul24" || Name == "mad24")
    return E.lowProduct();
  if (Name == "div" || Name == "rem")
    return E.quotient(Name == "rem");
  if (Name == "min" || Name == "max")
    return E.choice(Name == "max");
  if (Name == "abs")
    return E.absolute();
  if (Name == "selp" || Name == "slct")
    return E.selection();
  if (Name == "neg" && E.operand(1).isLinear() && E.type())
    return linearValue(
        scaleForm(resized(E.operand(1), E.type()->Bits, true).Linear, -1));
  return E.unknown();
}

//===----------------------------------------------------------------------===//
// Any register instruction
//===----------------------------------------------------------------------===//

/// mov.b64 {low, high}, a.
static void executeUnpack(const Evaluation &E, ArrayRef<Token> Destinations,
                          RegisterFile &Registers, const PtxGuard &Guard) {
  const auto Type = E.type();
  Value Whole = E.operand(1);
  for (auto [I, Destination] : enumerate(Destinations)) {
    Value Part = E.unknown();
    if (Whole.What == Value::Kind::Loaded) {
      Part = Whole;
    } else if (Type && Whole.isLinear() &&
               Type->Bits % Destinations.size() == 0) {
      const unsigned Bits = Type->Bits / unsigned(Destinations.size());
      const PtxLinear From = resizeForm(Whole.Linear, Type->Bits, false);
      const PtxLinear Moved =
          E.operations().shift(PtxOperator::ShiftRight, Type->Bits, From,
                               constantForm(int64_t(I) * Bits, 32));
      Part = linearValue(resizeForm(Moved, Bits, false));
    }
    Registers.write(Destination, Part, Guard);
  }
}

/// What was loaded goes into the result of \p S.
static std::optional<Value> loadedOperand(const Evaluation &E) {
  for (unsigned I = 1; I < E.S.Operands.size(); ++I)
    if (Value V = E.operand(I); V.What == Value::Kind::Loaded)
      return V;
  return std::nullopt;
}

void warplint::ptx::executeRegisterInstruction(const Statement &S,
                                               RegisterFile &Registers,
                                               const PtxGuard &Guard) {
  const Evaluation E{S, Registers};
  const auto Destinations = destinationsOf(S);
  StringRef Name = S.Opcode.front();
  if (executePredicate(E, Registers, Guard))
    return;
  if (Name == "mov" && !Destinations.empty() && isVector(S.Operands[0]))
    return executeUnpack(E, Destinations, Registers, Guard);
  if (Name == "shfl")
    return executeShuffle(E, Registers, Guard);
  Value Result = E.unknown();
  if (Destinations.size() == 1) {
    if (auto Bits = evaluateBits(E))
      Result = *Bits;
    else
      Result = evaluateArithmetic(Arithmetic{E});
    if (!Result.isLinear())
      Result = loadedOperand(E).value_or(Result);
  }
  for (const Token &Destination : Destinations)
    Registers.write(Destination, Result, Guard);
}
