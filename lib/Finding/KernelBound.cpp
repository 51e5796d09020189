//===- KernelBound.cpp - What a kernel waits for most ---------------------===//

#include "warplint/Finding/KernelBound.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Bounds.h"
#include "warplint/Warp/L2Rates.h"
#include "warplint/Warp/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <numeric>

using namespace llvm;

namespace warplint {

/// Where the grid does not fill its last wave, and that costs so much.
static constexpr double TailPart = 1.2;
/// A warp issues into a quarter of an SM, and has half of the cycles of shared
/// memory (measured: two for each wavefront).
static constexpr double PartsOfSM = 4, PartsOfShared = 2;
/// An SM gets 64 bytes a cycle from L2, however idle the others are.
static constexpr double CyclesOfSector = 0.5;

/// A pipe of an SM that is busy for this part of the time is what is named, as in
/// lab cost; of L2 and DRAM, the data of which may be elsewhere, only FarFromBusy.
static constexpr double BusyPart = 0.6;

static bool isOfDevice(Pipe P) { return P == Pipe::L2 || P == Pipe::Dram; }

namespace {

/// What a block asks for, in cycles.
struct BlockWork {
  PerPipe<double> Pipes = {};
  double MoreInL2 = 0; ///< Whose sectors are not counted again.
  double Chain = 0, Requests = 0;
  bool HasBarrier = false;

