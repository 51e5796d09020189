//===- Fusion.cpp - Accesses that nvcc issues together --------------------===//

#include "Fusion.h"
#include "IssueOrder.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Simplify/UnrollLocals.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "Kernel/Source/AccessTags.h"
#include "Lane/Expr/ConstantDistance.h"
#include "Lane/Expr/KnownMultiple.h"
#include "Vectorization.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <numeric>

using namespace llvm;

namespace warplint {
namespace {

constexpr uint64_t WidestRequest = 16;

/// Where a loaded value is needed: the compiler drops a load whose value nobody
/// needs, and moves one down into the only branch that does.
class LoadUses {
public:
  LoadUses(Function &F, const LoopInfo &LI);

  /// Something outside of the function depends on \p I.
  bool isNeeded(const Instruction &I) const { return Needed.contains(&I); }
  /// The value of \p I is needed in its own block, so that it stays there.
  bool staysInItsBlock(const Instruction &I);

private:
  const LoopInfo &LI;
  DenseSet<const Instruction *> Needed;
  DenseMap<const Instruction *, bool> Stays;
};

/// Loads are marked volatile here and count as side effects to LLVM; what the
/// user wrote has none.
bool hasEffect(const Instruction &I) {
  return !isa<LoadInst>(I) && (I.isTerminator() || I.mayHaveSideEffects());
}

LoadUses::LoadUses(Function &F, const LoopInfo &LI) : LI(LI) {
  SmallVector<const Instruction *> Work;
  auto Need = [&](const Instruction *I) {
    if (Needed.insert(I).second)
      Work.push_back(I);
  };
  for (const Instruction &I : instructions(F))
    if (hasEffect(I))
      Need(&I);
  while (!Work.empty())
    for (const Value *Op : Work.pop_back_val()->operands())
      if (const auto *I = dyn_cast<Instruction>(Op))
        Need(I);
}

/// What is kept in a local array may never be read, and what is stored to one
/// place in every iteration is overwritten.
bool mayBeDead(const Instruction &I, const LoopInfo &LI) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store)
    return false;
  const Value *Pointer = Store->getPointerOperand();
  if (isa<AllocaInst>(getUnderlyingObject(Pointer)))
    return true;
  const Loop *L = LI.getLoopFor(I.getParent());
  if (L && L->isLoopInvariant(Pointer))
    return true;
  return any_of(Pointer->users(), [&](const User *U) {
    const auto *Other = dyn_cast<StoreInst>(U);
    return Other && Other != Store && Other->getPointerOperand() == Pointer;
  });
}

bool LoadUses::staysInItsBlock(const Instruction &I) {
  auto [It, New] = Stays.try_emplace(&I, false);
  if (!New)
    return It->second;
  const BasicBlock *Block = I.getParent();
  bool Found = false;
  for (const User *U : I.users()) {
    const auto *Use = dyn_cast<Instruction>(U);
    if (!Use || !isNeeded(*Use))
      continue;
    // A phi takes the value at the end of the block that hands it on.
    if (isa<PHINode>(Use))
      Found = Block->getSingleSuccessor() == Use->getParent();
    else
      Found = Use->getParent() == Block && !mayBeDead(*Use, LI) &&
              (hasEffect(*Use) || staysInItsBlock(*Use));
    if (Found)
      break;
  }
  return Stays[&I] = Found;
}

class FusionFinder {
public:
  FusionFinder(Function &F, KernelAnalyses A, ExprBuilder &Exprs,
               KernelModel &Kernel, ArrayRef<const Instruction *> Origins)
      : F(F), A(A), Exprs(Exprs), Kernel(Kernel), Origins(Origins),
        Uses(F, A.LI) {}

