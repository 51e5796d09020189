//===- Fusion.cpp - Accesses that nvcc issues together --------------------===//

#include "Fusion.h"
#include "IssueOrder.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Simplify/LoopSize.h"
#include "Kernel/Simplify/UnrollLocals.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "Kernel/Source/AccessTags.h"
#include "Lane/Expr/ConstantDistance.h"
#include "Lane/Expr/KnownMultiple.h"
#include "LoadUses.h"
#include "LoopPointers.h"
#include "Vectorization.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <numeric>

using namespace llvm;

namespace warplint {
namespace {

constexpr uint64_t WidestRequest = 16;

class FusionFinder {
public:
  FusionFinder(Function &F, KernelAnalyses A, ExprBuilder &Exprs,
               const SharedLayout &Laid, KernelModel &Kernel,
               ArrayRef<const Instruction *> Origins)
      : F(F), A(A), Exprs(Exprs), Laid(Laid), Kernel(Kernel), Origins(Origins),
        Uses(F, A, Exprs, *Kernel.Context) {}

  void run() {
    describeAccesses();
    if (none_of(Traits, [](const WindowTraits &T) { return T.CanJoin; }))
      return;
    // It may be inlined, a constant, or nothing at all: which accesses it leaves
    // beside each other can not be told.
    if (Kernel.CallsUnknown) {
      for (auto [Access, T] : zip(Kernel.Accesses, Traits))
        if (T.CanJoin)
          Access.Issue = AccessIssue();
      return;
    }
    auto Least = outcomes(UnrollMode::Least);
    auto Most = Least ? outcomes(UnrollMode::Most) : std::nullopt;
    if (!Most)
      return;
    for (unsigned I = 0; I != Kernel.Accesses.size(); ++I)
      Kernel.Accesses[I].Issue = issueOf(I, *Least, *Most);
  }

private:
  void describeAccesses() {
    Traits.resize(Kernel.Accesses.size());
    Dropped = std::make_unique<bool[]>(Kernel.Accesses.size());
    for (unsigned I = 0; I != Kernel.Accesses.size(); ++I) {
      const KernelAccess &Access = Kernel.Accesses[I];
      const Instruction &Origin = *Origins[I];
      WindowTraits &T = Traits[I];
      Arrays.push_back(Access.Address ? arrayIn(Access.Address) : nullptr);
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
      const auto *Load = dyn_cast<LoadInst>(&Origin);
      T.GoesToAssembly = Load && T.Bytes == 2 && goesToAssembly(*Load);
      if (!Load || !Plain || Volatile)
        continue;
      if (Uses.isNeeded(Origin) && Uses.isHandedOn(*Load))
        HandedOn.insert(I);
      Dropped[I] = !Uses.isNeeded(Origin) || HandedOn.contains(I);
    }
  }

  static bool goesToAssembly(const LoadInst &Load) {
    return !Load.use_empty() && all_of(Load.users(), [](const User *U) {
      const auto *Call = dyn_cast<CallBase>(U);
      return Call && Call->isInlineAsm();
    });
  }

  /// The array that \p Atom is the base of, or null.
  const GlobalVariable *arrayOf(const LaneExpr *Atom) const {
    return Atom->op() == LaneOp::Symbol ? Exprs.arrayOf(Atom->index())
                                        : nullptr;
  }

  /// What divides the place of an array in shared memory.
  uint64_t alignmentOfArray(const GlobalVariable &G) const {
    // nvcc aligns what is declared `extern __shared__` to 16 bytes, whatever
    // its element.
    if (G.isDeclaration() || Laid.SizesArePacked)
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
    auto Seen = [&](const LaneExpr *Atom) -> uint64_t {
      const GlobalVariable *G = arrayOf(Atom);
      return G ? alignmentOfArray(*G) : visibleMultiple(Atom);
    };
    auto AtMost = [&](const LaneExpr *Atom) -> uint64_t {
      return arrayOf(Atom) ? WidestRequest : knownMultiple(C, Atom);
    };
    auto Place = [&](const LaneExpr *Atom) -> std::optional<uint64_t> {
      const GlobalVariable *G = arrayOf(Atom);
      return G ? Laid.placeOf(*G) : std::nullopt;
    };
    auto Base = [&](const LaneExpr *Atom) -> std::pair<const void *, uint64_t> {
      const GlobalVariable *G = arrayOf(Atom);
      return {G, G ? declaredAlignmentOf(*G) : 0};
    };
    WindowRules Rules = {Seen, Place, false, Base};
    if (Mode == UnrollMode::Most) {
      Rules = {AtMost, Place, true, Base};
    } else {
      LoopPointers Pointers(*Order, A, Exprs, Kernel, Origins, Place);
      for (unsigned N = 0; N != Traits.size(); ++N)
        if (Traits[N].CanJoin)
          seePointer(N, Pointers);
      Hoisted = std::move(Order->Hoisted);
    }
    return joinAccesses(*Order, Exprs, A.LI, Kernel, Traits, Origins, Rules);
  }

  using Outcomes = std::vector<WindowOutcome>;

