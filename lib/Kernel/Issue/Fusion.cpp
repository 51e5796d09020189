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
#include "llvm/ADT/BitVector.h"
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
  LoadUses(Function &F, KernelAnalyses A, ExprBuilder &Exprs, LaneContext &C);

  /// Something outside of the function depends on \p I.
  bool isNeeded(const Instruction &I) const { return Needed.contains(&I); }
  /// The value of \p I is needed wherever \p I is executed, so that it stays.
  bool staysInItsBlock(const Instruction &I);
  /// The blocks that need the value of \p I, where it could be moved to.
  SmallPtrSet<const BasicBlock *, 4> blocksThatNeed(const Instruction &I) const;

private:
  /// Both run equally often, when the loops that are certainly unrolled are.
  bool runsWith(const BasicBlock *Block, const BasicBlock *Other);
  const Loop *keptLoopOf(const BasicBlock *Block);
  bool mayBeDead(const Instruction &I);
  /// Every byte of a local variable is read, in loops that are unrolled.
  bool isReadWhole(const AllocaInst &Variable);
  void markRead(const LoadInst &Load, const AllocaInst &Variable,
                BitVector &Bytes);

  KernelAnalyses A;
  ExprBuilder &Exprs;
  LaneContext &C;
  DenseMap<const AllocaInst *, bool> ReadWhole;
  DenseSet<const Instruction *> Needed;
  DenseMap<const Instruction *, bool> Stays;
};

/// Loads are marked volatile here and count as side effects to LLVM; what the
/// user wrote has none.
bool hasEffect(const Instruction &I) {
  return !isa<LoadInst>(I) && (I.isTerminator() || I.mayHaveSideEffects());
}

LoadUses::LoadUses(Function &F, KernelAnalyses A, ExprBuilder &Exprs,
                   LaneContext &C)
    : A(A), Exprs(Exprs), C(C) {
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

void LoadUses::markRead(const LoadInst &Load, const AllocaInst &Variable,
                        BitVector &Bytes) {
  constexpr uint64_t MaxCopies = 4096;
  SmallVector<std::pair<unsigned, uint64_t>, 4> Loops;
  uint64_t Copies = 1;
  for (const Loop *L = A.LI.getLoopFor(Load.getParent());
       L && unrollingOf(*L, A.SE) == Unrolling::Full; L = L->getParentLoop()) {
    Loops.push_back(
        {Exprs.loopsAround(L->getHeader()).back(), *tripCountOf(*L, A.SE)});
    Copies *= Loops.back().second;
    if (Copies > MaxCopies)
      return;
  }
  auto *Pointer = const_cast<Value *>(Load.getPointerOperand());
  const LaneExpr *Base = Exprs.build(const_cast<AllocaInst *>(&Variable));
  const LaneExpr *Address = Exprs.build(Pointer);
  uint64_t Size = Load.getDataLayout().getTypeStoreSize(Load.getType());
  for (uint64_t Copy = 0; Copy != Copies; ++Copy) {
    const LaneExpr *At = Address;
    uint64_t Rest = Copy;
    for (auto [Number, Trips] : Loops) {
      At = Exprs.replaceIteration(At, Number, C.constant(Rest % Trips, 32));
      Rest /= Trips;
    }
    AddressForm Form = formOf(At);
    Form.add(Base, uint32_t(-1));
    if (Form.Terms.empty() && Form.Offset + Size <= Bytes.size())
      Bytes.set(Form.Offset, Form.Offset + Size);
  }
}

bool LoadUses::isReadWhole(const AllocaInst &Variable) {
  auto [It, New] = ReadWhole.try_emplace(&Variable, false);
  if (!New)
    return It->second;
  std::optional<TypeSize> Size =
      Variable.getAllocationSize(Variable.getDataLayout());
  if (!Size || Size->isScalable() || Size->getFixedValue() > 1024)
    return false;
  BitVector Bytes(Size->getFixedValue());
  SmallVector<const Value *> Work = {&Variable};
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users()) {
      if (isa<GetElementPtrInst, CastInst>(U))
        Work.push_back(U);
      else if (const auto *Load = dyn_cast<LoadInst>(U);
               Load && isNeeded(*Load))
        markRead(*Load, Variable, Bytes);
    }
  return ReadWhole[&Variable] = Bytes.all();
}

/// What is kept in a local array may never be read, and what is stored to one
/// place in every iteration is overwritten.
bool LoadUses::mayBeDead(const Instruction &I) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store)
    return false;
  const Value *Pointer = Store->getPointerOperand();
  if (const auto *Variable = dyn_cast<AllocaInst>(getUnderlyingObject(Pointer)))
    return !isReadWhole(*Variable);
  const Loop *L = A.LI.getLoopFor(I.getParent());
  if (L && L->isLoopInvariant(Pointer))
    return true;
  return any_of(Pointer->users(), [&](const User *U) {
    const auto *Other = dyn_cast<StoreInst>(U);
    return Other && Other != Store && Other->getPointerOperand() == Pointer;
  });
}

