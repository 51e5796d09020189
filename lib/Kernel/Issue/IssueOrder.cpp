//===- IssueOrder.cpp - Accesses in the order of the machine code ---------===//

#include "IssueOrder.h"
#include "ControlClasses.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Memory/PointerOrigin.h"
#include "Kernel/Registers/LoadUses.h"
#include "Kernel/Registers/ScalarPromotion.h"
#include "Kernel/Simplify/DeviceIntrinsics.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "Kernel/Source/AccessTags.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {
namespace {

/// Larger kernels are left as written.
constexpr size_t MaxItems = 1u << 14;
/// So many iterations of a loop of unknown length are laid out where it is not
/// certain that it is unrolled.
constexpr unsigned PerhapsCopies = 4;
/// Of the loops that may be unrolled, those up to this length are taken apart.
constexpr uint64_t MaxPerhapsTrips = 64;

class Walk {
public:
  Walk(Function &F, KernelAnalyses A, ExprBuilder &Exprs,
       const KernelModel &Kernel, ArrayRef<const Instruction *> Origins,
       ArrayRef<bool> Dropped, UnrollMode Mode, const LoopVersion *Version)
      : A(A), Exprs(Exprs), Kernel(Kernel), Dropped(Dropped), Mode(Mode),
        Version(Version), Origins(Origins) {
    for (unsigned I = 0; I != Origins.size(); ++I)
      AccessesOf[Origins[I]].push_back(I);
    ReversePostOrderTraversal<Function *> RPO(&F);
    for (BasicBlock *Block : RPO) {
      Loop *L = A.LI.getLoopFor(Block);
      BlocksOf[L].push_back(Block);
      if (L && L->getHeader() == Block)
        BlocksOf[L->getParentLoop()].push_back(Block);
    }
  }

  std::optional<IssueOrder> run() {
    level(nullptr, nullptr);
    if (Order.Items.size() >= MaxItems)
      return std::nullopt;
    return std::move(Order);
  }

private:
  using Filter = SmallPtrSetImpl<const Instruction *>;

  void mark(IssueItem::Kind What) {
    if (!Order.Items.empty() && Order.Items.back().What != What) {
      IssueItem Item;
      Item.What = What;
      Order.Items.push_back(std::move(Item));
    }
  }
  bool isFull() const { return Order.Items.size() >= MaxItems; }

  /// The code of \p L outside of its inner loops, null for the function, in
  /// program order. \p Only: just these accesses.
  void level(const Loop *L, const Filter *Only) {
    const BasicBlock *End = nullptr; // Of what came before.
    bool AtStart = true;
    for (BasicBlock *Block : BlocksOf.find(L)->second) {
      if (isFull())
        return;
      if (Version && Version->Skipped.contains(Block))
        continue;
      Loop *Innermost = A.LI.getLoopFor(Block);
      bool IsLoop = Innermost != L;
      const bool IsDecided = Version && End && Version->Deciding.contains(End);
      if (!AtStart && !IsDecided && !(End && continues(End, Block, L)))
        mark(End && staysBranch(*End) ? IssueItem::Kind::KeptBranch
                                      : IssueItem::Kind::Branch);
      AtStart = false;
      if (IsLoop)
        loop(*Innermost, Only);
      else
        block(*Block, Only);
      End = IsLoop ? Innermost->getExitingBlock() : Block;
    }
  }

  /// Whether control always goes from the end of \p From to \p To, and comes
  /// from nowhere else, when the loops that both lie in are unrolled.
  bool continues(const BasicBlock *From, const BasicBlock *To, const Loop *L) {
    auto Leaves = [&](const BasicBlock *Block) {
      const Loop *In = A.LI.getLoopFor(From);
      if (In == L) // An exit that only the last iteration takes.
        return L && is_contained(testsIn(*L), From) && !L->contains(Block) &&
               (L->getHeader() == From || isTakenApart(*L));
      return In && In->contains(Block); // From is the end of an inner loop.
    };
    for (const BasicBlock *Next : successors(From))
      if (Next != To && !Leaves(Next))
        return false;
    const Loop *Inner = A.LI.getLoopFor(To);
    for (const BasicBlock *Before : predecessors(To)) {
      bool OwnLatch =
          Inner && Inner->getHeader() == To && Inner->contains(Before);
      if (Before != From && !OwnLatch)
        return false;
    }
    return is_contained(successors(From), To);
  }

