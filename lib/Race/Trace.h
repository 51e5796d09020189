//===- Trace.h - One execution of a block -----------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_RACE_TRACE_H
#define WARPLINT_LIB_RACE_TRACE_H

#include "FlowRegions.h"
#include "Objects.h"
#include "Order/NamedOrder.h"
#include "Order/Timeline.h"
#include "PhaseAccesses.h"
#include "warplint/Warp/LaneMask.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <set>

namespace warplint {

/// An operation of the lanes that a mask names.
struct WarpPoint {
  const FlowStep *Step = nullptr;
  LaneMask Mask = 0;
  friend auto operator<=>(const WarpPoint &, const WarpPoint &) = default;
};

/// Threads that part by a condition of which each knows its own outcome.
struct KnownSplit {
  unsigned Block = 0;
  unsigned Way = 0; ///< Of FlowBlock::Ways: where Taking goes.
  ThreadSet Taking, Others;
};

/// Where threads go whose condition is not known.
struct PerhapsWay {
  unsigned Block = 0;
  unsigned Way = 0;    ///< Of two.
  unsigned Before = 0; ///< Times that they come there before.
  /// Half of them: the others do not.
  bool IsHalf = false;
  /// Half of them take one way and the others the other.
  bool IsSplit = false;
  friend auto operator<=>(const PerhapsWay &, const PerhapsWay &) = default;
};

/// Executes the kernel once for all threads. A condition that the threads share
/// and that is unknown has one outcome in a trace, for all places that ask it:
/// the first way, but for the blocks in Flipped; loops are left in their third
/// iteration.
class Trace {
public:
  Trace(const KernelModel &Kernel, BlockEvaluation &Values,
        FlowRegions &Regions, PathConditions &Paths, PhaseAccesses *Accesses,
        unsigned Threads, std::set<unsigned> Flipped,
        std::optional<PerhapsWay> Perhaps = {});

  void run();

  /// The ways of conditions that are not known of all threads.
  const std::set<PerhapsWay> &undecided() const { return UndecidedAt; }
  /// All that the threads do is known, and nothing of it races.
  bool isRaceFree() const {
    return Order && IsExact && Accesses && Accesses->areAllOrdered();
  }
  /// The same where a barrier of the block lies behind one of them.
  const std::set<PerhapsWay> &splits() const { return SplitsAt; }
  /// Data sent threads the way that was tried.
  bool tookByData() const { return PerhapsBlocks.any(); }
  /// How often they came to where that may be.
  unsigned timesAtWay() const { return TimesAtWay; }

  /// Before run(): the grid is smaller than the data, so that a block comes to
  /// the second round of a loop in steps of the grid.
  void assumeSmallGrid() { IsGridSmall = true; }
  /// Such a loop was left after its first round.
  bool isForLargeGrid() const { return IsForLargeGrid; }

  /// Before run(): what may be stored in other traces is asked for, too.
  void followPossibleStores() { KnowsStores = true; }
  /// All that threads may store in shared memory is known.
  bool knowsStores() const { return KnowsStores; }

  /// The blocks that end with a condition that was decided for all.
  const std::set<unsigned> &decided() const { return DecidedAt; }
  /// Where threads waited that others did not come to.
  std::vector<DivergentBarrier> divergent();
  /// Operations of a warp with a mask that does not fit the lanes there.
  const std::vector<WrongMask> &wrongMasks();

private:
  struct ActiveLoop {
    unsigned Header = 0, End = 0, Number = 0;
    uint32_t Iteration = 0;
    LoopExit Exit;
    ThreadSet Next; ///< Threads that begin another iteration.
  };

