//===- Telling.cpp - What a kernel tells other blocks ---------------------===//

#include "Telling.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Source/AccessTags.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

/// \p Pointer may lead to memory that other blocks see.
static bool leavesBlock(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer);
  return !sharedVariable(Object) && !isa<AllocaInst>(Object);
}

/// \p I may tell other blocks or grids what was done before, with a fence or without.
static bool mayTell(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    const Function *Callee = Call->getCalledFunction();
    std::string Name;
    if (Call->isInlineAsm())
      Name = readPtxStatement(*Call).Opcode;
    else if (Callee)
      Name = Callee->getName().str();
    return any_of(ArrayRef<StringRef>{"release", "acq_rel", "red.global",
                                      "atom.global", "nvvm.atomic.", "griddep",
                                      "discard", "sust"},
                  [&](StringRef Word) {
                    return StringRef(Name).contains(Word);
                  }) ||
           Name == "free";
  }
  return isa<AtomicRMWInst, AtomicCmpXchgInst>(I)
             ? leavesBlock(I.getOperand(0))
             : isa<StoreInst>(I) && leavesBlock(getPointerOperand(&I)) &&
                   (I.isAtomic() || I.getMetadata(VolatileInSource));
}

bool tellsOthers(ArrayRef<const BasicBlock *> Blocks) {
  bool MayTell = false, HasStore = false;
  for (const BasicBlock *Block : Blocks)
    for (const Instruction &I : *Block) {
      const bool Tells = mayTell(I);
      MayTell |= Tells;
      HasStore |= isa<StoreInst>(I)
                      ? leavesBlock(getPointerOperand(&I))
                      : Tells && I.mayWriteToMemory() && !I.isAtomic();
    }
  return MayTell && HasStore;
}

} // namespace warplint
