//===- CriticalChain.cpp - The longest wait of a warp ---------------------===//

#include "CriticalChain.h"
#include "warplint/Warp/BarrierCost.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace llvm;

namespace warplint {

WaitCycles sharedWait(Latency Kind, unsigned BytesPerLane, double Wavefronts,
                      double Best) {
  // LDS.64 and LDS.128 with two and four wavefronts: 26 and 32.
  const double Wide = BytesPerLane == 8 ? 1 : BytesPerLane == 16 ? 3 : 0;
  const auto Cycles = [&](double Count) {
    const double More = CyclesPerWavefront * (std::max(Count, 1.0) - 1);
    return Kind == Latency::SharedStore
               ? std::max(LeastRequestCycles, CyclesPerWavefront + More)
               : cyclesOf(Kind) + Wide + More;
  };
  return {Cycles(Wavefronts), Cycles(Best), Cycles(Wavefronts)};
}

WaitCycles globalWait(double Sectors, double Packed, double PartOfDram,
                      double PartOfL2) {
  const double L1 = cyclesOf(Latency::GlobalL1),
               L2 = cyclesOf(Latency::GlobalL2);
  const double FromL2 = L1 + (L2 - L1) * std::min(1.0, PartOfDram + PartOfL2);
  const double Now = FromL2 + (cyclesOf(Latency::GlobalDram) - L2) * PartOfDram;
  const double More = CyclesPerWavefront * std::max(0.0, Sectors - Packed);
  return {Now + More, Now, FromL2 + More};
}

namespace {

/// When the steps of a level issue, and why not before.
class Schedule {
public:
  Schedule(const ChainLevel &Level, ArrayRef<WaitCycles> Cycles,
           const Schedule *Before = nullptr);

  double end() const { return End; }
  /// Cycles behind what the iteration before left.
  double length() const {
    double Sum = 0;
    for (const auto &[Step, Taken] : path())
      Sum += Taken;
    return Sum;
  }
  /// From the last step back: what each takes of the whole.
  SmallVector<std::pair<unsigned, double>> path() const;

private:
  enum : unsigned { None = ~0U };
  struct Issued {
    double Start = 0, Ready = 0;
    double Link = 0; ///< Cycles from the step that it waits for.
    unsigned After = None;
  };

  void wait(Issued &Step, double Until, unsigned For) {
    if (Until > Step.Start) {
      Step.Start = Until;
      Step.After = For;
      Step.Link = Until - Steps[For].Start;
    }
  }
  /// What nvcc loads before it uses what it has loaded: a load before whose place
  /// others are used waits until their registers are free.
  void useLoads(const ChainLevel &Level, const ChainStep &Step);
  void waitForRegisters(const ChainLevel &Level, unsigned Number);
  void setEnd(double At, unsigned Step) {
    if (At > End) {
      End = At;
      Last = Step;
    }
  }

  std::vector<Issued> Steps;
  std::deque<unsigned> UsedLoads; ///< In the order of their first uses.
  std::vector<bool> IsUsed;
  unsigned RegistersUsed = 0; ///< Of UsedLoads.
  double End = 0;
  unsigned Last = None;
};

} // namespace

void Schedule::useLoads(const ChainLevel &Level, const ChainStep &Step) {
  for (unsigned Needed : Step.Needs)
    if (unsigned Count = Level.Steps[Needed].Registers;
        Count && !IsUsed[Needed]) {
      IsUsed[Needed] = true;
      UsedLoads.push_back(Needed);
      RegistersUsed += Count;
    }
}

void Schedule::waitForRegisters(const ChainLevel &Level, unsigned Number) {
  while (!UsedLoads.empty() &&
         RegistersUsed + Level.Steps[Number].Registers > RegistersInFlight) {
    const unsigned Oldest = UsedLoads.front();
    UsedLoads.pop_front();
    RegistersUsed -= Level.Steps[Oldest].Registers;
    wait(Steps[Number], Steps[Oldest].Ready, Oldest);
  }
}

Schedule::Schedule(const ChainLevel &Level, ArrayRef<WaitCycles> Cycles,
                   const Schedule *Before) {
  Steps.resize(Level.Steps.size());
  IsUsed.resize(Level.Steps.size());
  if (Before)
    for (auto [Begin, Next] : Level.Carried)
      Steps[Begin].Start =
          std::max(Steps[Begin].Start, Before->Steps[Next].Ready);
  double Floor = 0, Sent = 0;
  unsigned Floors = None, Sender = None;
  for (const auto &[Number, Step] : enumerate(Level.Steps)) {
    Issued &I = Steps[Number];
    if (Floors != None)
      wait(I, Floor, Floors);
    for (unsigned Needed : Step.Needs)
      wait(I, Steps[Needed].Ready, Needed);
    useLoads(Level, Step);
    if (Step.Registers)
      waitForRegisters(Level, Number);
    const double Taken = Cycles[Number].Now;
    I.Ready = I.Start + Taken;
    if (Step.IsStore)
      I.Ready = I.Start +
                (Step.Kind == Latency::SharedStore ? cyclesOf(Step.Kind) : 0);
    switch (Step.Is) {
    case ChainStep::Role::Value:
      break;
    case ChainStep::Role::Memory:
      if (const double Until = I.Start + (Step.IsStore ? Taken : 0);
          Until > Sent) {
        Sent = Until;
        Sender = Number;
      }
      break;
    case ChainStep::Role::Wait:
      if (Sender != None)
        wait(I, Sent, Sender);
      I.Ready = I.Start + Taken;
      [[fallthrough]];
    case ChainStep::Role::Branch:
      if (I.Ready > Floor) {
        Floor = I.Ready;
        Floors = Number;
      }
      break;
    }
  }
  setEnd(Floor, Floors);
  setEnd(Sent, Sender);
  for (auto [Begin, Next] : Level.Carried)
    setEnd(Steps[Next].Ready, Next);
}

SmallVector<std::pair<unsigned, double>> Schedule::path() const {
  SmallVector<std::pair<unsigned, double>> Path;
  double Until = End;
  for (unsigned Step = Last; Step != None; Step = Steps[Step].After) {
    Path.emplace_back(Step, Until - Steps[Step].Start);
    Until = Steps[Step].Start;
  }
  return Path;
}

namespace {

class ChainAdder {
public:
  ChainAdder(const KernelModel &Kernel, const AccessWaits &Waits,
             Executions &Times,
             function_ref<SourcePlace(const KernelPlace &)> PlaceOf,
             KernelCost &Cost)
      : Kernel(Kernel), Waits(Waits), Times(Times), PlaceOf(PlaceOf),
        Cost(Cost) {}

