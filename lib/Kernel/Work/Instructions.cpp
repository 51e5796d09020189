//===- Instructions.cpp - Arithmetic of a kernel by pipe ------------------===//

#include "Instructions.h"
#include "Addresses.h"
#include "Chains.h"
#include "OptimisedCopy.h"
#include "PipeUnits.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include <map>

using namespace llvm;

namespace warplint {
namespace {

class InstructionCounter {
public:
  InstructionCounter(OptimisedCopy &Copy, AccessTags &Tags, Placement &Places,
                     KernelModel &Kernel)
      : Copy(Copy), Tags(Tags), Places(Places), Kernel(Kernel),
        Order(&Copy.function()), Folded(Copy.function()),
        LI(Copy.analyses().getResult<LoopAnalysis>(Copy.function())),
        SE(Copy.analyses().getResult<ScalarEvolutionAnalysis>(Copy.function())),
        Registers(
            Copy.analyses().getResult<DominatorTreeAnalysis>(Copy.function()),
            SE) {}

  void run();

private:
  void need(const Value *V) {
    if (const auto *I = dyn_cast<Instruction>(V); I && Needed.insert(I).second)
      Work.push_back(I);
  }
  void needOperands(const Instruction &I);
  void needAddress(const Instruction &I, Value *Pointer);
  void findNeeded();
  double partOfRounds(const Instruction &I) const;
  const BasicBlock *blockOfDivisor(const Instruction &Division) const;
  void add(const BasicBlock &At, const Instruction &Like,
           const PerPipe<double> &Units, double Part = 1);