/// The innermost loop around \p Block that is not certainly unrolled, or null.
const Loop *LoadUses::keptLoopOf(const BasicBlock *Block) {
  const Loop *L = A.LI.getLoopFor(Block);
  while (L && unrollingOf(*L, A.SE) == Unrolling::Full)
    L = L->getParentLoop();
  return L;
}

bool LoadUses::runsWith(const BasicBlock *Block, const BasicBlock *Other) {
  return Block == Other ||
         (keptLoopOf(Block) == keptLoopOf(Other) &&
          A.DT.dominates(Block, Other) && A.PDT.dominates(Other, Block));
}

bool LoadUses::staysInItsBlock(const Instruction &I) {
  auto [It, New] = Stays.try_emplace(&I, false);
  if (!New)
    return It->second;
  const BasicBlock *Block = I.getParent();
  bool Found = any_of(I.uses(), [&](const Use &U) {
    const auto *User = dyn_cast<Instruction>(U.getUser());
    if (!User || !isNeeded(*User))
      return false;
    // A phi takes the value at the end of the block that hands it on, in loops
    // that are unrolled no code at all.
    if (const auto *Phi = dyn_cast<PHINode>(User)) {
      const BasicBlock *From = Phi->getIncomingBlock(U);
      return From->getSingleSuccessor()
                 ? runsWith(Block, From)
                 : runsWith(Block, Phi->getParent()) && staysInItsBlock(*Phi);
    }
    return runsWith(Block, User->getParent()) && !mayBeDead(*User) &&
           (hasEffect(*User) || staysInItsBlock(*User));
  });
  return Stays[&I] = Found;
}

SmallPtrSet<const BasicBlock *, 4>
LoadUses::blocksThatNeed(const Instruction &I) const {
  SmallPtrSet<const BasicBlock *, 4> Blocks;
  for (const User *U : I.users())
    if (const auto *User = dyn_cast<Instruction>(U); User && isNeeded(*User))
      Blocks.insert(User->getParent());
  return Blocks;
}

class FusionFinder {
public:
  FusionFinder(Function &F, DeviceUnit &Unit, KernelAnalyses A,
               ExprBuilder &Exprs, KernelModel &Kernel,
               ArrayRef<const Instruction *> Origins)
      : F(F), Unit(Unit), A(A), Exprs(Exprs), Kernel(Kernel), Origins(Origins),
        Uses(F, A, Exprs, *Kernel.Context) {}

