//===- LoopSize.cpp - How large nvcc takes a loop for ---------------------===//

#include "LoopSize.h"
#include "DeviceIntrinsics.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {

std::optional<uint64_t> instructionsOf(const Instruction &I) {
  if (isa<PHINode, DbgInfoIntrinsic, BitCastInst, AddrSpaceCastInst>(I) ||
      isPartOfPtxBlock(I))
    return 0;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return 1;
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
  if (!Intrinsic && !Call->isInlineAsm())
    return straightSizeOf(*Call);
  if (Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::fmuladd)
    return 2;
  return 1;
}

InvariantValues::InvariantValues(const Loop &L) : L(L) {
  for (const BasicBlock *Block : L.blocks()) // Values before their uses.
    for (const Instruction &I : *Block)
      if (!isa<PHINode>(I) && !I.isTerminator() && !I.mayReadOrWriteMemory() &&
          all_of(I.operands(), [&](const Value *V) { return contains(V); }))
        InBody.insert(&I);
}

bool InvariantValues::contains(const Value *V) const {
  return L.isLoopInvariant(V) || InBody.contains(V);
}

/// A sum that is added to joins the other constants of an address.
static bool isSumWithConstant(const Value *V) {
  const auto *Sum = dyn_cast<BinaryOperator>(V);
  return Sum && Sum->getOpcode() == Instruction::Add &&
         isa<Constant>(Sum->getOperand(1));
}

/// \p Block can't be run where it need not be.
static bool hasToBranch(const BasicBlock &Block) {
  return Block.getSinglePredecessor() &&
         any_of(Block, [](const Instruction &I) {
           return !I.isTerminator() && !isSafeToSpeculativelyExecute(&I);
         });
}

static uint64_t leastOf(const Instruction &I, const Loop &L) {
  if (I.isTerminator())
    return I.getParent() == L.getLoopLatch() || hasToBranch(*I.getParent()) ||
           any_of(successors(&I), [&](const BasicBlock *Next) {
             return L.contains(Next) && hasToBranch(*Next);
           });
  if (const auto *Place = dyn_cast<GetElementPtrInst>(&I))
    return !Place->hasAllConstantIndices();
  if (isa<TruncInst, BitCastInst, AddrSpaceCastInst, IntToPtrInst,
          PtrToIntInst>(I) ||
      (I.getOpcode() == Instruction::Add &&
       any_of(I.operands(), isSumWithConstant)))
    return 0;
  const uint64_t Most = instructionsOf(I).value_or(1);
  return isa<CallBase>(I) && !isa<IntrinsicInst>(I)
             ? std::min<uint64_t>(Most, 1)
             : Most;
}

uint64_t leastBodySizeOf(const Loop &L) {
  const InvariantValues Leaving(L);
  DenseMap<const BasicBlock *, uint64_t> Sizes;
  uint64_t Size = 0, Guarded = 0;
  for (const BasicBlock *Block : L.blocks()) {
    for (const Instruction &I : *Block)
      if (!Leaving.contains(&I))
        Sizes[Block] += leastOf(I, L);
    Size += Sizes[Block];
  }
  for (const BasicBlock *Block : L.blocks()) {
    const auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
    if (!Branch || !Branch->isConditional() ||
        !Leaving.contains(Branch->getCondition()))
      continue;
    for (const BasicBlock *Next : successors(Block))
      if (Next->getSinglePredecessor() && L.contains(Next))
        Guarded = std::max(Guarded, Sizes[Next] + 1);
  }
  return Size - Guarded;
}

} // namespace warplint