  std::optional<AccessIssue> issueOf(unsigned Number, Outcomes &Leasts,
                                     Outcomes &Mosts) {
    WindowOutcome &Least = Leasts[Number], &Most = Mosts[Number];
    AccessIssue Issue;
    if (HandedOn.contains(Number)) {
      Issue.IsCertain = true;
      Issue.Copies = Issue.Repeated = 1;
      return Issue;
    }
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
    // Of what may happen the least, where the most can not be told.
    const bool TellsLeast = Issue.IsCertain || isCrowded(Number, Mosts);
    if (TellsLeast && isCrowded(Number, Leasts))
      return std::nullopt;
    WindowOutcome &Chosen = TellsLeast ? Least : Most;
    Issue.Copies = Chosen.Instances;
    Issue.HasRest = isInPart(Number);
    Issue.Repeated = Chosen.Repeated;
    Issue.Requests = std::move(Chosen.Requests);
    if (Issue.Copies == 0 ||
        (Issue.Requests.empty() && Issue.Repeated == 0 && !Issue.HoistedOutOf))
      return std::nullopt;
    return Issue;
  }

  /// The access, or one that would be issued with it, has more requests than
  /// are told.
  static bool isCrowded(unsigned Number, const Outcomes &Of) {
    return Of[Number].IsCrowded ||
           any_of(Of[Number].Requests, [&](const IssuedRequest &R) {
             return any_of(R.With, [&](unsigned N) { return Of[N].IsCrowded; });
           });
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
      return HidesAlignment.contains(N) || isCalled(N) ||
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

  /// The address advances with a loop that stays: the assembler sees how it is
  /// aligned as far as its pointer tells, unless the array is declared with the
  /// alignment of the widest request, or the address is a constant but for the
  /// counter. What a counter begins with is not seen.
  void seePointer(unsigned N, const LoopPointers &Pointers) {
    const LaneExpr *Address = Kernel.Accesses[N].Address;
    const Loop *Innermost = nullptr;
    bool IsSeenLate = false;
    for (Loop *L = A.LI.getLoopFor(Origins[N]->getParent()); L;
         L = L->getParentLoop()) {
      unsigned Loop = Exprs.loopsAround(L->getHeader()).back();
      if (unrollingOf(*L, A.SE) == Unrolling::Full) {
        Address = Exprs.replaceIteration(Address, Loop,
                                         Kernel.Context->constant(0, 32));
        continue;
      }
      if (!advances(Address, Loop))
        continue;
      // Where the counter stays, its multiple is what is seen.
      if (!beginsAtMultiple(N, Address, *L)) {
        HidesAlignment.insert(N);
        return;
      }
      if (isLeftToAssembler(*L, A.SE)) {
        if (isAloneIn(*L, N))
          continue;
        HidesAlignment.insert(N);
        return;
      }
      if (Traits[N].GoesToAssembly || hasLaidOutBase(Address)) {
        const std::optional<unsigned> Copies = copiesOf(*L, A.SE);
        // Few copies may be fewer in a loop that calls assembly.
        if (Copies && (Traits[N].GoesToAssembly ? *Copies < 8
                                                : isReadAndWrittenIn(*L, N))) {
          HidesAlignment.insert(N);
          return;
        }
        // LLVM joins the others before the loop has pointers.
        if (!Traits[N].GoesToAssembly && (!Copies || isStraight(*L)))
          continue;
      }
      if (!countsFromConstant(*L, A.SE)) {
        HidesAlignment.insert(N);
        return;
      }
      IsSeenLate |= isSeenLate(Address, Loop);
      if (!Innermost)
        Innermost = L;
    }
    if (!IsSeenLate)
      return;
    const unsigned Seen =
        Pointers.alignmentOf(N, *Innermost, widestOf(Traits[N].Bytes));
    // Of 8-byte elements that stay alone both figures are told.
    if (Seen > Traits[N].Bytes)
      Traits[N].Seen = Seen;
    else
      HidesAlignment.insert(N);
  }

  /// Accesses in \p L to the array of access \p N, or to one that is not known.
  auto accessesBeside(const Loop &L, unsigned N) const {
    return make_filter_range(
        seq<unsigned>(0, Origins.size()), [this, &L, N](unsigned Other) {
          return Other != N && L.contains(Origins[Other]) &&
                 (!Arrays[N] || !Arrays[Other] || Arrays[Other] == Arrays[N]);
        });
  }

  const GlobalVariable *arrayIn(const LaneExpr *Address) const {
    for (const auto &[Atom, Coefficient] : formOf(Address).Terms)
      if (const GlobalVariable *G = arrayOf(Atom))
        return G;
    return nullptr;
  }

  bool isAloneIn(const Loop &L, unsigned N) const {
    return accessesBeside(L, N).empty();
  }

  bool isReadAndWrittenIn(const Loop &L, unsigned N) const {
    return any_of(accessesBeside(L, N), [&](unsigned Other) {
      return Traits[Other].IsStore != Traits[N].IsStore;
    });
  }

  /// LLVM joins within one block, and nothing across what other threads may see.
  bool isStraight(const Loop &L) const {
    const InvariantValues Invariant(L);
    return all_of(L.blocks(), [&](const BasicBlock *Block) {
      const auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
      return (Block->getSingleSuccessor() ||
              is_contained(testsOf(*A.LI.getLoopFor(Block)), Block) ||
              (Branch && Invariant.contains(Branch->getCondition()))) &&
             none_of(*Block, [](const Instruction &I) {
               const auto *Call = dyn_cast<CallBase>(&I);
               return isa<AtomicRMWInst, AtomicCmpXchgInst>(I) ||
                      (Call && Call->isConvergent() && !Call->isInlineAsm());
             });
    });
  }

  /// What the counters of \p L begin with, as far as it is a number, moves
  /// \p Address by multiples of the widest request.
  bool beginsAtMultiple(unsigned N, const LaneExpr *Address, const Loop &L) {
    const BasicBlock *Before = L.getLoopPreheader();
    if (!Before)
      return false;
    const unsigned Number = Exprs.loopsAround(L.getHeader()).back();
    uint64_t Coefficient = Traits[N].Bytes;
    for (const auto &[Atom, Times] : formOf(Address).Terms)
      if (Atom->op() == LaneOp::Iteration && Atom->index() == Number)
        Coefficient = Times;
    SmallPtrSet<const Value *, 16> Seen;
    SmallVector<const Value *> Work = {getLoadStorePointerOperand(Origins[N])};
    while (!Work.empty()) {
      const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
      if (!I || !L.contains(I) || !Seen.insert(I).second)
        continue;
      const auto *Phi = dyn_cast<PHINode>(I);
      if (!Phi || Phi->getParent() != L.getHeader()) {
        append_range(Work, I->operand_values());
        continue;
      }
      if (Phi->getType()->isIntegerTy() &&
          Coefficient * constantPartOf(Phi->getIncomingValueForBlock(Before)) %
                  WidestRequest !=
              0)
        return false;
    }
    return true;
  }

  /// What is added to the rest of \p V.
  uint64_t constantPartOf(const Value *V) {
    const SCEV *E = A.SE.getSCEV(const_cast<Value *>(V));
    if (const auto *Sum = dyn_cast<SCEVAddExpr>(E))
      E = Sum->getOperand(0);
    const auto *Constant = dyn_cast<SCEVConstant>(E);
    return Constant ? Constant->getAPInt().zextOrTrunc(64).getZExtValue() : 0;
  }

  static uint64_t declaredAlignmentOf(const GlobalVariable &G) {
    return G.isDeclaration() ? WidestRequest
                             : G.getAlign().valueOrOne().value();
  }

  bool hasLaidOutBase(const LaneExpr *Address) const {
    const GlobalVariable *G = arrayIn(Address);
    return G && declaredAlignmentOf(*G) >= WidestRequest;
  }

  /// Something other than the base and the counter is in the address.
  bool isSeenLate(const LaneExpr *Address, unsigned Loop) const {
    return any_of(formOf(Address).Terms, [&](const AddressForm::Term &T) {
      return !arrayOf(T.first) &&
             (T.first->op() != LaneOp::Iteration || T.first->index() != Loop);
    });
  }

  /// Something in \p E may be a pointer or counter that loop \p Loop steps. A
  /// value that a mask is laid on (`buffer[k & 1]`), a remainder, or what changes
  /// in another way than by steps is computed anew each time.
  bool advances(const LaneExpr *Root, unsigned Loop) {
    SmallVector<const LaneExpr *> Work = {Root};
    DenseSet<const LaneExpr *> Seen;
    while (!Work.empty()) {
      const LaneExpr *E = Work.pop_back_val();
      const bool IsMasked =
          is_contained({LaneOp::And, LaneOp::URem, LaneOp::SRem}, E->op()) &&
          E->operand(1)->op() == LaneOp::Const;
      if (IsMasked || !Seen.insert(E).second)
        continue;
      if ((E->op() == LaneOp::Iteration && E->index() == Loop) ||
          (E->op() == LaneOp::Symbol &&
           Kernel.Context->symbolAt(E->index()).Kind == SymbolKind::Other))
        return true;
      append_range(Work, E->operands());
    }
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
  const SharedLayout &Laid;
  KernelModel &Kernel;
  ArrayRef<const Instruction *> Origins;
  LoadUses Uses;
  std::vector<WindowTraits> Traits;
  std::vector<const GlobalVariable *> Arrays; ///< By access; null: not known.
  /// Loads that are no requests: of what nobody needs, or was just stored.
  std::unique_ptr<bool[]> Dropped;
  DenseSet<unsigned> HandedOn;
  DenseMap<unsigned, uint64_t> Hoisted;
  /// Accesses of which the assembler may not see how they are aligned.
  DenseSet<unsigned> HidesAlignment;
};

} // namespace

void findIssuedRequests(Function &F, KernelAnalyses Analyses,
                        ExprBuilder &Exprs, const SharedLayout &Laid,
                        KernelModel &Kernel,
                        ArrayRef<const Instruction *> Origins) {
  FusionFinder(F, Analyses, Exprs, Laid, Kernel, Origins).run();
}

} // namespace warplint
