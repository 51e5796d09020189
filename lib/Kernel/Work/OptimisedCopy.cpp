//===- OptimisedCopy.cpp - A kernel as a compiler makes it ----------------===//

#include "OptimisedCopy.h"
#include "Kernel/Simplify/DeviceIntrinsics.h"
#include "Kernel/Simplify/PassManagers.h"
#include "Kernel/Source/AccessTags.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DivRemPairs.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warplint {

/// Larger kernels are read as they were written, for the sake of time.
static constexpr unsigned MaxInstructions = 40000;

OptimisedCopy::OptimisedCopy(Function &Kernel,
                             ArrayRef<const BasicBlock *> Blocks)
    : Blocks(Blocks), P(std::make_unique<PassManagers>()) {
  ValueToValueMapTy Map;
  Copy = CloneFunction(&Kernel, Map);
  DenseMap<const BasicBlock *, BasicBlock *> CopyOf;
  for (const BasicBlock *Block : Blocks)
    CopyOf[Block] = cast<BasicBlock>(Map[Block]);
  mark(CopyOf);
  if (Kernel.getInstructionCount() <= MaxInstructions)
    optimise();
  readMarks();
}

OptimisedCopy::~OptimisedCopy() {
  P->FAM.clear();
  Copy->eraseFromParent();
}

FunctionAnalysisManager &OptimisedCopy::analyses() { return P->FAM; }

void OptimisedCopy::mark(
    const DenseMap<const BasicBlock *, BasicBlock *> &CopyOf) {
  for (const auto &[Number, Block] : enumerate(Blocks)) {
    IRBuilder<> Builder(CopyOf.lookup(Block)->getTerminator());
    Builder.SetCurrentDebugLocation(DebugLoc());
    Builder.CreateIntrinsic(Intrinsic::pseudoprobe, {},
                            {Builder.getInt64(0), Builder.getInt64(Number),
                             Builder.getInt32(0), Builder.getInt64(-1)});
  }
  recallRanges(*Copy);
  // What protects accesses keeps others from being moved past them, and so would
  // a function that might write.
  for (Instruction &I : instructions(*Copy)) {
    if (auto *Call = dyn_cast<CallBase>(&I); Call && isMathCall(*Call)) {
      Call->setMemoryEffects(MemoryEffects::none());
      Call->addFnAttr(Attribute::WillReturn);
      Call->setDoesNotThrow();
    }
    if (I.getMetadata(VolatileInSource))
      continue;
    if (auto *Load = dyn_cast<LoadInst>(&I))
      Load->setVolatile(false);
    else if (auto *Store = dyn_cast<StoreInst>(&I))
      Store->setVolatile(false);
  }
}

/// The passes of nvcc's LLVM that change how much arithmetic there is.
void OptimisedCopy::optimise() {
  FunctionPassManager All;
  const auto Simplify = [&] {
    SimplifyCFGOptions CFG;
    CFG.HoistCommonInsts = true;
    All.addPass(SimplifyCFGPass(CFG));
    All.addPass(InstCombinePass());
  };
  const auto MoveOut = [&](bool Rotate) {
    LoopPassManager Loops;
    if (Rotate)
      Loops.addPass(LoopRotatePass());
    Loops.addPass(LICMPass(LICMOptions()));
    Loops.addPass(LoopDeletionPass());
    All.addPass(createFunctionToLoopPassAdaptor(std::move(Loops),
                                                /*UseMemorySSA=*/true));
  };
  All.addPass(SROAPass(SROAOptions::ModifyCFG));
  All.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Simplify();
  MoveOut(/*Rotate=*/true);
  Simplify();
  // 64-bit counters cost more than 32-bit ones.
  All.addPass(createFunctionToLoopPassAdaptor(
      IndVarSimplifyPass(/*WidenIndVars=*/false)));
  constexpr int Level = 3;
  All.addPass(createFunctionToLoopPassAdaptor(LoopFullUnrollPass(Level)));
  All.addPass(SROAPass(SROAOptions::ModifyCFG));
  All.addPass(GVNPass(GVNOptions().setPRE(false).setLoadPRE(false)));
  All.addPass(SCCPPass());
  Simplify();
  // Those that the source asks for.
  All.addPass(
      LoopUnrollPass(LoopUnrollOptions(Level, /*OnlyWhenForced=*/true)));
  All.addPass(GVNPass(GVNOptions().setPRE(false).setLoadPRE(false)));
  All.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Simplify();
  MoveOut(/*Rotate=*/false);
  All.addPass(DivRemPairsPass());
  All.addPass(ADCEPass());
  P->FAM.invalidate(*Copy, All.run(*Copy, P->FAM));
}

/// Where what stands in \p Block is executed that left so many loops around it.
static const BasicBlock *outOf(const BasicBlock *Block, unsigned Left,
                               const LoopInfo &LI) {
  for (const Loop *L = LI.getLoopFor(Block); L && Left > 0;
       L = L->getParentLoop(), --Left)
    if (const BasicBlock *Before = L->getLoopPreheader())
      Block = Before;
  return Block;
}

void OptimisedCopy::readMarks() {
  const auto &LI = P->FAM.getResult<LoopAnalysis>(*Copy);
  DenseMap<const BasicBlock *, SmallVector<uint64_t, 2>> MarksOf;
  // Copies in the deepest loops: others are executed once for all their rounds.
  struct Deepest {
    unsigned Depth = 0, Count = 0;
  };
  DenseMap<uint64_t, Deepest> Copies;
  const ReversePostOrderTraversal<const Function *> Order(Copy);
  for (const BasicBlock *Block : Order)
    for (const Instruction &I : *Block)
      if (const auto *Mark = dyn_cast<PseudoProbeInst>(&I)) {
        const uint64_t Number = Mark->getIndex()->getZExtValue();
        const unsigned Depth = LI.getLoopDepth(Block);
        MarksOf[Block].push_back(Number);
        Deepest &Known = Copies[Number];
        if (Depth > Known.Depth)
          Known = {Depth, 0};
        Known.Count += Depth == Known.Depth;
      }
  DominatorTree WrittenTree(const_cast<Function &>(*Blocks[0]->getParent()));
  const LoopInfo Written(WrittenTree);
  const auto &DT = P->FAM.getResult<DominatorTreeAnalysis>(*Copy);
  for (const BasicBlock *Block : Order) {
    Origin &Of = Origins[Block];
    unsigned Fewest = 0;
    const unsigned Depth = LI.getLoopDepth(Block);
    for (uint64_t Number : MarksOf.lookup(Block))
      // Of several blocks that became one the first is the least conditional.
      if (const Deepest Known = Copies.lookup(Number);
          Depth == Known.Depth && (!Of.Block || Known.Count < Fewest)) {
        Fewest = Known.Count;
        Of = {Blocks[Number], 1.0 / Known.Count};
      }
    if (Of.Block)
      continue;
    if (const auto Marks = MarksOf.lookup(Block); !Marks.empty())
      Of.Block = outOf(Blocks[Marks.front()],
                       Copies.lookup(Marks.front()).Depth - Depth, Written);
    else if (const auto *Node = DT.getNode(Block); Node->getIDom())
      Of = Origins.lookup(Node->getIDom()->getBlock()); // An edge was split.
  }
}

} // namespace warplint
