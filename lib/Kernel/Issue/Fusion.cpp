//===- Fusion.cpp - Accesses that nvcc issues together --------------------===//

#include "Fusion.h"
#include "Doubts.h"
#include "IssueOrder.h"
#include "Kernel/Memory/FoldedTests.h"
#include "Kernel/Registers/CopiedWords.h"
#include "Kernel/Registers/LoadUses.h"
#include "Kernel/Registers/NeedlessAccesses.h"
#include "Kernel/Simplify/NvccEffort.h"
#include "Kernel/Simplify/RecordCopies.h"
#include "Kernel/Simplify/UnrollLocals.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "Kernel/Source/AccessTags.h"
#include "Kernel/Symbolic/LoopVersions.h"
#include "Lane/Expr/AddressForm.h"
#include "Lane/Expr/KnownMultiple.h"
#include "SeenAlignment.h"
#include "Vectorization.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {
namespace {

class FusionFinder {
public:
  FusionFinder(Function &F, KernelAnalyses A, ExprBuilder &Exprs,
               const SharedLayout &Laid, KernelModel &Kernel,
               ArrayRef<const Instruction *> Origins)
      : F(F), A(A), Exprs(Exprs), Laid(Laid), Kernel(Kernel), Origins(Origins),
        Uses(F, A, Exprs, *Kernel.Context),
        Copied(F, A, Exprs, *Kernel.Context) {}

  void run() {
    if (Effort == NvccEffort::None)
      return;
    describeAccesses();
    findJoined();
    for (unsigned I = 0; I != Kernel.Accesses.size(); ++I)
      if (!Kernel.Accesses[I].Issue)
        Kernel.Accesses[I].Issue = narrowed(I);
    if (IsOfNvcc)
      doubtIssues(F, A, Exprs,
                  {Origins, Traits, Arrays,
                   ArrayRef(Dropped.get(), Kernel.Accesses.size()), MayBeGone},
                  Kernel);
  }

private:
  using Outcomes = std::vector<WindowOutcome>;

  void findJoined() {
    keepWhatIsCalled();
    bool IsAsWritten = true;
    for (unsigned I = 0; I != Traits.size(); ++I)
      IsAsWritten &= !Traits[I].CanJoin && !(Traits[I].IsStore && Dropped[I]);
    if (IsAsWritten)
      return;
    // It may be inlined, a constant, or nothing at all: which accesses become
    // adjacent is unknown.
    if (Kernel.CallsUnknown || !compareOrders())
      for (auto [Access, T] : zip(Kernel.Accesses, Traits))
        if (T.CanJoin)
          Access.Issue = AccessIssue();
  }

  /// What comes of the accesses in the least and the most that may be joined. False
  /// where that is too much work.
  bool compareOrders() {
    const UnrollMode AtLeast = !IsOfNvcc ? UnrollMode::None : UnrollMode::Least;
    std::optional<IssueOrder> Order = orderOf(AtLeast);
    auto Least = Order ? outcomes(*Order, AtLeast) : std::nullopt;
    Order = Least ? orderOf(UnrollMode::Most) : std::nullopt;
    auto Most = Order ? outcomes(*Order, UnrollMode::Most) : std::nullopt;
    if (!Most || !addOtherPlaces(*Order, *Least, *Most) ||
        (IsOfNvcc && !addVersions(*Least, *Most)))
      return false;
    for (unsigned I = 0; I != Kernel.Accesses.size(); ++I)
      Kernel.Accesses[I].Issue = issueOf(I, *Least, *Most);
    return true;
  }

