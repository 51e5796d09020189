//===- SeenAlignment.cpp - How far an alignment is seen -------------------===//

#include "SeenAlignment.h"
#include "Kernel/Simplify/LoopSize.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "Lane/Expr/AddressForm.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warplint {

const GlobalVariable *arrayOf(const ExprBuilder &Exprs, const LaneExpr *Atom) {
  return Atom->op() == LaneOp::Symbol ? Exprs.arrayOf(Atom->index()) : nullptr;
}

const GlobalVariable *arrayIn(const ExprBuilder &Exprs,
                              const LaneExpr *Address) {
  for (const auto &[Atom, Coefficient] : formOf(Address).Terms)
    if (const GlobalVariable *G = arrayOf(Exprs, Atom))
      return G;
  return nullptr;
}

constexpr unsigned MostBits = 4; // Of the widest request.

/// The lower bits that are 0 in all values that \p V may have: what comes around a
/// loop, or two, is a multiple of what it begins with and grows by.
static unsigned clearBits(const Value *V,
                          SmallPtrSetImpl<const Value *> &Seen) {
  if (!Seen.insert(V).second || isa<GlobalVariable>(V))
    return MostBits;
  switch (Operator::getOpcode(V)) {
  case Instruction::PHI:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::PtrToInt: {
    unsigned Bits = MostBits;
    for (const Value *Part : cast<User>(V)->operand_values())
      Bits = std::min(Bits, clearBits(Part, Seen));
    return Bits;
  }
  default:
    break;
  }
  if (const auto *Number = dyn_cast<ConstantInt>(V))
    return std::min(Number->getValue().countr_zero(), MostBits);
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !I->getType()->isIntegerTy())
    return 0;
  return std::min(
      computeKnownBits(I, I->getDataLayout()).countMinTrailingZeros(),
      MostBits);
}

uint64_t multipleOfValue(const ExprBuilder &Exprs, const LaneExpr &Atom) {
  const Value *V =
      Atom.op() == LaneOp::Opaque   ? Exprs.opaqueValues().lookup(Atom.index())
      : Atom.op() == LaneOp::Symbol ? Exprs.madeAt(Atom.index()).first
                                    : nullptr;
  SmallPtrSet<const Value *, 8> Seen;
  return V ? uint64_t(1) << clearBits(V, Seen) : 1;
}

bool SeenAlignment::isLaidOut(unsigned N) const {
  return Arrays[N] && Laid.declaredAlignmentOf(*Arrays[N]) >= WidestRequest;
}

/// The lower bits that \p V clears by a mask, or by shifting back and forth.
static unsigned clearedBits(const Value *V) {
  const APInt *Mask = nullptr, *Up = nullptr;
  if (match(V, m_c_And(m_Value(), m_APInt(Mask))))
    return Mask->isNegatedPowerOf2() ? Mask->countr_zero() : 0;
  const auto Down = m_CombineOr(m_Shr(m_Value(), m_ConstantInt()),
                                m_UDiv(m_Value(), m_Power2()));
  if (match(V, m_Shl(Down, m_APInt(Up))))
    return Up->getLimitedValue(31);
  if (match(V, m_c_Mul(Down, m_APInt(Up))))
    return Up->isPowerOf2() ? Up->logBase2() : 0;
  return 0;
}

/// `(t & ~3) + 4` is (t + 4) & ~3 to LLVM, where each is computed by itself, and
/// `(t & ~3) + 5` is not.
static bool isMaskedSum(const Value *Index) {
  const Value *Sum = Index, *Masked = nullptr;
  while (isa<SExtInst, ZExtInst>(Sum))
    Sum = cast<Instruction>(Sum)->getOperand(0);
  const APInt *Added = nullptr;
  if (!match(Sum, m_c_Add(m_Value(Masked), m_APInt(Added))))
    return false;
  const unsigned Bits = clearedBits(Masked);
  return Bits != 0 && Added->countr_zero() >= Bits;
}

