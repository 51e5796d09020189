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

std::vector<PipeTime> pipeTimes(const KernelCost &Cost, double Trips,
                                DataIn Where,
                                ArrayRef<const LineUse *> Mended) {
  std::vector<PipeTime> Times;
  for (const PipeUse &Use : Cost.Pipes) {
    if (Use.In == Pipe::Dram && Where == DataIn::L2)
      continue;
    double Units = Use.Units.at(Trips);
    for (const LineUse *Line : Mended)
      if (Line->Use.In == Use.In)
        Units -= Line->Use.Units.at(Trips) - Line->Use.AtBest.at(Trips);
    Times.push_back({Use.In, Cost.Rates.cycles(Use.In, Units)});
  }
  return Times;
}

PipeTime busiestPipe(const KernelCost &Cost, double Trips, DataIn Where,
                     ArrayRef<const LineUse *> Mended) {
  PipeTime Busiest;
  for (const PipeTime &Each : pipeTimes(Cost, Trips, Where, Mended))
    if (Each.Cycles > Busiest.Cycles)
      Busiest = Each;
  return Busiest;
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

} // namespace warplint
