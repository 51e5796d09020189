//===- Registers.cpp - What the registers of a block hold -----------------===//

#include "Registers.h"
#include "Lexer.h"
#include "LinearForm.h"
#include "Opcodes.h"
#include "Operations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

//===----------------------------------------------------------------------===//
// Values and predicates
//===----------------------------------------------------------------------===//

Value warplint::ptx::unknownValue(std::string Why) {
  Value V;
  V.What = Value::Kind::Unknown;
  V.Why = std::move(Why);
  return V;
}

Value warplint::ptx::linearValue(PtxLinear Linear, PtxSpace PointsInto) {
  Value V;
  V.What = Value::Kind::Linear;
  V.Linear = std::move(Linear);
  V.PointsInto = PointsInto;
  return V;
}

Value warplint::ptx::loadedValue(unsigned MemoryOp) {
  Value V;
  V.What = Value::Kind::Loaded;
  V.MemoryOp = MemoryOp;
  return V;
}

Value warplint::ptx::predicateValue(PtxGuard Predicate) {
  Value V;
  V.What = Value::Kind::Predicate;
  V.Predicate = std::move(Predicate);
  return V;
}

PtxGuard warplint::ptx::unknownGuard(std::string Text) {
  PtxCondition Condition;
  Condition.Text = std::move(Text);
  return {Condition};
}

//===----------------------------------------------------------------------===//
// Constant expressions and sums
//===----------------------------------------------------------------------===//

namespace warplint::ptx {
/// Reads `a + 4*(2 + b)` from tokens by precedence climbing.
class ExpressionReader {
public:
  ExpressionReader(const RegisterFile &Registers, Tokens Rest)
      : Registers(Registers), Rest(Rest) {}

  Value readAll() {
    Value V = readBinary(0);
    return Rest.empty() ? V : notRead();
  }

private:
  static Value notRead() { return unknownValue("operand"); }

  /// Binding strength of the operator at the front, 0 when there is none.
  unsigned strengthOfNext() const {
    if (Rest.empty() || Rest[0].Kind != TokenKind::Punctuation)
      return 0;
    switch (Rest[0].Text.front()) {
    case '|':
      return 1;
    case '^':
      return 2;
    case '&':
      return 3;
    case '<':
    case '>':
      return Rest.size() > 1 && Rest[1].is(Rest[0].Text.front()) ? 4 : 0;
    case '+':
    case '-':
      return 5;
    case '*':
    case '/':
    case '%':
      return 6;
    default:
      return 0;
    }
  }

  Value readBinary(unsigned MinStrength) {
    Value Left = readUnary();
    while (const unsigned Strength = strengthOfNext()) {
      if (Strength <= MinStrength)
        break;
      const char Op = Rest.front().Text.front();
      Rest = Rest.drop_front(Strength == 4 ? 2 : 1);
      Left = apply(Op, Left, readBinary(Strength));
    }
    return Left;
  }

  Value readUnary() {
    if (Rest.empty() || ++Depth > MaxDepth)
      return notRead();
    const Token T = Rest.front();
    Rest = Rest.drop_front();
    Value V;
    if (T.is('-'))
      V = apply('*', linearValue(constantForm(-1)), readUnary());
    else if (T.is('+'))
      V = readUnary();
    else if (T.is('~'))
      V = apply('^', linearValue(constantForm(-1)), readUnary());
    else if (T.is('('))
      V = readParenthesized();
    else
      V = Registers.readLeaf(T, takeComponent());
    --Depth;
    return V;
  }

  Value readParenthesized() {
    Value V = readBinary(0);
    if (Rest.empty() || !Rest.front().is(')'))
      return notRead();
    Rest = Rest.drop_front();
    return V;
  }

  /// The `x` of `%tid.x`.
  StringRef takeComponent() {
    if (Rest.size() < 2 || !Rest[0].is('.') || Rest[1].Kind != TokenKind::Word)
      return "";
    StringRef Component = Rest[1].Text;
    Rest = Rest.drop_front(2);
    return Component;
  }

  static Value apply(char Op, const Value &L, const Value &R);
  static std::optional<int64_t> fold(char Op, int64_t L, int64_t R);

  static constexpr unsigned MaxDepth = 64; // Bounds recursion on hostile text.
  const RegisterFile &Registers;
  Tokens Rest;
  unsigned Depth = 0;
};
} // namespace warplint::ptx

