//===- Trace.cpp - One execution of a block -------------------------------===//
//
// Blocks are executed in their order, each by all threads that have come to it.
// Those that go on to the next iteration of a loop wait until no thread is in
// this one. So threads that parted are together again where their ways join.
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include "Lane/Expr/LaneWalk.h"
#include "Race/Order/BlocksPart.h"
#include "warplint/Warp/LaneMask.h"
#include "warplint/Warp/WarpModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

/// Iterations of any loop.
static constexpr uint32_t MaxIterations = 300;
/// Of a loop in which nothing touches shared memory.
static constexpr uint32_t MaxQuietIterations = 8;
/// Parted threads that are remembered.
static constexpr size_t MaxSplits = 400;

Trace::Trace(const KernelModel &Kernel, BlockEvaluation &Values,
             FlowRegions &Regions, PathConditions &Paths,
             PhaseAccesses *Accesses, unsigned Threads,
             std::set<unsigned> Flipped, std::optional<PerhapsWay> Perhaps)
    : Kernel(Kernel), Blocks(Kernel.Flow.Blocks), Values(Values),
      Regions(Regions), Paths(Paths), Accesses(Accesses), Threads(Threads),
      Flipped(std::move(Flipped)), Perhaps(Perhaps),
      PerhapsBlocks(unsigned(Kernel.Flow.Blocks.size())), Phases(Threads),
      OfBlock(Threads), OfWarps(Threads), OfCluster(Threads) {
  if (any_of(Blocks, [&](const FlowBlock &B) {
        return any_of(B.Steps, [&](const FlowStep &Step) {
          return Regions.isNamed(Step) && !Regions.isOfWholeBlock(Step);
        });
      })) {
    Order.emplace(Threads);
    if (Accesses)
      Accesses->keepForOrder();
  }
}

void Trace::run() {
  Paths.startTrace();
  ThreadSet All;
  for (unsigned T = 0; T != Threads; ++T)
    All.set(T);
  Waiting[0] = All;
  unsigned Block = 0;
  ThreadSet Of;
  while (next(Block, Of) && Values.spend(1))
    visit(Block, Of);
  while (!Loops.empty())
    leaveLoop();
  if (Order)
    judgeOrder();
}

/// Which block is executed next, and by whom. False at the end.
bool Trace::next(unsigned &Block, ThreadSet &Of) {
  while (true) {
    auto First = Waiting.begin();
    if (!Loops.empty() &&
        (First == Waiting.end() || First->first >= Loops.back().End)) {
      ActiveLoop &L = Loops.back();
      const bool IsQuiet = Regions.isQuiet(L.Header);
      if (L.Next.none() ||
          L.Iteration + 1 == (IsQuiet ? MaxQuietIterations : MaxIterations)) {
        const unsigned Header = L.Header;
        const ThreadSet Rest = L.Next;
        IsExact &= Rest.none();
        if (Rest.any())
          L.Exit.lose();
        leaveLoop();
        // They leave it at some time, and nobody learns when.
        if (auto Exit = Regions.exitOf(Header); Exit && IsQuiet && Rest.any())
          send(Header, *Exit, Rest);
        else
          lose(Rest);
        continue;
      }
      Values.setIteration(L.Number, LoopIteration{++L.Iteration});
      Waiting[L.Header] = std::exchange(L.Next, ThreadSet());
      continue;
    }
    if (First == Waiting.end())
      return false;
    Block = First->first;
    Of = First->second;
    Waiting.erase(First);
    if (Blocks[Block].IsHeader &&
        (Loops.empty() || Loops.back().Header != Block))
      enter(Block);
    return true;
  }
}

void Trace::leaveLoop() {
  const ActiveLoop &L = Loops.back();
  Values.setIteration(L.Number, std::nullopt);
  Values.setLeft(L.Number, L.Exit.ofAll());
  Loops.pop_back();
}