  void describeAccesses() {
    Traits.resize(Kernel.Accesses.size());
    Dropped = std::make_unique<bool[]>(Kernel.Accesses.size());
    for (unsigned I = 0; I != Kernel.Accesses.size(); ++I) {
      const KernelAccess &Access = Kernel.Accesses[I];
      const Instruction &Origin = *Origins[I];
      WindowTraits &T = Traits[I];
      Arrays.push_back(Access.Address ? arrayIn(Exprs, Access.Address)
                                      : nullptr);
      T.Bytes = Access.BytesPerLane;
      bool Plain = isa<LoadInst, StoreInst>(Origin) &&
                   Access.Obstacle.empty() && Access.MayLeadElsewhere.empty() &&
                   Access.Address && !Origin.isAtomic() &&
                   isOfShared(Access.Kind);
      bool Volatile = Origin.getMetadata(VolatileInSource) != nullptr ||
                      Origin.getMetadata(PartOfLoop) != nullptr;
      T.IsStore = isa<StoreInst>(Origin);
      T.IsWall = isa<AtomicRMWInst, AtomicCmpXchgInst>(Origin);
      T.IsOpaque = !Plain || Volatile;
      T.CanJoin = Plain && !Volatile && has_single_bit(T.Bytes) && T.Bytes <= 8;
      const auto *Load = dyn_cast<LoadInst>(&Origin);
      T.GoesToAssembly = Load && T.Bytes == 2 && goesToAssembly(*Load);
      T.IsInQuietBlock = isQuiet(*Origin.getParent());
      // Compilers that end in PTX leave no unused access.
      if (!IsOfNvcc)
        continue;
      const bool IsStored = T.IsStore && !T.IsOpaque && Arrays[I];
      const bool IsUnread = IsStored && Laid.isNeverRead(*Arrays[I]);
      Dropped[I] = IsUnread && !Arrays[I]->hasAttribute(ReadInSource);
      if (!Dropped[I] && IsStored && (IsUnread || Laid.mayBeUnread(*Arrays[I])))
        MayBeGone.push_back(I);
      if (!Load || !Plain || Volatile)
        continue;
      if (!Uses.isNeeded(Origin)) {
        Dropped[I] = true;
        continue;
      }
      HandedOn[I] = Uses.handedOn(*Load);
      Dropped[I] = isHandedOn(I);
    }
    if (!IsOfNvcc)
      return;
    SmallVector<unsigned> Left;
    for (unsigned I = 0; I != Traits.size(); ++I)
      if (!Traits[I].IsOpaque && !Dropped[I])
        Left.push_back(I);
    if (Left.empty())
      return;
    const auto Needless = needlessAccesses(F);
    append_range(MayBeGone, make_filter_range(Left, [&](unsigned I) {
                   return Needless.contains(Origins[I]) ||
                          Copied.mayBeGone(*Origins[I]);
                 }));
  }

  /// What is stored by a function that stays out of line stays, and with it all
  /// that is stored to the array.
  void keepWhatIsCalled() {
    SmallPtrSet<const GlobalVariable *, 4> Called;
    for (unsigned I = 0; I != Arrays.size(); ++I)
      if (isCalled(I))
        Called.insert(Arrays[I]);
    for (unsigned I = 0; I != Arrays.size(); ++I)
      if (Traits[I].IsStore && Called.contains(Arrays[I]))
        Dropped[I] = false;
  }

  bool isQuiet(const BasicBlock &Block) {
    auto [It, New] = Quiet.try_emplace(&Block, true);
    if (New)
      It->second = none_of(Block, [](const Instruction &I) {
        const auto *Call = dyn_cast<CallBase>(&I);
        if (const auto *Asm =
                Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr)
          return Asm->hasSideEffects();
        return Call && Call->isConvergent() && Call->getCalledFunction() &&
               !Call->getCalledFunction()->getName().contains(".barrier");
      });
    return It->second;
  }

  /// The value of a load is in a register already.
  bool isHandedOn(unsigned I) const {
    const LoadUses::HandedOn From = HandedOn.lookup(I);
    return From == LoadUses::HandedOn::Stored ||
           From == LoadUses::HandedOn::Loaded;
  }

  static bool goesToAssembly(const LoadInst &Load) {
    return !Load.use_empty() && all_of(Load.users(), [](const User *U) {
      const auto *Call = dyn_cast<CallBase>(U);
      return Call && Call->isInlineAsm();
    });
  }

