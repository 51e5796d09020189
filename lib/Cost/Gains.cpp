//===- Gains.cpp - What mending a finding can gain ------------------------===//
//
// A finding on an access to an array is about the array: one layout mends all
// accesses to it. Others are about the access alone.
//
//===----------------------------------------------------------------------===//

#include "warplint/Cost/BlockCost.h"
#include "llvm/ADT/STLExtras.h"

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

/// What is mended with \p F in a kernel.
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
    if (Line.Use.In == Pipe::Shared && Line.Array == Array)
      Lines.push_back(&Line);
  return Lines;
}

std::string gainNote(double Gain, const KernelCost &Cost,
                     ArrayRef<const LineUse *> Mended) {
  const BusiestPipe Busiest = busiestPipe(Cost, ManyTrips);
  std::string By = ", as estimated: '" + Cost.Kernel + Cost.TemplateArguments +
                   "' is bound by " + std::string(pipePhrase(Busiest.In));
  if (const double InL2 = gainOf(Cost, Mended, DataIn::L2);
      Busiest.In == Pipe::Dram && InL2 >= LeastGain &&
      printGain(InL2) != printGain(Gain))
    By += "; where L2 has the data up to " + printGain(InL2);
  if (Gain >= LeastGain)
    return "mending it makes a block up to " + printGain(Gain) + " as fast" +
           By;
  return "mending it may gain nothing you would see" + By;
}

} // namespace

void addGains(FileReport &Report, bool TellsAll) {
  for (Finding &F : Report.Findings) {
    if (F.Metrics.empty() || F.isSourceError())
      continue;
    const KernelCost *Best = nullptr;
    double Most = 0;
    std::vector<const LineUse *> Lines;
    for (const KernelCost &Cost : Report.Costs) {
      std::vector<const LineUse *> Mended = mendedBy(F, Cost);
      if (Mended.empty())
        continue;
      const double Gain = gainOf(Cost, Mended);
      if (Best && Gain <= Most)
        continue;
      Best = &Cost;
      Most = Gain;
      Lines = std::move(Mended);
    }
    if (!Best)
      continue;
    if (TellsAll)
      F.EstimatedGain = Most;
    if (!F.Metrics.front().excess())
      continue;
    F.GainsNothing =
        std::max(Most, gainOf(*Best, Lines, DataIn::L2)) < LeastGain;
    if (TellsAll || F.GainsNothing)
      F.Notes.push_back(
          {F.Where, gainNote(Most, *Best, Lines), NoteKind::Figure});
  }
}

} // namespace warplint
