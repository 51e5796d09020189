//===- KernelCost.cpp - What a block asks of the pipes --------------------===//

#include "warplint/Finding/KernelCost.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;

namespace warplint {

void TripSum::add(double Amount, std::vector<unsigned> Loops) {
  if (Amount == 0)
    return;
  llvm::sort(Loops);
  for (TripTerm &Term : Terms)
    if (Term.Loops == Loops) {
      Term.Amount += Amount;
      return;
    }
  Terms.push_back({Amount, std::move(Loops)});
}

void TripSum::add(const TripSum &Other, double Times) {
  for (const TripTerm &Term : Other.Terms)
    add(Term.Amount * Times, Term.Loops);
}

double TripSum::at(double Trips) const {
  double Sum = 0;
  for (const TripTerm &Term : Terms)
    Sum += Term.Amount * std::pow(Trips, Term.Loops.size());
  return Sum;
}

namespace {
/// What all pipes have to do.
struct Load {
  BusiestPipe Busiest;
  double Sum = 0; ///< Of the cycles.
};
} // namespace

static Load loadWithout(const KernelCost &Cost,
                        ArrayRef<const LineUse *> Mended, double Trips,
                        DataIn Where) {
  Load All;
  for (const PipeUse &Use : Cost.Pipes) {
    if (Use.In == Pipe::Dram && Where == DataIn::L2)
      continue;
    double Units = Use.Units.at(Trips);
    for (const LineUse *Line : Mended)
      if (Line->Use.In == Use.In)
        Units -= Line->Use.Units.at(Trips) - Line->Use.AtBest.at(Trips);
    const double Cycles = Cost.Rates.cycles(Use.In, Units);
    All.Sum += Cycles;
    if (Cycles > All.Busiest.Cycles)
      All.Busiest = {Use.In, Cycles};
  }
  return All;
}

BusiestPipe busiestPipe(const KernelCost &Cost, double Trips, DataIn Where) {
  return loadWithout(Cost, {}, Trips, Where).Busiest;
}

double gainOf(const KernelCost &Cost, ArrayRef<const LineUse *> Mended,
              DataIn Where) {
  double Most = 1;
  for (uint64_t Trips = 1; Trips <= ManyTrips; Trips *= 2) {
    const Load Now = loadWithout(Cost, {}, Trips, Where),
               Then = loadWithout(Cost, Mended, Trips, Where);
    if (Then.Busiest.Cycles > 0)
      Most = std::max(
          {Most, Now.Busiest.Cycles / Then.Busiest.Cycles, Now.Sum / Then.Sum});
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

/// Whole numbers, but for small ones that are none.
static std::string printAmount(double Amount) {
  if (Amount >= 10 || Amount == std::floor(Amount))
    return grouped(std::llround(Amount));
  std::string Text;
  raw_string_ostream(Text) << format("%.2g", Amount);
  return Text;
}

std::string printSum(const TripSum &Sum, ArrayRef<UnknownLoop> Loops,
                     double Times) {
  if (Sum.isZero())
    return "0";
  std::vector<TripTerm> Terms = Sum.Terms;
  llvm::sort(Terms, [](const TripTerm &A, const TripTerm &B) {
    return std::pair(A.Loops.size(), A.Loops) <
           std::pair(B.Loops.size(), B.Loops);
  });
  std::vector<std::string> Parts;
  for (const TripTerm &Term : Terms) {
    std::vector<std::string> Factors;
    if (Term.Amount * Times != 1 || Term.Loops.empty())
      Factors.push_back(printAmount(Term.Amount * Times));
    for (unsigned Loop : Term.Loops)
      Factors.push_back(Loops[Loop].Name);
    Parts.push_back(join(Factors, "*"));
  }
  return join(Parts, " + ");
}

std::string printGain(double Gain) {
  std::string Text;
  raw_string_ostream(Text) << format("%.1fx", std::ceil(Gain * 10 - 1e-6) / 10);
  return Text;
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
  const BusiestPipe Busiest = busiestPipe(Cost, Trips);
  const double Gain = gainOf(Cost, Pipe::Shared);
  if (Busiest.In == Pipe::Shared) {
    const BusiestPipe Then =
        loadWithout(Cost, linesIn(Cost, Pipe::Shared), Trips, DataIn::Dram)
            .Busiest;
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
  const BusiestPipe Other = busiestPipe(Cost, ManyTrips, DataIn::L2);
  if (busiestPipe(Cost, ManyTrips).In != Pipe::Dram || Other.Cycles == 0)
    return "";
  return Other.In == Pipe::L2 ? messages::ByL2()
                              : messages::ByOtherInL2(pipePhrase(Other.In));
}

std::string costSentence(const KernelCost &Cost) {
  const BusiestPipe Once = busiestPipe(Cost, 1),
                    Long = busiestPipe(Cost, ManyTrips);
  if (Long.Cycles == 0)
    return messages::NoCountedWork();
  std::string Text = messages::BoundBy(pipePhrase(Long.In), fromL2(Cost));
  if (Once.In != Long.In)
    Text += messages::BoundByInLongLoops(pipePhrase(Once.In));
  return Text + conflictsText(Cost, ManyTrips);
}

} // namespace warplint
