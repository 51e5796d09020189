//===- LoadUses.cpp - Where a loaded value is needed ----------------------===//

#include "LoadUses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

/// Loads are marked volatile here and count as side effects to LLVM; what the
/// user wrote has none.
static bool hasEffect(const Instruction &I) {
  return !isa<LoadInst>(I) && (I.isTerminator() || I.mayHaveSideEffects());
}

LoadUses::LoadUses(Function &F, const LoopInfo &LI) : LI(LI) {
  SmallVector<const Instruction *> Work;
  auto Need = [&](const Instruction *I) {
    if (Needed.insert(I).second)
      Work.push_back(I);
  };
  for (const Instruction &I : instructions(F))
    if (hasEffect(I))
      Need(&I);
  while (!Work.empty())
    for (const Value *Op : Work.pop_back_val()->operands())
      if (const auto *I = dyn_cast<Instruction>(Op))
        Need(I);
}

/// What is kept in a local array may never be read, and what is stored to one
/// place in every iteration is overwritten.
static bool mayBeDead(const Instruction &I, const LoopInfo &LI) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store)
    return false;
  const Value *Pointer = Store->getPointerOperand();
  if (isa<AllocaInst>(getUnderlyingObject(Pointer)))
    return true;
  const Loop *L = LI.getLoopFor(I.getParent());
  if (L && L->isLoopInvariant(Pointer))
    return true;
  return any_of(Pointer->users(), [&](const User *U) {
    const auto *Other = dyn_cast<StoreInst>(U);
    return Other && Other != Store && Other->getPointerOperand() == Pointer;
  });
}

bool LoadUses::staysInItsBlock(const Instruction &I) {
  auto [It, New] = Stays.try_emplace(&I, false);
  if (!New)
    return It->second;
  const BasicBlock *Block = I.getParent();
  bool Found = false;
  for (const User *U : I.users()) {
    const auto *Use = dyn_cast<Instruction>(U);
    if (!Use || !isNeeded(*Use))
      continue;
    // A phi takes the value at the end of the block that hands it on.
    if (isa<PHINode>(Use))
      Found = Block->getSingleSuccessor() == Use->getParent();
    else
      Found = Use->getParent() == Block && !mayBeDead(*Use, LI) &&
              (hasEffect(*Use) || staysInItsBlock(*Use));
    if (Found)
      break;
  }
  return Stays[&I] = Found;
}

} // namespace warplint