void Trace::enter(unsigned Header) {
  ActiveLoop L;
  L.Header = Header;
  L.End = Regions.endOf(Header);
  L.Number = Blocks[Header].Loops.back();
  Loops.push_back(L);
  Values.setIteration(L.Number, LoopIteration());
}

LoopState Trace::loopState() const {
  LoopState All;
  for (const ActiveLoop &L : Loops)
    All.push_back({L.Number, L.Iteration});
  return All;
}

void Trace::visit(unsigned Block, ThreadSet Of) {
  ++Time;
  const FlowBlock &B = Blocks[Block];
  if (B.IsHeader && Regions.isWait(Block)) {
    IsExact = false;
    forgetCopies(/*Writes=*/true);
    Informed |= Of;
  }
  for (const FlowStep &Step : B.Steps)
    takeStep(Step, Block, Of);
  if (B.HasEffect) {
    OfCluster.noteEffect(Block, iterations(), Of);
    OfBlock.noteEffect(Block, iterations(), Of);
    OfWarps.noteEffect(Block, iterations(), Of);
  }
  if (B.IsEnd)
    Ended |= Of;
  else if (B.Ways.empty())
    lose(Of);
  else
    takeWays(Block, Of);
}

void Trace::takeStep(const FlowStep &Step, unsigned Block,
                     const ThreadSet &Of) {
  if (Step.What == FlowStep::Kind::Access)
    return access(Step, Block, Of);
  if (Step.What == FlowStep::Kind::Barrier && !Step.IsPredicated &&
      isClusterArrival(Kernel.Barriers[Step.Number]))
    OfCluster.pass(Step.Number, iterations(), Of);
  if (Order && Regions.isNamed(Step)) {
    forgetCopies(/*Writes=*/false);
    if (!passNamed(Step, Of))
      Informed |= Of;
    return;
  }
  if (Regions.isOfWholeBlock(Step))
    return passBarrier(Step.Number, Of);
  if (Step.What == FlowStep::Kind::Unknown || Regions.mayLearnAt(Step)) {
    forgetCopies(/*Writes=*/Step.What == FlowStep::Kind::Unknown);
    IsExact = false;
    (Step.NeedsFence ? Asking : Informed) |= Of;
    return;
  }
  if (Step.What == FlowStep::Kind::Warp)
    return passWarps(Step, Step.Mask, Of);
  const KernelBarrier &B = Kernel.Barriers[Step.Number];
  IsExact &= B.Kind == BarrierKind::Fence;
  if (B.Kind == BarrierKind::Fence)
    Informed |= Of & Asking;
  if (B.Kind == BarrierKind::CopyCommit || B.Kind == BarrierKind::CopyWait)
    return passCopies(Step, Of);
  if (Accesses && isProxyFence(B))
    Accesses->Copies.forgetWrites();
  if (Accesses && B.Kind == BarrierKind::Copy && !Step.IsPredicated &&
      (Of & Informed).none())
    Accesses->Copies.copy(Step.Number, decisionsAround(Block), Of,
                          {Block, Time, 0, loopState()});
  if (B.Kind == BarrierKind::Warp) {
    const LaneExpr *Mask = B.Number;
    if (!Step.IsPredicated)
      passWarps(Step, Mask, Of);
    ++Time;
    const FormsOfBlock Any{ThreadForm::unknown()};
    meet(Mask ? Values(Mask) : Any, Of);
  }
}

/// Threads \p Of close a group of their own copies, or wait for groups.
void Trace::passCopies(const FlowStep &Step, const ThreadSet &Of) {
  const KernelBarrier &B = Kernel.Barriers[Step.Number];
  if (!Accesses || StringRef(B.Instruction).contains("bulk"))
    return;
  if (Step.IsPredicated)
    Accesses->Asyncs.forget();
  else if (B.Kind == BarrierKind::CopyCommit)
    Accesses->Asyncs.commit(Of);
  else
    Accesses->Asyncs.wait(B.Number ? &Values(B.Number) : nullptr, Of);
}

