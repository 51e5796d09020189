//===- UnrollLocals.cpp - Loops over arrays kept in registers -------------===//

#include "UnrollLocals.h"
#include "UnrollRules.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace warplint {

/// Beyond these nvcc keeps the array in local memory, and the analysis its
/// pace.
static constexpr unsigned MaxTripCount = 128;
static constexpr unsigned MaxInstructions = 60000;
/// Of loops that are unrolled for a pointer that they hand on.
static constexpr unsigned MaxMarkedTripCount = 16;

//===----------------------------------------------------------------------===//
// What addresses depend on
//===----------------------------------------------------------------------===//

namespace {

/// What reaches the address of a protected access of a function or decides a
/// branch: `int offset[4]` does, the accumulators of a matrix product do not.
struct BehindAddresses {
  SmallPtrSet<const AllocaInst *, 16> Variables;
  SmallPtrSet<const Value *, 32> Values;
};
/// Walks from addresses and conditions back to what they were made from.
class Tracer {
public:
  explicit Tracer(Function &F);
  BehindAddresses Found;

private:
  void need(const Value *V) {
    if (isa<Instruction>(V) && Found.Values.insert(V).second)
      Work.push_back(cast<Instruction>(V));
  }
  void needVariablesOf(const Value *Pointer);
  void seed(const Instruction &I);
  void seedCall(const CallBase &Call);
  void trace();

  /// What is stored into each variable.
  DenseMap<const AllocaInst *, SmallVector<const Value *, 4>> Stored;
  SmallVector<const Instruction *> Work;
};

template <typename Visitor>
void forEachVariable(const Value *Pointer, Visitor Visit) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  for (const Value *Object : Objects)
    if (const auto *Variable = dyn_cast<AllocaInst>(Object))
      Visit(Variable);
}

Tracer::Tracer(Function &F) {
  for (const Instruction &I : instructions(F)) {
    if (const auto *Store = dyn_cast<StoreInst>(&I))
      forEachVariable(Store->getPointerOperand(), [&](const AllocaInst *V) {
        Stored[V].push_back(Store->getValueOperand());
      });
    else if (const auto *Copy = dyn_cast<MemTransferInst>(&I))
      forEachVariable(Copy->getDest(), [&](const AllocaInst *V) {
        Stored[V].push_back(Copy->getSource());
      });
  }
  for (const Instruction &I : instructions(F))
    seed(I);
  trace();
}

/// Inline PTX reads an address if it has a memory operand at all.
void Tracer::seedCall(const CallBase &Call) {
  if (const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand())) {
    if (!StringRef(Asm->getAsmString()).contains('['))
      return;
  } else if (isPartOfPtxBlock(Call)) {
    return;
  }
  if (!Call.mayReadOrWriteMemory())
    return;
  for (const Use &Op : Call.args())
    if (Op->getType()->isPointerTy() || Op->getType()->isIntegerTy())
      need(Op.get());
}

void Tracer::seed(const Instruction &I) {
  if (const Value *Pointer = getLoadStorePointerOperand(&I)) {
    if (I.isVolatile())
      need(Pointer);
  } else if (const auto *Copy = dyn_cast<MemTransferInst>(&I)) {
    if (Copy->isVolatile()) {
      need(Copy->getRawDest());
      need(Copy->getRawSource());
    }
  } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    need(I.getOperand(0));
  } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (!isa<DbgInfoIntrinsic>(I) && !isa<MemIntrinsic>(I))
      seedCall(*Call);
  } else if (const auto *Branch = dyn_cast<BranchInst>(&I)) {
    if (Branch->isConditional())
      need(Branch->getCondition());
  } else if (const auto *Switch = dyn_cast<SwitchInst>(&I)) {
    need(Switch->getCondition());
  }
}

void Tracer::needVariablesOf(const Value *Pointer) {
  forEachVariable(Pointer, [&](const AllocaInst *V) {
    if (!Found.Variables.insert(V).second)
      return;
    for (const Value *Content : Stored.lookup(V)) {
      need(Content);
      // The source of a copy stands for what it holds.
      if (Content->getType()->isPointerTy())
        needVariablesOf(Content);
    }
  });
}