static bool hasMaskedSum(const Instruction &Access) {
  const auto *Place = dyn_cast_or_null<GEPOperator>(getPointerOperand(&Access));
  return Place && any_of(Place->indices(), isMaskedSum);
}

bool SeenAlignment::isHidden(unsigned N, const LoopPointers &Pointers) {
  // LLVM joins what it can before anything of the address is hidden.
  const bool JoinsFirst = isLaidOut(N) && !Traits[N].GoesToAssembly;
  return isHiddenInLoops(N, Pointers) || hasMaskedSum(*Origins[N]) ||
         Reused.seenBehindCalls(*Origins[N], WidestRequest) < WidestRequest ||
         (JoinsFirst
              ? !Traits[N].IsInQuietBlock &&
                    Reused.seenBehindRemainders(*Origins[N], WidestRequest) <
                        WidestRequest
              : Reused.seenOf(*Origins[N], WidestRequest) < WidestRequest);
}

/// The address advances with a loop that stays: the assembler sees how it is
/// aligned as far as its pointer tells, unless the array is declared with the
/// alignment of the widest request, or the address is a constant but for the
/// counter. What a counter begins with is not seen.
bool SeenAlignment::isHiddenInLoops(unsigned N, const LoopPointers &Pointers) {
  const LaneExpr *Address = Kernel.Accesses[N].Address;
  const Loop *Innermost = nullptr;
  bool IsSeenLate = false;
  for (Loop *L = A.LI.getLoopFor(Origins[N]->getParent()); L;
       L = L->getParentLoop()) {
    unsigned Loop = Exprs.loopsAround(L->getHeader()).back();
    if (unrollingOf(*L, A.SE) == Unrolling::Full) {
      Address = Exprs.replaceIteration(Address, Loop,
                                       Kernel.Context->constant(0, 32));
      continue;
    }
    if (!advances(Address, Loop))
      continue;
    // Where the counter stays, its multiple is what is seen.
    if (!beginsAtMultiple(N, Address, *L))
      return true;
    if (isLeftToAssembler(*L, A.SE)) {
      if (accessesBeside(*L, N).empty())
        continue;
      return true;
    }
    if (Traits[N].GoesToAssembly || isLaidOut(N)) {
      const std::optional<unsigned> Copies = copiesOf(*L, A.SE);
      // Few copies may be fewer in a loop that calls assembly.
      if (Copies &&
          (Traits[N].GoesToAssembly ? *Copies < 8 : isReadAndWrittenIn(*L, N)))
        return true;
      // LLVM joins the others before the loop has pointers.
      if (!Traits[N].GoesToAssembly && (!Copies || isStraight(*L)))
        continue;
    }
    if (!countsFromConstant(*L, A.SE))
      return true;
    IsSeenLate |= isSeenLate(Address, Loop);
    if (!Innermost)
      Innermost = L;
  }
  if (!IsSeenLate)
    return false;
  const unsigned Seen =
      Pointers.alignmentOf(N, *Innermost, widestOf(Traits[N].Bytes));
  // Both costs are given for 8-byte elements that stay alone.
  if (Seen <= Traits[N].Bytes)
    return true;
  Traits[N].Seen = Seen;
  return false;
}

/// Accesses in \p L to the array of access \p N, or to one that is not known.
SmallVector<unsigned> SeenAlignment::accessesBeside(const Loop &L,
                                                    unsigned N) const {
  SmallVector<unsigned> Found;
  for (unsigned Other = 0; Other != Origins.size(); ++Other)
    if (Other != N && L.contains(Origins[Other]) &&
        (!Arrays[N] || !Arrays[Other] || Arrays[Other] == Arrays[N]))
      Found.push_back(Other);
  return Found;
}

bool SeenAlignment::isReadAndWrittenIn(const Loop &L, unsigned N) const {
  return any_of(accessesBeside(L, N), [&](unsigned Other) {
    return Traits[Other].IsStore != Traits[N].IsStore;
  });
}

