//===- LoopSize.cpp - How large nvcc takes a loop for ---------------------===//

#include "LoopSize.h"
#include "DeviceIntrinsics.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>

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

/// Whether \p V is made of constants and counters of loops that \p IsConstant takes
/// for such, and of \p Base if there is one.
static bool isOfCounters(const Value *V, const Value *Base, ScalarEvolution &SE,
                         function_ref<bool(const Loop &)> IsConstant) {
  return SE.isSCEVable(V->getType()) &&
         !SCEVExprContains(
             SE.getSCEV(const_cast<Value *>(V)), [&](const SCEV *Part) {
               if (const auto *Counter = dyn_cast<SCEVAddRecExpr>(Part))
                 return !IsConstant(*Counter->getLoop());
               const auto *Other = dyn_cast<SCEVUnknown>(Part);
               return isa<SCEVCouldNotCompute>(Part) ||
                      (Other && Other->getValue() != Base);
             });
}

static const AllocaInst *variableOf(const Value *Pointer) {
  return dyn_cast<AllocaInst>(getUnderlyingObject(Pointer));
}

/// Whether each access of \p Variable is of a part that is known once the loops that
/// \p IsUnrolled confirms are unrolled.
static bool isTakenApart(const AllocaInst &Variable, ScalarEvolution &SE,
                         function_ref<bool(const Loop &)> IsUnrolled) {
  SmallVector<const User *, 16> Work(Variable.users());
  while (!Work.empty()) {
    const User *Next = Work.pop_back_val();
    if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst>(Next)) {
      append_range(Work, Next->users());
      continue;
    }
    if (isa<LifetimeIntrinsic, MemSetInst>(Next))
      continue;
    const Value *Pointer = getLoadStorePointerOperand(Next);
    if (!Pointer || cast<Instruction>(Next)->isVolatile() ||
        variableOf(Pointer) != &Variable ||
        (isa<StoreInst>(Next) &&
         Next->getOperand(0)->getType()->isPointerTy()) ||
        !isOfCounters(Pointer, &Variable, SE, IsUnrolled))
      return false;
  }
  return true;
}

/// The loop in \p L, or \p L, that \p Block is an own block of.
static const Loop &innermostAround(const BasicBlock &Block, const Loop &L) {
  for (const Loop *Inner : L.getSubLoops())
    if (Inner->contains(&Block))
      return innermostAround(Block, *Inner);
  return L;
}

std::optional<uint64_t>
foldedBodySizeOf(const Loop &L, ScalarEvolution &SE,
                 function_ref<uint64_t(const Loop &)> TripsOf,
                 function_ref<bool(const Loop &)> IsUnrolled) {
  DenseMap<const AllocaInst *, bool> Apart;
  auto IsRegister = [&](const Value *Pointer) {
    const AllocaInst *Variable = variableOf(Pointer);
    if (!Variable)
      return false;
    auto [It, IsNew] = Apart.try_emplace(Variable);
    if (IsNew)
      It->second = isTakenApart(*Variable, SE, IsUnrolled);
    return It->second;
  };
  auto IsConstant = [&](const Value *V) {
    return isOfCounters(V, nullptr, SE, [&](const Loop &Of) {
      return &Of != &L && L.contains(&Of);
    });
  };
  auto IsFolded = [&](const Instruction &I) {
    if (isa<GetElementPtrInst, LoadInst, StoreInst>(I))
      return IsRegister(
          isa<GetElementPtrInst>(I) ? &I : getLoadStorePointerOperand(&I));
    if (const auto *Branch = dyn_cast<BranchInst>(&I))
      return Branch->isUnconditional() ||
             (I.getParent() != L.getExitingBlock() &&
              innermostAround(*I.getParent(), L).getExitingBlock() ==
                  I.getParent());
    if (isa<ICmpInst>(I))
      return all_of(I.operands(), IsConstant);
    return I.getType()->isIntegerTy() && IsConstant(&I);
  };
  std::map<const Loop *, InvariantValues> Leaving;
  auto Leaves = [&](const Instruction &I, const Loop &Of) {
    return Leaving.try_emplace(&Of, Of).first->second.contains(&I);
  };
  uint64_t Size = 0;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      if (Leaves(I, L) || IsFolded(I))
        continue;
      std::optional<uint64_t> Copies = instructionsOf(I);
      if (!Copies)
        return std::nullopt;
      for (const Loop *Of = &innermostAround(*Block, L); Of != &L;
           Of = Of->getParentLoop())
        if (!Leaves(I, *Of))
          *Copies *= TripsOf(*Of);
      Size += *Copies;
    }
  return Size;
}

} // namespace warplint