void Tracer::trace() {
  while (!Work.empty()) {
    const Instruction *I = Work.pop_back_val();
    if (const auto *Load = dyn_cast<LoadInst>(I))
      needVariablesOf(Load->getPointerOperand());
    if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
      continue; // Its result is no sum of its operands.
    for (const Use &Op : I->operands())
      need(Op.get());
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static bool subscripts(const Loop &L,
                       const SmallPtrSetImpl<const AllocaInst *> &Arrays) {
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      const auto *Gep = dyn_cast<GetElementPtrInst>(&I);
      if (!Gep || Gep->hasAllConstantIndices() ||
          none_of(Gep->indices(),
                  [&](const Use &Index) { return !L.isLoopInvariant(Index); }))
        continue;
      bool Found = false;
      forEachVariable(Gep, [&](const AllocaInst *Array) {
        Found |= Arrays.contains(Array);
      });
      if (Found)
        return true;
    }
  return false;
}

/// `#pragma unroll`, with or without a number.
static bool isMarked(const Loop &L) {
  return findOptionMDForLoop(&L, "llvm.loop.unroll.enable") ||
         findOptionMDForLoop(&L, "llvm.loop.unroll.full") ||
         findOptionMDForLoop(&L, "llvm.loop.unroll.count");
}

/// Whether an address depends on a value that the loop hands on from iteration
/// to iteration in another way than by steps: `if (k == 3) p = next;`.
static bool carriesAddress(const Loop &L, ScalarEvolution &SE,
                           const SmallPtrSetImpl<const Value *> &Behind) {
  return any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    return Behind.contains(&Phi) && SE.isSCEVable(Phi.getType()) &&
           !isa<SCEVAddRecExpr>(SE.getSCEV(&Phi));
  });
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

/// The loops that nvcc certainly takes apart. To be asked before any loop is:
/// what is left of an inner loop, a last copy that never runs, would count as
/// one more way out of the loop around it.
static SmallPtrSet<const Loop *, 8> certainlyUnrolled(const LoopInfo &LI,
                                                      ScalarEvolution &SE) {
  SmallPtrSet<const Loop *, 8> Certain;
  for (const Loop *L : LI.getLoopsInPreorder())
    if (unrollingOf(*L, SE) == Unrolling::Full)
      Certain.insert(L);
  return Certain;
}

bool unrollLoopsOverLocals(Function &F, FunctionAnalysisManager &FAM,
                           uint64_t &FileBudget) {
  if (F.size() == 1)
    return false;
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  const BehindAddresses Behind = Tracer(F).Found;
  bool Changed = false;
  uint64_t Budget = std::min<uint64_t>(MaxInstructions, FileBudget);
  // Inner loops first: they disappear into the body of the outer ones.
  SmallVector<Loop *> Loops = LI.getLoopsInPreorder();
  SmallPtrSet<const Loop *, 8> Certain = certainlyUnrolled(LI, SE);
  for (Loop *L : reverse(Loops)) {
    unsigned Trips = SE.getSmallConstantTripCount(L);
    if (Trips == 0)
      Trips = L->getExitingBlock() ? 0 : SE.getSmallConstantMaxTripCount(L);
    uint64_t Size = uint64_t(instructionCount(*L)) * Trips;
    if (Trips == 0 || Trips > MaxTripCount || Size > Budget ||
        (!subscripts(*L, Behind.Variables) &&
         !(Trips <= MaxMarkedTripCount && isMarked(*L) &&
           carriesAddress(*L, SE, Behind.Values))))
      continue;
    if (!Certain.contains(L))
      markAccesses(*L);
    simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
    formLCSSARecursively(*L, DT, &LI, &SE);
    UnrollLoopOptions Options = {};
    Options.Count = Trips;
    Options.Force = true;
    Options.ForgetAllSCEV = true;
    // Each loop is brought into LCSSA form when its turn comes: to keep the
    // ones around it there after every step takes time quadratic in their size.
    if (UnrollLoop(L, Options, &LI, &SE, &DT, &AC, &TTI, &ORE,
                   /*PreserveLCSSA=*/false) == LoopUnrollResult::Unmodified)
      continue;
    Budget -= Size;
    FileBudget -= Size;
    Changed = true;
  }
  if (Changed)
    FAM.invalidate(F, PreservedAnalyses::none());
  return Changed;
}

} // namespace warplint
