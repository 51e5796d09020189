//===- BlockTrace.cpp - What the threads of a block do together -----------===//

#include "warplint/Race/BlockTrace.h"
#include "Lane/Expr/LaneWalk.h"
#include "OpenBlocks.h"
#include "Race/Freedom/FreedomProof.h"
#include "Race/Order/BlocksPart.h"
#include "Trace.h"
#include "warplint/Messages/Races.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Executions of one kernel under one launch.
static constexpr unsigned MaxTraces = 12;
/// Times the work of other proofs: the largest block has most threads.
static constexpr uint64_t WorkOfLargest = 4;
/// Blocks of usual sizes for which a proof is sought.
static constexpr size_t MostUsualProofs = 3;
/// Iterations executed one by one where more are too much work.
static constexpr uint32_t ManyCounted = 64, FewCounted = 8;

/// \p B only waits: it neither counts nor votes.
static bool isPlainBarrier(const KernelBarrier &B) {
  return is_contained(
      {"barrier.cta.sync.aligned.all", "bar.sync", "barrier.sync", "barrier0"},
      B.Instruction);
}

/// Threads meet, or learn what others did, at nothing but barriers of the block
/// and of warps, and tell other blocks nothing.
static bool meetAtBarriersAlone(const KernelModel &Kernel,
                                const FlowRegions &Regions) {
  // Behind a barrier, all threads rely on what one of them has read from other blocks.
  auto AsksOthers = [](const KernelAccess &A) {
    return A.Atomic && A.Atomic->IsResultUsed &&
           !A.Spaces.isOnly(MemorySpace::Shared);
  };
  if (Kernel.Flow.TellsOthers || any_of(Kernel.Accesses, AsksOthers))
    return false;
  for (auto [Number, Block] : enumerate(Kernel.Flow.Blocks)) {
    if (Block.IsHeader && Regions.isWait(static_cast<unsigned>(Number)))
      return false;
    for (const FlowStep &Step : Block.Steps)
      if (Regions.mayLearnAt(Step) ||
          (Step.What == FlowStep::Kind::Barrier &&
           is_contained(
               {BarrierKind::Fence, BarrierKind::Object, BarrierKind::Copy},
               Kernel.Barriers[Step.Number].Kind)))
        return false;
  }
  return true;
}

/// Where the iterations of long loops are too much work, some stand for all.
static void proveFreedom(const KernelModel &Kernel, SymbolBinding &Known,
                         const LaunchShape &Shape, FlowRegions &Regions,
                         const HazardQuestion &Asked, BlockHazards &Found,
                         uint32_t MostCounted = ManyCounted) {
  BlockEvaluation Values(*Kernel.Context, Kernel.Flow, Known, Shape, Shape,
                         Asked.MostWork);
  Values.Table.keepBoundsApart();
  const auto Threads = unsigned(Shape.threads());
  FreedomProof Proof(Kernel, Values, Regions, Threads, {}, MostCounted);
  Found.Freedom.IsProven = Proof.prove();
  Found.Freedom.Reason = Proof.reason();
  Found.Freedom.Where = Proof.where();
  if (Proof.isTooLarge() && MostCounted > FewCounted)
    return proveFreedom(Kernel, Known, Shape, Regions, Asked, Found,
                        FewCounted);
  if (!Asked.IdleBarriers || !Found.Freedom.IsProven ||
      !meetAtBarriersAlone(Kernel, Regions))
    return;
  std::set<unsigned> Without;
  for (auto [Number, B] : enumerate(Kernel.Barriers)) {
    if (B.Kind != BarrierKind::Block || !isPlainBarrier(B) ||
        !Proof.passed(unsigned(Number)))
      continue;
    std::set<unsigned> Fewer = Without;
    Fewer.insert(unsigned(Number));
    if (FreedomProof(Kernel, Values, Regions, Threads, Fewer, MostCounted)
            .prove())
      Without = std::move(Fewer);
  }
  Found.Idle.assign(Without.begin(), Without.end());
}

