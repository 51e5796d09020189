//===- DataSources.cpp - What a kernel is given and makes itself ----------===//

#include "DataSources.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {

/// Values that are looked at on the way to what one is made of.
static constexpr size_t MaxVisited = 512;

/// \p Pointer may be a number that holds an address, a constant further on.
static SmallVector<const Value *, 4> objectsOf(const Value *Pointer) {
  while (const auto *I = dyn_cast<Instruction>(Pointer)) {
    if (!isa<PtrToIntInst, IntToPtrInst>(I) &&
        !(I->getOpcode() == Instruction::Add &&
          isa<Constant>(I->getOperand(1))))
      break;
    Pointer = I->getOperand(0);
  }
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return Objects;
}

/// The parameter that is a record, and the byte of it, where \p Object is a
/// pointer that is loaded from there.
static std::pair<const Value *, int64_t> fieldOf(const Value *Object) {
  const auto *Load = dyn_cast<LoadInst>(Object);
  if (!Load)
    return {};
  const DataLayout &DL = Load->getDataLayout();
  const Value *Pointer = Load->getPointerOperand();
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const auto *Arg =
      dyn_cast<Argument>(Pointer->stripAndAccumulateConstantOffsets(
          DL, Offset, /*AllowNonInbounds=*/true));
  if (!Arg || !Arg->hasByValAttr())
    return {};
  return {Arg, Offset.getSExtValue()};
}

/// It is one memory, and no other object that is one is the same.
static bool isOne(const Value *Object) {
  return isa<Argument, GlobalVariable, AllocaInst>(Object) ||
         fieldOf(Object).first;
}

static bool mayBeOne(const Value *X, const Value *Y) {
  if (X == Y || !isOne(X) || !isOne(Y))
    return true;
  const auto Field = fieldOf(X);
  return Field.first && Field == fieldOf(Y);
}

/// What \p Object holds before the kernel starts may be anything.
static bool mayBeGiven(const Value *Object) {
  const auto *G = dyn_cast<GlobalVariable>(Object);
  return isOne(Object) && !isa<AllocaInst>(Object) &&
         !(G && G->hasInitializer() && !isa<UndefValue>(G->getInitializer()) &&
           !G->getInitializer()->isNullValue());
}

/// A call that writes no memory of its own: a barrier, a fence, a vote.
static bool onlyOrders(const CallBase &Call) {
  if (Call.isInlineAsm()) {
    const PtxStatement Statement = readPtxStatement(Call);
    return Statement.Memory
               ? Statement.Memory->Kind == PtxMemoryKind::Load ||
                     Statement.Memory->Kind == PtxMemoryKind::LoadMatrix ||
                     Statement.Memory->Kind == PtxMemoryKind::WmmaLoad
               : !Statement.IsUnread;
  }
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call);
  return Intrinsic && (Intrinsic->isAssumeLikeIntrinsic() ||
                       Intrinsic->getCalledFunction()->getName().starts_with(
                           "llvm.nvvm.bar") ||
                       Intrinsic->getCalledFunction()->getName().starts_with(
                           "llvm.nvvm.membar") ||
                       Intrinsic->getCalledFunction()->getName().starts_with(
                           "llvm.nvvm.shfl") ||
                       Intrinsic->getCalledFunction()->getName().starts_with(
                           "llvm.nvvm.vote"));
}

DataSources::DataSources(Function &F, const DominatorTree &DT,
                         const LoopInfo &LI)
    : DT(DT), LI(LI) {
  for (const Instruction &I : instructions(F))
    if (I.mayWriteToMemory() && !isa<LoadInst, FenceInst>(I))
      addWrite(I);
}

void DataSources::addWrite(const Instruction &I) {
  Write W;
  W.By = &I;
  if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    W.To = objectsOf(Store->getPointerOperand());
    W.Value = Store->getValueOperand();
  } else if (const auto *Rmw = dyn_cast<AtomicRMWInst>(&I)) {
    W.To = objectsOf(Rmw->getPointerOperand());
  } else if (const auto *Cas = dyn_cast<AtomicCmpXchgInst>(&I)) {
    W.To = objectsOf(Cas->getPointerOperand());
  } else if (const auto *Copy = dyn_cast<MemIntrinsic>(&I)) {
    W.To = objectsOf(Copy->getRawDest());
  } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (onlyOrders(*Call))
      return;
    // The address may be a number, of which nothing more is known.
    if (Call->isInlineAsm())
      if (const PtxStatement S = readPtxStatement(*Call);
          S.Memory && S.Memory->Location.Address)
        W.To = objectsOf(Call->getArgOperand(*S.Memory->Location.Address));
  }
  Writes.push_back(std::move(W));
}

bool DataSources::mayWrite(const Write &W, const Objects &Read) const {
  return W.To.empty() || any_of(W.To, [&](const Value *To) {
           return any_of(Read,
                         [&](const Value *From) { return mayBeOne(To, From); });
         });
}

/// A load by an instruction that keeps nothing from being an input.
static bool isLoad(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || !Call->isInlineAsm())
    return isa<LoadInst>(I);
  const PtxStatement S = readPtxStatement(*Call);
  return S.Memory && S.Memory->Kind == PtxMemoryKind::Load &&
         S.Memory->Location.Address;
}

bool DataSources::isInput(const Value *V) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !isLoad(*I))
    return false;
  // While it is asked for: of what goes around, some load comes first.
  auto [It, IsNew] = Inputs.try_emplace(I, true);
  if (!IsNew)
    return It->second;
  const bool IsSo = isInputLoad(*I);
  Inputs[I] = IsSo;
  return IsSo;
}

Value *DataSources::addressOf(const Instruction &Input) {
  if (const auto *Load = dyn_cast<LoadInst>(&Input))
    return const_cast<Value *>(Load->getPointerOperand());
  const auto &Call = cast<CallBase>(Input);
  return Call.getArgOperand(*readPtxStatement(Call).Memory->Location.Address);
}

bool DataSources::isInputLoad(const Instruction &Load) {
  const Objects From = objectsOf(addressOf(Load));
  const bool IsShared =
      all_of(From, [](const Value *V) { return sharedVariable(V); });
  if (!all_of(From, mayBeGiven))
    return false;
  bool IsStored = false;
  for (const Write &W : Writes) {
    if (!mayWrite(W, From))
      continue;
    if (!IsShared) {
      if (isPotentiallyReachable(W.By, &Load, nullptr, &DT, &LI))
        return false;
      continue;
    }
    // Others may have written it, wherever in the code.
    if (!W.Value || W.Value->getType() != Load.getType() || !isInput(W.Value))
      return false;
    IsStored = true;
  }
  return !IsShared || IsStored;
}

bool DataSources::dependsOnData(const Value *V) {
  SmallPtrSet<const Value *, 32> Seen;
  return dependsOnData(V, Seen);
}

bool DataSources::dependsOnData(const Value *V,
                                SmallPtrSetImpl<const Value *> &Seen) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Seen.size() > MaxVisited || !Seen.insert(V).second)
    return false;
  if (isInput(V) || isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return true;
  auto Depends = [&](const Value *Op) { return dependsOnData(Op, Seen); };
  if (any_of(I->operands(), Depends))
    return true;
  if (!isLoad(*I))
    return false;
  const Objects From = objectsOf(addressOf(*I));
  // Of what is found by a number that data make, too.
  return any_of(Writes, [&](const Write &W) {
    return mayWrite(W, From) && (!W.Value || Depends(W.Value));
  });
}

} // namespace warplint
