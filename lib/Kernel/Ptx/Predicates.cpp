//===- Predicates.cpp - setp, elect, and the logic of predicates ----------===//

#include "Arithmetic.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

/// lo, ls, hi and hs are unsigned whatever the type.
static CmpInst::Predicate comparisonOf(StringRef Part, bool Signed) {
  using P = CmpInst::Predicate;
  return StringSwitch<P>(Part)
      .Case("eq", P::ICMP_EQ)
      .Case("ne", P::ICMP_NE)
      .Case("lt", Signed ? P::ICMP_SLT : P::ICMP_ULT)
      .Case("le", Signed ? P::ICMP_SLE : P::ICMP_ULE)
      .Case("gt", Signed ? P::ICMP_SGT : P::ICMP_UGT)
      .Case("ge", Signed ? P::ICMP_SGE : P::ICMP_UGE)
      .Case("lo", P::ICMP_ULT)
      .Case("ls", P::ICMP_ULE)
      .Case("hi", P::ICMP_UGT)
      .Case("hs", P::ICMP_UGE)
      .Default(P::BAD_ICMP_PREDICATE);
}

static Value *combine(Evaluation &E, Value *L, Value *R) {
  if (!L || !R)
    return nullptr;
  if (E.has("and"))
    return E.B.CreateAnd(L, R);
  if (E.has("or"))
    return E.B.CreateOr(L, R);
  return E.has("xor") ? E.B.CreateXor(L, R) : nullptr;
}

/// setp{.and} p|q, a, b{, c}: p is (a op b) and c, q is not (a op b) and c.
static Results liftSetp(Evaluation &E) {
  const Statement &S = E.S;
  if (S.Opcode.size() < 3 || S.Operands.size() < 3)
    return {};
  const CmpInst::Predicate Compare = comparisonOf(S.Opcode[1], E.Signed);
  Value *L = E.operand(1), *R = E.operand(2);
  if (!L || !R || Compare == CmpInst::BAD_ICMP_PREDICATE)
    return {};
  Value *True = E.B.CreateICmp(Compare, L, R), *False = E.B.CreateNot(True);
  if (S.Operands.size() == 4) {
    Value *Other = E.predicate(3);
    True = combine(E, True, Other);
    False = combine(E, False, Other);
  }
  if (!True)
    return {};
  return destinationsOf(S).size() == 1 ? Results{True} : Results{True, False};
}

/// elect.sync d|p, mask: p holds in one lane.
static Results liftElect(Evaluation &E) {
  Value *Mask = E.operand(1, 32);
  if (!Mask || destinationsOf(E.S).size() != 2)
    return {};
  Value *Both = E.B.CreateIntrinsic(Intrinsic::nvvm_elect_sync, {Mask});
  return {E.B.CreateExtractValue(Both, 0), E.B.CreateExtractValue(Both, 1)};
}

Results warplint::ptx::liftPredicate(Evaluation &E) {
  const Statement &S = E.S;
  StringRef Name = S.Opcode.front();
  if (Name == "setp")
    return liftSetp(E);
  if (Name == "elect")
    return liftElect(E);
  if (S.Opcode.back() != "pred" || destinationsOf(S).size() != 1 ||
      Name == "mov")
    return {};
  Value *V = E.predicate(1);
  if (V && Name == "not")
    V = E.B.CreateNot(V);
  else
    V = combine(E, V, E.predicate(2));
  return V ? Results{V} : Results();
}
