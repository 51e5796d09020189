//===- Assumptions.cpp - What the user promises of unknowns ---------------===//
//
// __builtin_assume(n % 32 == 0) and `if (n < 1) __builtin_unreachable()` bound
// a symbol, where every run of the kernel that has a value for it passes the
// promise.
//
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <algorithm>

using namespace llvm;

namespace warplint {

/// A value that is in the same relation to small numbers as \p E.
static const LaneExpr *withoutExtension(const LaneExpr *E) {
  return E->op() == LaneOp::SExt ? E->operand(0) : E;
}

static int64_t signedConstant(const LaneExpr *E) {
  return SignExtend64(E->constant(), E->width());
}

namespace {

/// Narrows the symbols that a condition speaks of.
class Promise {
public:
  Promise(LaneContext &C, function_ref<bool(unsigned)> MayNarrow)
      : C(C), MayNarrow(MayNarrow) {}

  void assume(const LaneExpr *E, bool IsTrue = true);

private:
  UniformSymbol *symbolOf(const LaneExpr *E) {
    E = withoutExtension(E);
    bool IsOpen = E->op() == LaneOp::Symbol && MayNarrow(E->index());
    return IsOpen ? &C.symbolAt(E->index()) : nullptr;
  }
  void atMost(const LaneExpr *E, int64_t Bound) {
    if (UniformSymbol *S = symbolOf(E))
      S->Hi = std::max(S->Lo, std::min(S->Hi, Bound));
  }
  void atLeast(const LaneExpr *E, int64_t Bound) {
    if (UniformSymbol *S = symbolOf(E))
      S->Lo = std::min(S->Hi, std::max(S->Lo, Bound));
  }
  void less(const LaneExpr *L, const LaneExpr *R, bool IsSigned, bool IsTrue);
  void equal(const LaneExpr *L, uint64_t Number);

  LaneContext &C;
  function_ref<bool(unsigned)> MayNarrow;
};

/// \p L < \p R, or where not \p IsTrue \p L >= \p R: bounds the one that is no
/// constant.
void Promise::less(const LaneExpr *L, const LaneExpr *R, bool IsSigned,
                   bool IsTrue) {
  const bool IsUpper = R->isConst();
  if (!IsUpper && !L->isConst())
    return;
  const int64_t Bound = signedConstant(IsUpper ? R : L);
  const LaneExpr *E = IsUpper ? L : R;
  const UniformSymbol *S = symbolOf(E);
  if (!IsSigned && (Bound < 0 || !S))
    return;
  if (IsUpper == IsTrue) {
    if (!IsSigned)
      atLeast(E, 0);
    atMost(E, IsUpper ? Bound - 1 : Bound);
  } else if (IsSigned || S->Lo >= 0) {
    atLeast(E, IsUpper ? Bound : Bound + 1);
  }
}

void Promise::equal(const LaneExpr *L, uint64_t Number) {
  if (symbolOf(L)) {
    int64_t Value = SignExtend64(Number, L->width());
    atLeast(L, Value);
    atMost(L, Value);
    return;
  }
  // n % 32 == 0, (n & 31) == 0: low bits that are zero.
  if (Number != 0 || L->numOperands() != 2 || !L->operand(1)->isConst())
    return;
  uint64_t Modulus = L->operand(1)->constant();
  if (L->op() == LaneOp::And)
    ++Modulus;
  else if (L->op() != LaneOp::URem && L->op() != LaneOp::SRem)
    return;
  if (L->op() == LaneOp::And && !isPowerOf2_64(Modulus))
    return;
  UniformSymbol *S = symbolOf(L->operand(0));
  if (!S || Modulus == 0)
    return;
  S->MultipleOf = std::max(S->MultipleOf, Modulus & -Modulus);
  // The ends of the range are multiples, too.
  int64_t Step = S->MultipleOf;
  int64_t Lo = alignTo(S->Lo, Step), Hi = alignDown(S->Hi, Step);
  if (S->Lo < 0)
    Lo = -int64_t(alignDown(uint64_t(-S->Lo), Step));
  if (S->Hi < 0)
    Hi = -int64_t(alignTo(uint64_t(-S->Hi), Step));
  if (Lo <= Hi) {
    S->Lo = Lo;
    S->Hi = Hi;
  }
}

void Promise::assume(const LaneExpr *E, bool IsTrue) {
  switch (E->op()) {
  case LaneOp::Not:
    return assume(E->operand(0), !IsTrue);
  case LaneOp::And:
  case LaneOp::Or:
    if (E->width() == 1 && IsTrue == (E->op() == LaneOp::And)) {
      assume(E->operand(0), IsTrue);
      assume(E->operand(1), IsTrue);
    }
    return;
  case LaneOp::CmpSLt:
  case LaneOp::CmpULt:
    return less(E->operand(0), E->operand(1), E->op() == LaneOp::CmpSLt,
                IsTrue);
  case LaneOp::CmpEq:
    if (IsTrue && E->operand(1)->isConst())
      equal(E->operand(0), E->operand(1)->constant());
    return;
  default:
    return;
  }
}

} // namespace

/// Whoever has a value for \p Symbol comes by \p Promise with it.
bool ExprBuilder::holdsAlways(const Instruction &Promise,
                              unsigned Symbol) const {
  const BasicBlock *Where = Promise.getParent();
  const BasicBlock *From = SymbolOrigin.lookup(Symbol);
  if (!From)
    From = &F.getEntryBlock();
  return A.PDT.dominates(Where, From) &&
         A.LI.getLoopFor(Where) == A.LI.getLoopFor(From);
}

void ExprBuilder::readAssumptions() {
  for (Instruction &I : instructions(F)) {
    auto *Assume = dyn_cast<AssumeInst>(&I);
    if (!Assume || isa<llvm::Constant>(Assume->getArgOperand(0)))
      continue;
    Promise(C, [&](unsigned Symbol) {
      return holdsAlways(I, Symbol);
    }).assume(build(Assume->getArgOperand(0)));
  }
}

void ExprBuilder::readAlignments() {
  for (Instruction &I : instructions(F)) {
    auto *Assume = dyn_cast<AssumeInst>(&I);
    if (!Assume)
      continue;
    for (unsigned N = 0; N != Assume->getNumOperandBundles(); ++N) {
      const OperandBundleUse Bundle = Assume->getOperandBundleAt(N);
      if (Bundle.getTagName() != "align" || Bundle.Inputs.size() != 2)
        continue;
      const auto *Align = dyn_cast<ConstantInt>(Bundle.Inputs[1]);
      const LaneExpr *E = build(Bundle.Inputs[0]);
      if (!Align || !Align->getValue().isPowerOf2() ||
          E->op() != LaneOp::Symbol || !holdsAlways(I, E->index()))
        continue;
      uint64_t &Known = C.symbolAt(E->index()).MultipleOf;
      Known = std::max(Known, Align->getZExtValue());
    }
  }
}

} // namespace warplint
