//===- Predicates.cpp - setp and the logic of predicates ------------------===//

#include "Arithmetic.h"
#include "Evaluation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

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
  if (!Type || !Compare)
    return unknownGuard(E.S.Text);
  const auto L = E.form(1, Type->Bits, Type->Signed);
  const auto R = E.form(2, Type->Bits, Type->Signed);
  if (!L || !R)
    return unknownGuard(E.S.Text);
  PtxGuard Guard = E.operations().compare(
      Compare->Op, Type->Signed && !Compare->Unsigned, Type->Bits, *L, *R);
  Guard.front().Text = E.S.Text;
  return Guard;
}

static std::optional<PtxGuard> combine(const Evaluation &E, const PtxGuard &L,
                                       const PtxGuard &R) {
  if (E.has("and"))
    return E.operations().all(L, R);
  if (E.has("or"))
    return E.operations().any(L, R);
  if (E.has("xor"))
    return E.operations().oneOf(L, R);
  return std::nullopt;
}

/// setp{.and} p|q, a, b{, c}: p is (a op b) and c, q is not (a op b) and c.
static void executeSetp(const Evaluation &E, RegisterFile &Registers,
                        const PtxGuard &Guard) {
  const Statement &S = E.S;
  std::optional<PtxGuard> True, False;
  if (S.Opcode.size() >= 3 && S.Operands.size() >= 3) {
    True = compareGuard(E);
    False = E.operations().negated(*True);
    if (S.Operands.size() == 4) {
      PtxGuard Other = Registers.readPredicate(S.Operands[3]);
      True = combine(E, *True, Other);
      False = combine(E, *False, Other);
    }
  }
  for (auto [I, Destination] : enumerate(destinationsOf(S))) {
    const auto &Result = I == 0 ? True : False;
    Registers.write(Destination,
                    predicateValue(Result ? *Result : unknownGuard(S.Text)),
                    Guard);
  }
}

/// not.pred, and.pred, or.pred, xor.pred; nothing for other instructions.
static std::optional<PtxGuard> predicateResult(const Evaluation &E) {
  const Statement &S = E.S;
  if (S.Opcode.back() != "pred" || S.Operands.size() < 2)
    return std::nullopt;
  PtxGuard First = E.Registers.readPredicate(S.Operands[1]);
  if (S.Opcode.front() == "not")
    return E.operations().negated(First);
  if (S.Opcode.front() == "mov")
    return First;
  if (S.Operands.size() != 3)
    return std::nullopt;
  return combine(E, First, E.Registers.readPredicate(S.Operands[2]));
}

/// elect.sync d|p, mask: p holds in one lane.
static PtxGuard electedLane(const Statement &S) {
  PtxCondition Condition;
  Condition.What = PtxCondition::Kind::OneLane;
  Condition.Text = S.Text;
  return {Condition};
}

bool warplint::ptx::executePredicate(const Evaluation &E,
                                     RegisterFile &Registers,
                                     const PtxGuard &Guard) {
  const auto Destinations = destinationsOf(E.S);
  if (E.S.Opcode.front() == "setp") {
    executeSetp(E, Registers, Guard);
    return true;
  }
  if (E.S.Opcode.front() == "elect" && Destinations.size() == 2) {
    Registers.write(Destinations[0], E.unknown(), Guard);
    Registers.write(Destinations[1], predicateValue(electedLane(E.S)), Guard);
    return true;
  }
  if (Destinations.size() != 1)
    return false;
  std::optional<PtxGuard> Result = predicateResult(E);
  if (!Result)
    return false;
  Registers.write(Destinations[0], predicateValue(*Result), Guard);
  return true;
}