/// That no block of \p Shape races, of which some extents are not known: threads
/// of smaller blocks do what those of the largest ones do, which may or may not be
/// there. Not so where a barrier counts them.
static void proveForAnyBlock(const KernelModel &Kernel, SymbolBinding &Known,
                             const OpenBlocks &Open,
                             const HazardQuestion &Asked, BlockHazards &Found) {
  if (any_of(Kernel.Barriers, [](const KernelBarrier &B) {
        return is_contained({BarrierKind::Named, BarrierKind::Arrive,
                             BarrierKind::Object, BarrierKind::Cluster},
                            B.Kind);
      }))
    return;
  std::set<unsigned> Passed;
  bool MeetAtBarriers = true;
  auto IsFree = [&](const std::set<unsigned> &Without) {
    return all_of(Open.Largest, [&](const LaunchShape &S) {
      BlockEvaluation Values(*Kernel.Context, Kernel.Flow, Known, S, Open.Shape,
                             WorkOfLargest * Asked.MostWork);
      Values.Table.keepBoundsApart();
      const auto Threads = unsigned(S.threads());
      FlowRegions Regions(Kernel, Threads);
      FreedomProof Proof(Kernel, Values, Regions, Threads, Without, FewCounted);
      if (!Proof.prove())
        return false;
      for (unsigned B = 0; B != Kernel.Barriers.size(); ++B)
        if (Proof.passed(B))
          Passed.insert(B);
      MeetAtBarriers &= meetAtBarriersAlone(Kernel, Regions);
      return true;
    });
  };
  Found.Freedom.IsProven = !Open.Largest.empty() && IsFree({});
  if (!Found.Freedom.IsProven)
    return;
  Found.Freedom.Assumption = Open.Assumption;
  if (!Asked.IdleBarriers || !MeetAtBarriers || !Open.HasAllOthers ||
      !Open.Assumption.empty())
    return;
  std::set<unsigned> Without;
  for (unsigned Number : std::set<unsigned>(Passed)) {
    const KernelBarrier &B = Kernel.Barriers[Number];
    std::set<unsigned> Fewer = Without;
    Fewer.insert(Number);
    if (B.Kind == BarrierKind::Block && isPlainBarrier(B) && IsFree(Fewer))
      Without = std::move(Fewer);
  }
  Found.Idle.assign(Without.begin(), Without.end());
}

/// The blocks for which \p Kernel may be written, if others load what nothing has
/// stored, as `s[t + 64]` in a block of 32 threads; else none.
static std::vector<LaunchShape> writtenAmong(const OpenBlocks &Open,
                                             const KernelModel &Kernel,
                                             SymbolBinding &Known,
                                             uint64_t MostWork) {
  std::vector<LaunchShape> All = Open.UsualAndLargest, Written;
  for (LaunchShape Half : Open.UsualAndLargest)
    if (!Open.Shape.X && *(Half.X = *Half.X / 2) && !is_contained(All, Half))
      All.push_back(Half);
  for (const LaunchShape &Shape : All) {
    const std::optional<bool> Is = isWrittenFor(Shape, Kernel, Known, MostWork);
    if (!Is)
      return {};
    if (*Is)
      Written.push_back(Shape);
  }
  return Written.size() == All.size() ? std::vector<LaunchShape>() : Written;
}

/// The races of \p Kernel that blocks of each of \p Shapes have.
static void raceInEach(const KernelModel &Kernel, SymbolBinding &Known,
                       ArrayRef<LaunchShape> Shapes, HazardQuestion Asked,
                       BlockHazards &Found) {
  Asked.IsProofWanted = false;
  auto IsOf = [](const SharedRace &R, const SharedRace &S) {
    return std::minmax(R.First.Access, R.Second.Access) ==
           std::minmax(S.First.Access, S.Second.Access);
  };
  std::optional<std::vector<SharedRace>> InAll;
  for (const LaunchShape &Shape : Shapes) {
    const BlockHazards Here = findHazards(Kernel, Known, Shape, Asked);
    if (!InAll)
      InAll = Here.Races;
    llvm::erase_if(*InAll, [&](const SharedRace &R) {
      return none_of(Here.Races,
                     [&](const SharedRace &S) { return IsOf(R, S); });
    });
    if (InAll->empty())
      return;
  }
  if (!InAll)
    return;
  Found.Races = std::move(*InAll);
  Found.Tried = Shapes.vec();
}

