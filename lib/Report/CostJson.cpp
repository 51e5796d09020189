//===- CostJson.cpp - The tables of --cost as JSON ------------------------===//

#include "CostJson.h"
#include "JsonParts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// A sum, in cycles or in units: the terms, and the text of the table.
static void addSum(JsonStream &J, StringRef Key, const TripSum &Sum,
                   const KernelCost &Cost, double Times = 1) {
  J.attributeObject(Key, [&] {
    J.add("text", printSum(Sum, Cost.Loops, Times));
    J.attributeArray("terms", [&] {
      for (const TripTerm &Term : Sum.Terms)
        J.object([&] {
          J.attribute("amount", Term.Amount * Times);
          addFlat(J, "loops",
                  json::Array(map_range(Term.Loops, [&](unsigned L) {
                    return Cost.Loops[L].Name;
                  })));
        });
    });
  });
}

static void addUse(JsonStream &J, const PipeUse &Use, const KernelCost &Cost) {
  J.add("pipe", pipeName(Use.In));
  J.add("unit", pipeUnit(Use.In));
  const double Rate = Cost.Rates.cycles(Use.In, 1);
  addSum(J, "units", Use.Units, Cost);
  addSum(J, "unitsAtBest", Use.AtBest, Cost);
  addSum(J, "cycles", Use.Units, Cost, Rate);
  addSum(J, "cyclesAtBest", Use.AtBest, Cost, Rate);
}

void addMembers(JsonStream &J, const KernelCost &Cost) {
  addMembers(J, Cost.Where);
  J.add("kernel", Cost.Kernel);
  J.add("templateArguments", Cost.TemplateArguments);
  const LaunchShape &S = Cost.Launch.Shape;
  auto Extent = [](std::optional<unsigned> N) {
    return N ? json::Value(*N) : json::Value(nullptr);
  };
  addFlat(J, "block", json::Array{Extent(S.X), Extent(S.Y), Extent(S.Z)});
  J.add("per", Cost.IsOfWarp ? "warp" : "block");
  J.attributeArray("loops", [&] {
    for (const UnknownLoop &Loop : Cost.Loops)
      J.object([&] {
        J.add("name", Loop.Name);
        J.add("condition", orNull(Loop.Condition));
      });
  });
  const BusiestPipe Busiest = busiestPipe(Cost, ManyTrips);
  const bool IsBusy = Busiest.Cycles > 0;
  J.add("busiest", onlyIf(IsBusy, pipeName(Busiest.In)));
  J.add("busiestOnce", onlyIf(IsBusy, pipeName(busiestPipe(Cost, 1).In)));
  J.attribute("conflictGain", gainOf(Cost, Pipe::Shared));
  J.add("sentence", costSentence(Cost));
  J.attributeArray("pipes", [&] {
    for (const PipeUse &Use : Cost.Pipes)
      J.object([&] { addUse(J, Use, Cost); });
  });
  J.attributeArray("lines", [&] {
    for (const LineUse &Line : Cost.Lines)
      J.object([&] {
        addMembers(J, Line.Where);
        addUse(J, Line.Use, Cost);
      });
  });
  J.add("device", Cost.Rates.Device.Name);
  J.add("remarks", Cost.Remarks);
}

} // namespace warplint
