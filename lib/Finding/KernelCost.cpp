//===- KernelCost.cpp - What a block asks of the pipes --------------------===//

#include "warplint/Finding/KernelCost.h"
#include "warplint/Finding/Wording.h"
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

BusiestPipe busiestWithout(const KernelCost &Cost,
                           ArrayRef<const LineUse *> Mended, double Trips) {
  BusiestPipe Busiest;
  for (const PipeUse &Use : Cost.Pipes) {
    double Units = Use.Units.at(Trips);
    for (const LineUse *Line : Mended)
      if (Line->Use.In == Use.In)
        Units -= Line->Use.Units.at(Trips) - Line->Use.AtBest.at(Trips);
    const double Cycles = Cost.Rates.cycles(Use.In, Units);
    if (Cycles > Busiest.Cycles)
      Busiest = {Use.In, Cycles};
  }
  return Busiest;
}

BusiestPipe busiestPipe(const KernelCost &Cost, double Trips) {
  return busiestWithout(Cost, {}, Trips);
}

double gainOf(const KernelCost &Cost, ArrayRef<const LineUse *> Mended) {
  double Most = 1;
  for (uint64_t Trips = 1; Trips <= ManyTrips; Trips *= 2) {
    const double After = busiestWithout(Cost, Mended, Trips).Cycles;
    if (After > 0)
      Most = std::max(Most, busiestPipe(Cost, Trips).Cycles / After);
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

double gainOf(const KernelCost &Cost, Pipe P) {
  return gainOf(Cost, linesIn(Cost, P));
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
  if (Busiest.In != Pipe::Shared) {
    const double Part = Now / Busiest.Cycles;
    return "; shared memory is busy " + percent(Part) +
           " of that time, so that its conflicts may cost " +
           (Part < FarFromBusy ? "nothing you would see"
                               : "little that you would see");
  }
  const BusiestPipe Then =
      busiestWithout(Cost, linesIn(Cost, Pipe::Shared), Trips);
  std::string Text = "; conflicts are " + percent((Now - Best) / Now) +
                     " of that: the fix can save about " +
                     printGain(gainOf(Cost, Pipe::Shared));
  if (Then.In != Pipe::Shared)
    Text += ", then it is bound by " + std::string(pipePhrase(Then.In));
  return Text;
}

std::string costSentence(const KernelCost &Cost) {
  const BusiestPipe Once = busiestPipe(Cost, 1),
                    Long = busiestPipe(Cost, ManyTrips);
  if (Long.Cycles == 0)
    return "nothing that is counted";
  std::string Text =
      "bound by " + std::string(pipePhrase(Long.In)) + ", as estimated";
  if (Once.In != Long.In)
    Text += " for loops of many rounds, by " +
            std::string(pipePhrase(Once.In)) + " where they have one";
  return Text + conflictsText(Cost, ManyTrips);
}

} // namespace warplint