  /// What divides the place of an array in shared memory.
  uint64_t alignmentOfArray(const GlobalVariable &G) const {
    // nvcc aligns what is declared `extern __shared__` to 16 bytes, whatever
    // its element.
    if ((G.isDeclaration() && IsOfNvcc) ||
        (Laid.SizesArePacked && Effort != NvccEffort::LlvmAlone))
      return WidestRequest;
    return G.getAlign().valueOrOne().value();
  }

  /// Where an array may begin at any word, puts what may come of an access in
  /// place of what comes if it begins at a multiple of all widths. False where
  /// that is too much work.
  bool addOtherPlaces(IssueOrder &Order, const Outcomes &Least,
                      Outcomes &Most) {
    constexpr uint64_t WordBytes = 4;
    if (none_of(Arrays, [&](const GlobalVariable *G) {
          return G && Laid.possiblePlaceOf(*G);
        }))
      return true;
    for (uint64_t Shift = 0; Shift != WidestRequest; Shift += WordBytes) {
      std::optional<Outcomes> Other = outcomes(Order, UnrollMode::Most, Shift);
      if (!Other)
        return false;
      for (auto [L, M, O] : zip(Least, Most, *Other))
        if (isSame(L, M) && !isSame(L, O))
          M = std::move(O);
    }
    return true;
  }

  /// The same for what is joined in one version of a loop alone.
  bool addVersions(const Outcomes &Least, Outcomes &Most) {
    for (const LoopVersion &Version : loopVersions(F, A)) {
      std::optional<IssueOrder> Order = orderOf(UnrollMode::Most, &Version);
      auto Other = Order ? outcomes(*Order, UnrollMode::Most) : std::nullopt;
      if (!Other)
        return false;
      for (auto [L, M, O] : zip(Least, Most, *Other))
        if (isSame(L, M) && !isSame(L, O) &&
            (!O.Requests.empty() || O.Repeated != 0))
          M = std::move(O);
    }
    return true;
  }

  std::optional<IssueOrder> orderOf(UnrollMode Mode,
                                    const LoopVersion *Version = nullptr) {
    // What was loaded before may take its neighbours with it.
    for (auto [I, From] : HandedOn)
      if (From == LoadUses::HandedOn::Loaded)
        Dropped[I] = Mode != UnrollMode::Most;
    // What stays beside them may come together.
    for (unsigned I : MayBeGone)
      Dropped[I] = Mode == UnrollMode::Most;
    std::optional<IssueOrder> Order = orderAccesses(
        F, A, Exprs, Kernel, Origins,
        ArrayRef(Dropped.get(), Kernel.Accesses.size()), Mode, Version);
    for (unsigned I : MayBeGone)
      Dropped[I] = false;
    return Order;
  }

