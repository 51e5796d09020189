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

/// The pipes in which a figure of that name is excess.
bool isAbout(StringRef Metric, Pipe In) {
  if (Metric == "wavefronts")
    return In == Pipe::Shared;
  return Metric == "sectors" && (In == Pipe::L1 || In == Pipe::L2);
}

/// What is mended with \p F in a kernel.
std::vector<const LineUse *> mendedBy(const Finding &F,
                                      const KernelCost &Cost) {
  std::vector<const LineUse *> Lines;
  SourcePlace Array;
  for (const LineUse &Line : Cost.Lines)
    if (Line.Where == F.Where && isAbout(F.Metrics.front().Name, Line.Use.In)) {
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

std::string gainNote(double Gain, const KernelCost &Cost) {
  const BusiestPipe Busiest = busiestPipe(Cost, ManyTrips);
  const std::string By = "'" + Cost.Kernel + Cost.TemplateArguments +
                         "' is bound by " + std::string(pipePhrase(Busiest.In));
  return Gain > 1.05 ? "mending it makes a block at most " + printGain(Gain) +
                           " as fast, as estimated: " + By
                     : "mending it gains nothing, as estimated: " + By;
}

} // namespace

void addGains(FileReport &Report) {
  for (Finding &F : Report.Findings) {
    if (F.Metrics.empty() || F.isSourceError())
      continue;
    const KernelCost *Best = nullptr;
    for (const KernelCost &Cost : Report.Costs) {
      const std::vector<const LineUse *> Mended = mendedBy(F, Cost);
      if (Mended.empty())
        continue;
      const double Gain = gainOf(Cost, Mended);
      if (!Best || Gain > F.EstimatedGain) {
        Best = &Cost;
        F.EstimatedGain = Gain;
      }
    }
    if (Best && F.Metrics.front().excess())
      F.Notes.push_back(
          {F.Where, gainNote(*F.EstimatedGain, *Best), NoteKind::Figure});
  }
}

} // namespace warplint