  /// \p From may skip one block that LLVM can't run in any case: it loads from
  /// memory, where else nothing is loaded, or has effects. (Two stores to one
  /// place may become one of a select, as two loads may.)
  static bool staysBranch(const BasicBlock &From) {
    const auto *Branch = dyn_cast<BranchInst>(From.getTerminator());
    if (!Branch || !Branch->isConditional())
      return false;
    for (const unsigned Side : {0, 1}) {
      const BasicBlock *Skipped = Branch->getSuccessor(Side);
      const BasicBlock *Behind = Branch->getSuccessor(1 - Side);
      if (Skipped->getSinglePredecessor() != &From ||
          Skipped->getSingleSuccessor() != Behind)
        continue;
      bool MayBeSelected = any_of(Behind->phis(), [&](const PHINode &Phi) {
        return isa<LoadInst>(Phi.getIncomingValueForBlock(&From));
      });
      return any_of(*Skipped, [&](const Instruction &I) {
        return (isa<LoadInst>(I) && !MayBeSelected &&
                !isSafeToSpeculativelyExecute(&I)) ||
               isa<AtomicRMWInst, AtomicCmpXchgInst>(I);
      });
    }
    return false;
  }

  /// testsOf(), which looks at all blocks of \p L, once.
  ArrayRef<const BasicBlock *> testsIn(const Loop &L) {
    auto [It, IsNew] = TestsOf.try_emplace(&L);
    if (IsNew)
      It->second = testsOf(L);
    return It->second;
  }

  bool isTakenApart(const Loop &L) {
    unsigned Number = Exprs.loopsAround(L.getHeader()).back();
    return any_of(Iterations, [&](const UnrolledIteration &I) {
      return I.first == Number;
    });
  }

  void loop(Loop &L, const Filter *Only) {
    std::optional<uint64_t> Trips = tripCountOf(L, A.SE);
    const Unrolling Rule =
        Mode == UnrollMode::None ? Unrolling::Never : unrollingOf(L, A.SE);
    if (Only || Mode == UnrollMode::None)
      return turns(L, Trips, Rule, Only);
    const SmallVector<PromotedWord, 2> Words = promotedFrom(L);
    for (const PromotedWord &Word : Words)
      moveOut(Word.Load, Word, L);
    turns(L, Trips, Rule, nullptr);
    for (const PromotedWord &Word : Words) {
      moveOut(Word.Store, Word, L);
      HoistedHere.erase(Word.Store);
      HoistedHere.erase(Word.Load);
    }
  }

  SmallVector<PromotedWord, 2> promotedFrom(const Loop &L) {
    auto Stays = [&](const Instruction &I) {
      auto It = AccessesOf.find(&I);
      return It != AccessesOf.end() && any_of(It->second, [&](unsigned Access) {
               return !Dropped[Access];
             });
    };
    auto Separates = [&](const Instruction &I) {
      return !AccessesOf.contains(&I) && effectOf(I).has_value();
    };
    SmallVector<PromotedWord, 2> Words =
        promotedWords(L, A, Exprs, {Stays, Separates});
    erase_if(Words, [&](const PromotedWord &Word) {
      return HoistedHere.contains(Word.Store ? Word.Store : Word.Load);
    });
    for (const PromotedWord &Word : Words) {
      HoistedHere.insert(Word.Store);
      HoistedHere.insert(Word.Load);
    }
    return Words;
  }

  /// \p I of \p Word, once beside \p L.
  void moveOut(const Instruction *I, const PromotedWord &Word, const Loop &L) {
    for (unsigned Access : AccessesOf.lookup(I)) {
      access(Access, false);
      Order.Hoisted[Access] =
          Word.Executions +
          (Word.Executions && runsOnceMore(*I->getParent(), L));
    }
  }

