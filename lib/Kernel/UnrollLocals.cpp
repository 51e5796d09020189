//===- UnrollLocals.cpp - Loops over arrays kept in registers -------------===//

#include "UnrollLocals.h"
#include "RecordCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
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

static bool subscriptsLocalArray(const Loop &L) {
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      const auto *Gep = dyn_cast<GetElementPtrInst>(&I);
      if (!Gep || Gep->hasAllConstantIndices() ||
          originOf(Gep->getPointerOperand()) != PointerOrigin::Local)
        continue;
      if (any_of(Gep->indices(),
                 [&](const Use &Index) { return !L.isLoopInvariant(Index); }))
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

bool unrollLoopsOverLocals(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
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
        !subscriptsLocalArray(*L))
      continue;
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
