//===- Gains.cpp - Estimated speedup from fixing a finding ----------------===//
//
// A finding on an access to an array is about the array: one layout fixes all
// accesses to it. Others are about the access alone.
//
//===----------------------------------------------------------------------===//

#include "warplint/Cost/BlockCost.h"
#include "warplint/Finding/CostSentence.h"
#include "warplint/Messages/Checks.h"

using namespace llvm;

namespace warplint {
namespace {

/// The pipes in which a figure of that unit is excess. What is told of several
/// requests together is another excess than theirs.
bool isAbout(StringRef Unit, Pipe In) {
  if (Unit == "wavefronts/request" || Unit == "lines/request")
    return In == Pipe::Shared;
  return Unit == "sectors/request" && (In == Pipe::L1 || In == Pipe::L2);
}

/// What is fixed with \p F in a kernel.
std::vector<const LineUse *> mendedBy(const Finding &F,
                                      const KernelCost &Cost) {
  std::vector<const LineUse *> Lines;
  SourcePlace Array;
  for (const LineUse &Line : Cost.Lines)
    if (Line.Where == F.Where && isAbout(F.Metrics.front().Unit, Line.Use.In)) {
      Lines.push_back(&Line);
      Array = Line.Array;
    }
  if (!Array.isValid() || Lines.empty())
    return Lines;
  Lines.clear();
  for (const LineUse &Line : Cost.Lines)
    if (Line.Array == Array)
      Lines.push_back(&Line);
  return Lines;
}

/// Of a loop of unknown length. What is done once outside of it has no share in
/// the sectors of a kernel then.
constexpr unsigned TypicalTrips = 32;

/// The estimated speedup of one kernel from fixing a finding.
struct KernelGain {
  const KernelCost *In = nullptr;
  std::vector<const LineUse *> Mended;
  unsigned FewestTrips = 1;
  double Factor = 0;

  double with(DataIn Where, Limits By = Limits::All) const {
    return gainOf(*In, Mended, Where, By, FewestTrips);
  }
};

std::string instanceOf(const KernelCost &Cost) {
  return Cost.Kernel + Cost.TemplateArguments;
}

std::string gainNote(const KernelGain &G, const KernelGain &Most) {
  const PipeTime Busiest = busiestPipe(*G.In, ManyTrips);
  const std::string By = boundPhrase(*G.In);
  std::string Note =
      G.Factor >= LeastGain
          ? messages::Speedup(printGain(G.Factor), instanceOf(*G.In), By)
          : messages::UnlikelyToHelp(instanceOf(*G.In), By);
  if (const double InL2 = G.with(DataIn::L2);
      Busiest.In == Pipe::Dram && InL2 >= LeastGain &&
      printGain(InL2) != printGain(G.Factor))
    Note += messages::SpeedupInL2(printGain(InL2));
  if (Most.Factor >= LeastGain && printGain(Most.Factor) != printGain(G.Factor))
    Note += messages::SpeedupElsewhere(printGain(Most.Factor),
                                       instanceOf(*Most.In));
  return Note;
}

} // namespace

void addGains(FileReport &Report, bool TellsAll) {
  for (Finding &F : Report.Findings) {
    if (F.Metrics.empty() || F.isSourceError())
      continue;
    // The text is about the instance in the finding; the largest gain counts.
    KernelGain Own, Most;
    for (const KernelCost &Cost : Report.Costs) {
      KernelGain G = {&Cost, mendedBy(F, Cost)};
      if (G.Mended.empty())
        continue;
      if (F.Metrics.front().Unit == "sectors/request")
        G.FewestTrips = TypicalTrips;
      G.Factor = G.with(DataIn::Dram);
      if (F.Subject && F.Subject->Instance == instanceOf(Cost))
        Own = G;
      if (!Most.In || G.Factor > Most.Factor)
        Most = std::move(G);
    }
    if (!Most.In)
      continue;
    if (!Own.In)
      Own = Most;
    if (TellsAll)
      F.EstimatedGain = Most.Factor;
    if (!F.Metrics.front().excess())
      continue;
    // A warning is not taken back for latencies, which are less certain.
    F.GainsNothing =
        std::max({Most.Factor, Most.with(DataIn::L2),
                  Most.with(DataIn::Dram, Limits::Pipes),
                  Most.with(DataIn::L2, Limits::Pipes)}) < LeastGain;
    if (TellsAll || F.GainsNothing)
      F.Notes.push_back({F.Where, gainNote(Own, Most), NoteKind::Figure});
  }
}

} // namespace warplint