  void turns(Loop &L, std::optional<uint64_t> Trips, Unrolling Rule,
             const Filter *Only) {
    unsigned Number = Exprs.loopsAround(L.getHeader()).back();
    LaneContext &C = *Kernel.Context;
    if (Rule == Unrolling::Full)
      return unrolled(L, Number, *Trips, Only,
                      [&](uint64_t N) { return C.constant(N, 32); });
    if (Only)
      return; // Accesses moved out of an outer loop lie in no loop that stays.
    SmallPtrSet<const Instruction *, 8> Invariant;
    if (Mode != UnrollMode::None && findInvariant(L, Invariant)) {
      // Perhaps joined with what is loaded right before the loop.
      if (Mode == UnrollMode::Least)
        mark(IssueItem::Kind::Wall);
      level(&L, &Invariant);
      for (const Instruction *I : Invariant)
        for (unsigned Access : AccessesOf.lookup(I))
          Order.Hoisted[Access] =
              Trips ? *Trips + runsOnceMore(*I->getParent(), L) : 0;
    }
    HoistedHere.insert(Invariant.begin(), Invariant.end());
    mark(IssueItem::Kind::Wall);
    std::optional<unsigned> Copies = copiesOf(L, A.SE);
    bool IsLeast = Mode == UnrollMode::Least;
    if (Rule == Unrolling::Never || (IsLeast && !Copies))
      level(&L, nullptr);
    else if (!IsLeast && Trips && *Trips <= MaxPerhapsTrips)
      unrolled(L, Number, *Trips, nullptr,
               [&](uint64_t N) { return C.constant(N, 32); });
    else
      inPart(L, Number, Copies.value_or(PerhapsCopies));
    mark(IssueItem::Kind::Wall);
    for (const Instruction *I : Invariant)
      HoistedHere.erase(I);
  }

  void inPart(const Loop &L, unsigned Number, unsigned Copies) {
    LaneContext &C = *Kernel.Context;
    // Where the turn of the iteration began: its copies stay in the loop's
    // range. Other numbers of copies count turns.
    const LaneExpr *First = has_single_bit(Copies)
                                ? C.binary(LaneOp::And, C.iteration(Number),
                                           C.constant(-uint64_t(Copies), 32))
                                : C.binary(LaneOp::Mul, C.iteration(Number),
                                           C.constant(Copies, 32), true);
    unrolled(L, Number, Copies, nullptr, [&](uint64_t N) {
      return C.binary(LaneOp::Add, First, C.constant(N, 32), true);
    });
  }

  void unrolled(const Loop &L, unsigned Number, uint64_t Copies,
                const Filter *Only,
                function_ref<const LaneExpr *(uint64_t)> At) {
    bool Falls = !testsIn(L).empty();
    size_t Begin = 0, End = 0; // Of the second copy: those behind it equal it.
    for (uint64_t N = 0; N != Copies && !isFull(); ++N) {
      const LaneExpr *Iteration = At(N);
      if (N > 1) {
        repeat(Begin, End, Iteration);
        continue;
      }
      Begin = Order.Items.size();
      if (N && !Falls)
        mark(IssueItem::Kind::Join);
      Iterations.push_back({Number, Iteration});
      level(&L, Only);
      Iterations.pop_back();
      End = Order.Items.size();
    }
  }

  /// The items from \p Begin to \p End again, in another iteration of the next
  /// loop. (The first copy may lack a mark that stands before the loop.)
  void repeat(size_t Begin, size_t End, const LaneExpr *Iteration) {
    for (size_t I = Begin; I != End; ++I) {
      IssueItem Item = Order.Items[I];
      if (Item.What == IssueItem::Kind::Access)
        Item.Iterations[Iterations.size()].second = Iteration;
      Order.Items.push_back(std::move(Item));
    }
  }

  /// The header of a loop that leaves through it.
  static bool runsOnceMore(const BasicBlock &Block, const Loop &L) {
    return L.getHeader() == &Block && leavesThroughHeader(L);
  }