namespace {
struct TraceInput {
  const KernelModel &Kernel;
  BlockEvaluation &Values;
  FlowRegions &Regions;
  PathConditions &Paths;
  PhaseAccesses &Accesses;
  unsigned Threads;
};
} // namespace

/// Races where data, or bounds that are not known, send threads one of \p Ways, or
/// others that lie behind one.
static std::vector<SharedRace>
racesForSomeData(const TraceInput &In, const std::set<PerhapsWay> &Ways) {
  In.Accesses.Asyncs.stop();
  std::vector<PerhapsWay> Rest(Ways.begin(), Ways.end());
  for (size_t N = 0; N < Rest.size() && N != MaxTraces; ++N) {
    if (!In.Values.spend(1))
      break;
    In.Accesses.startTrace();
    In.Accesses.Copies.stop();
    Trace Here(In.Kernel, In.Values, In.Regions, In.Paths, &In.Accesses,
               In.Threads, {}, Rest[N]);
    Here.run();
    if (std::vector<SharedRace> Found = In.Accesses.takeRaces(); !Found.empty())
      return Found;
    for (const PerhapsWay &Way : Here.undecided())
      if (!is_contained(Rest, Way))
        Rest.push_back(Way);
    if (Here.tookByData() && !Rest[N].IsHalf && !Rest[N].Before) {
      Rest.push_back(Rest[N]);
      Rest.back().IsHalf = true;
      // What they do the last time meets what is behind a loop.
      if (Here.timesAtWay() > 1) {
        Rest.push_back(Rest[N]);
        Rest.back().Before = Here.timesAtWay() - 1;
      }
    }
  }
  return {};
}

/// Races between rounds of loops in steps of the grid.
static std::vector<SharedRace> racesInSmallGrid(const TraceInput &In,
                                                const LaneExpr *GridIs) {
  if (!In.Values.spend(1))
    return {};
  In.Paths.assume(GridIs);
  In.Accesses.startTrace();
  In.Accesses.Copies.stop();
  In.Accesses.Asyncs.stop();
  Trace T(In.Kernel, In.Values, In.Regions, In.Paths, &In.Accesses, In.Threads,
          {});
  T.assumeSmallGrid();
  T.run();
  In.Paths.assume(nullptr);
  std::vector<SharedRace> Found = In.Accesses.takeRaces();
  for (SharedRace &R : Found)
    R.IsInSmallGrid = true;
  return Found;
}

/// Races with any of some values of the launch.
static std::vector<SharedRace> racesForAnyLaunch(const TraceInput &In) {
  if (!In.Values.spend(1))
    return {};
  In.Accesses.startTrace();
  In.Accesses.Copies.stop();
  In.Accesses.keepForTrial();
  Trace(In.Kernel, In.Values, In.Regions, In.Paths, &In.Accesses, In.Threads,
        {})
      .run();
  return In.Accesses.takeTried();
}

/// Barriers that threads miss where their data part them at one of \p Splits.
static std::vector<DivergentBarrier>
barriersForSomeData(const TraceInput &In, const std::set<PerhapsWay> &Splits) {
  std::vector<DivergentBarrier> Found;
  for (const PerhapsWay &Split : Splits) {
    if (Found.size() == MaxTraces || !In.Values.spend(1))
      break;
    Trace Here(In.Kernel, In.Values, In.Regions, In.Paths, nullptr, In.Threads,
               {}, Split);
    Here.run();
    for (DivergentBarrier &D : Here.divergent())
      if (!D.haveEnded() && D.Split && D.Split->Block == Split.Block) {
        D.IsForSomeData = true;
        Found.push_back(D);
      }
  }
  return Found;
}

