//===- RepeatedAccesses.cpp - Accesses made again to a word ---------------===//

#include "RepeatedAccesses.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "Kernel/Source/AccessTags.h"
#include "LoadUses.h"
#include "SameWord.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace warplint {
namespace {

/// A place to go on from, and whether a loop was entered there (or, of a walk in one
/// loop, whether its next iteration began).
using Step = PointerIntPair<const Instruction *, 1, bool>;

struct Steps {
  SmallVector<Step> Work;
  DenseSet<Step> Seen;

  void add(const BasicBlock *Block, bool Flag) {
    Step Next(&Block->front(), Flag);
    if (Seen.insert(Next).second)
      Work.push_back(Next);
  }
};

} // namespace

RepeatedAccesses::RepeatedAccesses(Function &F, KernelAnalyses A,
                                   ExprBuilder &Exprs, LaneContext &C)
    : A(A), Exprs(Exprs), C(C) {
  for (const Instruction &I : instructions(F))
    if (const auto *Store = dyn_cast<StoreInst>(&I))
      Stores.push_back(Store);
}

/// \p I stores to all of the word that \p Access loads or stores.
static bool overwrites(const Instruction &I, const Instruction &Access) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store || Store->getMetadata(VolatileInSource))
    return false;
  return bytesAccessed(I) >= bytesAccessed(Access) &&
         haveOneNumber(Store->getPointerOperand(),
                       getLoadStorePointerOperand(&Access));
}

/// An access through \p Pointer touches no shared memory.
static bool isElsewhere(const Value *Pointer) {
  const std::optional<MemorySpace> Space =
      memoryOf(Pointer->getType()->getPointerAddressSpace());
  return Space ? *Space != MemorySpace::Shared && *Space != MemorySpace::Cluster
               : isa<AllocaInst, Argument>(getUnderlyingObject(Pointer));
}

/// Others may see at \p I what \p Store has stored. \p IsOwn: loads of the same word
/// have it in a register.
bool RepeatedAccesses::maySee(const Instruction &I, const StoreInst &Store,
                              bool IsOwn) {
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (isElsewhere(Load->getPointerOperand()))
      return false;
    if (haveOneNumber(Load->getPointerOperand(), Store.getPointerOperand()))
      return !IsOwn && !A.DT.dominates(&Store, Load);
    return relationOf(Exprs, Store, *Load) != WordRelation::Apart;
  }
  if (isa<StoreInst>(I) || isShuffleOrVote(I))
    return false;
  if (const auto *Atomic = dyn_cast<AtomicRMWInst>(&I))
    return !isElsewhere(Atomic->getPointerOperand());
  return waitsOr(I, I.mayReadFromMemory());
}

/// At \p I the word of \p Load may become another.
bool RepeatedAccesses::mayChange(const Instruction &I, const LoadInst &Load) {
  if (isa<LoadInst>(I) || isShuffleOrVote(I))
    return false;
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return !isElsewhere(Store->getPointerOperand()) && !overwrites(I, Load) &&
           relationOf(Exprs, I, Load) != WordRelation::Apart;
  if (const auto *Atomic = dyn_cast<AtomicRMWInst>(&I))
    return !isElsewhere(Atomic->getPointerOperand());
  return waitsOr(I, I.mayWriteToMemory());
}

/// A branch at the end of \p Block skips a store that replaces \p Store, and nothing
/// that keeps it a branch.
static bool isOverwrittenInArm(const BasicBlock &Block,
                               const StoreInst &Store) {
  return any_of(successors(&Block), [&](const BasicBlock *Arm) {
    return Arm->getSinglePredecessor() == &Block &&
           any_of(*Arm,
                  [&](const Instruction &I) { return overwrites(I, Store); }) &&
           all_of(*Arm, [&](const Instruction &I) {
             return I.isTerminator() || isa<StoreInst>(I) ||
                    isSafeToSpeculativelyExecute(&I);
           });
  });
}

/// On some path from \p Store someone may see the word before it is overwritten.
bool RepeatedAccesses::staysOnSomePath(const StoreInst &Store) {
  const LaneExpr *Address =
      Exprs.build(const_cast<Value *>(Store.getPointerOperand()));
  Steps Paths;
  Paths.Work.push_back(Step(Store.getNextNode(), false));
  while (!Paths.Work.empty()) {
    const Step From = Paths.Work.pop_back_val();
    const BasicBlock *Block = From.getPointer()->getParent();
    const Instruction *I = From.getPointer();
    for (; I && !overwrites(*I, Store); I = I->getNextNode())
      if (isa<ReturnInst>(I) || maySee(*I, Store, /*IsOwn=*/false))
        return true;
    if (I || isOverwrittenInArm(*Block, Store))
      continue;
    const Loop *L = A.LI.getLoopFor(Block);
    const bool HasTurns = L && L->getHeader() == Block && From.getInt() &&
                          tripCountOf(*L, A.SE).value_or(0);
    for (const BasicBlock *Next : successors(Block)) {
      if (HasTurns && !L->contains(Next))
        continue;
      const Loop *Into = A.LI.getLoopFor(Next);
      const bool IsHeader = Into && Into->getHeader() == Next;
      const bool Enters = IsHeader && !Into->contains(Block);
      // Of the next iteration the address may be another.
      if (IsHeader && !Enters && Exprs.variesIn(Address, *Into))
        return true;
      Paths.add(Next, Enters);
    }
  }
  return false;
}

