//===- Predicates.cpp - Instructions of predicates and several results ----===//
//
// setp, elect, shfl, the logic of predicates, and moves out of a vector.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

Evaluation::Evaluation(const Statement &S, Value *Guard,
                       RegisterFile &Registers, Builder &B)
    : S(S), Guard(Guard), Registers(Registers), B(B) {
  if (auto Type = integerType(S.Opcode.back())) {
    Bits = Type->Bits;
    Signed = Type->Signed;
  }
}

Value *Evaluation::operand(unsigned I, unsigned Width, bool IsSigned) {
  if (I >= S.Operands.size() || Width == 0)
    return nullptr;
  return fit(B, Registers.read(S.Operands[I]), Width, IsSigned);
}

Value *Evaluation::predicate(unsigned I) {
  return I < S.Operands.size() ? Registers.readPredicate(S.Operands[I])
                               : nullptr;
}

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
static Results liftSetp(Evaluation &E, size_t NumDestinations) {
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
  return NumDestinations == 1 ? Results{True} : Results{True, False};
}

/// set.op{.and}.u32.type d, a, b{, c}: all ones where setp holds, else 0.
static Results liftSet(Evaluation &E) {
  if (E.S.Opcode.size() < 4)
    return {};
  const auto Type = integerType(E.S.Opcode[E.S.Opcode.size() - 2]);
  const Results Holds = Type ? liftSetp(E, 1) : Results();
  return Holds.empty()
             ? Results()
             : Results{E.B.CreateSExt(Holds[0], E.B.getIntNTy(Type->Bits))};
}

/// elect.sync d|p, mask: p holds in one lane.
static Results liftElect(Evaluation &E, size_t NumDestinations) {
  Value *Mask = E.operand(1, 32);
  if (!Mask || NumDestinations != 2)
    return {};
  Value *Both = E.B.CreateIntrinsic(Intrinsic::nvvm_elect_sync, {Mask});
  return {E.B.CreateExtractValue(Both, 0), E.B.CreateExtractValue(Both, 1)};
}

/// shfl.sync.mode.b32 d|p, a, b, c, mask. Without .sync: all lanes.
static Results liftShuffle(Evaluation &E, size_t NumDestinations) {
  const Intrinsic::ID ID = E.has("up")     ? Intrinsic::nvvm_shfl_sync_up_i32p
                           : E.has("down") ? Intrinsic::nvvm_shfl_sync_down_i32p
                           : E.has("bfly") ? Intrinsic::nvvm_shfl_sync_bfly_i32p
                           : E.has("idx")  ? Intrinsic::nvvm_shfl_sync_idx_i32p
                                           : 0u;
  Value *A = E.operand(1, 32), *Lane = E.operand(2, 32);
  Value *Clamp = E.operand(3, 32);
  Value *Mask = E.has("sync") ? E.operand(4, 32) : E.number(~0ull, 32);
  if (!ID || !A || !Lane || !Clamp || !Mask)
    return {};
  Value *Both = E.B.CreateIntrinsic(ID, {Mask, A, Lane, Clamp});
  Results R = {E.B.CreateExtractValue(Both, 0)};
  if (NumDestinations == 2)
    R.push_back(E.B.CreateExtractValue(Both, 1));
  return R;
}

/// mov.b64 {low, high}, a.
static Results unpack(Evaluation &E, unsigned Parts) {
  Results R;
  Value *Whole = E.operand(1);
  if (!Whole || E.Bits % Parts != 0)
    return R;
  const unsigned Bits = E.Bits / Parts;
  for (unsigned I = 0; I != Parts; ++I)
    R.push_back(E.B.CreateTrunc(E.B.CreateLShr(Whole, uint64_t(I) * Bits),
                                E.B.getIntNTy(Bits)));
  return R;
}

/// and, or, xor and not of predicates.
static Value *liftLogic(Evaluation &E) {
  Value *V = E.predicate(1);
  return V && E.is("not") ? E.B.CreateNot(V) : combine(E, V, E.predicate(2));
}

Results warplint::ptx::liftInstruction(const Statement &S, Value *Guard,
                                       RegisterFile &Registers, Builder &B) {
  Evaluation E(S, Guard, Registers, B);
  const size_t NumDestinations = destinationsOf(S).size();
  if (E.is("setp"))
    return liftSetp(E, NumDestinations);
  if (E.is("set"))
    return liftSet(E);
  if (E.is("elect"))
    return liftElect(E, NumDestinations);
  if (E.is("shfl"))
    return liftShuffle(E, NumDestinations);
  if (NumDestinations > 1 && E.is("mov"))
    return unpack(E, unsigned(NumDestinations));
  if (NumDestinations != 1 || S.Opcode.size() < 2)
    return {};
  const bool IsLogic = S.Opcode.back() == "pred" && !E.is("mov");
  Value *V = IsLogic ? liftLogic(E) : liftOneResult(E);
  return V ? Results{V} : Results();
}