/// Copies that are under way may be over, and what was written may be visible to
/// the copy engine.
void Trace::forgetCopies(bool Writes) {
  if (!Accesses)
    return;
  Accesses->Copies.forgetFills();
  Accesses->Asyncs.forget();
  if (Writes)
    Accesses->Copies.forgetWrites();
}

/// Nobody knows what \p Some do from here on.
void Trace::lose(const ThreadSet &Some) {
  if (Some.none())
    return;
  Lost |= Some;
  giveUpOrder();
  if (!Accesses)
    return;
  Accesses->Copies.stop();
  Accesses->Asyncs.forget();
}

/// Lanes \p Of learn what those that they meet knew.
void Trace::meet(const FormsOfBlock &Masks, const ThreadSet &Of) {
  std::map<std::pair<unsigned, LaneMask>, LaneMask> Groups;
  auto GroupOf = [&](unsigned T) {
    return std::pair(T / WarpSize, Masks[T].isNumber()
                                       ? LaneMask(Masks[T].Number)
                                       : AllLanes);
  };
  for (unsigned T = 0; T != Threads; ++T)
    if (Of.test(T))
      Groups[GroupOf(T)] |= Phases[T].Met | LaneMask(1) << T % WarpSize;
  for (unsigned T = 0; T != Threads; ++T)
    if (Of.test(T)) {
      Phases[T].OfWarp = Time;
      // Where masks differ in kind, any lane may be met.
      Phases[T].Met |= Masks[T].isNumber() ? Groups[GroupOf(T)] : AllLanes;
    }
}

void Trace::passBarrier(unsigned Barrier, const ThreadSet &Of) {
  OfBlock.pass(Barrier, iterations(), Of);
  for (unsigned T = 0; T != Threads; ++T)
    if (Of.test(T)) {
      Phases[T] = {OfBlock.of(T)};
      // Whoever meets here has passed the same before.
      if (Order)
        Order->pass({true, true, OfBlock.of(T)}, T);
      Phases[T].Points = Order ? Order->countOf(T) : 0;
    }
  Informed &= ~Of;
  Asking &= ~Of;
}

/// Whether it is known which lane accesses which bytes in a way that others
/// see in the order of the code. Of a fragment: some of its bytes.
static bool isPlain(const KernelAccess &A) {
  const bool IsMatrixStore =
      is_contained({RequestKind::StMatrixX1, RequestKind::StMatrixX2,
                    RequestKind::StMatrixX4},
                   A.Kind);
  auto Says = [&](StringRef Word) {
    return StringRef(A.Instruction).contains(Word);
  };
  // Whoever waits for a copy still needs a barrier before others read it.
  const bool IsCopy =
      A.Kind == RequestKind::CpAsync || A.Kind == RequestKind::CpAsyncCached;
  return A.Address && A.Obstacle.empty() && A.MayLeadElsewhere.empty() &&
         A.BytesPerLane && A.Spaces.isOnly(MemorySpace::Shared) &&
         !IsMatrixStore && !Says("relaxed") && !Says("acquire") &&
         !Says("release") && !Says("volatile") && !Says("mmio") &&
         !Says("bulk") && (IsCopy || !(Says("async") || Says("cp.")));
}

