//===- OpaqueProvenance.cpp - Values that only running the kernel reveals -===//
//
// Why a value is not known: one that is made with floating point, or that lanes
// carry out of a loop at different iterations, may depend on data all the same.
//
//   int bin = x[i] * 255.0f;                    bin comes from x[i]
//   while (pos < n && key[pos] < k) ++pos;      pos comes from key[pos]
//
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

/// Values that are looked at on the way to what one is made of.
static constexpr size_t MaxVisited = 1024;

Value *conditionOf(const BasicBlock &Block) {
  if (const auto *Branch = dyn_cast<BranchInst>(Block.getTerminator()))
    return Branch->isConditional() ? Branch->getCondition() : nullptr;
  if (const auto *Switch = dyn_cast<SwitchInst>(Block.getTerminator()))
    return Switch->getCondition();
  return nullptr;
}

/// What decides which of its values \p Phi takes, or from which iteration.
SmallVector<const Value *> ExprBuilder::choicesOf(const PHINode &Phi) const {
  const BasicBlock *Block = Phi.getParent();
  SmallVector<const Value *> Conditions;
  auto AddFrom = [&](const BasicBlock *From) {
    if (const Value *V = conditionOf(*From))
      Conditions.push_back(V);
  };
  const Loop *Around = A.LI.getLoopFor(Block);
  if (Around && Around->getHeader() == Block)
    return Conditions; // The first in the first iteration, the other later.
  if (const DomTreeNode *Node = A.DT.getNode(Block); Node && Node->getIDom())
    AddFrom(Node->getIDom()->getBlock());
  for (const BasicBlock *From : Phi.blocks()) {
    AddFrom(From);
    for (const Loop *Left = A.LI.getLoopFor(From); Left && Left != Around;
         Left = Left->getParentLoop()) {
      SmallVector<BasicBlock *> Exiting;
      Left->getExitingBlocks(Exiting);
      for_each(Exiting, AddFrom);
    }
  }
  return Conditions;
}

/// A load or an atomic operation that gives each lane something of its own, and
/// that \p V is made of; null if there is none.
const Instruction *ExprBuilder::dataBehind(const Value *V) const {
  SmallPtrSet<const Value *, 32> Seen;
  SmallVector<const Value *> Work = {V};
  while (!Work.empty() && Seen.size() < MaxVisited) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    // Lanes leave a loop with different values of what they share inside.
    if (!I || !Seen.insert(I).second || (I != V && Uniform.isUniform(I)))
      continue;
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
      return I;
    if (const auto *Load = dyn_cast<LoadInst>(I)) {
      if (!isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand())))
        return I;
      continue;
    }
    if (const auto *Call = dyn_cast<CallBase>(I)) {
      const Function *Callee = Call->getCalledFunction();
      if (Callee && !Call->isInlineAsm())
        Work.append(Call->arg_begin(), Call->arg_end());
      continue;
    }
    Work.append(I->op_begin(), I->op_end());
    if (const auto *Phi = dyn_cast<PHINode>(I))
      Work.append(choicesOf(*Phi));
  }
  return nullptr;
}

} // namespace warplint
