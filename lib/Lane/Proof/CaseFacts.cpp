//===- CaseFacts.cpp - What a case decided, by the user's names -----------===//

#include "CaseFacts.h"
#include "Lane/Expr/LaneWalk.h"
#include <algorithm>
#include <cstdlib>
#include <set>

namespace warplint {

namespace {

std::string axisName(const char *Variable, unsigned Axis) {
  return std::string(Variable) + "." + "xyz"[Axis];
}

/// Values of a loop's counter as the user knows it: Start + Step * iteration.
struct CounterValues {
  int64_t Start = 0;
  int64_t Step = 1;
  int64_t at(int64_t Iteration) const { return Start + Step * Iteration; }
};

/// Nothing where the counter's values are not known: then the name is not its.
std::optional<CounterValues> counterOf(const ProofGround &Ground,
                                       unsigned Loop) {
  const LaneLoop &L = Ground.Context.loopAt(Loop);
  const LaneExpr *Value = L.CounterValue;
  if (!Value)
    return CounterValues();
  // Nothing but the iteration is known here; a start that depends on the block
  // or on another loop has no number.
  bool IsKnown = true;
  forEachBelow(Value, [&](const LaneExpr *E, const auto &) {
    if (!E->numOperands() && !E->isConst())
      IsKnown &= E->op() == LaneOp::Iteration && E->index() == Loop;
  });
  if (!IsKnown)
    return std::nullopt;
  auto At = [&](uint64_t Iteration) -> std::optional<int64_t> {
    LeafValues Leaves;
    Leaves.Iterations.resize(Ground.Context.numLoops());
    Leaves.Iterations[Loop] = Iteration;
    auto Bits = evaluate(Ground.Context, Value, Leaves);
    if (!Bits)
      return std::nullopt;
    return signedValue(*Bits, Value->width());
  };
  auto First = At(0), Second = At(1), Third = At(2);
  // So far that no step of an int leads out of 64 bits later.
  constexpr int64_t Far = int64_t(1) << 30;
  auto IsNear = [](int64_t Value) { return -Far < Value && Value < Far; };
  if (!First || !Second || !Third || *First == *Second || !IsNear(*First) ||
      !IsNear(*Second) || *Third - *Second != *Second - *First)
    return std::nullopt;
  return CounterValues{*First, *Second - *First};
}

std::string counterName(const ProofGround &Ground, unsigned Loop) {
  const std::string &Counter = Ground.Context.loopAt(Loop).Counter;
  return Counter.empty() || !counterOf(Ground, Loop) ? "iteration" : Counter;
}

} // namespace

std::string nameOf(const ProofGround &Ground, AtomId Atom) {
  const struct Atom &A = Ground.Atoms[Atom];
  switch (A.Kind) {
  case AtomKind::Symbol:
    return Ground.Context.symbolAt(A.Number).Name;
  case AtomKind::Iteration:
    return counterName(Ground, A.Number);
  case AtomKind::BlockDim:
    return axisName("blockDim", A.Number);
  case AtomKind::ThreadIdx:
    return axisName("threadIdx", A.Number);
  case AtomKind::WarpInRow:
    return "threadIdx.x / 32";
  case AtomKind::Derived:
    return "(" + Ground.Context.print(A.Node) + ")";
  case AtomKind::Product:
    break;
  }
  std::string Text;
  for (AtomId Factor : A.Factors)
    Text += (Text.empty() ? "" : "*") + nameOf(Ground, Factor);
  return Text;
}

namespace {

/// A named recurrence of \p Loop that is the same number in all lanes of the
/// case: what the user calls the loop's state, "s" in s *= 2.
std::optional<std::pair<std::string, int64_t>>
loopVariableOf(const ProofGround &Ground, const CaseState &State,
               unsigned Loop) {
  auto Point = State.Loops.find(Loop);
  if (Point == State.Loops.end() || !Point->second.Trace)
    return std::nullopt;
  const auto &Values = Point->second.Trace->States[Point->second.First];
  for (const auto &[Number, Value] : Values) {
    const std::string &Name = Ground.Context.recurrenceAt(Number).Name;
    if (Name.empty() || Value.Faulty || !Value.isUniform(Value.Lanes))
      continue;
    return std::pair(Name, Value.Constant[firstLane(Value.Lanes)]);
  }
  return std::nullopt;
}

CaseFact factOfLoop(const ProofGround &Ground, const CaseState &State,
                    unsigned Loop) {
  const LoopPoint &Point = State.Loops.at(Loop);
  CaseFact Fact{.What = CaseFact::Kind::Iteration,
                .Loop = static_cast<int>(Loop),
                .Iteration = Point.First};
  if (auto Variable = loopVariableOf(Ground, State, Loop)) {
    std::tie(Fact.Name, Fact.Value) = *Variable;
    return Fact;
  }
  Fact.Name = counterName(Ground, Loop);
  Fact.Value = counterOf(Ground, Loop)
                   .value_or(CounterValues())
                   .at(static_cast<int64_t>(Point.First));
  Fact.Modulus = Point.Period;
  return Fact;
}

void addAtom(const ProofGround &Ground, AtomId Id, const Congruence &Known,
             std::vector<CaseFact> &Facts) {
  const Atom &A = Ground.Atoms[Id];
  CaseFact Fact{.Name = nameOf(Ground, Id)};
  // The user knows the counter, not the number of the iteration.
  CounterValues Values;
  if (A.Kind == AtomKind::Iteration) {
    Fact.Loop = static_cast<int>(A.Number);
    Values = counterOf(Ground, A.Number).value_or(CounterValues());
  }
  if (Known.isPoint()) {
    int64_t Value = static_cast<int64_t>(Known.valueAt(Known.Lo));
    Fact.What = A.Kind == AtomKind::Iteration ? CaseFact::Kind::Iteration
                                              : CaseFact::Kind::Value;
    Fact.Value = Values.at(Value);
    Fact.Iteration = static_cast<uint64_t>(Value);
    Facts.push_back(std::move(Fact));
    return;
  }
  if (Known.Modulus != A.Initial.Modulus) {
    Fact.What = CaseFact::Kind::Residue;
    int64_t Modulus = std::abs(Values.Step * Known.Modulus);
    int64_t Residue = Values.at(Known.Remainder) % Modulus;
    Fact.Value = Residue < 0 ? Residue + Modulus : Residue;
    Fact.Modulus = static_cast<uint64_t>(Modulus);
    Facts.push_back(Fact);
  }
  // Limits that the atom did not have from the start.
  auto AddLimit = [&](bool IsLeast, int64_t Quotient) {
    int64_t Limit = Values.at(static_cast<int64_t>(Known.valueAt(Quotient)));
    Facts.push_back({.What = CaseFact::Kind::Truth,
                     .Name = Fact.Name + (IsLeast ? " >= " : " <= ") +
                             std::to_string(Limit),
                     .Value = 1});
  };
  bool IsDescending = Values.Step < 0;
  if (Known.valueAt(Known.Lo) >=
      A.Initial.valueAt(A.Initial.Lo) + Known.Modulus)
    AddLimit(!IsDescending, Known.Lo);
  if (Known.valueAt(Known.Hi) <=
      A.Initial.valueAt(A.Initial.Hi) - Known.Modulus)
    AddLimit(IsDescending, Known.Hi);
}

/// How far the cases went into one atom.
struct Depth {
  int64_t Modulus = 1;
  bool IsPoint = true;
};

} // namespace

bool isToldByLoop(const AtomTable &Atoms, const CaseState &State, AtomId Id) {
  return Atoms[Id].Kind == AtomKind::Iteration &&
         State.Loops.contains(Atoms[Id].Number);
}

std::vector<CaseSplit> splitsOf(const ProofGround &Ground,
                                const std::vector<JudgedCase> &Cases) {
  std::map<AtomId, Depth> Atoms;
  std::map<unsigned, std::string> Loops;
  for (const JudgedCase &Case : Cases) {
    for (const auto &[Loop, Point] : Case.State.Loops)
      if (std::string &Name = Loops[Loop]; Name.empty()) {
        auto Variable = loopVariableOf(Ground, Case.State, Loop);
        const std::string &Counter = Ground.Context.loopAt(Loop).Counter;
        Name = Variable          ? Variable->first
               : Counter.empty() ? "iteration"
                                 : Counter;
      }
    for (const auto &[Id, Known] : Case.State.Known) {
      if (isToldByLoop(Ground.Atoms, Case.State, Id))
        continue;
      Depth &D = Atoms[Id];
      D.IsPoint &= Known.isPoint();
      if (Known.Modulus != Ground.Atoms[Id].Initial.Modulus)
        D.Modulus = std::max(D.Modulus, Known.Modulus);
    }
  }
  std::vector<CaseSplit> Splits;
  for (const auto &[Loop, Name] : Loops)
    Splits.push_back({.Name = Name});
  for (const auto &[Id, D] : Atoms) {
    CaseSplit &Split =
        Splits.emplace_back(CaseSplit{.Name = nameOf(Ground, Id)});
    if (D.IsPoint)
      continue;
    bool IsResidue = D.Modulus > 1;
    Split.What = IsResidue ? CaseSplit::Kind::Residue : CaseSplit::Kind::Range;
    Split.Modulus = IsResidue ? static_cast<uint64_t>(D.Modulus) : 0;
  }
  std::sort(Splits.begin(), Splits.end());
  Splits.erase(std::unique(Splits.begin(), Splits.end()), Splits.end());
  return Splits;
}

std::set<std::string> symbolNames(const ProofGround &Ground,
                                  const LaneExpr *Of) {
  std::set<std::string> Names;
  for (const LaneExpr *Leaf : Ground.Loops.leavesOf(Of))
    if (Leaf->op() == LaneOp::Symbol &&
        Ground.Context.symbolAt(Leaf->index()).Kind != SymbolKind::ArrayBase)
      Names.insert(Ground.Context.symbolAt(Leaf->index()).Name);
  return Names;
}

std::vector<CaseFact> factsOf(const ProofGround &Ground,
                              const JudgedCase &Case) {
  std::vector<CaseFact> Facts;
  for (const auto &[Loop, Point] : Case.State.Loops)
    Facts.push_back(factOfLoop(Ground, Case.State, Loop));
  for (const auto &[Id, Known] : Case.State.Known)
    if (!isToldByLoop(Ground.Atoms, Case.State, Id))
      addAtom(Ground, Id, Known, Facts);
  return Facts;
}

} // namespace warplint