  OptimisedCopy &Copy;
  AccessTags &Tags;
  Placement &Places;
  KernelModel &Kernel;
  ReversePostOrderTraversal<Function *> Order;
  Folds Folded;
  LoopInfo &LI;
  ScalarEvolution &SE;
  Addresses Registers;
  DenseSet<const Instruction *> Needed;
  SmallVector<const Instruction *> Work;
  /// By block of the original, part of its executions and line, in the order of
  /// the code.
  std::map<std::tuple<const BasicBlock *, double, unsigned>, size_t> Entries;
};

} // namespace

/// \p I does something, whoever needs its result.
static bool isRoot(const Instruction &I) {
  return I.isTerminator() ||
         (I.mayHaveSideEffects() && !isa<PseudoProbeInst, DbgInfoIntrinsic>(I));
}

void InstructionCounter::needAddress(const Instruction &I, Value *Pointer) {
  const Addresses::Cost Cost = Registers.costOf(I, Pointer);
  for (const Addresses::Work &Own : Cost.Own)
    add(*Own.At, I, Own.Units);
  for (const Value *Other : Cost.Needs)
    need(Other);
}

void InstructionCounter::needOperands(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  for (const Value *Operand : I.operand_values())
    if (Operand != Pointer)
      need(Operand);
}

/// A load of global memory, as far as that shows: neither of local and shared
/// memory nor of the constant one that parameters lie in.
static bool loadsGlobal(const Instruction &I) {
  if (!isa<LoadInst>(I))
    return false;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(getLoadStorePointerOperand(&I), Objects);
  return all_of(Objects, [](const Value *Object) {
    if (const auto *A = dyn_cast<Argument>(Object))
      return !A->hasByValAttr();
    const unsigned Space = Object->getType()->getPointerAddressSpace();
    return !isa<AllocaInst>(Object) &&
           (Space == NVPTXAS::ADDRESS_SPACE_GENERIC ||
            Space == NVPTXAS::ADDRESS_SPACE_GLOBAL);
  });
}

/// What is computed: all that something done depends on. Addresses first,
/// in the order in which they can share registers.
void InstructionCounter::findNeeded() {
  const auto Drain = [&] {
    while (!Work.empty())
      needOperands(*Work.pop_back_val());
  };
  for (BasicBlock *Block : Order)
    for (Instruction &I : *Block)
      if (isRoot(I))
        need(&I);
  Drain();
  // A load is needed by what uses it, which may be another address.
  for (BasicBlock *Block : Order)
    for (Instruction &I : *Block)
      if (Value *Pointer = getLoadStorePointerOperand(&I)) {
        if (isa<StoreInst>(I) || Needed.contains(&I) || !I.use_empty())
          needAddress(I, Pointer);
        Drain();
      }
}

/// Counting on is done once for the rounds of a loop that nvcc makes one of.
double InstructionCounter::partOfRounds(const Instruction &I) const {
  const Loop *L = LI.getLoopFor(I.getParent());
  if (!L)
    return 1;
  const auto IsCounter = [&](const Value *V) {
    const auto *Phi = dyn_cast<PHINode>(V);
    return Phi && Phi->getParent() == L->getHeader();
  };
  const bool CountsOn = isa<BinaryOperator, GetElementPtrInst>(I) &&
                        any_of(I.operand_values(), IsCounter) &&
                        any_of(I.users(), IsCounter) &&
                        any_of(I.operand_values(),
                               [](const Value *V) { return isa<Constant>(V); });
  const auto *Branch =
      L->getLoopLatch() ? L->getLoopLatch()->getTerminator() : nullptr;
  const bool IsTest = isa<CmpInst>(I) && Branch &&
                      is_contained(Branch->operands(), &I) &&
                      I.getType()->isIntegerTy(1);
  return CountsOn || IsTest ? countedRounds(*L, SE) : 1;
}

/// Where the divisor is known: before the loops in which it is the same.
const BasicBlock *
InstructionCounter::blockOfDivisor(const Instruction &Division) const {
  const BasicBlock *Block = Division.getParent();
  for (const Loop *L = LI.getLoopFor(Block);
       L && L->isLoopInvariant(Division.getOperand(1)); L = L->getParentLoop())
    if (const BasicBlock *Before = L->getLoopPreheader())
      Block = Before;
  return Block;
}

void InstructionCounter::add(const BasicBlock &At, const Instruction &Like,
                             const PerPipe<double> &Units, double Part) {
  const OptimisedCopy::Origin Of = Copy.originOf(At);
  if (!Of.Block || all_of(Units, [](double Count) { return Count == 0; }))
    return;
  const DebugLoc &Loc = Like.getDebugLoc();
  auto [Entry, IsNew] = Entries.try_emplace(
      {Of.Block, Of.Part, Loc ? Loc.getLine() : 0}, Kernel.Work.size());
  if (IsNew) {
    KernelWork New;
    New.Source = Tags.placeOf(Like);
    Places.place(*Of.Block->getTerminator(), New);
    New.CallChain = Tags.callChainOf(Like);
    Kernel.Work.push_back(std::move(New));
  }
  for (auto [Into, From] : zip(Kernel.Work[Entry->second].Units, Units))
    Into += From * Of.Part * Part;
}

void InstructionCounter::run() {
  findNeeded();
  for (const BasicBlock *Block : Order)
    for (const Instruction &I : *Block) {
      if (!Needed.contains(&I))
        continue;
      add(*Block, I, pipeUnitsOf(I, Folded, Kernel.Uncounted), partOfRounds(I));
      if (loadsGlobal(I)) {
        PerPipe<double> Load = {};
        Load[static_cast<unsigned>(Pipe::Lsu)] = 1;
        add(*Block, I, Load);
      }
      if (auto Division = divisionUnitsOf(I))
        add(*blockOfDivisor(I), I, Division->Divisor);
    }
  readChains(Copy, Folded, Tags, Places, Kernel);
}

void countInstructions(Function &F, AccessTags &Tags, Placement &Places,
                       KernelModel &Kernel) {
  OptimisedCopy Copy(F, Places.blocks());
  InstructionCounter(Copy, Tags, Places, Kernel).run();
}

} // namespace warplint