/// The other arms of the branch that \p Own is an arm of.
static SmallVector<const BasicBlock *, 2> armsBeside(const BasicBlock &Own) {
  SmallVector<const BasicBlock *, 2> Arms;
  if (const BasicBlock *Before = Own.getSinglePredecessor())
    for (const BasicBlock *Arm : successors(Before))
      if (Arm != &Own && Arm->getSinglePredecessor() == Before)
        Arms.push_back(Arm);
  return Arms;
}

/// One number, or two that the arms of a branch compute alike, for nothing else.
static bool areAlike(const Value *A, const Value *B) {
  const auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  return A == B ||
         (I && J && I->getParent() != J->getParent() &&
          I->isSameOperationAs(J) && I->hasOneUse() && J->hasOneUse());
}

/// LLVM makes one store behind a branch of two in its arms, whatever their places.
bool RepeatedAccesses::isStoredInBothArms(const StoreInst &Store) {
  const BasicBlock *Own = Store.getParent();
  const BasicBlock *Behind = Own->getSingleSuccessor();
  if (!Behind || any_of(make_range(std::next(Store.getIterator()), Own->end()),
                        [&](const Instruction &I) {
                          return maySee(I, Store, /*IsOwn=*/false);
                        }))
    return false;
  return any_of(armsBeside(*Own), [&](const BasicBlock *Arm) {
    return Arm->getSingleSuccessor() == Behind &&
           any_of(*Arm, [&](const Instruction &I) {
             const auto *Other = dyn_cast<StoreInst>(&I);
             return overwrites(I, Store) ||
                    (Other && !isElsewhere(Other->getPointerOperand()) &&
                     areAlike(Store.getValueOperand(),
                              Other->getValueOperand()));
           });
  });
}

/// Behind the arms of a branch a value is what one or the other has loaded.
static bool isOneOfTwo(const LoadInst &A, const LoadInst &B) {
  return A.hasOneUse() && B.hasOneUse() && isa<PHINode>(A.user_back()) &&
         A.user_back() == B.user_back() && !isElsewhere(A.getPointerOperand());
}

bool RepeatedAccesses::isLoadedInBothArms(const LoadInst &Load) {
  const BasicBlock *Own = Load.getParent();
  return none_of(make_range(Own->begin(), Load.getIterator()),
                 [&](const Instruction &I) { return mayChange(I, Load); }) &&
         any_of(armsBeside(*Own), [&](const BasicBlock *Arm) {
           return any_of(*Arm, [&](const Instruction &I) {
             const auto *Other = dyn_cast<LoadInst>(&I);
             return Other && Other->getType() == Load.getType() &&
                    (haveOneNumber(Other->getPointerOperand(),
                                   Load.getPointerOperand()) ||
                     isOneOfTwo(*Other, Load));
           });
         });
}

/// \p V follows from something that \p L loads anew in each iteration.
static bool isData(const Value *V, const Loop &L,
                   SmallPtrSetImpl<const Value *> &Seen) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || !Seen.insert(I).second)
    return false;
  if (const auto *Load = dyn_cast<LoadInst>(I))
    return !L.isLoopInvariant(Load->getPointerOperand());
  if (I->mayReadFromMemory() || isShuffleOrVote(*I))
    return true;
  return any_of(I->operands(),
                [&](const Use &Op) { return isData(Op.get(), L, Seen); });
}

/// Some branch in \p L that decides whether \p I runs depends on data.
bool RepeatedAccesses::dependsOnData(const Instruction &I, const Loop &L) {
  const BasicBlock *Own = I.getParent();
  for (const DomTreeNode *Node = A.DT.getNode(Own)->getIDom();
       Node && L.contains(Node->getBlock()); Node = Node->getIDom()) {
    const BasicBlock *Block = Node->getBlock();
    const Loop *In = A.LI.getLoopFor(Block);
    const bool IsTest = In->getHeader() == Block && In->isLoopExiting(Block);
    if (IsTest || A.PDT.dominates(Own, Block))
      continue;
    SmallPtrSet<const Value *, 8> Seen;
    if (any_of(Block->getTerminator()->operands(),
               [&](const Use &Op) { return isData(Op.get(), L, Seen); }))
      return true;
  }
  return false;
}

