//===- LocalTraffic.cpp - Arrays of a thread in local memory --------------===//
//
// Loads are taken to come from L1. A store goes on to L2, where its sectors are
// written in part unless all lanes have one index.
//
// Source: counters of an H200, docs/validation/log.md.
//
//===----------------------------------------------------------------------===//

#include "Analysis/SectorRequests.h"
#include "CostTable.h"
#include "warplint/Warp/L2Rates.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace warplint {

/// Of a request to \p Variable. Where the index is data, each row of words is taken
/// to be as likely as another: eight lanes share a sector of a row.
static double sectorsOf(const LocalVariable &Variable, unsigned BytesPerLane,
                        const AccessVerdict &V) {
  if (hasFigure(V.Kind))
    return V.Worst.Cost.Predicted;
  constexpr double LanesOfSector = SectorBytes / BankBytes;
  const double Words = std::max(1.0, double(BytesPerLane) / BankBytes);
  const double Rows =
      std::max(1.0, std::ceil(double(Variable.Bytes) / (BankBytes * Words)));
  const double Touched = Rows * (1 - std::pow(1 - 1 / Rows, LanesOfSector));
  return Words * Touched * (WarpSize / LanesOfSector);
}

void CostTable::addLocal() {
  for (const LocalVariable &Variable : Kernel.Kernel->Locals) {
    const std::vector<KernelAccess> Asked =
        localRequests(*Kernel.Kernel, Variable);
    const bool IsComputed =
        any_of(Asked, [](const KernelAccess &A) { return A.IsPlaceComputed; });
    if (!IsComputed && !Variable.HandedOn)
      continue;
    SourcePlace First; // Stands for the variable.
    for (const AskedRecord &R : Facts.recordsOf(Kernel, Asked)) {
      const KernelAccess &A = Asked[R.Access];
      const AccessVerdict &V = R.Record.Verdict;
      if (V.Kind == VerdictKind::NeverRuns)
        continue;
      TripSum Executed;
      Executed.add(Times.of(A), R.Record.Instances);
      const double Sectors = sectorsOf(Variable, A.BytesPerLane, V);
      const SourcePlace &Where = R.Record.Where;
      if (!First.isValid())
        First = Where;
      const auto AddGone = [&](Pipe In, double Units) { // In registers.
        PipeUse Use = {In, {}, {}};
        Use.Units.add(Executed, Units);
        add(Where, Use, First);
      };
      AddGone(Pipe::Lsu, 1);
      AddGone(Pipe::L1, Sectors);
      if (A.Effect == AccessEffect::Read)
        continue;
      AddGone(Pipe::L2, Sectors);
      const double Least = WarpSize / (SectorBytes / BankBytes);
      TripSum InL2;
      InL2.add(Executed, Sectors);
      Cost.More.push_back(
          {Where, moreInL2(InL2, Sectors > Least ? PartlyStoredSectorWeight
                                                 : StoredSectorWeight)});
    }
  }
}

} // namespace warplint
