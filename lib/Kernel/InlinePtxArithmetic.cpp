//===- InlinePtxArithmetic.cpp - Instructions between registers -----------===//

#include "InlinePtxArithmetic.h"
#include "InlinePtxLinear.h"
#include "InlinePtxOpcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

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
// Integer types
//===----------------------------------------------------------------------===//

namespace {
struct IntegerType {
  unsigned Bits = 0;
  bool Signed = false;
};
} // namespace

/// u16 to s64 and b16 to b64; nothing for other types.
static std::optional<IntegerType> integerType(StringRef Part) {
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

//===----------------------------------------------------------------------===//
// Linear results
//===----------------------------------------------------------------------===//

namespace {
/// One instruction under evaluation: operands by number, 0 is the destination.
struct Evaluation {
  const Statement &S;
  const RegisterFile &Registers;

  Opcode opcode() const { return S.Opcode; }
  bool has(StringRef Part) const { return hasPart(S.Opcode, Part); }
  Value unknown() const { return unknownValue(S.Text); }

  Value operand(unsigned I) const {
    return I < S.Operands.size() ? Registers.read(S.Operands[I]) : unknown();
  }
  std::optional<IntegerType> type() const {
    return integerType(S.Opcode.back());
  }

  Value move() const;
  Value pack() const;
  Value convert() const;
  Value convertAddress() const;
  Value sum(bool Subtract) const;
  Value product() const;
  Value productSum() const;
  Value shiftLeft() const;
};
} // namespace

static Value resized(Value V, unsigned Bits, bool Signed) {
  if (V.isLinear())
    V.Linear = resizeForm(std::move(V.Linear), Bits, Signed);
  return V;
}

/// mov.b64 d, {low, high}.
Value Evaluation::pack() const {
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

Value Evaluation::move() const {
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
Value Evaluation::convert() const {
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
Value Evaluation::convertAddress() const {
  Value V = operand(1);
  const auto Type = type();
  const auto Spaces = spacesOf(opcode());
  if (!V.isLinear() || !Type || Spaces.size() != 1)
    return V.isLinear() ? unknown() : V;
  V = resized(V, Type->Bits, false);
  V.PointsInto = Spaces.front();
  return V;
}

Value Evaluation::sum(bool Subtract) const {
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
Value Evaluation::product() const {
  const auto Type = type();
  Value L = operand(1), R = operand(2);
  if (!Type || !L.isLinear() || !R.isLinear() || (!has("lo") && !has("wide")))
    return unknown();
  const unsigned Bits = has("wide") ? 2 * Type->Bits : Type->Bits;
  for (Value *V : {&L, &R})
    *V = resized(resized(*V, Type->Bits, Type->Signed), Bits, Type->Signed);
  auto Form = multiplyForms(L.Linear, R.Linear);
  return Form ? linearValue(*Form) : unknown();
}

/// mad: the product plus operand 3.
Value Evaluation::productSum() const {
  Value L = product(), R = operand(3);
  if (has("sat") || !L.isLinear() || !R.isLinear())
    return unknown();
  R = resized(R, L.Linear.Bits, type()->Signed);
  return linearValue(addForms(L.Linear, R.Linear), R.PointsInto);
}

Value Evaluation::shiftLeft() const {
  const auto Type = type();
  Value V = operand(1), Amount = operand(2);
  if (!Type || !V.isLinear() || !Amount.isLinear())
    return unknown();
  const auto Bits = Amount.Linear.asConstant();
  if (!Bits || *Bits < 0 || *Bits >= int64_t(Type->Bits) || *Bits > 62)
    return unknown();
  V = resized(V, Type->Bits, false);
  return linearValue(scaleForm(V.Linear, int64_t(1) << *Bits));
}

static Value evaluateLinear(const Evaluation &E) {
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
  if (Name == "shl")
    return E.shiftLeft();
  if (Name == "neg" && E.operand(1).isLinear() && E.type())
    return linearValue(
        scaleForm(resized(E.operand(1), E.type()->Bits, true).Linear, -1));
  return E.unknown();
}

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

namespace {
struct Comparison {
  PtxCompare Op;
  bool Unsigned; ///< lo, ls, hi, hs are unsigned whatever the type.
};
} // namespace

static std::optional<Comparison> comparisonOf(StringRef Part) {
  using enum PtxCompare;
  return StringSwitch<std::optional<Comparison>>(Part)
      .Case("eq", Comparison{Eq, false})
      .Case("ne", Comparison{Ne, false})
      .Case("lt", Comparison{Lt, false})
      .Case("le", Comparison{Le, false})
      .Case("gt", Comparison{Gt, false})
      .Case("ge", Comparison{Ge, false})
      .Case("lo", Comparison{Lt, true})
      .Case("ls", Comparison{Le, true})
      .Case("hi", Comparison{Gt, true})
      .Case("hs", Comparison{Ge, true})
      .Default(std::nullopt);
}

/// setp.Op.type p, a, b: the comparison alone.
static PtxGuard compareGuard(const Evaluation &E) {
  const auto Type = E.type();
  const auto Compare = comparisonOf(E.S.Opcode[1]);
  Value L = E.operand(1), R = E.operand(2);
  if (!Type || !Compare || !L.isLinear() || !R.isLinear())
    return unknownGuard(E.S.Text);
  PtxCondition Condition;
  Condition.What = PtxCondition::Kind::Compare;
  Condition.Op = Compare->Op;
  Condition.Signed = Type->Signed && !Compare->Unsigned;
  Condition.Bits = Type->Bits;
  Condition.Left = resized(L, Type->Bits, Type->Signed).Linear;
  Condition.Right = resized(R, Type->Bits, Type->Signed).Linear;
  Condition.Text = E.S.Text;
  return {Condition};
}

static PtxGuard conjunction(PtxGuard L, const PtxGuard &R) {
  L.append(R.begin(), R.end());
  return L;
}

/// setp{.and} p|q, a, b{, c}: p is (a op b) and c, q is not (a op b) and c.
static void executeSetp(const Evaluation &E, RegisterFile &Registers,
                        bool Guarded) {
  const Statement &S = E.S;
  PtxGuard True = unknownGuard(S.Text), False = True;
  const bool Combines = S.Operands.size() == 4;
  if (S.Opcode.size() >= 3 && S.Operands.size() >= 3 &&
      (!Combines || E.has("and"))) {
    True = compareGuard(E);
    False = negated(True);
    if (Combines) {
      PtxGuard Other = Registers.readPredicate(S.Operands[3]);
      True = conjunction(True, Other);
      False = conjunction(False, Other);
    }
  }
  const auto Destinations = destinationsOf(S);
  for (auto [I, Destination] : enumerate(Destinations))
    Registers.write(Destination, predicateValue(I == 0 ? True : False),
                    Guarded);
}

/// not.pred, and.pred; nothing for other instructions.
static std::optional<PtxGuard> predicateResult(const Evaluation &E) {
  const Statement &S = E.S;
  if (S.Opcode.back() != "pred" || S.Operands.size() < 2)
    return std::nullopt;
  PtxGuard First = E.Registers.readPredicate(S.Operands[1]);
  if (S.Opcode.front() == "not")
    return negated(First);
  if (S.Opcode.front() == "and" && S.Operands.size() == 3)
    return conjunction(First, E.Registers.readPredicate(S.Operands[2]));
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Any register instruction
//===----------------------------------------------------------------------===//

/// elect.sync d|p, mask: p holds in one lane.
static Value electedLane(const Statement &S) {
  PtxCondition Condition;
  Condition.What = PtxCondition::Kind::OneLane;
  Condition.Text = S.Text;
  return predicateValue({Condition});
}

/// mov.b64 {low, high}, a: the low part is a truncated, the others are unknown.
static void executeUnpack(const Evaluation &E, ArrayRef<Token> Destinations,
                          RegisterFile &Registers, bool Guarded) {
  const auto Type = E.type();
  Value Whole = E.operand(1);
  for (auto [I, Destination] : enumerate(Destinations)) {
    Value Part = E.unknown();
    if (Whole.What == Value::Kind::Loaded)
      Part = Whole;
    else if (I == 0 && Type && Whole.isLinear())
      Part = resized(Whole, Type->Bits / unsigned(Destinations.size()), false);
    Registers.write(Destination, Part, Guarded);
  }
}

void warplint::ptx::executeRegisterInstruction(const Statement &S,
                                               RegisterFile &Registers,
                                               bool Guarded) {
  const Evaluation E{S, Registers};
  const auto Destinations = destinationsOf(S);
  StringRef Name = S.Opcode.front();
  if (Name == "setp")
    return executeSetp(E, Registers, Guarded);
  if (Name == "mov" && !Destinations.empty() && isVector(S.Operands[0]))
    return executeUnpack(E, Destinations, Registers, Guarded);
  if (Name == "elect" && Destinations.size() == 2) {
    Registers.write(Destinations[0], E.unknown(), Guarded);
    return Registers.write(Destinations[1], electedLane(S), Guarded);
  }
  Value Result = E.unknown();
  if (Destinations.size() == 1) {
    if (std::optional<PtxGuard> Predicate = predicateResult(E))
      Result = predicateValue(*Predicate);
    else
      Result = evaluateLinear(E);
  }
  for (const Token &Destination : Destinations)
    Registers.write(Destination, Result, Guarded);
}