/// Each condition of the first trace is decided the other way in one trace, alone,
/// and all are in another. What a trace with \p Plan comes to first, behind a
/// condition that it decides the other way, is so beside that.
static void addPlans(const std::set<unsigned> &Decided,
                     const std::set<unsigned> &Plan,
                     std::set<unsigned> &Flipped,
                     std::vector<std::set<unsigned>> &Plans) {
  if (Flipped.empty() && Decided.size() > 1)
    Plans.push_back(Decided);
  for (unsigned Block : Decided)
    if (Flipped.insert(Block).second) {
      Plans.push_back(Plan);
      Plans.back().insert(Block);
    }
}

namespace {
/// What the executions of a kernel left open.
struct TraceOutcome {
  std::set<PerhapsWay> Undecided, Splits;
  bool IsFree = false; ///< All is known, and nothing races.
  bool IsForLargeGrid = false;
};
} // namespace

/// Executes the kernel with each condition that the block shares decided both
/// ways, and adds the barriers and masks that are wrong to \p Found.
static TraceOutcome traceAll(const TraceInput &In, bool WantsRaces,
                             BlockHazards &Found) {
  TraceOutcome Outcome;
  std::set<unsigned> SeenBarriers, Flipped;
  std::vector<DivergentBarrier> OfEnded;
  std::set<const FlowStep *> SeenSteps;
  std::vector<std::set<unsigned>> Plans = {{}};
  for (size_t N = 0; N < Plans.size() && N < MaxTraces; ++N) {
    In.Accesses.startTrace();
    Trace T(In.Kernel, In.Values, In.Regions, In.Paths,
            WantsRaces ? &In.Accesses : nullptr, In.Threads, Plans[N]);
    T.run();
    Outcome.IsForLargeGrid |= T.isForLargeGrid();
    Outcome.IsFree |= N == 0 && hasFlowAlone(In.Kernel) && T.isRaceFree();
    for (DivergentBarrier &D : T.divergent())
      if (D.haveEnded())
        OfEnded.push_back(D);
      else if (SeenBarriers.insert(D.Barrier).second)
        Found.Barriers.push_back(D);
    for (const WrongMask &W : T.wrongMasks())
      if (SeenSteps.insert(W.Step).second)
        Found.Masks.push_back(W);
    Outcome.Undecided.insert(T.undecided().begin(), T.undecided().end());
    Outcome.Splits.insert(T.splits().begin(), T.splits().end());
    addPlans(T.decided(), Plans[N], Flipped, Plans);
    if (In.Values.isSpent())
      break;
  }
  std::vector<DivergentBarrier> Others =
      barriersForSomeData(In, Outcome.Splits);
  llvm::append_range(Others, OfEnded);
  for (const DivergentBarrier &D : Others)
    if (SeenBarriers.insert(D.Barrier).second)
      Found.Barriers.push_back(D);
  return Outcome;
}

/// That blocks of some usual sizes and the largest one are free of races, or why
/// they are not: of several rows, if the kernel may have such.
static void proveInUsual(const KernelModel &Kernel, SymbolBinding &Known,
                         std::vector<LaunchShape> Shapes, HazardQuestion Asked,
                         BlockHazards &Found) {
  Asked.IdleBarriers = false;
  if (any_of(Shapes, [](const LaunchShape &S) { return *S.Y > 1; }))
    llvm::erase_if(Shapes, [](const LaunchShape &S) { return *S.Y == 1; });
  llvm::sort(Shapes, [](const LaunchShape &S, const LaunchShape &T) {
    return std::pair(S.threads(), *S.X) < std::pair(T.threads(), *T.X);
  });
  if (Shapes.size() > MostUsualProofs)
    Shapes.erase(Shapes.begin(), Shapes.end() - MostUsualProofs);
  size_t Proven = 0;
  std::optional<RaceProof> First;
  for (const LaunchShape &Shape : Shapes) {
    BlockHazards Here;
    FlowRegions Regions(Kernel, unsigned(Shape.threads()));
    proveFreedom(Kernel, Known, Shape, Regions, Asked, Here, FewCounted);
    Proven += Here.Freedom.IsProven;
    if (!First)
      First = std::move(Here.Freedom);
  }
  if (First && Proven == 0)
    Found.Freedom = std::move(*First);
  if (Proven != Shapes.size() || Proven < 2)
    return;
  Found.Freedom = std::move(*First);
  Found.Tried = std::move(Shapes);
}