/// Where \p L goes on from \p Block. An inner loop that certainly has an iteration is
/// left behind one: its header is seen on entry, and leads to its exits from behind.
SmallVector<const BasicBlock *, 4>
RepeatedAccesses::nextIn(const Loop &L, const BasicBlock &Block) {
  auto RunsFrom = [&](const BasicBlock *Header) -> const Loop * {
    const Loop *Inner = A.LI.getLoopFor(Header);
    return Inner != &L && L.contains(Inner) && Inner->getHeader() == Header &&
                   tripCountOf(*Inner, A.SE).value_or(0)
               ? Inner
               : nullptr;
  };
  const Loop *Entered = RunsFrom(&Block);
  SmallVector<const BasicBlock *, 4> Next;
  for (const BasicBlock *To : successors(&Block)) {
    const Loop *Repeated = RunsFrom(To);
    if (Repeated && Repeated->contains(&Block))
      copy_if(
          successors(To), std::back_inserter(Next),
          [&](const BasicBlock *Exit) { return !Repeated->contains(Exit); });
    else if (!Entered || Entered->contains(To) ||
             Entered->getLoopLatch() == &Block)
      Next.push_back(To);
  }
  return Next;
}

/// LLVM may load the place of \p Load wherever it likes.
static bool isAlwaysThere(const LoadInst &Load) {
  return isDereferenceableAndAlignedPointer(Load.getPointerOperand(),
                                            Load.getType(), Load.getAlign(),
                                            Load.getDataLayout());
}

/// In the next iteration of \p L the word of \p Access is accessed again, and on the
/// way there stays what it is, and unseen if it is stored.
bool RepeatedAccesses::isRepeatedIn(const Loop &L, const Instruction &Access) {
  const auto *Store = dyn_cast<StoreInst>(&Access);
  auto IsAgain = [&](const Instruction &I) {
    return &I == &Access || (Store && overwrites(I, Access));
  };
  auto Separates = [&](const Instruction &I) {
    return Store ? maySee(I, *Store, /*IsOwn=*/true)
                 : mayChange(I, *cast<LoadInst>(&Access));
  };
  Steps Paths;
  Paths.Work.push_back(Step(Access.getNextNode(), false));
  while (!Paths.Work.empty()) {
    const Step From = Paths.Work.pop_back_val();
    const bool IsNext = From.getInt();
    const BasicBlock *Block = From.getPointer()->getParent();
    const Instruction *I = From.getPointer();
    // What replaces a store in its own iteration is what is repeated.
    while (I && !Separates(*I) && !(IsAgain(*I) && (IsNext || Store)))
      I = I->getNextNode();
    // A load of a place that is always there may be made early.
    if (I && IsNext && IsAgain(*I) &&
        (!dependsOnData(*I, L) ||
         (!Store && isAlwaysThere(*cast<LoadInst>(I)))))
      return true;
    if (I)
      continue;
    for (const BasicBlock *Next : nextIn(L, *Block))
      if (L.contains(Next) && !(IsNext && Next == L.getHeader()))
        Paths.add(Next, IsNext || Next == L.getHeader());
  }
  return false;
}

const LaneExpr *RepeatedAccesses::at(const LaneExpr *E, const Loop &L,
                                     uint64_t Iteration) {
  return Exprs.replaceIteration(E, Exprs.loopsAround(L.getHeader()).back(),
                                C.constant(Iteration, 32));
}

/// Copies of the unrolled loop \p L have one word, as those of `s[i / 2]`.
bool RepeatedAccesses::haveOneWord(const LaneExpr *Address, const Loop &L) {
  constexpr uint64_t Copies = 8;
  return any_of(seq<uint64_t>(1, Copies), [&](uint64_t N) {
    return at(Address, L, N) == at(Address, L, N - 1);
  });
}

bool RepeatedAccesses::isRepeated(const Instruction &I) {
  const LaneExpr *Address =
      Exprs.build(const_cast<Value *>(getLoadStorePointerOperand(&I)));
  for (const Loop *L = A.LI.getLoopFor(I.getParent()); L;
       L = L->getParentLoop()) {
    const bool IsUnrolled = unrollingOf(*L, A.SE) == Unrolling::Full;
    const bool HasOne = !Exprs.variesIn(Address, *L);
    // Copies that load one word are counted where copies are compared.
    const bool IsCounted = IsUnrolled && HasOne && isa<LoadInst>(I);
    if (!IsCounted && (HasOne || haveOneWord(Address, *L)))
      return isRepeatedIn(*L, I);
    // The copies of an unrolled loop have an address each.
    if (!IsUnrolled)
      return false;
    Address = at(Address, *L, 0);
  }
  return false;
}

bool RepeatedAccesses::isBesideShuffle(const Instruction &I) const {
  const Loop *L = A.LI.getLoopFor(I.getParent());
  return L && any_of(L->getOutermostLoop()->blocks(), [](const BasicBlock *B) {
           return any_of(*B, isShuffleOrVote);
         });
}

bool RepeatedAccesses::isOverwritten(const StoreInst &Store) {
  return isStoredInBothArms(Store) ||
         (any_of(Stores,
                 [&](const StoreInst *Other) {
                   return Other != &Store && overwrites(*Other, Store);
                 }) &&
          !staysOnSomePath(Store));
}

} // namespace warplint