  void block(const BasicBlock &Block, const Filter *Only) {
    const Loop *L = A.LI.getLoopFor(&Block);
    // With nothing to tell the last time apart.
    const bool RunsOnceMore = !Only && L && runsOnceMore(Block, *L);
    for (const Instruction &I : Block) {
      if (auto It = AccessesOf.find(&I); It != AccessesOf.end()) {
        if (Only ? !Only->contains(&I) : HoistedHere.contains(&I))
          continue;
        for (unsigned Access : It->second)
          if (!Dropped[Access])
            access(Access, RunsOnceMore);
        continue;
      }
      if (!Only)
        if (auto What = effectOf(I))
          mark(*What);
    }
  }

  void access(unsigned Access, bool RunsOnceMore) {
    if (RunsOnceMore)
      return mark(IssueItem::Kind::Wall);
    IssueItem Item;
    Item.What = IssueItem::Kind::Access;
    Item.Access = Access;
    Item.Iterations = Iterations;
    Item.RunsWith = Classes.firstOf(*Origins[Access]->getParent());
    Order.Items.push_back(std::move(Item));
  }

  /// The assembler makes branches of \p I: the slow case of a division or root,
  /// a division of 64 bits.
  static bool branches(const Instruction &I) {
    if (I.getOpcode() == Instruction::FDiv)
      return !I.isFast();
    if (I.isIntDivRem())
      return I.getType()->getScalarSizeInBits() > 32 &&
             !isa<Constant>(I.getOperand(1));
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    return Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::sqrt;
  }

  /// Assembly that is none, or computes values without a slow case
  /// (cuda_fp16.h).
  static bool isStraight(const InlineAsm &Asm) {
    if (StringRef(Asm.getConstraintString()).contains("memory"))
      return false;
    SmallVector<StringRef> Statements;
    SplitString(Asm.getAsmString(), Statements, ";{}\n");
    return all_of(Statements, [](StringRef Statement) {
      auto [Opcode, Operands] = Statement.trim().split(' ');
      return StringSwitch<bool>(Opcode.split('.').first)
          .Cases({"", "mov", "cvt", "add", "sub", "mul", "mad", "fma"}, true)
          .Cases({"neg", "abs", "min", "max", "set", "setp", "selp"}, true)
          .Cases({"and", "or", "xor", "not", "shl", "shr", "prmt"}, true)
          .Default(Opcode.contains(".approx"));
    });
  }