  void run() {
    describeAccesses();
    if (none_of(Traits, [](const WindowTraits &T) { return T.CanJoin; }))
      return;
    findPackedArrays();
    auto Least = outcomes(UnrollMode::Least);
    auto Most = Least ? outcomes(UnrollMode::Most) : std::nullopt;
    if (!Most)
      return;
    for (unsigned I = 0; I != Kernel.Accesses.size(); ++I)
      Kernel.Accesses[I].Issue = issueOf(I, (*Least)[I], (*Most)[I]);
  }

private:
  void describeAccesses() {
    Traits.resize(Kernel.Accesses.size());
    Dropped = std::make_unique<bool[]>(Kernel.Accesses.size());
    for (unsigned I = 0; I != Kernel.Accesses.size(); ++I) {
      const KernelAccess &Access = Kernel.Accesses[I];
      const Instruction &Origin = *Origins[I];
      WindowTraits &T = Traits[I];
      T.Bytes = Access.BytesPerLane;
      bool Plain = isa<LoadInst, StoreInst>(Origin) &&
                   Access.Obstacle.empty() && Access.MayLeadElsewhere.empty() &&
                   Access.Address && !Origin.isAtomic();
      bool Volatile = Origin.getMetadata(VolatileInSource) != nullptr;
      T.IsStore = isa<StoreInst>(Origin);
      T.IsWall = isa<AtomicRMWInst, AtomicCmpXchgInst>(Origin);
      T.IsOpaque = !Plain || Volatile;
      T.CanJoin = Plain && !Volatile && has_single_bit(T.Bytes) &&
                  T.Bytes >= 2 && T.Bytes <= 8;
      Dropped[I] =
          isa<LoadInst>(Origin) && Plain && !Volatile && !Uses.isNeeded(Origin);
    }
  }

  /// The compiler lays a kernel's static arrays out one after the other: when
  /// the sizes of all are multiples of 16 bytes, so are their places, whatever
  /// alignment they were declared with.
  void findPackedArrays() {
    SmallPtrSet<const GlobalVariable *, 8> Arrays;
    for (GlobalVariable &G : F.getParent()->globals())
      if (sharedVariable(&G) && !G.isDeclaration() && isUsed(G))
        Arrays.insert(&G);
    const DataLayout &DL = F.getDataLayout();
    SizesArePacked = all_of(Arrays, [&](const GlobalVariable *G) {
      return DL.getTypeAllocSize(G->getValueType()) % WidestRequest == 0;
    });
  }

  bool isUsed(const GlobalVariable &G) const {
    SmallVector<const User *> Work(G.users());
    while (!Work.empty()) {
      const User *U = Work.pop_back_val();
      if (const auto *I = dyn_cast<Instruction>(U)) {
        if (I->getFunction() == &F)
          return true;
        continue;
      }
      append_range(Work, U->users());
    }
    return false;
  }

  /// What divides the place of an array in shared memory.
  uint64_t alignmentOfArray(const GlobalVariable &G) const {
    // nvcc aligns what is declared `extern __shared__` to 16 bytes, whatever
    // its element.
    if (G.isDeclaration() || SizesArePacked)
      return WidestRequest;
    return G.getAlign().valueOrOne().value();
  }

  std::optional<std::vector<WindowOutcome>> outcomes(UnrollMode Mode) {
    std::optional<IssueOrder> Order =
        orderAccesses(F, A, Exprs, Kernel, Origins,
                      ArrayRef(Dropped.get(), Kernel.Accesses.size()), Mode);
    if (!Order)
      return std::nullopt;
    const LaneContext &C = *Kernel.Context;
    auto IsArray = [&](const LaneExpr *E) {
      return E->op() == LaneOp::Symbol ? Exprs.arrayOf(E->index()) : nullptr;
    };
    auto Seen = [&](const LaneExpr *Atom) -> uint64_t {
      const GlobalVariable *G = IsArray(Atom);
      return G ? alignmentOfArray(*G) : visibleMultiple(Atom);
    };
    auto AtMost = [&](const LaneExpr *Atom) -> uint64_t {
      return IsArray(Atom) ? WidestRequest : knownMultiple(C, Atom);
    };
    WindowRules Rules = {Seen, false};
    if (Mode == UnrollMode::Most)
      Rules = {AtMost, true};
    else
      Hoisted = std::move(Order->Hoisted);
    return joinAccesses(*Order, Exprs, A.LI, Kernel, Traits, Origins, Rules);
  }

  std::optional<AccessIssue> issueOf(unsigned Number, WindowOutcome &Least,
                                     WindowOutcome &Most) {
    AccessIssue Issue;
    if (Dropped[Number]) {
      Issue.IsCertain = Issue.IsDropped = true;
      return Issue;
    }
    if (auto It = Hoisted.find(Number); It != Hoisted.end())
      Issue.HoistedOutOf = It->second;
    bool Agree = isSame(Least, Most);
    bool Joined =
        !Most.Requests.empty() || !Least.Requests.empty() || Most.Repeated != 0;
    Issue.IsCertain =
        Agree && !(Joined && (Least.IsDoubtful || Most.IsDoubtful ||
                              mayComeApart(Number, Most)));
    WindowOutcome &Chosen = Issue.IsCertain ? Least : Most;
    Issue.Copies = Chosen.Instances;
    Issue.Repeated = Chosen.Repeated;
    Issue.Requests = std::move(Chosen.Requests);
    if (Issue.Copies == 0 ||
        (Issue.Requests.empty() && Issue.Repeated == 0 && !Issue.HoistedOutOf))
      return std::nullopt;
    return Issue;
  }

