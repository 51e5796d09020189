//===- ControlClasses.cpp - Blocks that run whenever others do ------------===//

#include "ControlClasses.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace warplint {

bool ControlClasses::runsInEveryTurn(const BasicBlock *Block,
                                     const Loop &L) const {
  const BasicBlock *Latch = L.getLoopLatch();
  return Latch && A.DT.dominates(Block, Latch);
}

const BasicBlock *ControlClasses::climb(const BasicBlock *Block) const {
  while (true) {
    const Loop *L = A.LI.getLoopFor(Block);
    if (L && L->getLoopPreheader() && runsInEveryTurn(Block, *L) &&
        unrollingOf(*L, A.SE) == Unrolling::Full) {
      Block = L->getLoopPreheader();
      continue;
    }
    const DomTreeNode *Above = A.DT.getNode(Block)->getIDom();
    if (!Above || !A.PDT.dominates(Block, Above->getBlock()) ||
        (L && !L->contains(Above->getBlock())))
      return Block;
    Block = Above->getBlock();
  }
}

const BasicBlock *ControlClasses::firstOf(const BasicBlock &Block) {
  auto [It, New] = First.try_emplace(&Block, nullptr);
  if (!New)
    return It->second;
  const BasicBlock *Found = climb(&Block);
  for (const Loop *L = A.LI.getLoopFor(Found); L; L = L->getParentLoop())
    if (!runsInEveryTurn(Found, *L) &&
        (unrollingOf(*L, A.SE) == Unrolling::Full || copiesOf(*L, A.SE)))
      return nullptr;
  return First[&Block] = Found;
}

} // namespace warplint
