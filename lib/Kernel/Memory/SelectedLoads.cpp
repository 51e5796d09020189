//===- SelectedLoads.cpp - A choice between memories is a branch ----------===//

#include "SelectedLoads.h"
#include "PointerOrigin.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace warplint {

/// Whether one of \p Pointers leads to a local variable and another does not.
template <typename Range> static bool isMixed(const Range &Pointers) {
  bool Local = false, Other = false;
  for (const Value *Pointer : Pointers)
    (originOf(Pointer) == PointerOrigin::Local ? Local : Other) = true;
  return Local && Other;
}

static bool isPlainLoad(const Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  return Load && !Load->isAtomic();
}

/// The loads at the front of \p Phi's block through \p Phi, and the constant
/// offsets that they add to it, in order.
static SmallVector<Instruction *> leadingLoads(PHINode &Phi) {
  SmallVector<Instruction *> Found;
  SmallPtrSet<const Value *, 4> Derived = {&Phi};
  bool AnyLoad = false;
  for (Instruction &I : make_range(Phi.getParent()->getFirstNonPHIIt(),
                                   Phi.getParent()->end())) {
    if (auto *Gep = dyn_cast<GetElementPtrInst>(&I);
        Gep && Derived.contains(Gep->getPointerOperand()) &&
        Gep->hasAllConstantIndices()) {
      Derived.insert(Gep);
      Found.push_back(Gep);
    } else if (isPlainLoad(I) &&
               Derived.contains(cast<LoadInst>(I).getPointerOperand())) {
      Found.push_back(&I);
      AnyLoad = true;
    } else if (I.mayReadOrWriteMemory() && !isa<DbgInfoIntrinsic>(I) &&
               !I.isLifetimeStartOrEnd() && !isa<NoAliasScopeDeclInst>(I)) {
      break;
    }
  }
  return AnyLoad ? Found : SmallVector<Instruction *>();
}

/// Copies of \p Chain at the end of \p Block, with \p Pointer for \p Phi.
static DenseMap<const Value *, Value *> copyInto(BasicBlock &Block,
                                                 ArrayRef<Instruction *> Chain,
                                                 PHINode &Phi, Value *Pointer) {
  DenseMap<const Value *, Value *> Copies = {{&Phi, Pointer}};
  for (Instruction *I : Chain) {
    Instruction *Copy = I->clone();
    Copy->setOperand(0, Copies.lookup(I->getOperand(0)));
    Copy->insertBefore(Block.getTerminator()->getIterator());
    Copies[I] = Copy;
  }
  return Copies;
}

static bool splitPhi(PHINode &Phi) {
  if (!Phi.getType()->isPointerTy() || !isMixed(Phi.incoming_values()))
    return false;
  SmallVector<Instruction *> Chain = leadingLoads(Phi);
  if (Chain.empty())
    return false;
  BasicBlock *Block = Phi.getParent();
  const SmallSetVector<BasicBlock *, 4> Preds(pred_begin(Block),
                                              pred_end(Block));
  for (BasicBlock *Pred : Preds)
    if (!isa<BranchInst, SwitchInst>(Pred->getTerminator()))
      return false;
  // A block of its own for each way in.
  for (BasicBlock *Pred : Preds)
    if (!Pred->getSingleSuccessor())
      SplitBlockPredecessors(Block, {Pred}, ".chosen");
  DenseMap<const Instruction *, PHINode *> Merged;
  for (Instruction *I : Chain)
    if (isa<LoadInst>(I))
      Merged[I] = PHINode::Create(I->getType(), Phi.getNumIncomingValues(),
                                  I->getName(), Phi.getIterator());
  for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I) {
    BasicBlock *Pred = Phi.getIncomingBlock(I);
    auto Copies = copyInto(*Pred, Chain, Phi, Phi.getIncomingValue(I));
    for (auto [Load, Merge] : Merged)
      Merge->addIncoming(Copies.lookup(Load), Pred);
  }
  for (Instruction *I : reverse(Chain)) {
    if (PHINode *Merge = Merged.lookup(I))
      I->replaceAllUsesWith(Merge);
    if (I->use_empty())
      I->eraseFromParent();
  }
  return true;
}

static bool splitSelect(LoadInst &Load) {
  auto *Choice = dyn_cast<SelectInst>(Load.getPointerOperand());
  if (!Choice || Choice->getCondition()->getType()->isVectorTy() ||
      !isMixed(ArrayRef<const Value *>(
          {Choice->getTrueValue(), Choice->getFalseValue()})))
    return false;
  Instruction *Then = nullptr, *Else = nullptr;
  SplitBlockAndInsertIfThenElse(Choice->getCondition(), Load.getIterator(),
                                &Then, &Else);
  auto *Merge =
      PHINode::Create(Load.getType(), 2, Load.getName(), Load.getIterator());
  for (auto [End, Pointer] : {std::pair(Then, Choice->getTrueValue()),
                              std::pair(Else, Choice->getFalseValue())}) {
    Instruction *Copy = Load.clone();
    Copy->setOperand(0, Pointer);
    Copy->insertBefore(End->getIterator());
    Merge->addIncoming(Copy, End->getParent());
  }
  Load.replaceAllUsesWith(Merge);
  Load.eraseFromParent();
  return true;
}

bool splitChosenLoads(Function &F) {
  bool Changed = false;
  SmallVector<PHINode *> Phis;
  SmallVector<LoadInst *> Loads;
  for (Instruction &I : instructions(F)) {
    if (auto *Phi = dyn_cast<PHINode>(&I))
      Phis.push_back(Phi);
    else if (isPlainLoad(I) &&
             isa<SelectInst>(cast<LoadInst>(I).getPointerOperand()))
      Loads.push_back(cast<LoadInst>(&I));
  }
  for (LoadInst *Load : Loads)
    Changed |= splitSelect(*Load);
  for (PHINode *Phi : Phis)
    Changed |= splitPhi(*Phi);
  return Changed;
}

} // namespace warplint