void Trace::access(const FlowStep &Step, unsigned Block, const ThreadSet &Of) {
  const KernelAccess &A = Kernel.Accesses[Step.Number];
  if (!Accesses || Step.IsPredicated || !isPlain(A)) {
    IsExact &= Step.Number >= Kernel.NumShared;
    KnowsStores &=
        Step.Number >= Kernel.NumShared || A.Effect == AccessEffect::Read;
    return;
  }
  IsExact &= A.Kind != RequestKind::CpAsync &&
             A.Kind != RequestKind::CpAsyncCached && (Of & Informed).none() &&
             !StringRef(A.Instruction).contains("wmma");
  ThreadSet Some = Of & ~Informed;
  for (unsigned T = 0; T != Threads; ++T)
    if (!(lanesWithAddress(A.Kind) >> (T % WarpSize) & 1))
      Some.reset(T);
  AccessVisit V;
  V.Access = Step.Number;
  V.Step = &Step;
  V.Block = Block;
  V.Time = Time;
  V.At = loopState();
  V.Under = decisionsAround(Block);
  V.IsPerhaps = PerhapsBlocks.test(Block);
  V.Inputs = inputsAt(Block);
  V.Address = &Values(A.Address);
  for (unsigned T = 0; T != Threads && IsExact; ++T)
    IsExact = !Of.test(T) || (*V.Address)[T].isKnown();
  V.Value = Step.Stored.Value ? &Values(Step.Stored.Value) : nullptr;
  if (const LaneExpr *Known =
          Step.Stored.Value ? Values.known(Step.Stored.Value) : nullptr)
    if (const LaneExpr *From = Values.inputAddress(Known))
      V.ValueFrom = &Values(From);
  for (const LaneExpr *From : Step.Stored.LoadedFrom)
    V.LoadedFrom.push_back(&Values(From));
  if (Values.spend(2 * Some.count()))
    Accesses->add(std::move(V), Some, Phases);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Those of \p Of that go way number \p Way. What is not known of a thread goes
/// to \p Undecided.
ThreadSet Trace::taking(unsigned Block, unsigned Way, const ThreadSet &Of,
                        ThreadSet &Undecided) {
  const LaneExpr *When = Blocks[Block].Ways[Way].When;
  if (!When)
    return Of;
  const FormsOfBlock &If = Values(When);
  ThreadSet Taking;
  std::optional<ThreadForm> Shared;
  bool IsShared = true;
  uint32_t Phase = 0;
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T) || If[T].isNumber())
      continue;
    IsShared &= If[T].isKnown() && (!Shared || Shared->Sum == If[T].Sum);
    Shared = If[T];
    Phase = Phases[T].OfBlock;
  }
  const bool IsOne = Shared && IsShared;
  const bool Value = IsOne && decide(Block, Way, *Shared, Phase, Of);
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T))
      continue;
    const ThreadForm F = If[T];
    auto Known = F.isKnown() ? Decided.find(F.Sum) : Decided.end();
    if (F.isNumber() ? F.Number != 0
                     : Known != Decided.end() &&
                           (IsOne ? Value : Known->second) == (F.Number == 0))
      Taking.set(T);
    else if (!F.isNumber() && Known == Decided.end())
      Undecided.set(T);
  }
  return Taking;
}

/// Numbers alone do not say which way each of \p Of leaves \p Block.
bool Trace::isUnknownOf(unsigned Block, const ThreadSet &Of) {
  return any_of(Blocks[Block].Ways, [&](const FlowWay &Way) {
    if (!Way.When)
      return false;
    const FormsOfBlock &If = Values(Way.When);
    for (unsigned T = 0; T != Threads; ++T)
      if (Of.test(T) && !If[T].isNumber())
        return true;
    return false;
  });
}

/// Adds what \p Of may store behind \p Block, before its ways join. False: not all
/// of that is known.
bool Trace::addPossibleStores(unsigned Block, const ThreadSet &Of) {
  const std::vector<unsigned> &Around = Blocks[Block].Loops;
  const size_t Fixed = Around.size() - (mayLeave(Block) ? 1 : 0);
  for (unsigned B : Regions.behind(Block).Blocks.set_bits())
    for (const FlowStep &Step : Blocks[B].Steps) {
      if (Step.What != FlowStep::Kind::Access ||
          Step.Number >= Kernel.NumShared ||
          Kernel.Accesses[Step.Number].Effect == AccessEffect::Read)
        continue;
      const KernelAccess &A = Kernel.Accesses[Step.Number];
      const auto Inner =
          ArrayRef(Blocks[B].Loops)
              .drop_front(std::min(Fixed, Blocks[B].Loops.size()));
      if (!A.Address || any_of(Inner, [&](unsigned Loop) {
            return Values.dependsOn(A.Address, Loop);
          }))
        return false;
      const FormsOfBlock &Address = Values(A.Address);
      for (unsigned T = 0; T != Threads; ++T) {
        if (Of.test(T) && !Address[T].isKnown())
          return false;
        if (Of.test(T))
          Accesses->addPossibleStore(Address[T], A.BytesPerLane);
      }
    }
  return true;
}

