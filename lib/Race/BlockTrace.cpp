//===- BlockTrace.cpp - What the threads of a block do together -----------===//

#include "warplint/Race/BlockTrace.h"
#include "Trace.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Executions of one kernel under one launch.
static constexpr unsigned MaxTraces = 12;

BlockHazards findHazards(const KernelModel &Kernel, SymbolBinding &Known,
                         const LaunchShape &Shape,
                         const HazardQuestion &Asked) {
  BlockHazards Found;
  if (!Shape.isKnown() || Shape.threads() < 2 ||
      Shape.threads() > ThreadSet().size() || Kernel.Flow.Blocks.empty())
    return Found;
  BlockEvaluation Values(*Kernel.Context, Kernel.Flow, Known, Shape,
                         Asked.MostWork);
  FlowRegions Regions(Kernel);
  PhaseAccesses Accesses(Kernel, Values);
  std::set<unsigned> SeenBarriers;
  std::set<const FlowStep *> SeenSteps;
  // Each condition is decided the other way in some trace, alone; and all are
  // in the last.
  std::vector<std::set<unsigned>> Plans = {{}};
  for (size_t N = 0; N < Plans.size() && N < MaxTraces; ++N) {
    Accesses.startTrace();
    Trace T(Kernel, Values, Regions, Asked.Races ? &Accesses : nullptr,
            unsigned(Shape.threads()), Plans[N]);
    T.run();
    if (Asked.Barriers) {
      for (DivergentBarrier &D : T.divergent())
        if (SeenBarriers.insert(D.Barrier).second)
          Found.Barriers.push_back(D);
      for (const WrongMask &W : T.wrongMasks())
        if (SeenSteps.insert(W.Step).second)
          Found.Masks.push_back(W);
    }
    if (N == 0) {
      if (T.decided().size() > 1)
        Plans.push_back(T.decided());
      for (unsigned Block : T.decided())
        Plans.push_back({Block});
    }
    if (Values.isSpent())
      break;
  }
  Found.Races = Accesses.takeRaces();
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
