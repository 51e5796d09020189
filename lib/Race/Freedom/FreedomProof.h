//===- FreedomProof.h - That no accesses of a block race --------*- C++ -*-===//
//
// Follows all ways of all threads at once. A place in the code has the set of
// accesses that may have been executed since the last barrier on some way to it;
// an access there must not meet one of these in another thread.
//
//   s[t] = 0;                open: the store
//   __syncthreads();         none
//   for (k < n) {            none, or the load of the iteration before
//     s[t] += s[t];
//     __syncthreads();       none
//   }
//
// Conditions that threads answer differently, or in a way that is not known,
// send threads both ways; what lies between them and the place where the ways
// join is concurrent. A barrier there proves nothing.
//
// Loops are executed one iteration after the other where these are few, and
// else twice in terms of an unknown number: in a loop with a barrier on all ways
// an access meets those of the next iteration alone; in another one those of any.
//
// Assumptions: indices lie in their arrays; sums with unknowns do not wrap
// around (ThreadForms.h).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_FREEDOMPROOF_H
#define WARPLINT_LIB_RACE_FREEDOMPROOF_H

#include "Footprint.h"
#include "Race/FlowRegions.h"
#include "Race/Objects.h"
#include <map>
#include <set>

namespace warplint {

/// How an access is still open at some place.
struct OpenAccess {
  uint32_t Warps = 0; ///< To lanes of these warps,
  unsigned Tile = 1;  ///< in other tiles of so many lanes.
  /// A copy that is not waited for: groups that were committed since.
  std::optional<unsigned> Pending;
  /// Of a copy that fills shared memory: the object that is waited for instead.
  std::optional<ThreadForm> Object;
  bool IsBulk = false; ///< The groups are those of cp.async.bulk.
  /// Only since a barrier is left out: it would have ended that.
  bool IsBeyond = false;
  /// By object: threads that arrived there since. Of threads that are elsewhere
  /// it says nothing.
  llvm::SmallVector<std::pair<ThreadForm, ThreadSet>, 0> Late;
  /// Truth values of the block that hold on all ways on which it is open.
  llvm::SmallVector<ThreadForm, 0> When;

  ThreadSet &lateAt(ThreadForm Object);

  void join(const OpenAccess &Other);
};

class FreedomProof {
public:
  /// \p Without: barriers that are left out. Then only what they would have
  /// ordered counts, and accesses to other memories do, too. \p MostCounted:
  /// iterations that are executed one by one.
  FreedomProof(const KernelModel &Kernel, BlockEvaluation &Values,
               FlowRegions &Regions, unsigned Threads,
               std::set<unsigned> Without, uint32_t MostCounted);

  bool prove();
  const std::string &reason() const { return Reason; }
  const KernelPlace *where() const { return Where; }
  /// Fewer iterations that are executed one by one may be less work.
  bool isTooLarge() const { return IsTooLarge; }
  /// Threads came to the barrier.
  bool passed(unsigned Barrier) const { return Passed.contains(Barrier); }

private:
  using OpenSet = std::map<uint32_t, OpenAccess>; ///< By number in Seen.
  struct Arrival {
    ThreadSet Of;
    OpenSet Open;
    ObjectStates Objects;
    /// Writes, by number in Seen, that the copy engine need not see.
    std::set<uint32_t> Unfenced;
  };
  struct ActiveLoop {
    unsigned Header = 0, End = 0, Number = 0;
    uint32_t Entry = 0, Iteration = 0;
    uint32_t Period = 0;    ///< 0: each iteration is executed.
    bool IsFree = false;    ///< A thread may be whole iterations ahead.
    uint32_t FirstSeen = 0; ///< The accesses before it have lower numbers.
    uint32_t Before = 0;    ///< So have those before the loop.
    LoopExit Exit;
    Arrival Next;
  };
  /// Between a branch that threads leave both ways and its join.
  struct PartedRegion {
    unsigned Branch = 0;
    llvm::BitVector Blocks;
    uint32_t Warps = 0; ///< Lanes of these part.
    OpenSet Open;
    /// Who takes each way; empty where that is not known of all.
    std::vector<ThreadSet> Sides;

    /// All of \p Some take one way.
    bool isOneSide(const ThreadSet &Some) const;
  };

  bool checkKernel();
  bool run();
  bool next(unsigned &Block, Arrival &At);
  void enter(unsigned Header, const Arrival &At);
  bool isCounted(const ActiveLoop &L, const ThreadSet &Of);
  bool isNumberFor(const LaneExpr *When, const ThreadSet &Of);
  bool endsSoon(const LaneExpr *When, unsigned Loop);
  bool isFree(const ActiveLoop &L) const;
  uint32_t periodOf(const ActiveLoop &L);
  void setIteration(const ActiveLoop &L);
  bool advance();
  void leaveLoop();

