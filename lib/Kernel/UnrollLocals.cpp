//===- UnrollLocals.cpp - Loops over arrays kept in registers -------------===//

#include "UnrollLocals.h"
#include "LocalsBehindAddresses.h"
#include "Pipeline.h"
#include "UnrollRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace warplint {

/// Beyond these nvcc keeps the array in local memory, and the analysis its
/// pace.
static constexpr unsigned MaxTripCount = 128;
static constexpr unsigned MaxInstructions = 60000;

static bool subscripts(const Loop &L,
                       const SmallPtrSetImpl<const AllocaInst *> &Arrays) {
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      const auto *Gep = dyn_cast<GetElementPtrInst>(&I);
      if (!Gep || Gep->hasAllConstantIndices() ||
          none_of(Gep->indices(),
                  [&](const Use &Index) { return !L.isLoopInvariant(Index); }))
        continue;
      SmallVector<const Value *, 4> Objects;
      getUnderlyingObjects(Gep, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
      if (any_of(Objects, [&](const Value *Object) {
            const auto *Array = dyn_cast<AllocaInst>(Object);
            return Array && Arrays.contains(Array);
          }))
        return true;
    }
  return false;
}

static unsigned instructionCount(const Loop &L) {
  unsigned Count = 0;
  for (const BasicBlock *Block : L.blocks())
    Count += Block->size();
  return Count;
}

/// nvcc may keep \p L, and its accesses with it.
static void markAccesses(const Loop &L) {
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (isa<LoadInst, StoreInst>(I))
        I.setMetadata(UnrolledForAnalysis, MDNode::get(I.getContext(), {}));
}

bool unrollLoopsOverLocals(Function &F, FunctionAnalysisManager &FAM) {
  if (F.size() == 1)
    return false;
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  SmallPtrSet<const AllocaInst *, 16> Arrays = localsBehindAddresses(F);
  if (Arrays.empty())
    return false;
  bool Changed = false;
  unsigned Budget = MaxInstructions;
  // Inner loops first: they disappear into the body of the outer ones.
  SmallVector<Loop *> Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) {
    unsigned Trips = SE.getSmallConstantTripCount(L);
    if (Trips == 0)
      Trips = L->getExitingBlock() ? 0 : SE.getSmallConstantMaxTripCount(L);
    uint64_t Size = uint64_t(instructionCount(*L)) * Trips;
    if (Trips == 0 || Trips > MaxTripCount || Size > Budget ||
        !subscripts(*L, Arrays))
      continue;
    if (unrollingOf(*L, SE) != Unrolling::Full)
      markAccesses(*L);
    simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
    formLCSSARecursively(*L, DT, &LI, &SE);
    UnrollLoopOptions Options = {};
    Options.Count = Trips;
    Options.Force = true;
    Options.ForgetAllSCEV = true;
    if (UnrollLoop(L, Options, &LI, &SE, &DT, &AC, &TTI, &ORE,
                   /*PreserveLCSSA=*/true) == LoopUnrollResult::Unmodified)
      continue;
    Budget -= Size;
    Changed = true;
  }
  if (Changed)
    FAM.invalidate(F, PreservedAnalyses::none());
  return Changed;
}

} // namespace warplint
