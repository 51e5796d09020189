//===- CaseFacts.cpp - What a case decided, by the user's names -----------===//

#include "CaseFacts.h"
#include <algorithm>
#include <cstdlib>

namespace warplint {

static std::string axisName(const char *Variable, unsigned Axis) {
  return std::string(Variable) + "." + "xyz"[Axis];
}

namespace {

/// The leaves of \p E other than constants.
std::vector<const LaneExpr *> leavesBelow(const LaneExpr *E) {
  std::vector<const LaneExpr *> Work = {E}, Leaves;
  std::set<const LaneExpr *> Seen;
  while (!Work.empty()) {
    const LaneExpr *Node = Work.back();
    Work.pop_back();
    if (!Seen.insert(Node).second)
      continue;
    if (!Node->numOperands() && Node->op() != LaneOp::Const)
      Leaves.push_back(Node);
    for (unsigned I = 0; I < Node->numOperands(); ++I)
      Work.push_back(Node->operand(I));
  }
  return Leaves;
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
  if (!L.CounterValue)
    return CounterValues();
  auto At = [&](uint64_t Iteration) -> std::optional<int64_t> {
    LeafValues Leaves;
    Leaves.Iterations.resize(Ground.Context.numLoops());
    Leaves.Iterations[Loop] = Iteration;
    // Nothing but the iteration is known here; a start that depends on the
    // block or on another loop has no number.
    const LaneExpr *Value = L.CounterValue;
    for (const LaneExpr *Leaf : leavesBelow(Value))
      if (Leaf->op() != LaneOp::Iteration || Leaf->index() != Loop)
        return std::nullopt;
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

} // namespace

std::string nameOf(const ProofGround &Ground, AtomId Atom) {
  const struct Atom &A = Ground.Atoms[Atom];
  switch (A.Kind) {
  case AtomKind::Symbol:
    return Ground.Context.symbolAt(A.Number).Name;
  case AtomKind::Iteration: {
    const std::string &Counter = Ground.Context.loopAt(A.Number).Counter;
    return Counter.empty() || !counterOf(Ground, A.Number) ? "iteration"
                                                           : Counter;
  }
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

namespace {

class FactWriter {
public:
  FactWriter(const ProofGround &Ground, const JudgedCase &Case)
      : Ground(Ground), Case(Case) {}

  std::vector<CaseFact> run();

private:
  void addLoop(unsigned Loop);
  void addAtom(AtomId Id, const Congruence &Known);
  void addLimit(AtomId Id, const char *Relation, Wide Limit);

  const ProofGround &Ground;
  const JudgedCase &Case;
  std::vector<CaseFact> Facts;
};

void FactWriter::addLoop(unsigned Loop) {
  CaseFact Fact{.What = CaseFact::Kind::Iteration,
                .Loop = static_cast<int>(Loop)};
  const LoopPoint &Point = Case.State.Loops.at(Loop);
  Fact.Iteration = Point.First;
  if (auto Variable = loopVariableOf(Ground, Case.State, Loop)) {
    Fact.Name = Variable->first;
    Fact.Value = Variable->second;
  } else {
    const std::string &Counter = Ground.Context.loopAt(Loop).Counter;
    auto Values = counterOf(Ground, Loop);
    Fact.Name = Counter.empty() || !Values ? "iteration" : Counter;
    Fact.Value = static_cast<int64_t>(Point.First);
    if (Values)
      Fact.Value = Values->at(Fact.Value);
    Fact.Modulus = Point.Period;
  }
  Facts.push_back(std::move(Fact));
}

void FactWriter::addLimit(AtomId Id, const char *Relation, Wide Limit) {
  Facts.push_back({.What = CaseFact::Kind::Truth,
                   .Name = nameOf(Ground, Id) + Relation +
                           std::to_string(static_cast<int64_t>(Limit)),
                   .Value = 1});
}

void FactWriter::addAtom(AtomId Id, const Congruence &Known) {
  const Atom &A = Ground.Atoms[Id];
  // A decided loop has said so already, in its own terms.
  if (A.Kind == AtomKind::Iteration && Case.State.Loops.contains(A.Number))
    return;
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
    Facts.push_back(std::move(Fact));
  }
  // Limits that the atom did not have from the start.
  bool IsDescending = Values.Step < 0;
  auto Limit = [&](int64_t Quotient) {
    return Values.at(static_cast<int64_t>(Known.valueAt(Quotient)));
  };
  if (Known.valueAt(Known.Lo) >=
      A.Initial.valueAt(A.Initial.Lo) + Known.Modulus)
    addLimit(Id, IsDescending ? " <= " : " >= ", Limit(Known.Lo));
  if (Known.valueAt(Known.Hi) <=
      A.Initial.valueAt(A.Initial.Hi) - Known.Modulus)
    addLimit(Id, IsDescending ? " >= " : " <= ", Limit(Known.Hi));
}

std::vector<CaseFact> FactWriter::run() {
  for (const auto &[Loop, Point] : Case.State.Loops)
    addLoop(Loop);
  for (const auto &[Id, Known] : Case.State.Known)
    addAtom(Id, Known);
  return std::move(Facts);
}

/// How far the cases went into one atom.
struct Depth {
  int64_t Modulus = 1;
  bool IsPoint = true;
};

CaseSplit splitOf(const ProofGround &Ground, AtomId Id, const Depth &D) {
  CaseSplit Split{.Name = nameOf(Ground, Id)};
  if (!D.IsPoint && D.Modulus > 1) {
    Split.What = CaseSplit::Kind::Residue;
    Split.Modulus = static_cast<uint64_t>(D.Modulus);
  } else if (!D.IsPoint) {
    Split.What = CaseSplit::Kind::Range;
  }
  return Split;
}

} // namespace

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
      if (Ground.Atoms[Id].Kind == AtomKind::Iteration &&
          Case.State.Loops.contains(Ground.Atoms[Id].Number))
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
  for (const auto &[Id, D] : Atoms)
    Splits.push_back(splitOf(Ground, Id, D));
  std::sort(Splits.begin(), Splits.end());
  Splits.erase(std::unique(Splits.begin(), Splits.end()), Splits.end());
  return Splits;
}

std::vector<CaseFact> factsOf(const ProofGround &Ground,
                              const JudgedCase &Case) {
  return FactWriter(Ground, Case).run();
}

} // namespace warplint
