//===- Vectorization.cpp - Adjacent accesses become one request -----------===//

#include "Vectorization.h"
#include "HalfWords.h"
#include "Turns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include <map>

using namespace llvm;

namespace warplint {
namespace {

constexpr unsigned WordBytes = 4, WindowBytes = 16;
/// Stores this far apart, in bytes, are not thought to become neighbours.
constexpr int32_t MaxStoreDistance = 64;
/// Different requests of one access; more are not worth their proofs.
constexpr size_t MaxRequests = 8;
/// Nodes of expressions that are gone through for one kernel: about a second.
constexpr uint64_t MaxWork = 1'000'000;

class Joiner {
public:
  Joiner(ExprBuilder &Exprs, LoopInfo &LI, const KernelModel &Kernel,
         ArrayRef<WindowTraits> Traits, ArrayRef<const Instruction *> Origins,
         WindowRules Rules)
      : Instances(Exprs, LI, Kernel, Traits, Origins, Rules), LI(LI),
        Kernel(Kernel), Traits(Traits), Origins(Origins), Rules(Rules),
        Outcomes(Kernel.Accesses.size()),
        InTurns(const_cast<Function &>(*Origins.front()->getFunction()), LI) {}

  std::optional<std::vector<WindowOutcome>> run(const IssueOrder &Order) {
    for (const IssueItem &Item : Order.Items) {
      take(Item);
      if (Instances.work() > MaxWork)
        return std::nullopt;
    }
    endAtWall();
    doubtOpenWindows();
    return std::move(Outcomes);
  }

private:
  void take(const IssueItem &Item) {
    switch (Item.What) {
    case IssueItem::Kind::Wall:
      return endAtWall();
    case IssueItem::Kind::Join:
      return Rules.AcrossJoins ? void() : endAll();
    case IssueItem::Kind::Branch:
      return Rules.AcrossJoins ? void() : endAtBranch();
    case IssueItem::Kind::KeptBranch:
      return Rules.AcrossJoins ? endMoved() : endAtBranch();
    case IssueItem::Kind::Access:
      break;
    }
    const WindowTraits &T = Traits[Item.Access];
    ++Outcomes[Item.Access].Instances;
    if (T.CanJoin && !T.IsStore &&
        Instances.foldsAway(*Origins[Item.Access], Item)) {
      ++Outcomes[Item.Access].Repeated;
      return;
    }
    if (T.IsWall)
      return endAtWall();
    if (T.IsOpaque)
      return Rules.AcrossJoins ? void() : endAll();
    Instance Now = Instances.make(Item);
    Now.Stretch = Stretch;
    if (T.IsStore) {
      Held.changeBy(Now);
    } else if (T.CanJoin && !Held.add(Now)) {
      ++Outcomes[Item.Access].Repeated;
      return;
    }
    // Any access to shared memory of the other kind ends a run of the
    // assembler's.
    T.IsStore ? storeAmong(Now) : endStores();
    // A store is moved down to the last one of its group.
    endGroups(Moved, [&](const Instance &I) { return !isPassed(I, Now); });
    if (!T.CanJoin || (Now.Bytes == 1 && !Now.IsLaidOut))
      return T.IsStore ? endStores() : void();
    noteKnown(Now);
    if (!T.IsStore) {
      if (Rules.AcrossJoins)
        loadAhead(Now, Loads, [&](const Instance &I) {
          return InTurns.dominators().dominates(Origins[I.Access],
                                                Origins[Item.Access]);
        });
      endBefore(Now);
      return Loads.push_back(std::move(Now));
    }
    if (!Now.IsLaidOut)
      return Stores.push_back(std::move(Now));
    endStores();
    Moved.push_back(std::move(Now));
  }

