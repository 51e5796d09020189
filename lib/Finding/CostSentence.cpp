//===- CostSentence.cpp - What a kernel's table comes to ------------------===//

#include "warplint/Finding/CostSentence.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Bounds.h"
#include "warplint/Messages/Checks.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;

namespace warplint {

double gainOf(const KernelCost &Cost, ArrayRef<const LineUse *> Mended,
              DataIn Where, Limits By, unsigned FewestTrips) {
  double Most = 1;
  for (uint64_t Trips = FewestTrips; Trips <= ManyTrips; Trips *= 2) {
    const LaunchTimes Now = launchTimes(Cost, Trips, Where, {}, By),
                      Then = launchTimes(Cost, Trips, Where, Mended, By);
    if (Then.Overlapping > 0)
      Most = std::max(
          {Most, Now.Overlapping / Then.Overlapping, Now.InTurn / Then.InTurn});
  }
  return Most;
}

static std::vector<const LineUse *> linesIn(const KernelCost &Cost, Pipe P) {
  std::vector<const LineUse *> Lines;
  for (const LineUse &Line : Cost.Lines)
    if (Line.Use.In == P)
      Lines.push_back(&Line);
  return Lines;
}

double gainOf(const KernelCost &Cost, Pipe P, DataIn Where) {
  return gainOf(Cost, linesIn(Cost, P), Where);
}

static std::string percent(double Part) {
  // Rounded down: 100 % is all.
  return grouped(uint64_t(Part * 100 + 1e-6)) + " %";
}

static double cyclesAt(const KernelCost &Cost, Pipe P, double Trips,
                       TripSum PipeUse::*Which) {
  for (const PipeUse &Use : Cost.Pipes)
    if (Use.In == P)
      return Cost.Rates.cycles(P, (Use.*Which).at(Trips));
  return 0;
}

/// What the conflicts of shared memory come to; empty where there are none.
static std::string conflictsText(const KernelCost &Cost, double Trips) {
  const double Now = cyclesAt(Cost, Pipe::Shared, Trips, &PipeUse::Units);
  const double Best = cyclesAt(Cost, Pipe::Shared, Trips, &PipeUse::AtBest);
  if (Now <= Best)
    return "";
  const PipeTime Busiest = busiestPipe(Cost, Trips);
  const double Gain = gainOf(Cost, Pipe::Shared, assumedData(Cost));
  if (const KernelBound Bound = boundOf(Cost, Trips);
      Bound.Kind != BoundKind::Unknown &&
      (Bound.IsLatency || Bound.In != Busiest.In))
    return Gain >= LeastGain ? messages::FasterWithoutConflicts(printGain(Gain))
                             : messages::ConflictsInLatency();
  if (Busiest.In == Pipe::Shared) {
    const PipeTime Then =
        busiestPipe(Cost, Trips, DataIn::Dram, linesIn(Cost, Pipe::Shared));
    std::string Text =
        messages::ConflictsTake(percent((Now - Best) / Now), printGain(Gain));
    if (Then.In != Pipe::Shared)
      Text += messages::ThenBoundBy(pipePhrase(Then.In));
    return Text;
  }
  const std::string Busy = percent(Now / Busiest.Cycles);
  if (Gain >= LeastGain)
    return messages::ConflictsMayMatter(Busy, printGain(Gain));
  return Now / Busiest.Cycles < FarFromBusy
             ? messages::ConflictsCostNothing(Busy)
             : messages::ConflictsCostLittle(Busy);
}

/// What is busiest where L2 has the data, if DRAM is otherwise.
static std::string fromL2(const KernelCost &Cost) {
  const PipeTime Other = busiestPipe(Cost, ManyTrips, DataIn::L2);
  if (busiestPipe(Cost, ManyTrips).In != Pipe::Dram || Other.Cycles == 0)
    return "";
  return Other.In == Pipe::L2 ? messages::ByL2()
                              : messages::ByOtherInL2(pipePhrase(Other.In));
}

std::string costSentence(const KernelCost &Cost) {
  const PipeTime Once = busiestPipe(Cost, 1),
                 Long = busiestPipe(Cost, ManyTrips);
  if (Long.Cycles == 0)
    return messages::NoCountedWork();
  const KernelBound Bound = boundOf(Cost, ManyTrips);
  if (Bound.IsLatency)
    return messages::BoundBy(boundPhrase(Cost),
                             messages::BusiestIs(pipePhrase(Long.In))) +
           conflictsText(Cost, ManyTrips);
  if (Bound.Kind != BoundKind::Unknown && Bound.In != Long.In)
    return messages::BoundBy(boundPhrase(Cost), "") +
           conflictsText(Cost, ManyTrips);
  std::string Text = messages::BoundBy(pipePhrase(Long.In), fromL2(Cost));
  if (Once.In != Long.In)
    Text += messages::BoundByInLongLoops(pipePhrase(Once.In));
  return Text + conflictsText(Cost, ManyTrips);
}

std::optional<double> unitsOfLaunch(const KernelCost &Cost,
                                    const PipeUse &Use) {
  if (!Cost.On.Grid || !Cost.Loops.empty() || Cost.IsOfWarp)
    return std::nullopt;
  return Use.Units.at(1) * *Cost.On.Grid;
}

std::string launchSentence(const KernelCost &Cost) {
  std::vector<std::string> Parts;
  for (const PipeUse &Use : Cost.Pipes)
    if (const auto Units = unitsOfLaunch(Cost, Use))
      Parts.push_back((pipeName(Use.In) + Twine(" ") +
                       grouped(std::llround(*Units)) + " " + pipeUnit(Use.In))
                          .str());
  return Parts.empty()
             ? std::string()
             : messages::WholeLaunch(counted(uint64_t(*Cost.On.Grid), "block"),
                                     join(Parts, ", "));
}

} // namespace warplint
