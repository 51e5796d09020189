//===- LocalArrays.cpp - Which variables lie in memory --------------------===//

#include "LocalArrays.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {

LocalArrays::LocalArrays(Function &F, KernelAnalyses A, ExprBuilder &Exprs,
                         LaneContext &Context)
    : Exprs(Exprs), Context(Context) {
  for (const Loop *L : A.LI.getLoopsInPreorder()) {
    const Unrolling Rule = unrollingOf(*L, A.SE);
    const unsigned Number = Exprs.loopsAround(L->getHeader()).back();
    if (Rule == Unrolling::Full)
      Unrolled.insert(Number);
    else if (Rule == Unrolling::Never || !tripCountOf(*L, A.SE))
      Kept.insert(Number);
  }
  for (Instruction &I : instructions(F))
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      Fates[Variable] = decide(*Variable);
}

/// What an address says of the variable that it is part of.
LocalArrays::Fate LocalArrays::ofAddress(Value *Pointer) {
  Fate Worst = Fate::InRegisters;
  forEachNode(Context, Exprs.build(Pointer), [&](const LaneExpr *E) {
    switch (E->op()) {
    case LaneOp::Symbol:
      if (!Exprs.isLocalVariable(E->index()))
        Worst = Fate::InMemory;
      return;
    case LaneOp::ThreadIdx:
    case LaneOp::BlockDim:
    case LaneOp::Opaque:
    case LaneOp::Recurrence:
      Worst = Fate::InMemory;
      return;
    case LaneOp::Iteration:
      if (!Unrolled.contains(E->index()))
        Worst = std::max(Worst, Kept.contains(E->index()) ? Fate::InMemory
                                                          : Fate::Perhaps);
      return;
    default:
      return;
    }
  });
  return Worst;
}

LocalArrays::Fate LocalArrays::decide(AllocaInst &Variable) {
  Fate Worst = Fate::InRegisters;
  SmallVector<Value *> Work = {&Variable};
  SmallPtrSet<Value *, 16> Seen;
  while (!Work.empty() && Worst != Fate::InMemory) {
    Value *Pointer = Work.pop_back_val();
    if (!Seen.insert(Pointer).second)
      continue;
    for (Use &U : Pointer->uses()) {
      auto *By = cast<Instruction>(U.getUser());
      if (getLoadStorePointerOperand(By) == Pointer) {
        auto *Store = dyn_cast<StoreInst>(By);
        Worst = std::max(Worst, Store && Store->getValueOperand() == Pointer
                                    ? Fate::InMemory
                                    : ofAddress(Pointer));
      } else if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(By) &&
                 By->getType()->isPointerTy()) {
        Work.push_back(By);
      } else if (auto *Call = dyn_cast<CallBase>(By);
                 !isa<ICmpInst>(By) &&
                 !(Call && (By->isLifetimeStartOrEnd() ||
                            isa<MemIntrinsic, AssumeInst>(Call)))) {
        return Fate::InMemory;
      }
    }
  }
  return Worst;
}

LocalArrays::Fate LocalArrays::fateOf(const Value &Pointer) const {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  Fate Worst = Fate::InRegisters;
  for (const Value *Object : Objects) {
    const auto *Variable = dyn_cast<AllocaInst>(Object);
    Worst = std::max(Worst, Variable ? Fates.lookup_or(Variable, Fate::InMemory)
                                     : Fate::InMemory);
  }
  return Worst;
}

} // namespace warplint