  bool next(unsigned &Block, ThreadSet &Of);
  void leaveLoop();
  void enter(unsigned Header);
  void visit(unsigned Block, ThreadSet Of);
  void takeStep(const FlowStep &Step, unsigned Block, const ThreadSet &Of);
  void access(const FlowStep &Step, unsigned Block, const ThreadSet &Of);
  void passBarrier(unsigned Barrier, const ThreadSet &Of);
  bool passNamed(const FlowStep &Step, const ThreadSet &Of);
  void giveUpOrder();
  bool mayTake(unsigned Block, unsigned Way, bool Holds, const ThreadSet &Of);
  void judgeOrder();
  void addParted(const Timeline &Of, const ThreadSet &Among,
                 bool FlowRegion::*Holds, std::vector<DivergentBarrier> &To);
  void addStuck(std::vector<DivergentBarrier> &To) const;
  void forgetCopies(bool Writes);
  void passCopies(const FlowStep &Step, const ThreadSet &Of);
  void lose(const ThreadSet &Some);
  void meet(const FormsOfBlock &Masks, const ThreadSet &Of);
  void passWarps(const FlowStep &Step, const LaneExpr *Mask,
                 const ThreadSet &Of);
  void takeWays(unsigned Block, ThreadSet Of);
  void send(unsigned Block, unsigned To, const ThreadSet &Of,
            bool IsKnown = false);
  void leaveOut(unsigned Block, const ThreadSet &Of);
  void decideBounds(const LaneExpr *When, const ThreadSet &Of);
  bool goOnInBounds(unsigned Block, const ThreadSet &Of);
  bool passBounds(unsigned Block, const ThreadSet &Of);
  bool takePerhaps(unsigned Block, const ThreadSet &Of);
  bool takeSplit(unsigned Block, const ThreadSet &Of);
  ThreadSet splitByData(const LaneExpr *When, const ThreadSet &Of);
  bool mayBeLarge(const LaneExpr *Bound);
  bool isBound(const LaneExpr *When, const ThreadSet &Of);
  ThreadSet takingByData(unsigned Block, bool Truth, const ThreadSet &Of);
  bool takeAnother(unsigned Block, const ThreadSet &Of);
  ThreadSet takeBoth(unsigned Block, const ThreadSet &Of);
  const InputsOfThreads *inputsAt(unsigned Block);
  ThreadSet taking(unsigned Block, unsigned Way, const ThreadSet &Of,
                   ThreadSet &Undecided);
  bool decide(unsigned Block, unsigned Way, ThreadForm If, uint32_t Phase,
              const ThreadSet &Of);
  bool mayLeave(unsigned Block) const;
  bool choose(unsigned Block, unsigned Way, ThreadForm If);
  uint32_t mostIterations(const SharedUnknown *Condition);
  std::vector<SharedDecision> decisionsAround(unsigned Block) const;
  LoopState loopState() const;
  std::vector<uint32_t> iterations() const {
    return warplint::iterations(loopState());
  }
  unsigned blockOf(llvm::function_ref<bool(const FlowStep &)> IsIt) const;
  bool isUnknownOf(unsigned Block, const ThreadSet &Of);
  bool addPossibleStores(unsigned Block, const ThreadSet &Of);
  bool areWithinBounds(unsigned Block, const ThreadSet &Of);
  bool mayPart(unsigned Block, const ThreadSet &Some, const ThreadSet &Others);

  std::optional<ThreadSplit> splitOf(ThreadSet &Passing, ThreadSet &Missing,
                                     bool FlowRegion::*Holds) const;

  const KernelModel &Kernel;
  const std::vector<FlowBlock> &Blocks;
  BlockEvaluation &Values;
  FlowRegions &Regions;
  PathConditions &Paths;
  PhaseAccesses *Accesses; ///< Null where nobody asks for races.
  unsigned Threads;
  std::set<unsigned> Flipped, DecidedAt;
  std::optional<PerhapsWay> Perhaps;
  unsigned TimesAtWay = 0;
  bool HasTaken = false, IsGridSmall = false, IsForLargeGrid = false;
  llvm::BitVector PerhapsBlocks; ///< Executed for some data alone.
  /// By the branch that leads there: for these.
  std::map<unsigned, InputsOfThreads> PerhapsInputs;
  std::set<PerhapsWay> UndecidedAt, SplitsAt;

  uint32_t Time = 0;
  std::map<unsigned, ThreadSet> Waiting; ///< By block, who begins it next.
  std::vector<ActiveLoop> Loops;
  std::vector<ThreadPhase> Phases;
  ThreadSet Informed; ///< May have learned what others did in this phase.
  ThreadSet Asking;   ///< A fence would make them Informed.
  ThreadSet Ended, Lost;
  std::map<uint32_t, bool> Decided;               ///< By condition.
  std::map<unsigned, SharedDecision> LastDecided; ///< By block.
  Timeline OfBlock, OfWarps;                      ///< Barriers; WarpPoints.
  Timeline OfCluster;                             ///< Arrivals at its barrier.
  ThreadSet LostInCluster;           ///< May have passed others of these.
  std::optional<StuckThreads> Stuck; ///< At barriers of Order.
  std::vector<WarpPoint> Points;
  std::map<WarpPoint, unsigned> PointNumbers;
  /// Where threads pass barriers of some warps.
  std::optional<NamedOrder> Order;
  bool KnowsStores = false;
  bool IsExact = true;  ///< All that the threads do is known.
  ThreadSet LostInWarp; ///< May have passed other points of their warps.
  std::vector<WrongMask> Wrong;
  std::vector<KnownSplit> Splits;
};

/// The kernel may be written for blocks of \p Shape: they load only words that they
/// store, and within their arrays, maybe with some numbers of the launch; nothing:
/// that is not known.
std::optional<bool> isWrittenFor(const LaunchShape &Shape,
                                 const KernelModel &Kernel,
                                 SymbolBinding &Known, uint64_t MostWork);

/// A race with all numbers of the launch that are tried, of which one is shown.
std::optional<SharedRace> raceWithNumbers(const KernelModel &Kernel,
                                          SymbolBinding &Known,
                                          const LaunchShape &Shape,
                                          uint64_t MostWork);

} // namespace warplint

#endif // WARPLINT_LIB_RACE_TRACE_H