BlockHazards findHazards(const KernelModel &Kernel, SymbolBinding &Known,
                         const LaunchShape &Shape,
                         const HazardQuestion &Asked) {
  BlockHazards Found;
  Found.Freedom.Reason = messages::RaceBlockUnknown();
  if (!Shape.isKnown() && Asked.Races && !Kernel.Flow.Blocks.empty()) {
    const OpenBlocks Open = openBlocksOf(Kernel, Shape);
    proveForAnyBlock(Kernel, Known, Open, Asked, Found);
    if (!Found.Freedom.IsProven && Open.Usual.size() > 1)
      raceInEach(Kernel, Known, Open.Usual, Asked, Found);
    if (!Found.Freedom.IsProven && Found.Races.empty())
      raceInEach(Kernel, Known,
                 writtenAmong(Open, Kernel, Known, Asked.MostWork), Asked,
                 Found);
    if (!Found.Freedom.IsProven && Found.Races.empty() && Asked.IsProofWanted)
      proveInUsual(Kernel, Known, Open.UsualAndLargest, Asked, Found);
  }
  if (!Shape.isKnown() || Shape.threads() > ThreadSet().size() ||
      Kernel.Flow.Blocks.empty())
    return Found;
  BlockEvaluation Values(*Kernel.Context, Kernel.Flow, Known, Shape, Shape,
                         Asked.MostWork);
  FlowRegions Regions(Kernel, unsigned(Shape.threads()));
  PathConditions Paths(Kernel, Regions, Known, Shape, Asked.MostWork);
  PhaseAccesses Accesses(Kernel, Values, Paths);
  const TraceInput With{Kernel, Values,   Regions,
                        Paths,  Accesses, unsigned(Shape.threads())};
  const TraceOutcome Outcome = traceAll(With, Asked.Races, Found);
  llvm::append_range(Found.Barriers, barriersOfSomeBlocks(Kernel, Known, Shape,
                                                          Asked.MostWork));
  Found.Races = Accesses.takeRaces();
  Found.CopyRaces = Accesses.Copies.takeRaces();
  Found.SameStores = Accesses.takeSameStores();
  if (!Asked.Races || !Found.Races.empty() || !Found.CopyRaces.empty())
    return Found;
  if (Asked.IsProofWanted)
    proveFreedom(Kernel, Known, Shape, Regions, Asked, Found);
  if (Outcome.IsFree) {
    Found.Freedom = RaceProof();
    Found.Freedom.IsProven = true;
  }
  if (!Found.Freedom.IsProven)
    Found.Races = racesForSomeData(With, Outcome.Undecided);
  if (!Found.Freedom.IsProven && Found.Races.empty() &&
      Outcome.IsForLargeGrid && Asked.MayGridBeSmall)
    Found.Races = racesInSmallGrid(With, Asked.GridIs);
  if (!Found.Freedom.IsProven && Found.Races.empty())
    Found.Races = racesForAnyLaunch(With);
  if (!Found.Freedom.IsProven && Found.Races.empty())
    if (auto Race = raceWithNumbers(Kernel, Known, Shape, Asked.MostWork))
      Found.Races.push_back(std::move(*Race));
  return Found;
}

std::string threadList(const ThreadSet &Threads) {
  std::vector<std::string> Ranges;
  for (size_t T = 0; T != Threads.size(); ++T) {
    if (!Threads.test(T))
      continue;
    const size_t First = T;
    while (T + 1 != Threads.size() && Threads.test(T + 1))
      ++T;
    std::string Text = std::to_string(First);
    if (T != First)
      Text += (T == First + 1 ? " and " : " to ") + std::to_string(T);
    Ranges.push_back(std::move(Text));
  }
  constexpr size_t Most = 4;
  std::string All;
  for (auto [N, Range] : enumerate(Ranges)) {
    if (N == Most)
      return All + ", ...";
    All += (N == 0 ? "" : ", ") + Range;
  }
  return All;
}

} // namespace warplint