  /// A lane that executes \p Now may have its word from before, loaded under
  /// another condition or stored, with nothing in between that waits: then
  /// there is no request, and what it would be joined with stays alone.
  void noteKnown(Instance &Now) {
    const Instruction &Origin = *Origins[Now.Access];
    if (isa<LoadInst>(Origin))
      Loaded[wordOf(Now)].insert(&Origin);
    auto &Earlier = Known[wordOf(Now)];
    Now.IsKnown =
        isa<LoadInst>(Origin) &&
        any_of(Earlier, [&](const EarlierAccess &Before) {
          return (Before.Guard != Now.Guard ||
                  isa<StoreInst>(*Before.Origin)) &&
                 InTurns.dominators().dominates(Before.Origin, &Origin);
        });
    Earlier.push_back({Now.Guard, &Origin});
  }

  void endAtBranch() {
    ++Stretch;
    Held.clear();
    endGroups(Loads, [](const Instance &I) { return !I.RunsWith; });
    endMoved();
  }

  void endMoved() {
    endStores();
    endGroups(Moved);
  }

  void endAll() {
    endGroups(Loads);
    endMoved();
    Among.clear();
    Held.clear();
  }

  void endAtWall() {
    endAll();
    Known.clear();
  }

  /// A load under another condition, or behind a loop, may be moved up, too, and
  /// fill what is left of a window: then the request is wider.
  void doubtOpenWindows() {
    for (const OpenWindow &W : Open) {
      auto MayMeet = [&](const Instruction *Load) {
        const Instruction *Lead = Origins[W.Members.front()];
        return InTurns.isBefore(*Lead, *Load) || InTurns.isBefore(*Load, *Lead);
      };
      if (any_of(Loaded, [&](const auto &Entry) {
            return W.isFilledBy(Entry.first) && any_of(Entry.second, MayMeet);
          }))
        for (unsigned Access : W.Members)
          Outcomes[Access].IsDoubtful = true;
    }
  }

  /// \p Store stands between loads: LLVM may move later ones before it.
  void storeAmong(const Instance &Store) {
    endGroups(Loads,
              [&](const Instance &I) { return !I.IsLaidOut || !Store.Array; });
    for (Instance &I : Loads)
      I.IsPast = true;
    if (!Loads.empty())
      Among.push_back(Store);
  }

  /// \p Load is moved up to the first one of its group, if no store that it may
  /// read from is in the way.
  void endBefore(const Instance &Load) {
    if (Among.empty())
      return;
    const GroupKey Key = keyOf(Load);
    auto First =
        find_if(Loads, [&](const Instance &I) { return keyOf(I) == Key; });
    if (First == Loads.end() || all_of(Among, [&](const Instance &Store) {
          return Store.Position < First->Position || isPassed(Load, Store);
        }))
      return;
    endGroups(Loads, [&](const Instance &I) { return keyOf(I) == Key; });
  }

  /// Joins the groups of \p Pending that have one which \p Ends.
  void endGroups(
      std::vector<Instance> &Pending,
      function_ref<bool(const Instance &)> Ends = [](const Instance &) {
        return true;
      }) {
    if (none_of(Pending, Ends))
      return;
    // The accesses of one group, in program order.
    std::map<GroupKey, size_t> Numbers;
    std::vector<std::vector<const Instance *>> Groups;
    for (const Instance &I : Pending) {
      auto [It, New] = Numbers.try_emplace(keyOf(I), Groups.size());
      if (New)
        Groups.emplace_back();
      Groups[It->second].push_back(&I);
    }
    SmallPtrSet<const Instance *, 8> Left;
    for (const auto &Group : Groups) {
      const auto IsEnding = [&](const Instance *I) { return Ends(*I); };
      if (none_of(Group, IsEnding))
        Left.insert_range(Group);
      else if (Traits[Group.front()->Access].IsStore)
        join(Group);
      else
        join(dropRepeated(Group));
    }
    std::vector<Instance> Kept;
    for (Instance &I : Pending)
      if (Left.contains(&I))
        Kept.push_back(std::move(I));
    Pending = std::move(Kept);
  }