  /// \p Order: that of \p Mode. \p Shift: bytes by which the arrays whose places are not known are moved
  /// from where they would be in the order of their declarations.
  std::optional<Outcomes>
  outcomes(IssueOrder &Order, UnrollMode Mode,
           std::optional<uint64_t> Shift = std::nullopt) {
    const LaneContext &C = *Kernel.Context;
    auto Seen = [&](const LaneExpr *Atom, Sight By) -> uint64_t {
      const GlobalVariable *G = arrayOf(Exprs, Atom);
      return G ? alignmentOfArray(*G) : visibleMultiple(Atom, By);
    };
    // What the linker lays out nobody sees more of than is declared.
    const bool IsOpen = !Laid.IsRelocatable && Effort != NvccEffort::LlvmAlone;
    auto AtMost = [&](const LaneExpr *Atom, Sight) -> uint64_t {
      const GlobalVariable *G = arrayOf(Exprs, Atom);
      if (!G)
        return std::max(knownMultiple(C, Atom), multipleOfValue(Exprs, *Atom));
      return IsOpen ? WidestRequest : alignmentOfArray(*G);
    };
    auto Place = [&](const LaneExpr *Atom) -> std::optional<uint64_t> {
      const GlobalVariable *G = arrayOf(Exprs, Atom);
      if (!G || Effort == NvccEffort::LlvmAlone)
        return std::nullopt;
      if (auto Possible = Laid.possiblePlaceOf(*G); Possible && Shift)
        return *Possible + *Shift;
      return Laid.placeOf(*G);
    };
    auto Base = [&](const LaneExpr *Atom) -> std::pair<const void *, uint64_t> {
      const GlobalVariable *G = IsOfNvcc ? arrayOf(Exprs, Atom) : nullptr;
      return {G, G ? Laid.declaredAlignmentOf(*G) : 0};
    };
    WindowRules Rules = {Seen, Place, false, Base};
    if (Mode == UnrollMode::Most) {
      Rules = {AtMost, Place, true, Base};
    } else {
      LoopPointers Pointers(Order, A, Exprs, Kernel, Origins, Place);
      SeenAlignment Alignments(F, A, Exprs, Laid, Kernel, Origins, Arrays,
                               Traits);
      for (unsigned N = 0; N != Traits.size(); ++N)
        if (Traits[N].CanJoin && Alignments.isHidden(N, Pointers))
          HidesAlignment.insert(N);
      Hoisted = std::move(Order.Hoisted);
    }
    return joinAccesses(Order, Exprs, A.LI, Kernel, Traits, Origins, Rules);
  }

  std::optional<AccessIssue> issueOf(unsigned Number, Outcomes &Leasts,
                                     Outcomes &Mosts) {
    WindowOutcome &Least = Leasts[Number], &Most = Mosts[Number];
    AccessIssue Issue;
    if (isHandedOn(Number)) {
      Issue.IsCertain = true;
      Issue.Copies = Issue.Repeated = 1;
      return Issue;
    }
    if (Dropped[Number]) {
      Issue.IsCertain = Issue.IsDropped = true;
      return Issue;
    }
    if (Least.Requests.empty() && Most.Requests.empty())
      if (auto Narrowed = narrowed(Number))
        return Narrowed;
    if (auto It = Hoisted.find(Number); It != Hoisted.end())
      Issue.HoistedOutOf = It->second;
    bool Agree = isSame(Least, Most);
    bool Joined =
        !Most.Requests.empty() || !Least.Requests.empty() || Most.Repeated != 0;
    Issue.IsCertain =
        Agree && !(Joined && (Least.IsDoubtful || Most.IsDoubtful ||
                              Effort < NvccEffort::Assembler ||
                              mayComeApart(Number, Most)));
    // The least that may happen, if the most is unknown.
    const Loop *L = A.LI.getLoopFor(Origins[Number]->getParent());
    const bool IsOpen =
        isCrowded(Number, Mosts) ||
        (Traits[Number].CanJoin && L && isBoundByOuterCounter(*L, A.SE));
    const bool TellsLeast = Issue.IsCertain || IsOpen;
    if (TellsLeast && isCrowded(Number, Leasts))
      return AccessIssue();
    WindowOutcome &Chosen = TellsLeast ? Least : Most;
    Issue.Copies = Chosen.Instances;
    Issue.HasRest = isInPart(Number);
    Issue.Repeated = Chosen.Repeated;
    Issue.Requests = std::move(Chosen.Requests);
    if (Issue.Requests.empty() &&
        HandedOn.lookup(Number) == LoadUses::HandedOn::Perhaps) {
      Issue.IsCertain = false;
      Issue.Repeated = Issue.Copies;
      return Issue;
    }
    if (Issue.Copies == 0 ||
        (Issue.Requests.empty() && Issue.Repeated == 0 && !Issue.HoistedOutOf))
      return IsOpen ? std::optional(AccessIssue()) : std::nullopt;
    return Issue;
  }

