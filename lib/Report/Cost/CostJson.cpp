//===- CostJson.cpp - The tables of --cost as JSON ------------------------===//

#include "CostJson.h"
#include "Report/JsonParts.h"
#include "warplint/Finding/CostSentence.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// The terms, and the text of the table.
static void addSum(JsonStream &J, StringRef Key, const TripSum &Sum,
                   const KernelCost &Cost) {
  J.attributeObject(Key, [&] {
    J.add("text", printSum(Sum, Cost.Loops));
    J.attributeArray("terms", [&] {
      for (const TripTerm &Term : Sum.Terms)
        J.object([&] {
          J.add("amount", Term.Amount);
          addFlat(J, "loops",
                  json::Array(map_range(Term.Loops, [&](unsigned Loop) {
                    return Cost.Loops[Loop].Name;
                  })));
        });
    });
  });
}

static void addUse(JsonStream &J, const PipeUse &Use, const KernelCost &Cost) {
  const double Rate = Cost.Rates.cycles(Use.In, 1);
  J.add("pipe", pipeName(Use.In));
  J.add("unit", pipeUnit(Use.In));
  J.add("cyclesPerUnit", Rate);
  J.add("cycles", printSum(Use.Units, Cost.Loops, Rate));
  addSum(J, "units", Use.Units, Cost);
  addSum(J, "unitsAtBest", Use.AtBest, Cost);
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
  const PipeTime Busiest = busiestPipe(Cost, ManyTrips);
  const bool IsBusy = Busiest.Cycles > 0;
  J.add("busiest", onlyIf(IsBusy, pipeName(Busiest.In)));
  J.add("busiestOnce", onlyIf(IsBusy, pipeName(busiestPipe(Cost, 1).In)));
  const PipeTime FromL2 = busiestPipe(Cost, ManyTrips, DataIn::L2);
  J.add("busiestFromL2", onlyIf(FromL2.Cycles > 0, pipeName(FromL2.In)));
  J.add("conflictGain", gainOf(Cost, Pipe::Shared, assumedData(Cost)));
  J.add("sentence", costSentence(Cost));
  const KernelBound Bound = boundOf(Cost, ManyTrips);
  J.add("bound", orNull(boundName(Bound)));
  J.add("boundLine", onlyIf(Bound.Where.Line > 0, Bound.Where.Line));
  J.add("boundCycles", orNull(boundCycles(Cost)));
  const auto Time = boundMicroseconds(Cost, assumedData(Cost));
  J.add("boundMicroseconds", onlyIf(Time.has_value(), Time.value_or(0)));
  J.attributeArray("pipes", [&] {
    for (const PipeUse &Use : Cost.Pipes)
      J.object([&] {
        addUse(J, Use, Cost);
        const auto Units = unitsOfLaunch(Cost, Use);
        J.add("unitsOfLaunch", onlyIf(Units.has_value(), Units.value_or(0)));
      });
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
