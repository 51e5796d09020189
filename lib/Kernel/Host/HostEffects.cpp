//===- HostEffects.cpp - The memory that host code touches ----------------===//

#include "HostEffects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"

using namespace llvm;

namespace warplint {

HostEffects::HostEffects(Module &M) {
  const TargetLibraryInfoImpl Library(M.getTargetTriple());
  for (Function &F : M)
    if (F.isDeclaration())
      inferNonMandatoryLibFuncAttrs(F, TargetLibraryInfo(Library, &F));
}

/// Whether \p F is all that a call of it runs.
static bool isWhole(const Function &F) {
  return !F.isDeclaration() && !F.isInterposable();
}

/// A local that is only loaded and stored, as a whole.
static const AllocaInst *asSlot(const Value *V) {
  const auto *Slot = dyn_cast<AllocaInst>(V);
  const auto IsPlain = [&](const User *U) {
    const auto *Store = dyn_cast<StoreInst>(U);
    return isa<LoadInst, IntrinsicInst>(U) ||
           (Store && Store->getValueOperand() != Slot);
  };
  return Slot && all_of(Slot->users(), IsPlain) ? Slot : nullptr;
}

void HostEffects::addPointees(const Value *Address, HostMemory &To) {
  Pointers Seen;
  addPointees(Address, To, Seen);
}

void HostEffects::addPointees(const Value *Address, HostMemory &To,
                              Pointers &Seen) {
  const Value *Of = getUnderlyingObject(Address, /*MaxLookup=*/0);
  if (!Seen.insert(Of))
    return;
  if (isa<AllocaInst, Argument>(Of)) {
    To.Objects.insert(Of);
  } else if (const auto *Variable = dyn_cast<GlobalVariable>(Of)) {
    if (!Variable->isConstant())
      To.Objects.insert(Variable);
  } else if (const auto *Load = dyn_cast<LoadInst>(Of)) {
    const AllocaInst *Slot = asSlot(Load->getPointerOperand());
    To.Anything |= !Slot;
    if (Slot)
      for (const User *U : Slot->users())
        if (const auto *Store = dyn_cast<StoreInst>(U))
          addPointees(Store->getValueOperand(), To, Seen);
  } else if (const auto *Phi = dyn_cast<PHINode>(Of)) {
    for (const Use &U : Phi->incoming_values())
      addPointees(U, To, Seen);
  } else if (const auto *Either = dyn_cast<SelectInst>(Of)) {
    addPointees(Either->getTrueValue(), To, Seen);
    addPointees(Either->getFalseValue(), To, Seen);
  } else if (const auto *Call = dyn_cast<CallBase>(Of);
             Call && Call->getCalledFunction() &&
             isWhole(*Call->getCalledFunction())) {
    translate(resultsOf(*Call->getCalledFunction()), *Call, To, Seen);
  } else {
    To.Anything |= !isa<ConstantData, Function>(Of);
  }
}

/// Adds what is \p Inner to the callee, as it is to the caller.
void HostEffects::translate(const HostMemory &Inner, const CallBase &Call,
                            HostMemory &To, Pointers &Seen) {
  To.Anything |= Inner.Anything;
  for (const Value *Object : Inner.Objects)
    if (const auto *A = dyn_cast<Argument>(Object))
      addPointees(Call.getArgOperand(A->getArgNo()), To, Seen);
    else
      To.Objects.insert(Object);
}

/// \p Found without what the function has for itself.
static HostMemory withoutOwn(const HostMemory &Found) {
  HostMemory Rest;
  Rest.Anything = Found.Anything;
  for (const Value *Object : Found.Objects) {
    const auto *A = dyn_cast<Argument>(Object);
    if (!isa<AllocaInst>(Object) && !(A && A->hasByValAttr()))
      Rest.Objects.insert(Object);
  }
  return Rest;
}

/// What \p F returns the address of.
const HostMemory &HostEffects::resultsOf(const Function &F) {
  auto [It, IsNew] = Results.try_emplace(&F);
  if (!IsNew)
    return It->second;
  It->second.Anything = true; // Until it is known, for recursive calls.
  HostMemory Found;
  for (const Instruction &I : instructions(F))
    if (const auto *Return = dyn_cast<ReturnInst>(&I))
      addPointees(Return->getReturnValue(), Found);
  return Results[&F] = withoutOwn(Found);
}

/// Of a function without code.
static Effects declaredEffects(const Function &F) {
  Effects Found;
  if (F.isIntrinsic() || F.getName().starts_with("_Zn") || // new and delete
      F.getName().starts_with("_Zd"))
    return Found;
  const MemoryEffects Declared = F.getMemoryEffects();
  const ModRefInfo Other = Declared.getModRef(IRMemLocation::Other);
  const ModRefInfo Given = Declared.getModRef(IRMemLocation::ArgMem);
  Found.Reads.Anything = isRefSet(Other) || (F.isVarArg() && isRefSet(Given));
  Found.Writes.Anything = isModSet(Other) || (F.isVarArg() && isModSet(Given));
  for (const Argument &A : F.args()) {
    if (!A.getType()->isPointerTy() || A.hasByValAttr())
      continue;
    if (isRefSet(Given))
      Found.Reads.Objects.insert(&A);
    if (isModSet(Given))
      Found.Writes.Objects.insert(&A);
  }
  return Found;
}

const Effects &HostEffects::ofFunction(const Function &F) {
  auto [It, IsNew] = Known.try_emplace(&F);
  if (!IsNew)
    return It->second;
  // Until it is known, for recursive calls.
  It->second.Reads.Anything = It->second.Writes.Anything = true;
  if (F.isDeclaration())
    return Known[&F] = declaredEffects(F);
  if (!isWhole(F))
    return It->second;
  Effects Found;
  for (const Instruction &I : instructions(F)) {
    const Effects Each = of(I);
    Found.Reads.Anything |= Each.Reads.Anything;
    Found.Writes.Anything |= Each.Writes.Anything;
    Found.Reads.Objects.insert_range(Each.Reads.Objects);
    Found.Writes.Objects.insert_range(Each.Writes.Objects);
  }
  return Known[&F] = {withoutOwn(Found.Reads), withoutOwn(Found.Writes)};
}

Effects HostEffects::ofCall(const CallBase &Call) {
  Effects Found;
  if (Call.doesNotReturn())
    return Found;
  if (const auto *Copy = dyn_cast<MemIntrinsic>(&Call)) {
    addPointees(Copy->getRawDest(), Found.Writes);
    if (const auto *Transfer = dyn_cast<MemTransferInst>(Copy))
      addPointees(Transfer->getRawSource(), Found.Reads);
    return Found;
  }
  const Function *Callee = Call.getCalledFunction();
  if (!Callee) {
    Found.Reads.Anything = Found.Writes.Anything = true;
    return Found;
  }
  const Effects &Inner = ofFunction(*Callee);
  Pointers SeenReads, SeenWrites;
  translate(Inner.Reads, Call, Found.Reads, SeenReads);
  translate(Inner.Writes, Call, Found.Writes, SeenWrites);
  return Found;
}

Effects HostEffects::of(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return ofCall(*Call);
  Effects Found;
  const bool IsStore = isa<StoreInst>(I), IsLoad = isa<LoadInst>(I);
  if (IsStore || IsLoad) {
    addPointees(getLoadStorePointerOperand(&I),
                IsLoad ? Found.Reads : Found.Writes);
  } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    addPointees(I.getOperand(0), Found.Reads);
    Found.Writes = Found.Reads;
  }
  return Found;
}

