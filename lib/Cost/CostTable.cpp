//===- CostTable.cpp - Adding up one kernel -------------------------------===//

#include "CostTable.h"
#include "Analysis/SectorRequests.h"
#include "AtomicQueues.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Bounds.h"
#include "warplint/Messages/Checks.h"
#include "warplint/Support/Paths.h"
#include "warplint/Warp/L2Rates.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;

namespace warplint {

/// The launch under which the accesses of \p K waste most. Of several such, that of
/// most blocks: a program that picks one of several sizes is tuned for the largest.
static LaunchCase &launchOf(FileFacts &Facts, const JudgedKernel &K) {
  const auto BlocksOf = [](const LaunchCase &Case) {
    const LaunchShape &Grid = Case.Record.Grid;
    return Grid.isKnown() ? Grid.threads() : 0;
  };
  LaunchCase *Best = K.Launches.front().get();
  uint64_t Most = 0;
  const auto Try = [&](LaunchCase &Case, uint64_t Weight) {
    if (std::pair(Weight, BlocksOf(Case)) <= std::pair(Most, BlocksOf(*Best)))
      return;
    Most = Weight;
    Best = &Case;
  };
  for (const auto &Case : K.Launches)
    Try(*Case, 0);
  for (std::optional<size_t> Number : K.Records) {
    if (!Number)
      continue;
    const AccessRecord &A = Facts.accesses()[*Number];
    for (const auto &Case : K.Launches)
      if (Case->Record.Shape == A.Launch.Shape &&
          Case->Record.Where == A.Launch.Where)
        Try(*Case, weightOf(A));
  }
  return *Best;
}

/// Blocks that an SM holds, as far as shared memory and threads decide it, and
/// registers where the machine code is at hand.
static double blocksOnSM(const KernelModel &Kernel, const LaunchRecord &Launch,
                         const MachineCode *Code, const Target &On) {
  const LaunchShape &Shape = Launch.Shape;
  const KernelCode *Own = Code ? Code->find(Kernel.MangledName) : nullptr;
  return std::max(1u, sharedLimits(On).blocksPerSM(
                          Kernel.sharedBytes(Launch.DynamicSharedBytes),
                          Shape.isKnown() ? Shape.threads() : UsualThreads,
                          Own ? Own->Registers : 0));
}

CostTable::CostTable(FileFacts &Facts, const JudgedKernel &Kernel,
                     const Target &On)
    : Facts(Facts), Kernel(Kernel), Launch(launchOf(Facts, Kernel)),
      Times(Kernel, Launch, Cost),
      BlocksOnSM(blocksOnSM(*Kernel.Kernel, Launch.Record,
                            Facts.code() ? &*Facts.code() : nullptr, On)) {
  Cost.Kernel = Kernel.Names.Name;
  Cost.TemplateArguments = Kernel.Names.Arguments;
  Cost.Launch = Launch.Record;
  Cost.Rates = pipeRates(On);
  if (const SourceFunction *F = Kernel.Kernel->Declaration)
    Cost.Where = F->Where;
}

/// What the user wrote: the innermost call of the chain that stands in no header
/// of the toolkit or the system.
SourcePlace CostTable::placeOf(const KernelPlace &Place) const {
  auto IsUsers = [](const SourceFunction *In) {
    return !In || !In->IsOfSystem;
  };
  SourcePlace Where;
  if (!Place.Source)
    return Where;
  Where.File = Place.Source->File;
  Where.Line = Place.Source->Line;
  Where.Column = Place.Source->Column;
  if (!IsUsers(Place.Source->Function))
    for (const CallFrame &Call : Place.CallChain) {
      Where.File = Call.File;
      Where.Line = Call.Line;
      Where.Column = Call.Column;
      if (IsUsers(Call.Caller))
        break;
    }
  if (absolutePath(Cost.Where.File) == Where.File)
    Where.File = Cost.Where.File;
  return Where;
}

void CostTable::add(const SourcePlace &Where, const PipeUse &Use,
                    const SourcePlace &Array) {
  if (Use.Units.isZero())
    return;
  auto [Known, IsNew] =
      LineOf.try_emplace({Use.In, Where, Array}, Cost.Lines.size());
  if (IsNew)
    Cost.Lines.push_back({Where, Array, {Use.In, {}, {}}});
  PipeUse &Line = Cost.Lines[Known->second].Use;
  Line.Units.add(Use.Units);
  Line.AtBest.add(Use.AtBest);
}

void CostTable::add(const SourcePlace &Where, Pipe In, const TripSum &Executed,
                    double Units) {
  PipeUse Use;
  Use.In = In;
  Use.Units.add(Executed, Units);
  Use.AtBest = Use.Units;
  add(Where, Use);
}

void CostTable::addArithmetic() {
  for (const KernelWork &W : Kernel.Kernel->Work) {
    const TripSum Executed = Times.of(W);
    SourcePlace Where = placeOf(W);
    Where.Column = 0; // Of all that stands in the line.
    for (const auto &[Number, Units] : enumerate(W.Units)) {
      const Pipe In = static_cast<Pipe>(Number);
      if (Units > 0)
        add(Where, In == Pipe::Fp16 ? Cost.Rates.Half : In, Executed, Units);
    }
  }
}

/// Of the requests of \p A: those of its own width, and the wider ones.
struct RequestShares {
  double Own = 1, Wide = 0;
};
static RequestShares sharesOf(const AccessRecord &A) {
  if (!A.Issue || !A.Issue->IsCertain || A.Issue->Copies == 0)
    return {};
  const IssueRecord &I = *A.Issue;
  if (I.IsDropped)
    return {0, 0};
  const double Copies = I.Copies;
  const double Left = Copies - I.Joined - I.Repeated;
  return {std::max(0.0, Left) / Copies, I.Requests / Copies};
}

/// Of a request of \p V, now and at best. Where nothing is proven a wavefront is
/// the least that it can be.
static std::pair<double, double> figureOf(const AccessVerdict &V) {
  if (!hasFigure(V.Kind))
    return {1, 1};
  const double Warps = std::max(1u, V.WarpsInBlock);
  return {V.TotalPredicted ? V.TotalPredicted / Warps : V.Worst.Cost.Predicted,
          V.TotalIdeal ? V.TotalIdeal / Warps : V.Worst.Cost.Ideal};
}

/// Adds a request of \p V, so many times.
static void addFigure(const AccessVerdict &V, const TripSum &Executed,
                      double Share, PipeUse &Use) {
  if (V.Kind == VerdictKind::NeverRuns)
    return;
  const auto [Now, Best] = figureOf(V);
  Use.Units.add(Executed, Share * Now);
  Use.AtBest.add(Executed, Share * Best);
}

/// \p Executed: of all its instances, as written.
void CostTable::addSharedRecord(const AccessRecord &A,
                                const TripSum &Executed) {
  const RequestShares Shares = sharesOf(A);
  const CostUnit Unit = A.Verdict.Worst.Cost.Unit;
  add(A.Where, Pipe::Lsu, Executed, Shares.Own + Shares.Wide);
  const bool IsSame = A.Launch.Shape == Launch.Record.Shape;
  HasOtherLaunches |= !IsSame;
  PipeUse Use;
  Use.In = Pipe::Shared;
  if (A.PerBlock && IsSame && Unit == CostUnit::Wavefronts) {
    Use.Units.add(A.PerBlock->Predicted);
    Use.AtBest.add(A.PerBlock->Ideal);
  } else {
    addFigure(A.Verdict, Executed, Shares.Own, Use);
    if (Shares.Wide > 0)
      addFigure(A.Issue->Verdict, Executed, Shares.Wide, Use);
    HasData |= A.Verdict.Kind == VerdictKind::Unproven;
  }
  add(A.Where, Use, A.ArrayDeclaration);
}

/// Instructions behind a condition that nvcc makes predicated ones, if none of
/// them is one of global memory (counters of an H200, two reductions and a stencil:
/// docs/validation/log.md).
static constexpr double MostPredicated = 7;

void CostTable::countBehindGuards() {
  for (const KernelAccess &A : Kernel.Kernel->Accesses)
    BehindGuard[A.Guard] += A.Spaces.isOnly(MemorySpace::Shared)
                                ? A.Instructions
                                : MostPredicated + 1;
  for (const KernelWork &Work : Kernel.Kernel->Work)
    for (double Units : Work.Units)
      BehindGuard[Work.Guard] += Units;
}

/// Executions in which \p A, if it is predicated, has no active lane and yet takes
/// its slots.
TripSum CostTable::predicatedOff(const KernelAccess &A) {
  TripSum Off;
  if (!A.Guard || !Times.knows(A) ||
      BehindGuard.lookup(A.Guard) > MostPredicated)
    return Off;
  KernelPlace All;
  All.Loops = A.Loops;
  All.IsInCondition = A.IsInCondition;
  const TripSum Executed = Times.of(All), On = Times.of(A);
  if (Executed.Terms.size() == 1 && On.Terms.size() == 1 &&
      Executed.Terms[0].Loops == On.Terms[0].Loops &&
      Executed.Terms[0].Amount > On.Terms[0].Amount)
    Off.add(Executed.Terms[0].Amount - On.Terms[0].Amount, On.Terms[0].Loops);
  return Off;
}

void CostTable::addShared() {
  countBehindGuards();
  std::map<size_t, TripSum> Executed;
  for (const auto &[Access, Record] :
       zip(Kernel.Kernel->sharedAccesses(), Kernel.Records)) {
    if (!Access.MayLeadElsewhere.empty()) {
      HasOtherMemory = true;
      add(placeOf(Access), Pipe::Lsu, Times.of(Access), Access.Instructions);
    } else if (Record) {
      Executed[*Record].add(Times.of(Access), Access.Instructions);
      const AccessRecord &R = Facts.accesses()[*Record];
      if (const TripSum Off = predicatedOff(Access); !Off.isZero()) {
        add(R.Where, Pipe::Lsu, Off, Access.Instructions);
        add(R.Where, Pipe::Shared, Off, Access.Instructions);
      }
      const auto [Now, Best] = figureOf(R.Verdict);
      const Latency Kind =
          Access.Effect == AccessEffect::Read    ? Latency::SharedLoad
          : Access.Effect == AccessEffect::Write ? Latency::SharedStore
                                                 : Latency::SharedAtomic;
      addWait(Access, R.Where,
              sharedWait(Kind, Access.BytesPerLane, Now, Best));
    }
  }
  for (const auto &[Record, Sum] : Executed)
    addSharedRecord(Facts.accesses()[Record], Sum);
}

/// One request of \p A, with the sectors that \p V has figures of.
static GlobalRequest requestOf(const KernelAccess &A, const AccessVerdict &V) {
  GlobalRequest Request;
  Request.Access = &A;
  Request.Packed =
      std::max(1u, A.BytesPerLane) * double(WarpSize) / SectorBytes;
  Request.Sectors = Request.Packed;
  Request.IsProven = hasFigure(V.Kind);
  if (!Request.IsProven)
    return Request;
  const double Warps = std::max(1u, V.WarpsInBlock);
  Request.Sectors =
      V.TotalPredicted ? V.TotalPredicted / Warps : V.Worst.Cost.Predicted;
  Request.Packed = V.TotalIdeal ? V.TotalIdeal / Warps : V.Worst.Cost.Ideal;
  return Request;
}

void CostTable::findLoadsLeft() {
  for (const ChainLevel &Level : Kernel.Kernel->Chain)
    for (const ChainStep &Step : Level.Steps)
      if (Step.Source)
        LoadsLeft[Step.Source].insert(Level.Loops.begin(), Level.Loops.end());
}

/// What is left of the executions of \p A: a load whose address is the same in
/// every iteration of a loop stands before it in optimized code.
TripSum CostTable::leftOf(const KernelAccess &A) {
  const auto Left = LoadsLeft.find(A.Source);
  if (A.Effect != AccessEffect::Read || Left == LoadsLeft.end())
    return Times.of(A);
  return Times.of(A,
                  [&](unsigned Loop) { return Left->second.contains(Loop); });
}

/// Stores take L2 more than loads, those of parts of sectors most: \p IsAlone where
/// no other store fills those of \p R. \p InL2: its sectors.
void CostTable::addStores(const GlobalRequest &R, const SourcePlace &Where,
                          const TripSum &InL2, bool IsAlone) {
  const KernelAccess &A = *R.Access;
  if (A.Effect != AccessEffect::Write)
    return;
  const bool HasGaps = R.IsProven && IsAlone && R.Sectors >= 2 * R.Packed;
  Cost.More.push_back({Where, moreInL2(InL2, HasGaps ? PartlyStoredSectorWeight
                                                     : StoredSectorWeight)});
}

/// Cycles beyond the sectors \p InL2, each of which takes \p Weight loaded ones.
TripSum CostTable::moreInL2(const TripSum &InL2, double Weight) const {
  TripSum Cycles;
  Cycles.add(InL2, Cost.Rates.cycles(Pipe::L2, 1) * (Weight - 1));
  return Cycles;
}

/// An atomic takes L2 what a store of a part of a sector does, or waits for others at
/// its place if that is longer. \p InL2: its sectors.
void CostTable::addQueues(const KernelAccess &A, const SourcePlace &Where,
                          const TripSum &InL2) {
  if (A.Effect != AccessEffect::Update)
    return;
  TripSum Longest = moreInL2(InL2, PartlyStoredSectorWeight);
  const auto Queues =
      Cost.IsOfWarp
          ? std::nullopt
          : atomicQueues(*Kernel.Kernel->Context, A, Launch.Known(A.Address),
                         Launch.Known(A.Guard), Launch.Record);
  if (Queues) {
    const TripSum Rounds = Times.ofWarp(A);
    TripSum InQueue;
    InQueue.add(Rounds, Queues->OfDevice * Cost.Rates.Device.SMs);
    if (InQueue.at(1) > Longest.at(1))
      Longest = std::move(InQueue);
    if (Queues->OfBlock > 0) {
      ChainPart Part = {Where, WaitFor::Global, {}, {}, {}};
      Part.Now.add(Rounds, Queues->OfBlock);
      Part.AtBest = Part.InL2 = Part.Now;
      Cost.Chain.push_back(std::move(Part));
    }
  }
  Cost.More.push_back({Where, std::move(Longest)});
}

void CostTable::addGlobal() {
  findLoadsLeft();
  const std::vector<KernelAccess> Asked = globalRequests(*Kernel.Kernel);
  std::vector<GlobalRequest> Requests;
  std::vector<SourcePlace> Places;
  for (const AskedRecord &R : Facts.recordsOf(Kernel, Asked)) {
    const AccessVerdict &V = R.Record.Verdict;
    if (V.Kind == VerdictKind::NeverRuns)
      continue;
    HasData |= !hasFigure(V.Kind);
    GlobalRequest New = requestOf(Asked[R.Access], V);
    for (unsigned I = 0; I != R.Record.Instances; ++I) {
      New.IsCopy = I > 0;
      Requests.push_back(New);
      Places.push_back(R.Record.Where);
    }
  }
  // All lanes at one address: a sector.
  for (const KernelAccess &A : Kernel.Kernel->Accesses) {
    const bool IsOther = A.Address && A.Address->isLaneVarying() &&
                         A.BytesPerLane <= 16 && isPowerOf2_32(A.BytesPerLane);
    if (!A.Spaces.isOnly(MemorySpace::Global) || IsOther)
      continue;
    GlobalRequest New;
    New.Access = &A;
    New.IsProven = A.Address && !A.Address->isLaneVarying();
    New.Sectors = New.Packed =
        New.IsProven
            ? 1
            : std::max(1.0, A.BytesPerLane * double(WarpSize) / SectorBytes);
    Requests.push_back(New);
    Places.push_back(placeOf(A));
  }
  Traffic Down(*Kernel.Kernel->Context, Requests, Times, BlocksOnSM);
  for (const auto &[R, Where, Below] : zip(Requests, Places, Down.below())) {
    const TripSum Executed = Times.of(*R.Access);
    // Of loads the optimised code tells how many are left.
    if (R.Access->Instruction != "ld.global")
      add(Where, Pipe::Lsu, Executed, 1);
    const TripSum InL1 = leftOf(*R.Access);
    PipeUse L1 = {Pipe::L1, {}, {}};
    L1.Units.add(InL1, R.Sectors);
    L1.AtBest.add(InL1, R.Packed);
    add(Where, L1);
    add(Where, {Pipe::L2, Below.L2, Below.L2AtBest});
    add(Where, {Pipe::Dram, Below.Dram, Below.Dram});
    // Each lane may touch others of its own.
    if (R.IsProven)
      Cost.Touched.add(Below.L2);
    else
      Cost.Touched.add(Executed, WarpSize * std::max(1.0, R.Packed / WarpSize));
    const auto Part = [&](const TripSum &Sum, double Of) {
      const double All = Executed.at(ManyTrips) * Of;
      return All > 0 ? std::min(1.0, Sum.at(ManyTrips) / All) : 0;
    };
    addStores(R, Where, Below.L2, !Below.HasNeighbors);
    addQueues(*R.Access, Where, Below.L2);
    if (R.Access->Effect == AccessEffect::Read)
      addWait(*R.Access, Where,
              globalWait(R.Sectors, R.Packed, Part(Below.Dram, R.Packed),
                         Part(Below.L2, R.Sectors)));
  }
}

void CostTable::addWait(const KernelAccess &A, const SourcePlace &Where,
                        const WaitCycles &Cycles) {
  if (!A.Source)
    return;
  auto [Known, IsNew] = Waits.try_emplace(A.Source, AccessWait{Where, Cycles});
  if (!IsNew && Cycles.Now > Known->second.Cycles.Now)
    Known->second = {Where, Cycles};
}

void CostTable::addChain() {
  const KernelModel &K = *Kernel.Kernel;
  Cost.On.Blocks = BlocksOnSM;
  constexpr unsigned UsualWarps = UsualThreads / WarpSize;
  Cost.On.Warps = Cost.IsOfWarp ? UsualWarps : Times.warps();
  if (const LaunchShape &Grid = Launch.Record.Grid;
      Grid.isKnown() && !Cost.IsOfWarp)
    Cost.On.Grid = double(Grid.threads());
  // A function of a class that was made for a template has no name to show.
  if (K.CallsUnknown || StringRef(K.NotInChain).contains("__warplint"))
    Cost.NoChain = messages::CallsUnknown();
  else if (!K.NotInChain.empty())
    Cost.NoChain = messages::LatencyUnknown("'" + K.NotInChain + "'");
  else {
    addChains(
        K, Waits, Times,
        [&](const KernelPlace &Place) { return placeOf(Place); }, Cost);
    addLastStore();
  }
}

/// A block keeps its place on the SM until its last store has arrived, which takes
/// as long as a load (docs/validation/log.md).
void CostTable::addLastStore() {
  const ChainStep *Last = nullptr;
  for (const ChainLevel &Level : Kernel.Kernel->Chain)
    for (const ChainStep &Step : Level.Steps)
      if (Step.IsStore && groupOf(Step.Kind) == WaitFor::Global)
        Last = &Step;
  if (!Last)
    return;
  ChainPart Part = {placeOf(Kernel.Kernel->ChainPlaces[Last->Place]),
                    WaitFor::Global,
                    {},
                    {},
                    {}};
  Part.Now.add(cyclesOf(Latency::GlobalDram));
  Part.AtBest = Part.Now;
  Part.InL2.add(cyclesOf(Latency::GlobalL2));
  Cost.Chain.push_back(std::move(Part));
}

/// Warps of the kernel that an SM has at a time, at most.
double CostTable::warpsOnSM() const {
  double Blocks = BlocksOnSM;
  if (const LaunchShape &Grid = Launch.Record.Grid; Grid.isKnown())
    Blocks = std::min(
        Blocks, std::ceil(double(Grid.threads()) / Cost.Rates.Device.SMs));
  return Blocks * Times.warps();
}

void CostTable::addRemarks() {
  // A load of shared memory takes some 30 cycles: with fewer warps no pipe is
  // busy all the time.
  constexpr double FewWarps = 16;
  if (!Cost.IsOfWarp && warpsOnSM() < FewWarps)
    Cost.Remarks.push_back(messages::FewWarps(uint64_t(warpsOnSM())));
  if (HasData)
    Cost.Remarks.push_back(messages::UnprovenCount());
  if (HasOtherMemory)
    Cost.Remarks.push_back(messages::OpenAccessesCount());
  if (Times.hasAssumed())
    Cost.Remarks.push_back(messages::ConditionsHold());
  if (HasOtherLaunches)
    Cost.Remarks.push_back(messages::CountedInOtherLaunch());
  if (!Kernel.Kernel->Uncounted.empty())
    Cost.Remarks.push_back(
        messages::UnknownNotCounted(join(Kernel.Kernel->Uncounted, ", ")));
  if (Kernel.Kernel->CallsUnknown)
    Cost.Remarks.push_back(messages::CallsUnknown());
}

KernelCost CostTable::make() {
  addArithmetic();
  addShared();
  addGlobal();
  addLocal();
  addChain();
  for (unsigned Number = 0; Number != NumPipes; ++Number) {
    PipeUse Sum;
    Sum.In = static_cast<Pipe>(Number);
    for (const LineUse &Line : Cost.Lines)
      if (Line.Use.In == Sum.In) {
        Sum.Units.add(Line.Use.Units);
        Sum.AtBest.add(Line.Use.AtBest);
      }
    if (!Sum.Units.isZero())
      Cost.Pipes.push_back(std::move(Sum));
  }
  addRemarks();
  return std::move(Cost);
}

} // namespace warplint
