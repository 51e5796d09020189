//===- Branches.cpp - Where lanes may part --------------------------------===//

#include "Branches.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

/// What decides where \p Block goes on, or null.
static Value *conditionOf(const BasicBlock &Block) {
  if (Block.getTerminator()->getNumSuccessors() < 2)
    return nullptr;
  if (auto *Branch = dyn_cast<BranchInst>(Block.getTerminator()))
    return Branch->getCondition();
  if (auto *Switch = dyn_cast<SwitchInst>(Block.getTerminator()))
    return Switch->getCondition();
  return nullptr;
}

Branches::Branches(KernelAnalyses A, AccessTags &Tags, ExprBuilder &Exprs,
                   Placement &Places, KernelModel &Kernel) {
  for (const BasicBlock *Block : Places.blocks()) {
    Value *Condition = conditionOf(*Block);
    const DomTreeNode *Node = A.PDT.getNode(Block);
    if (!Condition || !Node)
      continue;
    const DomTreeNode *Join = Node->getIDom();
    const unsigned Number = Blocks.size();
    bool IsAround = false;
    for (const BasicBlock *Way : successors(Block))
      for (const DomTreeNode *On = A.PDT.getNode(Way); On && On != Join;
           On = On->getIDom()) {
        auto &Under = Direct[On->getBlock()];
        if (Under.empty() || Under.back() != Number)
          Under.push_back(Number);
        IsAround = true;
      }
    if (!IsAround)
      continue;
    Blocks.push_back(Block);
    KernelBranch Branch;
    const Instruction &I = *Block->getTerminator();
    Branch.Source = Tags.placeOf(I);
    Places.place(I, Branch);
    Branch.Condition = Exprs.build(Condition);
    Kernel.Branches.push_back(std::move(Branch));
  }
  for (auto [Number, Branch] : enumerate(Kernel.Branches)) {
    Branch.Branches = around(Blocks[Number]);
    erase(Branch.Branches, Number); // The header of a loop.
  }
}

std::vector<unsigned> Branches::around(const BasicBlock *Block) const {
  SmallSet<unsigned, 8> Found;
  SmallVector<const BasicBlock *> Work = {Block};
  while (!Work.empty())
    for (unsigned Branch : Direct.lookup(Work.pop_back_val()))
      if (Found.insert(Branch).second)
        Work.push_back(Blocks[Branch]);
  std::vector<unsigned> Numbers(Found.begin(), Found.end());
  sort(Numbers);
  return Numbers;
}

} // namespace warplint