  /// Between barriers all warps of a block queue at its memory at about the same
  /// time; their arithmetic is spread.
  double waiting() const { return Chain + (HasBarrier ? Requests : 0); }
};

/// The time of blocks that an SM has at a time.
struct Wave {
  double Cycles = 0, Sum = 0;
  double Life = 0; ///< Of a block that waits, and only then has its pipe.
  Pipe In = Pipe::Shared;
  bool IsChain = false;
  bool IsMoreInL2 = false; ///< L2 is not busy most of the time that it takes.
};

struct Launched {
  Wave Deciding;
  double Cycles = 0, Waves = 0;
  bool IsTail = false;
  bool IsStart = false; ///< Blocks end as fast as they start.
};

} // namespace

static double cyclesOf(const ChainPart &Part, double Trips, DataIn Where,
                       ArrayRef<const LineUse *> Mended) {
  double Cycles = (Where == DataIn::L2 ? Part.InL2 : Part.Now).at(Trips);
  const bool IsMended = any_of(Mended, [&](const LineUse *Line) {
    return Line->Where == Part.Where &&
           (Line->Use.In == Pipe::Shared) == (Part.Of == WaitFor::Shared);
  });
  if (IsMended)
    Cycles -= Part.Now.at(Trips) - Part.AtBest.at(Trips);
  return std::max(Cycles, 0.0);
}

static BlockWork workOf(const KernelCost &Cost, double Trips, DataIn Where,
                        ArrayRef<const LineUse *> Mended, Limits By) {
  BlockWork Work;
  const double Tables = Cost.tablesPerBlock();
  for (const auto &[In, Cycles] : pipeTimes(Cost, Trips, Where, Mended)) {
    Work.Pipes[static_cast<unsigned>(In)] = Cycles * Tables;
    if (In == Pipe::Shared || In == Pipe::Lsu)
      Work.Requests = std::max(Work.Requests, Cycles * Tables);
  }
  for (const MoreInL2 &More : Cost.More) {
    const auto *const Line = find_if(Mended, [&](const LineUse *Each) {
      return Each->Use.In == Pipe::L2 && Each->Where == More.Where;
    });
    // What an edit makes whole is still stored.
    const double Cycles = Line == Mended.end()
                              ? More.Cycles.at(Trips)
                              : (*Line)->Use.AtBest.at(Trips) *
                                    Cost.Rates.cycles(Pipe::L2, 1) *
                                    (StoredSectorWeight - 1);
    Work.MoreInL2 += Cycles * Tables;
  }
  if (By == Limits::All && Cost.NoChain.empty())
    for (const ChainPart &Part : Cost.Chain) {
      Work.Chain += cyclesOf(Part, Trips, Where, Mended);
      Work.HasBarrier |= Part.Of == WaitFor::Barrier;
    }
  return Work;
}

/// \p Blocks on the SM that has most, \p Average on all of them.
static Wave waveOf(const KernelCost &Cost, const BlockWork &Work, double Blocks,
                   double Average) {
  Wave Most;
  for (const auto &[Number, Cycles] : enumerate(Work.Pipes)) {
    const Pipe P = static_cast<Pipe>(Number);
    double Taken = Cycles * Blocks;
    if (isOfDevice(P)) {
      Taken = Cycles * Average;
      if (P == Pipe::L2 && Cycles > 0)
        Taken = std::max(Taken + Work.MoreInL2 * Average,
                         Cycles / Cost.Rates.cycles(P, 1) * CyclesOfSector *
                             Blocks);
    } else if (P != Pipe::L1 && Cost.On.Warps > 0) {
      const double Parts = P == Pipe::Shared ? PartsOfShared : PartsOfSM;
      Taken = Cycles * std::max(Blocks, Parts / Cost.On.Warps);
    }
    Most.Sum += Taken;
    if (Taken > Most.Cycles) {
      Most.Cycles = Taken;
      Most.In = P;
    }
  }
  Most.IsMoreInL2 =
      Most.In == Pipe::L2 && Work.MoreInL2 > Work.Pipes[unsigned(Pipe::L2)];
  Most.Sum = std::max(Most.Sum, Work.waiting());
  const double Busy = isOfDevice(Most.In) ? FarFromBusy : BusyPart;
  const bool IsBusy = Most.Cycles >= Busy * Work.waiting();
  Most.IsChain = Work.waiting() > Most.Cycles && !IsBusy;
  Most.Life = Most.Cycles + Work.waiting();
  Most.Cycles = std::max(Most.Cycles, Work.waiting());
  return Most;
}

static Launched launchOf(const KernelCost &Cost, const BlockWork &Work) {
  Launched L;
  const double Room = Cost.On.Blocks;
  const Wave Full = waveOf(Cost, Work, Room, Room);
  const double SMs = std::max(1u, Cost.Rates.Device.SMs);
  const double Start = BlockMicroseconds * Cost.Rates.Device.MHz;
  L.Deciding = Full;
  L.Cycles = Full.Cycles;
  L.IsStart = Room * SMs * Start > Full.Life;
  if (!Cost.On.Grid)
    return L;
  const double FullWaves = std::floor(*Cost.On.Grid / (Room * SMs));
  const double Rest = *Cost.On.Grid - FullWaves * Room * SMs;
  L.Waves = FullWaves + (Rest > 0);
  L.Cycles = FullWaves * Full.Cycles;
  if (Rest > 0) {
    const Wave Last = waveOf(Cost, Work, std::ceil(Rest / SMs), Rest / SMs);
    L.Cycles += Last.Cycles;
    if (FullWaves == 0)
      L.Deciding = Last;
  }
  const double Even = Full.Cycles * *Cost.On.Grid / (Room * SMs);
  L.IsTail = FullWaves > 0 && L.Cycles > TailPart * Even;
  const double Starts = *Cost.On.Grid * Start;
  L.IsStart = Starts > std::max(1.0, FullWaves) * L.Deciding.Life;
  // The last block waits from its start on.
  if (Starts > L.Cycles)
    L.Cycles = Starts + Work.waiting();
  return L;
}

LaunchTimes launchTimes(const KernelCost &Cost, double Trips, DataIn Where,
                        ArrayRef<const LineUse *> Mended, Limits By) {
  const BlockWork Work = workOf(Cost, Trips, Where, Mended, By);
  if (By == Limits::Pipes)
    return {*llvm::max_element(Work.Pipes),
            std::accumulate(Work.Pipes.begin(), Work.Pipes.end(), 0.0)};
  const Launched L = launchOf(Cost, Work);
  return {L.Cycles, L.Deciding.Sum};
}

/// The line with the largest sum of \p Amount over its parts.
template <typename Part, typename Function>
static SourcePlace placeOfMost(ArrayRef<Part> Parts, Function Amount) {
  SourcePlace Best;
  double Most = 0;
  for (const Part &First : Parts) {
    double Sum = 0;
    for (const Part &Other : Parts)
      if (Other.Where.File == First.Where.File &&
          Other.Where.Line == First.Where.Line)
        Sum += Amount(Other);
    if (Sum > Most) {
      Most = Sum;
      Best = First.Where;
    }
  }
  return Best;
}

std::optional<DataIn> whereDataIs(const KernelCost &Cost) {
  constexpr double FittingPart = 0.5;
  const double Room = Cost.Rates.Device.L2Bytes;
  if (!Cost.On.Grid || !Cost.Loops.empty() || Cost.Touched.isZero() ||
      Room == 0)
    return std::nullopt;
  const auto Bytes = [&](const TripSum &Sectors) {
    return Sectors.at(1) * SectorBytes * *Cost.On.Grid;
  };
  if (Bytes(Cost.Touched) <= Room * FittingPart)
    return DataIn::L2;
  for (const PipeUse &Use : Cost.Pipes)
    if (Use.In == Pipe::Dram && Bytes(Use.Units) > Room)
      return DataIn::Dram;
  return std::nullopt;
}

KernelBound boundOf(const KernelCost &Cost, double Trips) {
  KernelBound Bound;
  if (!Cost.NoChain.empty())
    return Bound;
  const DataIn Where = assumedData(Cost);
  const BlockWork Work = workOf(Cost, Trips, Where, {}, Limits::All);
  const Launched L = launchOf(Cost, Work);
  if (L.Cycles == 0)
    return Bound;
  Bound.Cycles = L.Cycles;
  Bound.Waves = L.Waves;
  Bound.In = L.Deciding.In;
  Bound.IsLatency = L.Deciding.IsChain || L.Deciding.IsMoreInL2;
  Bound.IsMoreInL2 = Bound.IsLatency && !L.Deciding.IsChain;
  Bound.Kind = Bound.IsLatency ? BoundKind::Latency : BoundKind::Pipe;
  if (L.Deciding.IsChain) {
    const auto Cycles = [&](const ChainPart &Part) {
      return cyclesOf(Part, Trips, Where, {});
    };
    std::array<double, 5> OfGroup = {};
    for (const ChainPart &Part : Cost.Chain)
      OfGroup[static_cast<unsigned>(Part.Of)] += Cycles(Part);
    Bound.Of = static_cast<WaitFor>(max_element(OfGroup) - OfGroup.begin());
    Bound.Where = placeOfMost(ArrayRef(Cost.Chain), [&](const ChainPart &Part) {
      return Part.Of == Bound.Of ? Cycles(Part) : 0;
    });
  } else if (Bound.IsLatency) {
    Bound.Of = WaitFor::Global;
    Bound.Where = placeOfMost(ArrayRef(Cost.More), [&](const MoreInL2 &More) {
      return More.Cycles.at(Trips);
    });
  } else {
    Bound.Where = placeOfMost(ArrayRef(Cost.Lines), [&](const LineUse &Line) {
      return Line.Use.In == Bound.In ? Line.Use.Units.at(Trips) : 0;
    });
  }
  if (L.IsTail)
    Bound.Kind = BoundKind::Tail;
  if (auto Time = boundMicroseconds(Cost, Where);
      L.IsStart || (Time && *Time < LaunchMicroseconds))
    Bound.Kind = BoundKind::Launch;
  return Bound;
}

std::optional<double> boundMicroseconds(const KernelCost &Cost, DataIn Where) {
  if (!Cost.NoChain.empty() || !Cost.On.Grid || !Cost.Loops.empty() ||
      Cost.Rates.Device.MHz == 0)
    return std::nullopt;
  const BlockWork Work = workOf(Cost, 1, Where, {}, Limits::All);
  return StartMicroseconds +
         launchOf(Cost, Work).Cycles / Cost.Rates.Device.MHz;
}

std::string boundName(const KernelBound &Bound) {
  switch (Bound.Kind) {
  case BoundKind::Unknown:
    return "";
  case BoundKind::Pipe:
    return std::string(pipeName(Bound.In));
  case BoundKind::Latency:
    return "latency of " + std::string(waitPhrase(Bound.Of));
  case BoundKind::Launch:
    return "launch";
  case BoundKind::Tail:
    return "tail";
  }
  return "";
}

std::string boundPhrase(const KernelCost &Cost) {
  const KernelBound Bound = boundOf(Cost, ManyTrips);
  if (Bound.IsLatency)
    return messages::LatencyOf(waitPhrase(Bound.Of));
  return std::string(pipePhrase(Bound.Kind == BoundKind::Unknown
                                    ? busiestPipe(Cost, ManyTrips).In
                                    : Bound.In));
}

std::string boundCycles(const KernelCost &Cost) {
  const KernelBound Bound = boundOf(Cost, ManyTrips);
  const double Tables = Cost.On.Blocks * Cost.tablesPerBlock();
  TripSum Sum;
  if (Bound.Kind == BoundKind::Unknown)
    return "";
  if (Cost.Loops.empty()) {
    Sum.add(std::round(Bound.Cycles));
    return printSum(Sum, {});
  }
  if (Bound.IsMoreInL2)
    for (const MoreInL2 &More : Cost.More)
      Sum.add(More.Cycles, Tables);
  else if (Bound.IsLatency)
    for (const ChainPart &Part : Cost.Chain)
      Sum.add(Part.Now);
  else
    for (const PipeUse &Use : Cost.Pipes)
      if (Use.In == Bound.In)
        Sum.add(Use.Units, Cost.Rates.cycles(Use.In, Tables));
  return printSum(Sum, Cost.Loops);
}

static std::string printTime(double Microseconds) {
  std::string Text;
  raw_string_ostream(Text) << format("%.3g", Microseconds);
  return Text;
}

/// Of a launch whose grid and loops are known.
static std::string timeText(const KernelCost &Cost, bool IsLaunch) {
  const auto Where = whereDataIs(Cost);
  const double L2 = *boundMicroseconds(Cost, DataIn::L2),
               Dram = *boundMicroseconds(Cost, DataIn::Dram);
  const std::string InL2 = printTime(L2), InDram = printTime(Dram);
  const std::string &Us = Where == DataIn::L2 ? InL2 : InDram;
  std::string Text = messages::AboutMicroseconds(Us);
  if (IsLaunch && (Where == DataIn::L2 ? L2 : Dram) < LaunchMicroseconds)
    Text = messages::AboutALaunch(printTime(LaunchMicroseconds), Us);
  else if (IsLaunch)
    Text += messages::BlocksStart();
  if (InL2 != InDram && Where != DataIn::Dram)
    Text += Where == DataIn::L2 ? messages::TimeInDram(InDram)
                                : messages::TimeInL2(InL2);
  return Text;
}

std::string boundSentence(const KernelCost &Cost) {
  if (!Cost.NoChain.empty())
    return messages::BoundUnknown(Cost.NoChain);
  const KernelBound Bound = boundOf(Cost, ManyTrips);
  if (Bound.Kind == BoundKind::Unknown)
    return "";
  const std::string Blocks = counted(uint64_t(Cost.On.Blocks), "block");
  std::string Text = Bound.Waves > 0 && Cost.Loops.empty()
                         ? messages::CyclesOfLaunch(
                               boundCycles(Cost),
                               counted(uint64_t(Bound.Waves), "wave"), Blocks)
                         : messages::CyclesPerWave(boundCycles(Cost), Blocks);
  if (Cost.IsOfWarp)
    Text += messages::AssumedThreads(UsualThreads);
  if (boundMicroseconds(Cost, DataIn::L2))
    Text += timeText(Cost, Bound.Kind == BoundKind::Launch);
  std::string Line =
      Bound.Where.Line ? "line " + utostr(Bound.Where.Line) : "no line";
  if (Bound.Where.Line && Bound.Where.File != Cost.Where.File)
    Line = Bound.Where.File + ":" + utostr(Bound.Where.Line);
  return messages::BoundIs(boundName(Bound), Line, Text);
}

} // namespace warplint