  void visit(unsigned Block, Arrival At);
  void takeStep(const FlowStep &Step, unsigned Block, Arrival &At);
  void access(const FlowStep &Step, Arrival &At);
  bool describe(const KernelAccess &A, Footprint &F);
  void setSlot(unsigned Access, Footprint &F);
  bool addToSlot(const LaneExpr *E, int64_t Factor, Footprint::Slot &To);
  bool isFreshAt(unsigned Access, unsigned Atomic) const;
  int64_t leastStepOf(unsigned Atomic) const;
  void passBarrier(unsigned Barrier, unsigned Block, Arrival &At);
  void passWarps(const FlowStep &Step, unsigned Block, Arrival &At);
  unsigned tileOf(const FormsOfBlock &Masks, const ThreadSet &Of) const;
  void passWait(const KernelBarrier &Wait, Arrival &At);
  bool isOrderSeen(const Footprint &X, const Footprint &Y) const;
  void check(const Footprint &New, uint32_t Earlier, const OpenAccess &How);

  void passObject(const FlowStep &Step, unsigned Block, Arrival &At);
  void arrive(const FlowStep &Step, ThreadForm Address, Arrival &At);
  bool waitFor(const FlowStep &Step, unsigned Block, ThreadForm Address,
               Arrival &At);
  bool mayBeOther(ThreadForm X, ThreadForm Y);
  void touchObject(ThreadForm Address, Arrival &At);
  void passFence(Arrival &At) const;
  void beginCopy(const FlowStep &Step, Arrival &At);
  bool isDescribed(const SharedUse &Use) const;
  std::optional<ThreadForm> oneValue(const LaneExpr *E, const ThreadSet &Of);
  static void joinLate(OpenSet &To, const ThreadSet &Of, const OpenSet &From,
                       const ThreadSet &Others);
  bool waitsFully(const FlowStep &Step) const;
  void reopen(const ActiveLoop &L);

  void takeWays(unsigned Block, const Arrival &At);
  void joinParted(const PartedRegion &R, Arrival &At) const;
  void passNamed(const FlowStep &Step, unsigned Block, Arrival &At);
  void closeFor(const ThreadSet &Group, OpenSet &Open);
  bool mayPart(const ThreadSet &Some, unsigned Block, bool IsOfWarps) const;
  void part(unsigned Block, const std::vector<ThreadSet> &Taking,
            uint32_t Mixed, const OpenSet &Open);
  unsigned countBusyWays(unsigned Block) const;
  bool othersEnd(unsigned Block);
  void assume(ThreadForm Truth, OpenSet &Open);
  void send(unsigned Block, unsigned To, const ThreadSet &Of,
            const Arrival &From);

  static void joinInto(OpenSet &To, const OpenSet &From, uint32_t Warps);
  bool areApart(const Footprint &X, const Footprint &Y);
  bool isOther(const KernelAccess &A) const {
    return &A >= Kernel.Accesses.data() + Kernel.NumShared;
  }
  std::string name(const Footprint &Of) const;
  const KernelPlace &placeOf(const Footprint &Of) const;
  void fail(std::string Why, const KernelPlace *At);
  void failAsTooLarge();
  bool isDone() const { return !Reason.empty(); }

  const KernelModel &Kernel;
  const std::vector<FlowBlock> &Blocks;
  BlockEvaluation &Values;
  FlowRegions &Regions;
  unsigned Threads;
  std::set<unsigned> Without;
  uint32_t MostCounted;
  std::set<unsigned> Uncounted; ///< Loops that turned out to be long.
  /// Waits for objects that turned out not to be ones of the whole block.
  std::set<unsigned> Partial;
  /// By number of a named barrier the threads that wait there together; none
  /// where several groups do.
  std::map<int64_t, ThreadSet> NamedGroups;
  bool HasUnknownGroup = false;
  unsigned MixedGroups = 0; ///< Numbers that turned out to be of several.

  std::string Reason;
  bool IsTooLarge = false;
  const KernelPlace *Where = nullptr;
  std::map<unsigned, Arrival> Waiting;
  std::vector<ActiveLoop> Loops;
  std::vector<PartedRegion> Parted;
  std::vector<Footprint> Seen;
  /// Of an access, by number in Seen, what others than a group did.
  std::vector<std::tuple<uint32_t, ThreadSet, uint32_t>> RestOf;
  uint32_t Entries = 0;
  /// Blocks with barriers that ended something, and branches whose ways threads
  /// take apart.
  std::map<unsigned, unsigned> BarrierIn;
  std::set<unsigned> PartedAt, Passed;
  std::map<unsigned, bool> OthersEnd; ///< By block.
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_FREEDOMPROOF_H