  /// What an instruction that is no access to shared memory does to those
  /// around it. Tried with nvcc 13.0: barriers, fences, atomics on shared
  /// memory, __syncwarp and calls keep accesses apart; loads and stores of
  /// global memory, shuffles and votes do not.
  std::optional<IssueItem::Kind> effectOf(const Instruction &I) {
    if (isa<DbgInfoIntrinsic>(I) || isPartOfPtxBlock(I))
      return std::nullopt;
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      return isSeenAsGeneric(Load->getPointerOperand())
                 ? std::optional(IssueItem::Kind::Join)
                 : std::nullopt;
    if (branches(I))
      return IssueItem::Kind::Join;
    if (const auto *Store = dyn_cast<StoreInst>(&I)) {
      const Value *Object = getUnderlyingObject(Store->getPointerOperand());
      if (isa<Argument, AllocaInst>(Object))
        return std::nullopt;
      return memoryOf(Store->getPointerAddressSpace()) == MemorySpace::Shared
                 ? IssueItem::Kind::Wall
                 : IssueItem::Kind::Join;
    }
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
      const Value *Object = getUnderlyingObject(I.getOperand(0));
      if (isa<Argument>(Object))
        return std::nullopt;
      return IssueItem::Kind::Wall;
    }
    if (const auto *Call = dyn_cast<CallBase>(&I)) {
      if (const auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
        return isStraight(*Asm) ? std::nullopt
                                : std::optional(IssueItem::Kind::Join);
      if (isMathCall(*Call))
        return straightSizeOf(*Call) ? std::nullopt
                                     : std::optional(IssueItem::Kind::Join);
      if (!I.mayReadOrWriteMemory() && !Call->isConvergent())
        return isa<IntrinsicInst>(I) ? std::nullopt
                                     : std::optional(IssueItem::Kind::Join);
      if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I)) {
        StringRef Name = Intrinsic->getCalledFunction()->getName();
        if (isShuffleOrVote(I) || Name.contains(".sreg.") ||
            Intrinsic->isAssumeLikeIntrinsic())
          return std::nullopt;
      }
      return IssueItem::Kind::Wall;
    }
    return I.mayWriteToMemory() ? std::optional(IssueItem::Kind::Wall)
                                : std::nullopt;
  }

  bool isLoad(const Instruction &I) const {
    const auto *Load = dyn_cast<LoadInst>(&I);
    return Load && !Load->getMetadata(VolatileInSource);
  }

  /// Something in \p L may write shared memory or waits for other threads.
  bool changesMemory(const Loop &L) {
    for (const BasicBlock *Block : L.blocks())
      for (const Instruction &I : *Block) {
        bool Known = AccessesOf.contains(&I);
        if (HoistedHere.contains(&I))
          continue;
        if (Known ? !isLoad(I) : !isa<LoadInst>(I) && effectOf(I))
          return true;
      }
    return false;
  }

  /// The loads that every iteration of \p L repeats: nvcc moves them before
  /// the loop.
  bool findInvariant(const Loop &L,
                     SmallPtrSetImpl<const Instruction *> &Invariant) {
    if (!L.getExitingBlock() || changesMemory(L))
      return false;
    for (const BasicBlock *Block : L.blocks())
      for (const Instruction &I : *Block) {
        auto It = AccessesOf.find(&I);
        if (It == AccessesOf.end() || HoistedHere.contains(&I) ||
            !alwaysRuns(*Block, L))
          continue;
        if (all_of(It->second, [&](unsigned Access) {
              const LaneExpr *Address = Kernel.Accesses[Access].Address;
              return Address && !Dropped[Access] && isInvariant(Address, L);
            }))
          Invariant.insert(&I);
      }
    return !Invariant.empty();
  }

  /// Inner loops, which are unrolled, may move the address.
  bool isInvariant(const LaneExpr *Address, const Loop &L) {
    for (const Loop *Inner : L.getLoopsInPreorder())
      if (Inner != &L)
        Address = Exprs.replaceIteration(
            Address, Exprs.loopsAround(Inner->getHeader()).back(),
            Kernel.Context->constant(0, 32));
    return !Exprs.variesIn(Address, L);
  }

  /// \p Block runs in every iteration of \p L, in loops that are unrolled.
  bool alwaysRuns(const BasicBlock &Block, const Loop &L) {
    for (const Loop *In = A.LI.getLoopFor(&Block); In != &L;
         In = In->getParentLoop()) {
      if (unrollingOf(*In, A.SE) != Unrolling::Full || !In->getLoopLatch() ||
          !A.DT.dominates(&Block, In->getLoopLatch()))
        return false;
    }
    const BasicBlock *Latch = L.getLoopLatch();
    return Latch && A.DT.dominates(&Block, Latch);
  }

  KernelAnalyses A;
  ExprBuilder &Exprs;
  const KernelModel &Kernel;
  ArrayRef<bool> Dropped;
  UnrollMode Mode;
  const LoopVersion *Version;
  ArrayRef<const Instruction *> Origins;
  DenseMap<const Instruction *, SmallVector<unsigned, 2>> AccessesOf;
  /// In program order: the blocks of a loop, null for the function, outside of
  /// its inner loops, and the headers of these.
  DenseMap<const Loop *, std::vector<BasicBlock *>> BlocksOf;
  DenseMap<const Loop *, SmallVector<const BasicBlock *, 2>> TestsOf;
  SmallVector<UnrolledIteration, 3> Iterations;
  SmallPtrSet<const Instruction *, 8> HoistedHere;
  ControlClasses Classes{A};
  IssueOrder Order;
};

} // namespace

std::optional<IssueOrder> orderAccesses(Function &F, KernelAnalyses Analyses,
                                        ExprBuilder &Exprs,
                                        const KernelModel &Kernel,
                                        ArrayRef<const Instruction *> Origins,
                                        ArrayRef<bool> Dropped, UnrollMode Mode,
                                        const LoopVersion *Version) {
  return Walk(F, Analyses, Exprs, Kernel, Origins, Dropped, Mode, Version)
      .run();
}

} // namespace warplint
