//===- Instructions.cpp - Arithmetic of a kernel by pipe ------------------===//

#include "Instructions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>

using namespace llvm;

namespace warplint {
namespace {

/// An instruction whose result is what the kernel is for, wherever it goes:
/// not the arithmetic of addresses.
bool isRoot(const Instruction &I) {
  if (isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(I))
    return true;
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return Call->isInlineAsm() || !isa<IntrinsicInst>(Call) ||
           !Call->doesNotAccessMemory();
  return I.getType()->isFPOrFPVectorTy() || isa<FCmpInst>(I);
}

/// Values that \p I, which is work, is made of: addresses are not.
void addOperands(const Instruction &I, SmallVectorImpl<const Value *> &Work) {
  if (isa<LoadInst>(I))
    return;
  for (const Value *Operand : I.operands())
    if (!Operand->getType()->isPtrOrPtrVectorTy())
      Work.push_back(Operand);
}

/// Instructions that results are made of.
DenseSet<const Instruction *> workOf(const Function &F) {
  DenseSet<const Instruction *> Found;
  SmallVector<const Value *> Work;
  for (const Instruction &I : instructions(F))
    if (isRoot(I))
      Work.push_back(&I);
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (I && Found.insert(I).second)
      addOperands(*I, Work);
  }
  return Found;
}

/// Where a compiler that moves what does not change out of loops computes the
/// instructions of a function.
class Hoisting {
public:
  explicit Hoisting(const LoopInfo &LI) : LI(LI) {}

  const BasicBlock *blockOf(const Instruction &I) {
    const BasicBlock *Block = I.getParent();
    const Loop *Needed = loopOf(I);
    for (const Loop *L = LI.getLoopFor(Block); L && L != Needed;
         L = L->getParentLoop())
      if (const BasicBlock *Before = L->getLoopPreheader())
        Block = Before;
    return Block;
  }

private:
  /// The innermost loop in which \p I changes.
  const Loop *loopOf(const Instruction &I) {
    const Loop *Around = LI.getLoopFor(I.getParent());
    if (!Around || isa<PHINode>(I) || I.mayReadOrWriteMemory() ||
        isa<CallBase>(I))
      return Around;
    if (auto Known = Needs.find(&I); Known != Needs.end())
      return Known->second;
    Needs[&I] = Around; // Not reached again: no phi is passed.
    const Loop *Deepest = nullptr;
    for (const Value *Operand : I.operands())
      if (const auto *Of = dyn_cast<Instruction>(Operand)) {
        const Loop *L = loopOf(*Of);
        // A value that leaves a loop has its last value behind it.
        while (L && !L->contains(I.getParent()))
          L = L->getParentLoop();
        if (L && (!Deepest || Deepest->contains(L)))
          Deepest = L;
      }
    return Needs[&I] = Deepest;
  }

  const LoopInfo &LI;
  DenseMap<const Instruction *, const Loop *> Needs;
};

} // namespace

void countInstructions(Function &F, KernelAnalyses A, AccessTags &Tags,
                       Placement &Places, KernelModel &Kernel) {
  const DenseSet<const Instruction *> Work = workOf(F);
  Hoisting Moved(A.LI);
  // By block and line, in the order of the code.
  std::map<std::pair<const BasicBlock *, unsigned>, size_t> Entries;
  for (const BasicBlock *Block : Places.blocks())
    for (const Instruction &I : *Block) {
      if (!Work.contains(&I))
        continue;
      const PerPipe<double> Units = pipeUnitsOf(I, Kernel.Uncounted);
      if (all_of(Units, [](double Count) { return Count == 0; }))
        continue;
      const BasicBlock *At = Moved.blockOf(I);
      const DebugLoc &Loc = I.getDebugLoc();
      auto [Entry, IsNew] = Entries.try_emplace({At, Loc ? Loc.getLine() : 0},
                                                Kernel.Work.size());
      if (IsNew) {
        KernelWork New;
        New.Source = Tags.placeOf(I);
        Places.place(*At->getTerminator(), New);
        New.CallChain = Tags.callChainOf(I);
        // What is moved out of a loop's condition is not part of it.
        if (At != Block)
          New.IsInCondition = false;
        Kernel.Work.push_back(std::move(New));
      }
      for (auto [Into, From] : zip(Kernel.Work[Entry->second].Units, Units))
        Into += From;
    }
}

} // namespace warplint
