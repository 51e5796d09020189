//===- AddressLocals.cpp - Which variables matter -------------------------===//

#include "AddressLocals.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {
namespace {

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

} // namespace

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

BehindAddresses behindAddresses(Function &F) { return Tracer(F).Found; }

} // namespace warplint