  /// Both orders lead to the same requests, in proportion to their copies.
  static bool isSame(const WindowOutcome &L, const WindowOutcome &M) {
    auto Share = [](const WindowOutcome &O) {
      std::map<std::pair<unsigned, unsigned>, uint64_t> Copies;
      for (const IssuedRequest &R : O.Requests)
        Copies[{R.BytesPerLane, R.Parts}] += R.Copies;
      return Copies;
    };
    auto OfL = Share(L), OfM = Share(M);
    if (L.Repeated * M.Instances != M.Repeated * L.Instances ||
        OfL.size() != OfM.size())
      return false;
    return all_of(OfL, [&](const auto &Entry) {
      return Entry.second * M.Instances == OfM[Entry.first] * L.Instances;
    });
  }

  /// Reasons why nvcc may not do to an access, or to one that would be issued
  /// with it, what the rules say.
  bool mayComeApart(unsigned Number, const WindowOutcome &O) {
    auto Doubtful = [&](unsigned N) {
      return !staysInPlace(N) || startsInCounter(N) || isCalled(N) ||
             Origins[N]->getMetadata(UnrolledForAnalysis);
    };
    return Doubtful(Number) || any_of(O.Requests, [&](const IssuedRequest &R) {
             return any_of(R.With, Doubtful);
           });
  }

  bool staysInPlace(unsigned N) {
    return isa<StoreInst>(Origins[N]) || Uses.staysInItsBlock(*Origins[N]);
  }

  /// The address advances with a loop that may stay. Such an address is kept
  /// in a register of its own, which points somewhere between the elements, and
  /// the assembler does not see how that is aligned.
  bool startsInCounter(unsigned N) {
    const LaneExpr *Address = Kernel.Accesses[N].Address;
    for (Loop *L = A.LI.getLoopFor(Origins[N]->getParent()); L;
         L = L->getParentLoop()) {
      unsigned Loop = Exprs.loopsAround(L->getHeader()).back();
      if (unrollingOf(*L, A.SE) == Unrolling::Full)
        Address = Exprs.replaceIteration(Address, Loop,
                                         Kernel.Context->constant(0, 32));
      else if (advances(Address, Loop))
        return true;
    }
    return false;
  }

  /// Something in \p E may be a pointer or counter that loop \p Loop steps. A
  /// value that a mask is laid on (`buffer[k & 1]`) or that changes in another
  /// way than by steps is computed anew each time.
  bool advances(const LaneExpr *E, unsigned Loop) {
    if (E->op() == LaneOp::Iteration)
      return E->index() == Loop;
    if (E->op() == LaneOp::And && E->operand(1)->op() == LaneOp::Const)
      return false;
    if (E->op() == LaneOp::Symbol)
      return Kernel.Context->symbolAt(E->index()).Kind == SymbolKind::Other;
    for (unsigned I = 0; I != E->numOperands(); ++I)
      if (advances(E->operand(I), Loop))
        return true;
    return false;
  }

  /// Some function around the access is kept out of line.
  bool isCalled(unsigned N) {
    auto IsKept = [](const clang::FunctionDecl *D) {
      return D && D->hasAttr<clang::NoInlineAttr>();
    };
    const KernelAccess &Access = Kernel.Accesses[N];
    return IsKept(Access.Source->Function) ||
           any_of(Access.CallChain,
                  [&](const CallFrame &Frame) { return IsKept(Frame.Caller); });
  }

  Function &F;
  KernelAnalyses A;
  ExprBuilder &Exprs;
  KernelModel &Kernel;
  ArrayRef<const Instruction *> Origins;
  LoadUses Uses;
  std::vector<WindowTraits> Traits;
  std::unique_ptr<bool[]> Dropped;
  DenseMap<unsigned, uint64_t> Hoisted;
  bool SizesArePacked = false;
};

} // namespace

void findIssuedRequests(Function &F, KernelAnalyses Analyses,
                        ExprBuilder &Exprs, KernelModel &Kernel,
                        ArrayRef<const Instruction *> Origins) {
  FusionFinder(F, Analyses, Exprs, Kernel, Origins).run();
}

} // namespace warplint