  std::vector<const Instance *>
  dropRepeated(const std::vector<const Instance *> &Group) {
    std::map<std::pair<int32_t, unsigned>, const Instance *> First;
    std::vector<const Instance *> Left;
    for (const Instance *I : Group) {
      unsigned Bytes = Traits[I->Access].Bytes;
      if (First.try_emplace({I->offset(), Bytes}, I).second)
        Left.push_back(I);
      else
        ++Outcomes[I->Access].Repeated;
    }
    return Left;
  }

  /// Runs of stores to one window, in whatever order.
  void endStores() {
    auto Follows = [&](const Instance &Before, const Instance &I) {
      if (keyOf(I) != keyOf(Before))
        return false;
      const int32_t Window = windowOf(I);
      return (floorTo(I.offset(), Window) == floorTo(Before.offset(), Window) &&
              Window == windowOf(Before)) ||
             // Other stores may have gone from between them.
             (Rules.AcrossJoins &&
              std::abs(I.offset() - Before.offset()) < MaxStoreDistance);
    };
    size_t Begin = 0;
    for (size_t I = 1; I <= Stores.size(); ++I) {
      if (I < Stores.size() && Follows(Stores[I - 1], Stores[I]))
        continue;
      std::vector<const Instance *> Run;
      for (; Begin != I; ++Begin)
        Run.push_back(&Stores[Begin]);
      join(Run);
    }
    Stores.clear();
  }

  uint64_t alignmentOf(const Instance &I) {
    return std::min<uint64_t>(warplint::alignmentOf(I, Rules),
                              Traits[I.Access].Seen);
  }

  /// The bytes that a request around \p I can have.
  int32_t windowOf(const Instance &I) {
    return int32_t(std::clamp<uint64_t>(alignmentOf(I), 1, widestOf(I.Bytes)));
  }

  /// Joins instances of one group and kind.
  void join(const std::vector<const Instance *> &Group) {
    if (Group.empty())
      return;
    uint64_t Alignment = WindowBytes;
    for (const Instance *I : Group)
      Alignment = std::min(Alignment, alignmentOf(*I));
    if (Alignment < WordBytes && Group.front()->Bytes != 1)
      return;
    unsigned Window = Alignment >= WindowBytes ? WindowBytes : Alignment;
    std::map<int32_t, std::vector<const Instance *>> Windows;
    for (const Instance *I : Group)
      Windows[floorTo(I->offset(), Window)].push_back(I);
    IsRagged =
        Windows.size() > 1 && any_of(Windows, [&](const auto &W) {
          return W.second.size() * Traits[W.second.front()->Access].Bytes <
                 Window;
        });
    for (auto &[Begin, Members] : Windows)
      joinWindow(Begin, Window, Members);
  }

  void joinWindow(int32_t Begin, unsigned Window,
                  const std::vector<const Instance *> &Members) {
    const unsigned Bytes = Members.front()->Bytes;
    if (any_of(Members, [&](const Instance *I) {
          return I->Bytes != Bytes && std::min(I->Bytes, Bytes) < WordBytes;
        }))
      return joinMixed(Begin, Window, Members);
    if (Bytes < WordBytes)
      return joinParts(Begin, Window, Members);
    unsigned Words = 0;
    bool Mixed = false, Store = Traits[Members.front()->Access].IsStore;
    for (const Instance *I : Members) {
      // Of two stores to one word the first may be gone.
      Mixed |= I->Bytes != Members.front()->Bytes ||
               (Store && (Words & wordsOf(*I, Begin)));
      Words |= wordsOf(*I, Begin);
    }
    unsigned Count = llvm::popcount(Words);
    // LLVM joins two of three words, and leaves the rest to the assembler.
    Mixed |= Count == 3 &&
             any_of(Members, [](const Instance *I) { return I->IsPast; });
    if (Window == WindowBytes && (Store ? Count == 4 : Count >= 3))
      return request(Begin, WindowBytes, Members, Mixed);
    for (unsigned Half = 0; Half != Window / 8; ++Half) {
      std::vector<const Instance *> In;
      for (const Instance *I : Members)
        if (wordsOf(*I, Begin) >> (2 * Half) & 3)
          In.push_back(I);
      if ((Words >> (2 * Half) & 3) == 3)
        request(Begin + int32_t(8 * Half), 8, In, Mixed);
    }
  }

