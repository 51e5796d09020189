//===- SmallWitness.cpp - Values that a reader can follow -----------------===//

#include "SmallWitness.h"
#include "PlainEvaluation.h"
#include <algorithm>
#include <utility>

namespace warplint {
namespace {

/// The part of a question's steps that may go into smaller numbers.
constexpr uint64_t PartOfSteps = 16;

class WitnessShrinking {
public:
  WitnessShrinking(const ProofGround &Ground, const WarpThreads &Threads,
                   const JudgedCase &Case, WarpLeaves Found)
      : Ground(Ground), Threads(Threads), Case(Case), Leaves(std::move(Found)),
        StepsLeft(Ground.MaxSteps / PartOfSteps), Plain(Ground, StepsLeft) {}

  WarpLeaves run();

private:
  using Values = std::vector<uint64_t> LeafValues::*;
  /// A number of leaves: a symbol, or the iteration of a loop.
  struct Place {
    Values Kind;
    unsigned Number;
    unsigned Width;
    Congruence Known;
  };

  std::vector<Place> places() const;
  void shrink(const Place &At);
  void set(const Place &At, uint64_t Value) {
    for (LeafValues &OfLane : Leaves)
      (OfLane.*At.Kind)[At.Number] = Value;
  }
  bool showsCase();

  const ProofGround &Ground;
  const WarpThreads &Threads;
  const JudgedCase &Case;
  WarpLeaves Leaves;
  uint64_t StepsLeft;
  PlainEvaluation Plain;
};

/// The iterations first: how far a loop gets is a matter of the symbols.
std::vector<WitnessShrinking::Place> WitnessShrinking::places() const {
  std::vector<Place> Iterations, Symbols;
  for (AtomId Id = 0; Id < Ground.Atoms.size(); ++Id) {
    const Atom &A = Ground.Atoms[Id];
    const Congruence Known = Case.State.congruenceOf(Ground.Atoms, Id);
    if (A.Kind == AtomKind::Iteration)
      Iterations.push_back({&LeafValues::Iterations, A.Number, 64, Known});
    if (A.Kind != AtomKind::Symbol)
      continue;
    const UniformSymbol &S = Ground.Context.symbolAt(A.Number);
    if (S.Kind != SymbolKind::ArrayBase)
      Symbols.push_back({&LeafValues::Symbols, A.Number, S.Width, Known});
  }
  Iterations.insert(Iterations.end(), Symbols.begin(), Symbols.end());
  return Iterations;
}

/// The outcome is the one of the case, with what it says of numbers that are
/// computed.
bool WitnessShrinking::showsCase() {
  const auto Shown = Plain.outcomeOf(Case.Found, Leaves, Threads.Existing);
  if (!Shown || Shown->Active != Case.Found.Active ||
      Shown->Result != Case.Found.Result)
    return false;
  for (const auto &[Id, Known] : Case.State.Known) {
    const Atom &A = Ground.Atoms[Id];
    if (A.Kind == AtomKind::Derived && A.Step == 0 &&
        Plain.valueOfFact(A, Known, Leaves))
      return false;
  }
  return true;
}

/// Takes the first quotient that does: the least, or 0, 1, 2, 3, 4, 6, 8, 12, 16
/// and so on.
void WitnessShrinking::shrink(const Place &At) {
  const uint64_t Before = (Leaves.front().*At.Kind)[At.Number];
  const uint64_t Mask = ~uint64_t(0) >> (64 - At.Width);
  const Wide Value =
      At.Width == 1 ? Wide(Before) : Wide(signedValue(Before, At.Width));
  auto IsTaken = [&](Wide Number) {
    StepsLeft -= std::min<uint64_t>(StepsLeft, Ground.Loops.numNodes());
    set(At, static_cast<uint64_t>(Number) & Mask);
    return showsCase() && StepsLeft;
  };
  auto After = [](Wide Number) {
    const bool IsPower = (Number & (Number - 1)) == 0;
    return Number < 2 ? Number + 1 : IsPower ? Number / 2 * 3 : Number / 3 * 4;
  };
  Wide Quotient = std::max<Wide>(At.Known.Lo, 0), Round = 0;
  while (Quotient <= At.Known.Hi && StepsLeft) {
    const Wide Number = At.Known.valueAt(static_cast<int64_t>(Quotient));
    if (Number >= (Value < 0 ? -Value : Value))
      break;
    if (IsTaken(Number))
      return;
    while (Round <= Quotient)
      Round = After(Round);
    Quotient = Round;
  }
  set(At, Before);
}

WarpLeaves WitnessShrinking::run() {
  // What the search took need not be what the case says to the letter.
  if (showsCase())
    for (const Place &At : places())
      shrink(At);
  if (ProofBudget *Budget = Ground.Options.Budget)
    Budget->spend(Ground.MaxSteps / PartOfSteps - StepsLeft);
  return Leaves;
}

} // namespace

WarpLeaves smallWitness(const ProofGround &Ground, const WarpThreads &Threads,
                        const JudgedCase &Case, WarpLeaves Found) {
  return WitnessShrinking(Ground, Threads, Case, std::move(Found)).run();
}

} // namespace warplint
