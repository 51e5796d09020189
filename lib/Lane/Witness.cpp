//===- Witness.cpp - Concrete values that show a case's figure ------------===//

#include "Witness.h"
#include <algorithm>

namespace warplint {
namespace {

constexpr unsigned MaxTries = 96;

/// Iterations tried of a loop that has to be stepped to get there.
constexpr int64_t MostSteps = 64;

class WitnessSearch {
public:
  WitnessSearch(const ProofGround &Ground, const WarpThreads &Threads,
                const JudgedCase &Case)
      : Ground(Ground), Threads(Threads), Case(Case) {}

  using Lanes = std::array<LeafValues, WarpSize>;
  std::optional<Lanes> run();

private:
  int64_t quotientOf(AtomId Atom, const Congruence &C, unsigned Try);
  int64_t valueOf(AtomId Atom, const Congruence &C, unsigned Try);
  std::optional<Lanes> valuesOf(unsigned Try);
  int64_t along(const AxisValue &Axis, unsigned Lane) const;
  bool shows(const Lanes &Values) const;
  uint64_t random() {
    Seed ^= Seed << 13;
    Seed ^= Seed >> 7;
    Seed ^= Seed << 17;
    return Seed;
  }

  const ProofGround &Ground;
  const WarpThreads &Threads;
  const JudgedCase &Case;
  std::map<AtomId, int64_t> Values;
  uint64_t Seed = 0x243F6A8885A308D3ull;
};

int64_t within(const Congruence &C, Wide Quotient) {
  return static_cast<int64_t>(std::clamp<Wide>(Quotient, C.Lo, C.Hi));
}

/// Large, small and in between first: what comparisons with the unknown want.
/// Then at random, small numbers more often than large ones.
int64_t WitnessSearch::quotientOf(AtomId Atom, const Congruence &C,
                                  unsigned Try) {
  if (auto It = Case.Figure.Chosen.find(Atom); It != Case.Figure.Chosen.end())
    return It->second;
  switch (Try) {
  case 0:
    return within(C, (Wide(1) << 16) / C.Modulus);
  case 1:
    return within(C, 0);
  case 2:
    return within(C, 1);
  case 3:
    return within(C, -1);
  case 4:
    return C.Lo;
  case 5:
    return C.Hi;
  default: {
    uint64_t Bits = random() >> (random() % 64);
    return within(C, Try % 2 ? Wide(C.Lo) +
                                   Bits % static_cast<uint64_t>(std::min<Wide>(
                                              C.count(), UINT32_MAX))
                             : Wide(static_cast<int64_t>(Bits >> 1)));
  }
  }
}

int64_t WitnessSearch::valueOf(AtomId Atom, const Congruence &C, unsigned Try) {
  return static_cast<int64_t>(C.valueAt(quotientOf(Atom, C, Try)));
}

int64_t WitnessSearch::along(const AxisValue &Axis, unsigned Lane) const {
  int64_t Value = Axis.Constant[Lane];
  return Axis.Atom ? Value + Axis.Factor * Values.at(*Axis.Atom) : Value;
}

std::optional<WitnessSearch::Lanes> WitnessSearch::valuesOf(unsigned Try) {
  LeafValues Leaves;
  for (unsigned S = 0; S < Ground.Context.numSymbols(); ++S) {
    const UniformSymbol &Symbol = Ground.Context.symbolAt(S);
    // Symbols that no case met can be anything.
    Leaves.Symbols.push_back(static_cast<uint64_t>(Symbol.Lo));
  }
  Leaves.Iterations.assign(Ground.Context.numLoops(), 0);
  for (AtomId Id = 0; Id < Ground.Atoms.size(); ++Id) {
    const Atom &A = Ground.Atoms[Id];
    if (!A.isBase())
      continue;
    Congruence C = Case.State.congruenceOf(Ground.Atoms, Id);
    if (C.isEmpty())
      return std::nullopt;
    bool IsStepped = A.Kind == AtomKind::Iteration &&
                     !Ground.Loops.recurrencesOf(A.Number).empty();
    if (IsStepped)
      C.Hi = std::min(C.Hi, std::max(C.Lo, MostSteps / C.Modulus));
    int64_t Value = valueOf(Id, C, Try);
    // Plain evaluation would step that far in every lane.
    if (IsStepped && Value > int64_t(Ground.Options.MaxIterations))
      return std::nullopt;
    Values[Id] = Value;
    if (A.Kind == AtomKind::Symbol)
      Leaves.Symbols[A.Number] = static_cast<uint64_t>(Value);
    if (A.Kind == AtomKind::Iteration)
      Leaves.Iterations[A.Number] = static_cast<uint64_t>(Value);
  }
  Lanes Result;
  for (unsigned L = 0; L < WarpSize; ++L) {
    Result[L] = Leaves;
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      int64_t Extent = along(Threads.BlockDim[Axis], L);
      int64_t Index = along(Threads.ThreadIdx[Axis], L);
      bool Exists = Threads.Existing >> L & 1;
      if (Exists && Index >= Extent)
        return std::nullopt;
      Result[L].BlockDim[Axis] = static_cast<uint32_t>(Extent);
      Result[L].ThreadIdx[Axis] = static_cast<uint32_t>(Index);
    }
  }
  return Result;
}

/// Plain evaluation gives the figure of the case.
bool WitnessSearch::shows(const Lanes &Leaves) const {
  const AccessProblem &P = Ground.Problem;
  WarpRequest Request{
      .Kind = P.Kind, .BytesPerLane = P.BytesPerLane, .Active = 0};
  LaneMask Relevant = Threads.Existing & lanesWithAddress(P.Kind);
  for (unsigned L : LanesOf(Relevant)) {
    LaneMask Bit = LaneMask(1) << L;
    if (P.Guard) {
      auto Guard = evaluate(Ground.Context, P.Guard, Leaves[L]);
      if (!Guard && !(Case.Figure.Assumed & Bit))
        return false;
      if (!Guard.value_or(1))
        continue;
    }
    auto Address = evaluate(Ground.Context, P.Address, Leaves[L]);
    if (!Address || *Address % P.BytesPerLane != 0)
      return false;
    Request.Active |= Bit;
    Request.ByteAddress[L] =
        static_cast<uint64_t>(signedValue(*Address, P.Address->width()));
  }
  auto Cost = costOf(Request);
  return Cost && Cost->Predicted == Case.Figure.Cost.Predicted &&
         Cost->Ideal == Case.Figure.Cost.Ideal;
}

std::optional<WitnessSearch::Lanes> WitnessSearch::run() {
  for (unsigned Try = 0; Try < MaxTries; ++Try)
    if (auto Leaves = valuesOf(Try); Leaves && shows(*Leaves))
      return Leaves;
  return std::nullopt;
}

} // namespace

std::optional<std::array<LeafValues, WarpSize>>
findWitness(const ProofGround &Ground, const WarpThreads &Threads,
            const JudgedCase &Case) {
  return WitnessSearch(Ground, Threads, Case).run();
}

} // namespace warplint