  /// Words and parts of words, the members of a record: LLVM and the assembler
  /// join some, each in its way.
  void joinMixed(int32_t Begin, unsigned Window,
                 const std::vector<const Instance *> &Members) {
    constexpr unsigned Most = 8;
    const unsigned Bytes = std::min(Window, Most);
    for (unsigned At = 0; At != Window; At += Bytes)
      request(Begin + int32_t(At), Bytes,
              within(Begin + int32_t(At), Bytes, Members), /*Doubtful=*/true);
  }

  /// Elements of one or two bytes.
  void joinParts(int32_t Begin, unsigned Window,
                 const std::vector<const Instance *> &Members) {
    SmallVector<int32_t, 8> Offsets;
    for (const Instance *I : Members)
      Offsets.push_back(I->offset());
    const Instance &Lead = *Members.front();
    const bool IsStore = Traits[Lead.Access].IsStore;
    SmallVector<JoinedBytes, 4> Joined;
    if (Lead.Bytes == 1)
      Joined = joinSingleBytes(Offsets, Begin, Window, Lead.Declared, IsStore);
    else if (IsStore)
      Joined =
          joinStoredHalfWords(Offsets, Begin, Window, Lead.IsLaidOut, IsRagged);
    else
      Joined = joinLoadedHalfWords(
          Offsets, Begin, Window, Lead.IsLaidOut,
          all_of(Members,
                 [&](const Instance *I) {
                   return isTakenWhole(*Origins[I->Access]);
                 }) &&
              none_of(Members, [&](auto *I) { return hasOtherWidths(*I); }));
    for (const JoinedBytes &J : Joined)
      request(J.Begin, J.Bytes, within(J.Begin, J.Bytes, Members),
              J.IsDoubtful || (Lead.Bytes == 1 && IsRagged));
  }

  /// On a way to or from it, in the same turn of its loops, the array is accessed
  /// in another width: what is loaded may be a part of what was. (Of a loop that
  /// stays nothing outside of it is a part.)
  bool hasOtherWidths(const Instance &Of) {
    auto [It, New] = OtherWidths.try_emplace(Of.Access, !Of.Array);
    const auto &Iterations = Of.Item->Iterations;
    const Loop *Around =
        !Iterations.empty() && !Iterations.back().second->isConst()
            ? LI.getLoopFor(Origins[Of.Access]->getParent())
            : nullptr;
    for (unsigned N = 0; New && !It->second && N != Traits.size(); ++N) {
      const KernelAccess &A = Kernel.Accesses[N];
      It->second = A.BytesPerLane != Of.Bytes &&
                   (!Around || Around->contains(Origins[N])) &&
                   (!A.Address ||
                    any_of(formOf(A.Address).Terms,
                           [&](const auto &Term) {
                             return Rules.ArrayOf(Term.first).first == Of.Array;
                           })) &&
                   (InTurns.isBefore(*Origins[N], *Origins[Of.Access]) ||
                    InTurns.isBefore(*Origins[Of.Access], *Origins[N]));
    }
    return It->second;
  }

  /// \p Members from both sides of a branch are joined, and do not fill their
  /// window.
  OpenWindow openWindow(ArrayRef<const Instance *> Members) {
    const Instance &Lead = *Members.front();
    OpenWindow W;
    W.Terms = Lead.Form.Terms;
    W.Epoch = Lead.AddressEpoch;
    W.Begin = floorTo(Lead.offset(), windowOf(Lead));
    W.End = W.Begin + windowOf(Lead);
    for (const Instance *I : Members) {
      W.Members.push_back(I->Access);
      W.Filled.insert(I->offset());
    }
    return W;
  }