/// What is not known of the condition at \p Block is where the data end, and some
/// blocks lie before that.
bool Trace::areWithinBounds(unsigned Block, const ThreadSet &Of) {
  if (any_of(Blocks[Block].Ways,
             [&](const FlowWay &W) { return Regions.endsQuietly(W.To); }))
    return true;
  return all_of(Blocks[Block].Ways, [&](const FlowWay &Way) {
    if (!Way.When)
      return true;
    const FormsOfBlock &If = Values(Way.When);
    for (unsigned T = 0; T != Threads; ++T) {
      const SharedUnknown *U = Of.test(T) ? Values.Table.truth(If[T]) : nullptr;
      if (Of.test(T) && !If[T].isNumber() && (!U || !U->IsBound))
        return false;
    }
    return true;
  });
}

void Trace::takeWays(unsigned Block, ThreadSet Of) {
  const FlowBlock &B = Blocks[Block];
  Values.spend(Of.count());
  ThreadSet Undecided;
  const bool IsUnknown = isUnknownOf(Block, Of);
  if (IsUnknown && KnowsStores)
    KnowsStores = areWithinBounds(Block, Of) || addPossibleStores(Block, Of);
  if (IsUnknown)
    Of &= ~takeBoth(Block, Of);
  for (unsigned Way = 0; Way != B.Ways.size() && Of.any(); ++Way) {
    const bool IsLast = Way + 1 == B.Ways.size();
    ThreadSet Taking = IsLast ? Of : taking(Block, Way, Of, Undecided);
    Of &= ~(Taking | Undecided);
    if (Taking.any() && Of.any() && Splits.size() < MaxSplits)
      Splits.push_back({Block, Way, Taking, Of});
    if (Taking.none())
      continue;
    if (IsUnknown)
      Paths.add(Block, Way, Time, Taking, loopState());
    send(Block, B.Ways[Way].To, Taking, !IsUnknown);
  }
  if (Undecided.any() && !goOnInBounds(Block, Undecided) &&
      !takePerhaps(Block, Undecided) && !takeSplit(Block, Undecided))
    leaveOut(Block, Undecided);
}

/// \p IsKnown: numbers alone say that they go there.
void Trace::send(unsigned Block, unsigned To, const ThreadSet &Of,
                 bool IsKnown) {
  for (ActiveLoop &L : Loops)
    if (Block >= L.Header && Block < L.End && (To < L.Header || To >= L.End)) {
      if (IsKnown)
        L.Exit.leaveIn(L.Iteration);
      else
        L.Exit.lose();
    }
  for (ActiveLoop &L : Loops)
    if (L.Header == To && Block >= L.Header && Block < L.End) {
      L.Next |= Of;
      return;
    }
  Waiting[To] |= Of;
}

/// Nobody knows which way \p Of go: they come back where the ways join, if no
/// barrier of the block lies between.
void Trace::leaveOut(unsigned Block, const ThreadSet &Of) {
  const FlowRegion &Region = Regions.behind(Block);
  const std::optional<unsigned> Join = Blocks[Block].Join;
  if (!Join || Region.HasBarrier) {
    lose(Of);
    return;
  }
  forgetCopies(/*Writes=*/true);
  IsExact = false;
  if (Region.MayLearn) {
    giveUpOrder();
    Informed |= Of;
    LostInCluster |= Of;
  }
  if (Region.HasWarpPoint) {
    LostInWarp |= Of;
    ++Time;
    meet(FormsOfBlock{ThreadForm::unknown()}, Of);
  }
  send(Block, *Join, Of);
}

} // namespace warplint