/// LLVM joins within one block, and nothing across what other threads may see.
bool SeenAlignment::isStraight(const Loop &L) const {
  const InvariantValues Invariant(L);
  return all_of(L.blocks(), [&](const BasicBlock *Block) {
    const auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
    return (Block->getSingleSuccessor() ||
            is_contained(testsOf(*A.LI.getLoopFor(Block)), Block) ||
            (Branch && Invariant.contains(Branch->getCondition()))) &&
           none_of(*Block, [](const Instruction &I) {
             const auto *Call = dyn_cast<CallBase>(&I);
             return isa<AtomicRMWInst, AtomicCmpXchgInst>(I) ||
                    (Call && Call->isConvergent() && !Call->isInlineAsm());
           });
  });
}

/// What the counters of \p L begin with, as far as it is a number, moves
/// \p Address by multiples of the widest request.
bool SeenAlignment::beginsAtMultiple(unsigned N, const LaneExpr *Address,
                                     const Loop &L) {
  const BasicBlock *Before = L.getLoopPreheader();
  if (!Before)
    return false;
  const unsigned Number = Exprs.loopsAround(L.getHeader()).back();
  uint64_t Coefficient = Traits[N].Bytes;
  for (const auto &[Atom, Times] : formOf(Address).Terms)
    if (Atom->op() == LaneOp::Iteration && Atom->index() == Number)
      Coefficient = Times;
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const Value *> Work = {getLoadStorePointerOperand(Origins[N])};
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !L.contains(I) || !Seen.insert(I).second)
      continue;
    const auto *Phi = dyn_cast<PHINode>(I);
    if (!Phi || Phi->getParent() != L.getHeader()) {
      append_range(Work, I->operand_values());
      continue;
    }
    if (Phi->getType()->isIntegerTy() &&
        Coefficient * constantPartOf(Phi->getIncomingValueForBlock(Before)) %
                WidestRequest !=
            0)
      return false;
  }
  return true;
}

/// What is added to the rest of \p V.
uint64_t SeenAlignment::constantPartOf(const Value *V) {
  const SCEV *E = A.SE.getSCEV(const_cast<Value *>(V));
  if (const auto *Sum = dyn_cast<SCEVAddExpr>(E))
    E = Sum->getOperand(0);
  const auto *Constant = dyn_cast<SCEVConstant>(E);
  return Constant ? Constant->getAPInt().zextOrTrunc(64).getZExtValue() : 0;
}

/// Something other than the base and the counter is in the address.
bool SeenAlignment::isSeenLate(const LaneExpr *Address, unsigned Loop) const {
  return any_of(formOf(Address).Terms, [&](const AddressForm::Term &T) {
    return !arrayOf(Exprs, T.first) &&
           (T.first->op() != LaneOp::Iteration || T.first->index() != Loop);
  });
}

/// Something in \p E may be a pointer or counter that loop \p Loop steps. A
/// value that a mask is laid on (`buffer[k & 1]`), a remainder, a quotient, or what
/// changes in another way than by steps is computed anew each time.
bool SeenAlignment::advances(const LaneExpr *Root, unsigned Loop) {
  SmallVector<const LaneExpr *> Work = {Root};
  DenseSet<const LaneExpr *> Seen;
  while (!Work.empty()) {
    const LaneExpr *E = Work.pop_back_val();
    const bool IsAnew =
        (E->op() == LaneOp::And && E->operand(1)->isConst()) ||
        is_contained({LaneOp::UDiv, LaneOp::SDiv, LaneOp::URem, LaneOp::SRem},
                     E->op());
    if (IsAnew || !Seen.insert(E).second)
      continue;
    if ((E->op() == LaneOp::Iteration && E->index() == Loop) ||
        (E->op() == LaneOp::Symbol &&
         Kernel.Context->symbolAt(E->index()).Kind == SymbolKind::Other))
      return true;
    append_range(Work, E->operands());
  }
  return false;
}

} // namespace warplint