  /// \p Members, in program order, are issued as one request.
  void request(int32_t Begin, unsigned Bytes,
               const std::vector<const Instance *> &Members, bool Doubtful) {
    if (Members.size() < 2)
      return;
    const Instance &Lead = *Members.front();
    if (Bytes < WindowBytes &&
        any_of(
            Members,
            [&](const Instance *I) { return I->Stretch != Lead.Stretch; }))
      Open.push_back(openWindow(Members));
    for (const Instance *I : Members) {
      WindowOutcome &O = Outcomes[I->Access];
      O.IsDoubtful |= Doubtful || any_of(Members, [](const Instance *M) {
                        return M->IsKnown;
                      });
      IssuedRequest &R = shape(O, Lead, Begin, Bytes, Members.size());
      ++R.Copies;
      R.Requests += I == &Lead;
      for (const Instance *Other : Members)
        if (Other->Access != I->Access && !is_contained(R.With, Other->Access))
          R.With.push_back(Other->Access);
    }
  }

  /// The request of \p O like this one: constant distances do not matter.
  IssuedRequest &shape(WindowOutcome &O, const Instance &Lead, int32_t Begin,
                       unsigned Bytes, size_t Parts) {
    Terms Common = Lead.Form.Terms;
    const LaneExpr *Guard = Kernel.Accesses[Lead.Access].Guard;
    if (Guard)
      Guard = Instances.at(Guard, *Lead.Item);
    auto Is = [&](const IssuedRequest &R) {
      return R.BytesPerLane == Bytes && R.Parts == Parts;
    };
    for (IssuedRequest &R : O.Requests)
      if (Is(R) && R.Guard == Guard && TermsOf[R.Address] == Common)
        return R;
    if (O.Requests.size() >= MaxRequests) {
      // Further copies of a long turn, which differ in what they test for.
      for (IssuedRequest &R : O.Requests)
        if (Is(R) && TermsOf[R.Address] == Common)
          return R;
      O.IsCrowded = true;
      for (IssuedRequest &R : O.Requests)
        if (Is(R))
          return R;
    }
    IssuedRequest R;
    R.BytesPerLane = Bytes;
    R.Parts = Parts;
    R.Guard = Guard;
    LaneContext &C = *Kernel.Context;
    const LaneExpr *Address =
        Instances.at(Kernel.Accesses[Lead.Access].Address, *Lead.Item);
    R.Address = C.binary(
        LaneOp::Add, Address,
        C.constant(uint64_t(int64_t(Begin) - Lead.offset()), Address->width()));
    TermsOf[R.Address] = Common;
    O.Requests.push_back(std::move(R));
    return O.Requests.back();
  }

  InstanceMaker Instances;
  LoopInfo &LI;
  const KernelModel &Kernel;
  ArrayRef<WindowTraits> Traits;
  ArrayRef<const Instruction *> Origins;
  WindowRules Rules;
  std::vector<WindowOutcome> Outcomes;
  std::vector<Instance> Loads, Stores;
  std::vector<Instance> Moved; ///< Stores that LLVM may join.
  std::vector<Instance> Among; ///< Stores between Loads.
  HeldLoads Held;
  DenseMap<const LaneExpr *, Terms> TermsOf;
  DenseMap<unsigned, bool> OtherWidths; ///< By access.
  Turns InTurns;
  std::map<Word, SmallVector<EarlierAccess, 1>> Known; ///< Since the last wall.
  std::map<Word, SmallPtrSet<const Instruction *, 1>> Loaded; ///< Ever.
  std::vector<OpenWindow> Open;
  /// Of the windows of the group that is joined some are not full.
  bool IsRagged = false;
  unsigned Stretch = 0;
};

} // namespace

std::optional<std::vector<WindowOutcome>>
joinAccesses(const IssueOrder &Order, ExprBuilder &Exprs, LoopInfo &LI,
             const KernelModel &Kernel, ArrayRef<WindowTraits> Traits,
             ArrayRef<const Instruction *> Origins, WindowRules Rules) {
  return Joiner(Exprs, LI, Kernel, Traits, Origins, Rules).run(Order);
}

} // namespace warplint