  void add(const ChainLevel &Level);

private:
  WaitCycles cyclesOf(const ChainStep &Step) const;
  void add(const ChainLevel &Level, ArrayRef<WaitCycles> Cycles,
           const Schedule &From, const TripSum &Executed, double Scale);

  const KernelModel &Kernel;
  const AccessWaits &Waits;
  Executions &Times;
  function_ref<SourcePlace(const KernelPlace &)> PlaceOf;
  KernelCost &Cost;
  std::map<std::pair<SourcePlace, WaitFor>, size_t> PartOf;
};

} // namespace

WaitCycles ChainAdder::cyclesOf(const ChainStep &Step) const {
  if (Step.Kind == Latency::Barrier) {
    const double Taken = barrierCycles(Cost.On.Warps);
    return {Taken, Taken, Taken};
  }
  const bool IsGlobalStore =
      Step.IsStore && groupOf(Step.Kind) == WaitFor::Global;
  if (IsGlobalStore)
    return {};
  if (auto Known = Waits.find(Step.Source); Step.Source && Known != Waits.end())
    return Known->second.Cycles;
  if (Step.Is == ChainStep::Role::Memory &&
      groupOf(Step.Kind) == WaitFor::Shared)
    return sharedWait(Step.Kind, 4, 1, 1);
  const bool IsArithmetic = groupOf(Step.Kind) == WaitFor::Arithmetic;
  const double Taken =
      IsArithmetic ? Step.Cycles : warplint::cyclesOf(Step.Kind);
  return {Taken, Taken, Taken};
}

void ChainAdder::add(const ChainLevel &Level, ArrayRef<WaitCycles> Cycles,
                     const Schedule &From, const TripSum &Executed,
                     double Scale) {
  for (const auto &[Number, Taken] : From.path()) {
    const ChainStep &Step = Level.Steps[Number];
    if (Taken <= 0)
      continue;
    const WaitFor Of = groupOf(Step.Kind);
    SourcePlace Where = PlaceOf(Kernel.ChainPlaces[Step.Place]);
    if (auto Known = Waits.find(Step.Source);
        Step.Source && Known != Waits.end())
      Where = Known->second.Where;
    auto [Part, IsNew] = PartOf.try_emplace({Where, Of}, Cost.Chain.size());
    if (IsNew)
      Cost.Chain.push_back({Where, Of, {}, {}, {}});
    ChainPart &Sum = Cost.Chain[Part->second];
    const WaitCycles &C = Cycles[Number];
    // Of a store whose data is loaded again only that is in the chain.
    const bool IsWhole = Taken >= C.Now && C.Now > 0;
    Sum.Now.add(Executed, Taken * Scale);
    Sum.AtBest.add(Executed, (IsWhole ? C.AtBest : Taken) * Scale);
    Sum.InL2.add(Executed, (IsWhole ? C.InL2 : Taken) * Scale);
  }
}

void ChainAdder::add(const ChainLevel &Level) {
  std::vector<WaitCycles> Cycles;
  for (const ChainStep &Step : Level.Steps)
    Cycles.push_back(cyclesOf(Step));
  TripSum Executed;
  Executed.add(Times.ofWarp(Level), Level.Part);
  const Schedule First(Level, Cycles);
  if (!Level.IsLoop) {
    add(Level, Cycles, First, Executed, 1);
    return;
  }
  const Schedule Second(Level, Cycles, &First);
  const double InRow = Second.end() - First.end();
  // What goes on to the next iteration, for those that are one with the first.
  const double Rest = Level.Together - 1;
  if (InRow > First.end() && Second.length() > 0) {
    add(Level, Cycles, Second, Executed, InRow / Second.length());
    return;
  }
  add(Level, Cycles, First, Executed, 1 / Level.Together);
  if (Rest > 0 && InRow > 0 && Second.length() > 0)
    add(Level, Cycles, Second, Executed,
        InRow * Rest / Level.Together / Second.length());
}

void addChains(const KernelModel &Kernel, const AccessWaits &Waits,
               Executions &Times,
               function_ref<SourcePlace(const KernelPlace &)> PlaceOf,
               KernelCost &Cost) {
  ChainAdder Adder(Kernel, Waits, Times, PlaceOf, Cost);
  for (const ChainLevel &Level : Kernel.Chain)
    Adder.add(Level);
}

} // namespace warplint