std::optional<int64_t> ExpressionReader::fold(char Op, int64_t L, int64_t R) {
  switch (Op) {
  case '|':
    return L | R;
  case '^':
    return L ^ R;
  case '&':
    return L & R;
  case '<':
    return R >= 0 && R < 64 ? int64_t(uint64_t(L) << R) : 0;
  case '>':
    return R >= 0 && R < 64 ? L >> R : 0;
  case '/':
  case '%':
    if (R == 0 || R == -1) // -1: the smallest number has no opposite.
      return std::nullopt;
    return Op == '/' ? L / R : L % R;
  default:
    return std::nullopt;
  }
}

Value ExpressionReader::apply(char Op, const Value &L, const Value &R) {
  if (!L.isLinear() || !R.isLinear()) {
    const Value &Cause = L.isLinear() ? R : L;
    return Cause.What == Value::Kind::Unknown ? Cause : notRead();
  }
  const PtxSpace Space =
      L.PointsInto == PtxSpace::Generic ? R.PointsInto : L.PointsInto;
  if (Op == '+')
    return linearValue(addForms(L.Linear, R.Linear), Space);
  if (Op == '-')
    return linearValue(addForms(L.Linear, scaleForm(R.Linear, -1)), Space);
  if (Op == '*') {
    if (auto Product = multiplyForms(L.Linear, R.Linear))
      return linearValue(*Product);
    return notRead();
  }
  if (L.Linear.isConstant() && R.Linear.isConstant())
    if (auto Folded = fold(Op, L.Linear.Constant, R.Linear.Constant))
      return linearValue(constantForm(*Folded));
  return notRead();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

RegisterFile::RegisterFile(const PtxConstraints &Constraints,
                           PtxKnownArguments Known, OperationTable &Operations)
    : Constraints(Constraints), Operations(Operations), Scopes(1) {
  for (const PtxOperand &Operand : Constraints.Operands) {
    Value &V = OperandValues.emplace_back();
    if (!Operand.Argument)
      continue;
    if (*Operand.Argument < Known.size() && Known[*Operand.Argument]) {
      V = linearValue(constantForm(*Known[*Operand.Argument], Operand.Bits));
      continue;
    }
    PtxTerm Term;
    Term.Argument = *Operand.Argument;
    V = linearValue(leafForm(std::move(Term), Operand.Bits));
  }
}

const Value *RegisterFile::find(StringRef Name) const {
  for (const Scope &S : reverse(Scopes)) {
    auto Found = S.Registers.find(Name);
    if (Found != S.Registers.end())
      return &Found->second;
  }
  return nullptr;
}

/// r12 of `.reg .b32 r<16>`.
static bool isInRange(const StringMap<unsigned> &Ranges, StringRef Name) {
  StringRef Prefix = Name.rtrim("0123456789");
  auto Range = Ranges.find(Prefix);
  unsigned Index = 0;
  return Range != Ranges.end() &&
         !Name.drop_front(Prefix.size()).getAsInteger(10, Index) &&
         Index < Range->second;
}

Value RegisterFile::readWord(StringRef Word, StringRef Component) const {
  if (const Value *V = find(Word)) {
    if (V->What == Value::Kind::Undefined)
      return unknownValue(readableText(Word) + " is never written");
    return Component.empty() ? *V : unknownValue(readableText(Word));
  }
  if (std::optional<Value> Special = readSpecial(Word, Component))
    return *Special;
  const bool IsRegister =
      any_of(Scopes, [&](const Scope &S) { return isInRange(S.Ranges, Word); });
  if (IsRegister || Word.starts_with("%") || !Component.empty())
    return unknownValue(readableText(Word));
  // A variable of the module: its address.
  PtxTerm Term;
  Term.Leaf = PtxTerm::LeafKind::Symbol;
  Term.Name = readableText(Word);
  return linearValue(leafForm(std::move(Term), 0));
}

Value RegisterFile::readLeaf(const Token &Leaf, StringRef Component) const {
  if (Leaf.Kind == TokenKind::Word)
    return readWord(Leaf.Text, Component);
  if (Leaf.Kind == TokenKind::Number && Component.empty()) {
    uint64_t Number = 0;
    if (Leaf.Text.rtrim("Uu").getAsInteger(0, Number))
      return unknownValue(readableText(Leaf.Text));
    return linearValue(constantForm(int64_t(Number)));
  }
  if (Leaf.Kind == TokenKind::Operand && Component.empty() &&
      Leaf.Number < OperandValues.size()) {
    const unsigned Number =
        Constraints.Operands[Leaf.Number].TiedTo.value_or(Leaf.Number);
    const Value &V = OperandValues[Number];
    if (V.What == Value::Kind::Undefined)
      return unknownValue(readableText(Leaf.Text) + " is never written");
    return V;
  }
  return unknownValue(readableText(Leaf.Text));
}

Value RegisterFile::read(Tokens Operand) const {
  return ExpressionReader(*this, Operand).readAll();
}

PtxGuard RegisterFile::readPredicate(Tokens Operand) const {
  const bool Negate = !Operand.empty() && Operand.front().is('!');
  if (Negate)
    Operand = Operand.drop_front();
  Value V = read(Operand);
  PtxGuard Guard;
  if (V.What == Value::Kind::Predicate) {
    Guard = V.Predicate;
  } else if (V.isLinear() && V.Linear.asArgument()) {
    // A predicate that came in as an operand: any value but zero is true.
    PtxCondition Condition;
    Condition.What = PtxCondition::Kind::Compare;
    Condition.Left = V.Linear;
    Condition.Bits = V.Linear.Bits;
    Guard = {Condition};
  } else {
    Guard = unknownGuard(V.Why.empty() && !Operand.empty()
                             ? readableText(Operand.front().Text)
                             : V.Why);
  }
  return Negate ? Operations.negated(Guard) : Guard;
}

PtxGuard RegisterFile::readGuard(const Statement &S) const {
  if (!S.hasGuard())
    return {};
  PtxGuard Guard = readPredicate(S.Guard);
  return S.GuardNegated ? Operations.negated(Guard) : Guard;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void RegisterFile::closeScope() {
  if (Scopes.size() > 1) // A stray } is not ours to punish.
    Scopes.pop_back();
}

void RegisterFile::declare(const Statement &Declaration, bool InLoop) {
  const bool IsRegister = Declaration.Opcode.front() == "reg";
  for (Tokens Declared : Declaration.Operands) {
    StringRef Name = Declared.front().Text;
    unsigned Count = 0;
    if (IsRegister && Declared.size() >= 3 && Declared[1].is('<') &&
        !Declared[2].Text.getAsInteger(10, Count)) {
      Scopes.back().Ranges[Name] = Count;
      continue;
    }
    Value V;
    if (!IsRegister) {
      PtxTerm Term;
      Term.Leaf = PtxTerm::LeafKind::Symbol;
      Term.Name = readableText(Name);
      V = linearValue(
          leafForm(std::move(Term), 0),
          spaceOf(Declaration.Opcode.front()).value_or(PtxSpace::Generic));
    } else if (InLoop) {
      V = unknownValue(readableText(Name));
    }
    Scopes.back().Registers[Name] = V;
  }
}

Value *RegisterFile::slot(const Token &Destination) {
  if (Destination.Kind == TokenKind::Operand) {
    if (Destination.Number >= OperandValues.size())
      return nullptr;
    const PtxOperand &Operand = Constraints.Operands[Destination.Number];
    if (Operand.IsMemory || Operand.IsImmediate)
      return nullptr;
    return &OperandValues[Operand.TiedTo.value_or(Destination.Number)];
  }
  if (Destination.Kind != TokenKind::Word || Destination.Text == "_")
    return nullptr;
  for (Scope &S : reverse(Scopes)) {
    auto Found = S.Registers.find(Destination.Text);
    if (Found != S.Registers.end())
      return &Found->second;
    if (isInRange(S.Ranges, Destination.Text))
      return &S.Registers[Destination.Text];
  }
  return &Scopes.front().Registers[Destination.Text];
}

/// \p New where \p Guard holds, else \p Old; unknown where the two do not mix.
static Value mixed(OperationTable &Operations, const PtxGuard &Guard,
                   const Value &New, const Value &Old) {
  if (New.What == Value::Kind::Predicate && Old.What == Value::Kind::Predicate)
    return predicateValue(Operations.any(
        Operations.all(Guard, New.Predicate),
        Operations.all(Operations.negated(Guard), Old.Predicate)));
  if (New.isLinear() && Old.isLinear()) {
    const unsigned Bits = std::max(New.Linear.Bits, Old.Linear.Bits);
    return linearValue(
        Operations.select(Guard, Bits ? Bits : 64, New.Linear, Old.Linear),
        New.PointsInto == Old.PointsInto ? New.PointsInto : PtxSpace::Generic);
  }
  for (const Value *V : {&New, &Old})
    if (V->What == Value::Kind::Loaded)
      return *V;
  return unknownValue("");
}

void RegisterFile::write(const Token &Destination, const Value &New,
                         const PtxGuard &Guard) {
  Value *Slot = slot(Destination);
  if (!Slot)
    return;
  if (Guard.empty() || Slot->What == Value::Kind::Undefined ||
      New.What == Value::Kind::Unknown) {
    *Slot = New;
    return;
  }
  *Slot = mixed(Operations, Guard, New, *Slot);
  if (Slot->What == Value::Kind::Unknown)
    Slot->Why =
        readableText(Destination.Text) + " is written under a predicate";
}
