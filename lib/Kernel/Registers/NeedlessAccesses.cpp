//===- NeedlessAccesses.cpp - Accesses that LLVM removes ------------------===//

#include "NeedlessAccesses.h"
#include "Kernel/Simplify/PassManagers.h"
#include "Kernel/Source/AccessTags.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warplint {

/// No instruction of the loop needs the value of \p Load but to hand it on to the
/// code behind the loop.
static bool isNeededBehindLoop(const LoadInst &Load, const LoopInfo &LI) {
  const Loop *L = LI.getLoopFor(Load.getParent());
  if (!L)
    return false;
  SmallPtrSet<const Instruction *, 8> Seen;
  SmallVector<const Instruction *, 8> Work = {&Load};
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users()) {
      const auto *By = cast<Instruction>(U);
      if (!L->contains(By) || !Seen.insert(By).second)
        continue;
      // What an iteration does with the value of the one before.
      if (isa<PHINode>(By) && By->getParent() == L->getHeader()) {
        if (any_of(By->users(), [&](const User *Next) {
              return L->contains(cast<Instruction>(Next));
            }))
          return false;
        continue;
      }
      if (By->mayHaveSideEffects() || By->isTerminator())
        return false;
      Work.push_back(By);
    }
  return true;
}

SmallPtrSet<const Instruction *, 8> needlessAccesses(Function &F) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&F, Map);
  SmallVector<std::pair<const Instruction *, WeakVH>> Copies;
  for (Instruction &I : instructions(F)) {
    if (!isa<LoadInst, StoreInst>(I) || I.isAtomic() ||
        I.getMetadata(VolatileInSource))
      continue;
    Instruction *Of = cast<Instruction>(Map[&I]);
    if (auto *Load = dyn_cast<LoadInst>(Of))
      Load->setVolatile(false);
    else
      cast<StoreInst>(Of)->setVolatile(false);
    Copies.emplace_back(&I, Of);
  }

  PassManagers Managers;
  FunctionPassManager Passes;
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(GVNPass(GVNOptions().setLoadPRE(false).setPRE(false)));
  Passes.addPass(DSEPass());
  Passes.addPass(ADCEPass());
  Passes.run(*Copy, Managers.FAM);

  SmallPtrSet<const Instruction *, 8> Needless;
  const LoopInfo &LI = Managers.FAM.getResult<LoopAnalysis>(*Copy);
  for (const auto &[I, Of] : Copies) {
    const auto *Load = dyn_cast_or_null<LoadInst>(Of);
    if (!Of || (Load && isNeededBehindLoop(*Load, LI)))
      Needless.insert(I);
  }
  Managers.FAM.clear(*Copy, Copy->getName());
  Copy->eraseFromParent();
  return Needless;
}

} // namespace warplint