bool HostEffects::followCall(const Value &Address, const CallBase &Call,
                             Pointers &Next) {
  const Function *Callee = Call.getCalledFunction();
  for (const Use &U : Call.operands()) {
    if (U.get() != &Address || isa<IntrinsicInst>(Call))
      continue;
    if (!Call.isArgOperand(&U))
      return false;
    const unsigned N = Call.getArgOperandNo(&U);
    if (Call.isByValArgument(N) || Call.doesNotCapture(N))
      continue;
    if (!Callee || !isWhole(*Callee) || N >= Callee->arg_size())
      return false;
    const Fate Inner = fateOf(*Callee->getArg(N));
    if (Inner.IsKept)
      return false;
    if (Inner.IsReturned)
      Next.insert(&Call);
  }
  return true;
}

/// Adds to \p Next what has \p Address because \p User has; false where it is
/// kept.
bool HostEffects::follow(const Value &Address, const Value &User, Fate &Found,
                         Pointers &Next) {
  if (isa<LoadInst, ICmpInst>(User))
    return true;
  if (isa<ReturnInst>(User))
    return Found.IsReturned = true;
  if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(User)) {
    Next.insert(&User);
    return User.getType()->isPointerTy();
  }
  if (const auto *Store = dyn_cast<StoreInst>(&User)) {
    if (Store->getValueOperand() != &Address)
      return true;
    const AllocaInst *Slot = asSlot(Store->getPointerOperand());
    if (Slot)
      for (const llvm::User *U : Slot->users())
        if (isa<LoadInst>(U))
          Next.insert(U);
    return Slot;
  }
  const auto *Call = dyn_cast<CallBase>(&User);
  return Call && followCall(Address, *Call, Next);
}

HostEffects::Fate HostEffects::fateOf(const Value &Address) {
  // Until it is known, for recursive calls: kept.
  auto [It, IsNew] = Fates.try_emplace(&Address, Fate{true, true});
  if (!IsNew)
    return It->second;
  Fate Found;
  Pointers Next;
  Next.insert(&Address);
  for (size_t N = 0; N != Next.size() && !Found.IsKept; ++N)
    for (const User *U : Next[N]->users())
      Found.IsKept |= !follow(*Next[N], *U, Found, Next);
  return Fates[&Address] = Found;
}

bool HostEffects::isExposed(const Value &Object) {
  const auto *A = dyn_cast<Argument>(&Object);
  if (A ? A->hasByValAttr() : isa<AllocaInst>(Object))
    return fateOf(Object).IsKept;
  return true;
}

/// Of an object that others may have as well.
static bool isShared(const Value &Object) {
  const auto *A = dyn_cast<Argument>(&Object);
  return A ? !A->hasByValAttr() && !A->hasNoAliasAttr()
           : isa<GlobalVariable>(Object);
}

bool HostEffects::overlap(const HostMemory &A, const HostMemory &B) {
  if (A.Anything && B.Anything)
    return true;
  const auto Exposed = [&](const Value *V) { return isExposed(*V); };
  if ((A.Anything && any_of(B.Objects, Exposed)) ||
      (B.Anything && any_of(A.Objects, Exposed)))
    return true;
  return any_of(A.Objects, [&](const Value *Mine) {
    return any_of(B.Objects, [&](const Value *Its) {
      return Mine == Its || (isShared(*Mine) && isShared(*Its) &&
                             (isa<Argument>(Mine) || isa<Argument>(Its)));
    });
  });
}

} // namespace warplint