  void run() {
    describeAccesses();
    if (none_of(Traits, [](const WindowTraits &T) { return T.CanJoin; }))
      return;
    findPlaces();
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

  /// The compiler lays a kernel's static arrays out one after the other, from a
  /// multiple of 16 bytes on, in the order of their declarations: variables of
  /// the kernel's own body have known places, if there are no others. When
  /// the sizes of all are multiples of 16 bytes, so are their places anyway,
  /// whatever alignment they were declared with.
  void findPlaces() {
    SmallVector<const GlobalVariable *, 8> Arrays;
    for (GlobalVariable &G : F.getParent()->globals())
      if (sharedVariable(&G) && !G.isDeclaration() &&
          anyUse(G, [](const Use &) { return true; }))
        Arrays.push_back(&G);
    const DataLayout &DL = F.getDataLayout();
    SizesArePacked = all_of(Arrays, [&](const GlobalVariable *G) {
      return DL.getTypeAllocSize(G->getValueType()) % WidestRequest == 0;
    });
    // What is never read may be gone, and what follows it moves up.
    auto MayBeRead = [](const Use &U) {
      return !isa<StoreInst, GetElementPtrInst, CastInst>(U.getUser()) ||
             (isa<StoreInst>(U.getUser()) && U.getOperandNo() == 0);
    };
    if (!all_of(Arrays, [&](const GlobalVariable *G) {
          return isOwn(*G) && anyUse(*G, MayBeRead);
        }))
      return;
    uint64_t End = 0;
    for (const GlobalVariable *G : Arrays) {
      Places[G] = End = alignTo(End, G->getAlign().valueOrOne());
      End += DL.getTypeAllocSize(G->getValueType());
    }
  }

  /// \p G is declared in the body of the kernel.
  bool isOwn(const GlobalVariable &G) const {
    const auto *D = dyn_cast_or_null<clang::VarDecl>(Unit.declOf(G.getName()));
    const auto *In =
        D ? dyn_cast<clang::FunctionDecl>(D->getDeclContext()) : nullptr;
    return In && Kernel.Declaration &&
           In->getCanonicalDecl() == Kernel.Declaration->getCanonicalDecl();
  }

  /// Something in the kernel \p Is about the variable or a part of it.
  bool anyUse(const GlobalVariable &G,
              function_ref<bool(const Use &)> Is) const {
    SmallVector<const Value *> Work = {&G};
    SmallPtrSet<const Value *, 16> Seen = {&G};
    while (!Work.empty())
      for (const Use &U : Work.pop_back_val()->uses()) {
        const auto *I = dyn_cast<Instruction>(U.getUser());
        if (I && I->getFunction() != &F)
          continue;
        if (I && Is(U))
          return true;
        if (!I || isa<GetElementPtrInst, CastInst>(I))
          if (Seen.insert(U.getUser()).second)
            Work.push_back(U.getUser());
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
    auto Place = [&](const LaneExpr *Atom) -> std::optional<uint64_t> {
      const GlobalVariable *G = IsArray(Atom);
      auto It = G ? Places.find(G) : Places.end();
      return It == Places.end() ? std::nullopt : std::optional(It->second);
    };
    WindowRules Rules = {Seen, Place, false};
    if (Mode == UnrollMode::Most)
      Rules = {AtMost, Place, true};
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
    Issue.HasRest = isInPart(Number);
    Issue.Repeated = Chosen.Repeated;
    Issue.Requests = std::move(Chosen.Requests);
    if (Issue.Copies == 0 ||
        (Issue.Requests.empty() && Issue.Repeated == 0 && !Issue.HoistedOutOf))
      return std::nullopt;
    return Issue;
  }

  /// A loop around the access is taken apart with a length that is not known,
  /// or that the copies do not divide.
  bool isInPart(unsigned Number) {
    for (const Loop *L = A.LI.getLoopFor(Origins[Number]->getParent()); L;
         L = L->getParentLoop())
      if (std::optional<unsigned> Copies = copiesOf(*L, A.SE)) {
        std::optional<uint64_t> Trips = tripCountOf(*L, A.SE);
        if (!Trips || *Trips % *Copies != 0)
          return true;
      }
    return false;
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
      return losesAlignment(N) || isCalled(N) ||
             Origins[N]->getMetadata(UnrolledForAnalysis);
    };
    return Doubtful(Number) || any_of(O.Requests, [&](const IssuedRequest &R) {
             return any_of(R.With, Doubtful) || !staysTogether(Number, R.With);
           });
  }

  /// Loads that are moved to where they are needed are moved together.
  bool staysTogether(unsigned Number, ArrayRef<unsigned> With) {
    auto Stays = [&](unsigned N) {
      return isa<StoreInst>(Origins[N]) || Uses.staysInItsBlock(*Origins[N]);
    };
    if (Stays(Number) && all_of(With, Stays))
      return true;
    // Of several copies of one access some may not be needed.
    if (With.empty() || A.LI.getLoopFor(Origins[Number]->getParent()))
      return false;
    auto Blocks = Uses.blocksThatNeed(*Origins[Number]);
    return all_of(With, [&](unsigned N) {
      return Uses.blocksThatNeed(*Origins[N]) == Blocks;
    });
  }

  /// The address advances with a loop that stays, and the assembler does not
  /// see how it is aligned: it is kept in a register that points somewhere
  /// between the elements, unless the array is declared with the alignment of
  /// the widest request, or the address is a constant but for the counter. What
  /// a counter begins with is not seen either.
  bool losesAlignment(unsigned N) {
    const LaneExpr *Address = Kernel.Accesses[N].Address;
    for (Loop *L = A.LI.getLoopFor(Origins[N]->getParent()); L;
         L = L->getParentLoop()) {
      unsigned Loop = Exprs.loopsAround(L->getHeader()).back();
      if (unrollingOf(*L, A.SE) == Unrolling::Full)
        Address = Exprs.replaceIteration(Address, Loop,
                                         Kernel.Context->constant(0, 32));
      else if (advances(Address, Loop) &&
               (!countsFromConstant(*L, A.SE) || isSeenLate(Address, Loop)))
        return true;
    }
    return false;
  }

  bool isSeenLate(const LaneExpr *Address, unsigned Loop) {
    bool IsAligned = true, HasOthers = false;
    for (const auto &[Atom, Coefficient] : formOf(Address).Terms) {
      const GlobalVariable *G =
          Atom->op() == LaneOp::Symbol ? Exprs.arrayOf(Atom->index()) : nullptr;
      if (G)
        IsAligned &= G->isDeclaration() ||
                     G->getAlign().valueOrOne().value() >= WidestRequest;
      else
        HasOthers |= Atom->op() != LaneOp::Iteration || Atom->index() != Loop;
    }
    return HasOthers && !IsAligned;
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
  DeviceUnit &Unit;
  KernelAnalyses A;
  ExprBuilder &Exprs;
  KernelModel &Kernel;
  ArrayRef<const Instruction *> Origins;
  LoadUses Uses;
  std::vector<WindowTraits> Traits;
  std::unique_ptr<bool[]> Dropped;
  DenseMap<unsigned, uint64_t> Hoisted;
  /// Of the static arrays, in bytes, where they are known.
  DenseMap<const GlobalVariable *, uint64_t> Places;
  bool SizesArePacked = false;
};

} // namespace

void findIssuedRequests(Function &F, DeviceUnit &Unit, KernelAnalyses Analyses,
                        ExprBuilder &Exprs, KernelModel &Kernel,
                        ArrayRef<const Instruction *> Origins) {
  FusionFinder(F, Unit, Analyses, Exprs, Kernel, Origins).run();
}

} // namespace warplint
