//===- LoopVersions.cpp - Loops copied for what they decide ---------------===//

#include "LoopVersions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

/// \p V does not change in \p L, as far as nobody writes to the memory of
/// parameters.
static bool stays(const Value *V, const Loop &L, unsigned Depth = 8) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return true;
  if (const auto *Load = dyn_cast<LoadInst>(I)) {
    if (!isa<Argument>(getUnderlyingObject(Load->getPointerOperand())))
      return false;
  } else if (isa<PHINode>(I) || I->mayReadOrWriteMemory()) {
    return false;
  }
  return Depth && all_of(I->operands(), [&](const Value *Operand) {
           return stays(Operand, L, Depth - 1);
         });
}

/// Lanes act together somewhere in \p L, which is not copied then.
static bool isConvergent(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *Block) {
    return any_of(*Block, [](const Instruction &I) {
      const auto *Call = dyn_cast<CallBase>(&I);
      return Call && Call->isConvergent() && !Call->isInlineAsm();
    });
  });
}

/// Whether \p Inner has any iteration is decided before \p L.
static bool mayBeSkipped(const Loop &Inner, const Loop &L, ScalarEvolution &SE,
                         const Uniformity &Uniform) {
  const BasicBlock *Header = Inner.getHeader();
  // Not where the test stands behind the body, as in do-while.
  if (!Inner.isLoopExiting(Header) || Header == Inner.getLoopLatch())
    return false;
  const SCEV *Count = SE.getExitCount(&Inner, Header);
  return !isa<SCEVCouldNotCompute>(Count) && !SE.isKnownNonZero(Count) &&
         !SCEVExprContains(Count, [&](const SCEV *Part) {
           if (const auto *Counter = dyn_cast<SCEVAddRecExpr>(Part))
             return L.contains(Counter->getLoop());
           const auto *Leaf = dyn_cast<SCEVUnknown>(Part);
           return Leaf && !(stays(Leaf->getValue(), L) &&
                            Uniform.isUniform(Leaf->getValue()));
         });
}

std::vector<LoopVersion> loopVersions(Function &F, KernelAnalyses A) {
  std::vector<LoopVersion> Versions(2);
  const Uniformity Uniform(F, A.PDT);
  for (const Loop *L : A.LI.getLoopsInPreorder()) {
    if (isConvergent(*L))
      continue;
    for (const BasicBlock *Block : L->blocks()) {
      const auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
      if (!Branch || !Branch->isConditional() ||
          Branch->getSuccessor(0) == Branch->getSuccessor(1) ||
          !all_of(successors(Block),
                  [&](auto *To) { return L->contains(To); }) ||
          !stays(Branch->getCondition(), *L) ||
          !Uniform.isUniform(Branch->getCondition()))
        continue;
      for (unsigned Side : {0, 1}) {
        Versions[Side].Deciding.insert(Block);
        const BasicBlockEdge NotTaken(Block, Branch->getSuccessor(1 - Side));
        for (const BasicBlock *Other : L->blocks())
          if (A.DT.dominates(NotTaken, Other))
            Versions[Side].Skipped.insert(Other);
      }
    }
    for (const Loop *Inner : *L)
      if (mayBeSkipped(*Inner, *L, A.SE, Uniform))
        for (LoopVersion &V : Versions)
          V.Skipped.insert_range(Inner->blocks());
  }
  erase_if(Versions, [](const LoopVersion &V) {
    return V.Deciding.empty() && V.Skipped.empty();
  });
  return Versions;
}

} // namespace warplint
