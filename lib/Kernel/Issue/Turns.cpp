//===- Turns.cpp - What a thread does before it waits ---------------------===//

#include "Turns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

static bool isBarrier(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->isConvergent() && Call->getCalledFunction() &&
         Call->getCalledFunction()->getName().contains(".barrier");
}

static bool waits(BasicBlock::const_iterator I,
                  BasicBlock::const_iterator End) {
  return any_of(make_range(I, End), isBarrier);
}

bool Turns::isBefore(const Instruction &A, const Instruction &B) {
  const BasicBlock *From = A.getParent(), *To = B.getParent();
  if (From == To && A.comesBefore(&B))
    return !waits(A.getIterator(), B.getIterator());
  if (waits(A.getIterator(), From->end()) ||
      waits(To->begin(), B.getIterator()))
    return false;
  SmallPtrSet<BasicBlock *, 8> Ends = waitingBlocks(*A.getFunction());
  for (const Loop *L = LI.getLoopFor(From); L; L = L->getParentLoop())
    if (L->contains(To))
      Ends.insert(L->getHeader());
  return isPotentiallyReachable(&A, &B, &Ends, &DT, &LI);
}

/// Those with a barrier.
const SmallPtrSet<BasicBlock *, 8> &Turns::waitingBlocks(const Function &F) {
  if (!Waiting) {
    Waiting.emplace();
    for (BasicBlock &Block : const_cast<Function &>(F))
      if (waits(Block.begin(), Block.end()))
        Waiting->insert(&Block);
  }
  return *Waiting;
}

} // namespace warplint