  /// The assembler loads only the words of a wide load that are needed, unless the
  /// code keeps it from seeing that (H200, docs/validation/log.md).
  SmallVector<LoadUses::Piece, 2> piecesOf(unsigned Number) {
    const auto *Load = dyn_cast<LoadInst>(Origins[Number]);
    if (!Load || Traits[Number].IsOpaque)
      return {};
    return Uses.neededPieces(*Load);
  }

  std::optional<AccessIssue> narrowed(unsigned Number) {
    const KernelAccess &Access = Kernel.Accesses[Number];
    LaneContext &C = *Kernel.Context;
    AccessIssue Issue;
    for (LoadUses::Piece Piece : piecesOf(Number)) {
      IssuedRequest &Request = Issue.Requests.emplace_back();
      Request.BytesPerLane = Piece.Bytes;
      Request.Address =
          C.binary(LaneOp::Add, Access.Address,
                   C.constant(Piece.Offset, Access.Address->width()));
      Request.Guard = Access.Guard;
      Request.Requests = 1;
      Request.Copies = Issue.Requests.size() == 1;
    }
    if (Issue.Requests.empty())
      return isMovedByFields(*Origins[Number]) ? std::optional(AccessIssue())
                                               : std::nullopt;
    return Issue;
  }

  /// The access, or one that would be issued with it, has more requests than
  /// are reported.
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
    // In loops ptxas takes neighbors behind a store or a branch as well, where a
    // request has room for them.
    if (!IsOfNvcc && A.LI.getLoopFor(Origins[Number]->getParent()) &&
        (O.Repeated != 0 || any_of(O.Requests, [](const IssuedRequest &R) {
           return R.BytesPerLane < WidestRequest;
         })))
      return true;
    auto Doubtful = [&](unsigned N) {
      return Origins[N]->getMetadata(BehindFoldedTest) !=
                 Origins[Number]->getMetadata(BehindFoldedTest) ||
             Origins[N]->getMetadata(AtFoldedChoice) ||
             HidesAlignment.contains(N) || isCalled(N) ||
             Origins[N]->getMetadata(UnrolledForAnalysis) ||
             Origins[N]->getMetadata(PartOfMixedRecord) || !piecesOf(N).empty();
    };
    if (IsForBlackwell && any_of(O.Requests, [&](const IssuedRequest &R) {
          return !Arrays[Number] ||
                 Laid.declaredAlignmentOf(*Arrays[Number]) < R.BytesPerLane;
        }))
      return true;
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

  /// Some function around the access is kept out of line.
  bool isCalled(unsigned N) {
    auto IsKept = [](const SourceFunction *F) { return F && F->IsNoInline; };
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
  CopiedWords Copied;
  const NvccEffort Effort = effortOf(*F.getParent());
  const bool IsOfNvcc = Effort != NvccEffort::Assembler;
  const bool IsForBlackwell = isForBlackwell(F);
  std::vector<WindowTraits> Traits;
  std::vector<const GlobalVariable *> Arrays; ///< By access; null: not known.
  /// Loads that are no requests: of what is unused, or was just stored.
  std::unique_ptr<bool[]> Dropped;
  DenseMap<unsigned, LoadUses::HandedOn> HandedOn; ///< Of needed loads.
  SmallVector<unsigned> MayBeGone;                 ///< nvcc may leave them out.
  DenseMap<unsigned, uint64_t> Hoisted;
  /// Accesses of which the assembler may not see how they are aligned.
  DenseSet<unsigned> HidesAlignment;
  DenseMap<const BasicBlock *, bool> Quiet;
};

} // namespace

void findIssuedRequests(Function &F, KernelAnalyses Analyses,
                        ExprBuilder &Exprs, const SharedLayout &Laid,
                        KernelModel &Kernel,
                        ArrayRef<const Instruction *> Origins) {
  FusionFinder(F, Analyses, Exprs, Laid, Kernel, Origins).run();
}

} // namespace warplint
