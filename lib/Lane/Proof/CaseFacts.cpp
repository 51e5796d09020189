//===- CaseFacts.cpp - What a case decided, by the user's names -----------===//

#include "CaseFacts.h"
#include "CaseQuotient.h"
#include "Lane/Expr/LaneWalk.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
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

/// The name of \p Atom to the user: "pitch", "blockDim.x", "k".
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

/// A decided loop speaks for the number of its iteration, in its own terms.
bool isToldByLoop(const AtomTable &Atoms, const CaseState &State, AtomId Id) {
  return Atoms[Id].Kind == AtomKind::Iteration &&
         State.Loops.contains(Atoms[Id].Number);
}

/// How far the cases went into one atom.
struct Depth {
  int64_t Modulus = 1;
  bool IsPoint = true;
};

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

//===----------------------------------------------------------------------===//
// On what an outcome depends
//===----------------------------------------------------------------------===//

namespace {

/// With more rows the dependence on a number is not listed: it is unreadable.
constexpr size_t MaxRows = 512;

/// Something that cases decide: an atom, or a loop whose values were stepped.
struct Decided {
  bool IsLoop = false;
  unsigned Number = 0;
  friend auto operator<=>(const Decided &, const Decided &) = default;
};

/// The values that a case left it: of the atom, or numbers of iterations.
struct Choice {
  Congruence Known = {};

  friend bool operator<(const Choice &A, const Choice &B) {
    return A.key() < B.key();
  }
  bool overlaps(const Choice &Other) const;

private:
  std::array<int64_t, 5> key() const {
    // Values and iterations in their order, residues in theirs.
    int64_t First = Known.isPoint()
                        ? static_cast<int64_t>(Known.valueAt(Known.Lo))
                        : Known.Remainder;
    return {First, Known.Modulus, Known.Remainder, Known.Lo, Known.Hi};
  }
};

/// Some value may belong to both.
bool Choice::overlaps(const Choice &Other) const {
  const Congruence &A = Known, &B = Other.Known;
  if (A.valueAt(A.Hi) < B.valueAt(B.Lo) || B.valueAt(B.Hi) < A.valueAt(A.Lo))
    return false;
  Wide Common = std::gcd(A.Modulus, B.Modulus);
  if ((Wide(A.Remainder) - B.Remainder) % Common != 0)
    return false;
  auto Contains = [](const Congruence &C, Wide Value) {
    return (Value - C.Remainder) % C.Modulus == 0;
  };
  if (A.isPoint())
    return Contains(B, A.valueAt(A.Lo));
  return !B.isPoint() || Contains(A, B.valueAt(B.Lo));
}

struct Group {
  const JudgedCase *Worst = nullptr;
  /// The outcome by warp; the same for all cases of the warp in this group.
  std::map<unsigned, Outcome> ByWarp;
};
using Groups = std::map<Choice, Group>;

class ConditionWriter {
public:
  ConditionWriter(const ProofGround &Ground,
                  const std::vector<JudgedCase> &Cases)
      : Ground(Ground), Cases(Cases) {}

  void addTo(ProofResult &Result);

private:
  bool hasOneOutcomePerWarp() const;
  std::set<Decided> decidedInAll() const;
  std::optional<Groups> groupsBy(const Decided &What) const;
  const JudgedCase *worstAmong(const Choice &Chosen, const Groups &All) const;
  static Choice choiceOf(const CaseState &State, const Decided &What);
  std::vector<CaseFact> factsAbout(const JudgedCase &Case,
                                   const Decided &What) const;
  std::vector<std::string> decidedNames(const ProofResult &Result) const;
  bool addQuotients(const Groups &All, const Decided &By,
                    ProofResult &Result) const;

  const ProofGround &Ground;
  const std::vector<JudgedCase> &Cases;
};

bool ConditionWriter::hasOneOutcomePerWarp() const {
  std::map<unsigned, Outcome> ByWarp;
  for (const JudgedCase &Case : Cases)
    if (ByWarp.try_emplace(Case.Warp, Case.Found.Result).first->second !=
        Case.Found.Result)
      return false;
  return true;
}

std::set<Decided> decidedIn(const CaseState &State, const AtomTable &Atoms) {
  std::set<Decided> Result;
  for (const auto &[Loop, Point] : State.Loops)
    Result.insert({true, Loop});
  for (const auto &[Id, Known] : State.Known)
    if (!isToldByLoop(Atoms, State, Id))
      Result.insert({false, Id});
  return Result;
}

std::set<Decided> ConditionWriter::decidedInAll() const {
  std::set<Decided> Common = decidedIn(Cases.front().State, Ground.Atoms);
  for (const JudgedCase &Case : Cases) {
    std::set<Decided> Here = decidedIn(Case.State, Ground.Atoms);
    std::erase_if(Common, [&](const Decided &D) { return !Here.contains(D); });
  }
  return Common;
}

Choice ConditionWriter::choiceOf(const CaseState &State, const Decided &What) {
  if (!What.IsLoop)
    return {State.Known.at(What.Number)};
  const LoopPoint &Point = State.Loops.at(What.Number);
  int64_t First = static_cast<int64_t>(Point.First);
  if (Point.Period == 0)
    return {{.Lo = First, .Hi = First}};
  return {{.Modulus = static_cast<int64_t>(Point.Period),
           .Remainder = First,
           .Lo = 0,
           .Hi = INT32_MAX}};
}

/// The cases by what they decided; nothing unless that settles the outcome.
std::optional<Groups> ConditionWriter::groupsBy(const Decided &What) const {
  Groups Result;
  for (const JudgedCase &Case : Cases) {
    Group &G = Result[choiceOf(Case.State, What)];
    const Outcome &F = Case.Found.Result;
    if (G.ByWarp.try_emplace(Case.Warp, F).first->second != F)
      return std::nullopt;
    if (!G.Worst || F.isWorseThan(G.Worst->Found.Result))
      G.Worst = &Case;
  }
  return Result;
}

std::vector<CaseFact> ConditionWriter::factsAbout(const JudgedCase &Case,
                                                  const Decided &What) const {
  JudgedCase Only = Case;
  std::erase_if(Only.State.Known, [&](const auto &Entry) {
    return What.IsLoop || Entry.first != What.Number;
  });
  std::erase_if(Only.State.Loops, [&](const auto &Entry) {
    return !What.IsLoop || Entry.first != What.Number;
  });
  std::vector<CaseFact> Facts = factsOf(Ground, Only);
  // Decided to be what it was known to be.
  if (Facts.empty())
    Facts.push_back({.What = CaseFact::Kind::Truth,
                     .Name = nameOf(Ground, What.Number),
                     .Value = 1});
  return Facts;
}

/// Those of \p Result's cases; of choices between expressions, all that the
/// access rests on.
std::vector<std::string>
ConditionWriter::decidedNames(const ProofResult &Result) const {
  std::set<std::string> Names;
  for (const JudgedCase &Case : Cases)
    for (const CaseFact &Fact : factsOf(Ground, Case))
      if (Fact.What != CaseFact::Kind::Truth)
        Names.insert(Fact.Name);
  if (Names.empty())
    for (const CaseSplit &Split : Result.Splits)
      Names.insert(Split.Name);
  if (Names.empty())
    Names = symbolNames(Ground, Ground.Asked.Address);
  if (Names.empty() && Ground.Asked.Guard)
    Names = symbolNames(Ground, Ground.Asked.Guard);
  return {Names.begin(), Names.end()};
}

/// The worst case that some value of \p Chosen belongs to: warps need not be
/// split at the same values.
const JudgedCase *ConditionWriter::worstAmong(const Choice &Chosen,
                                              const Groups &All) const {
  const JudgedCase *Worst = All.at(Chosen).Worst;
  for (const auto &[Other, G] : All)
    if (Other.overlaps(Chosen) &&
        G.Worst->Found.Result.isWorseThan(Worst->Found.Result))
      Worst = G.Worst;
  return Worst;
}

/// Adds rows of a quotient of what was decided, where that settles the outcome.
bool ConditionWriter::addQuotients(const Groups &All, const Decided &By,
                                   ProofResult &Result) const {
  if (By.IsLoop || Ground.Atoms[By.Number].Kind != AtomKind::Symbol)
    return false;
  std::vector<OutcomeClass> Classes;
  std::vector<const Choice *> Choices;
  std::map<std::map<unsigned, Outcome>, unsigned> Numbers;
  for (const auto &[Chosen, G] : All) {
    const auto Number = Numbers.try_emplace(G.ByWarp, Numbers.size()).first;
    Classes.push_back({Chosen.Known, Number->second});
    Choices.push_back(&Chosen);
  }
  const auto Quotient = quotientOf(Classes);
  if (!Quotient || Quotient->Modulus > MaxRows)
    return false;
  for (const auto &[Residue, Class] : llvm::enumerate(Quotient->ClassOf)) {
    CaseFact Fact{.What = CaseFact::Kind::Residue,
                  .Name = Quotient->nameOf(nameOf(Ground, By.Number))};
    Fact.Value = static_cast<int64_t>(Residue);
    Fact.Modulus = Quotient->Modulus;
    Result.Rows.push_back(
        {.Facts = {std::move(Fact)},
         .Outcome = worstAmong(*Choices[Class], All)->Found.Result});
  }
  return true;
}

void ConditionWriter::addTo(ProofResult &Result) {
  if (Cases.empty() || hasOneOutcomePerWarp())
    return;
  std::optional<Groups> Best;
  Decided Decider;
  for (const Decided &What : decidedInAll()) {
    auto ByWhat = groupsBy(What);
    if (!ByWhat || ByWhat->size() < 2 ||
        (Best && Best->size() <= ByWhat->size()))
      continue;
    Best = std::move(ByWhat);
    Decider = What;
  }
  if (Best && addQuotients(*Best, Decider, Result))
    return;
  if (!Best || Best->size() > MaxRows) {
    Result.DependsOn = decidedNames(Result);
    return;
  }
  for (const auto &[Chosen, G] : *Best)
    Result.Rows.push_back({.Facts = factsAbout(*G.Worst, Decider),
                           .Outcome = worstAmong(Chosen, *Best)->Found.Result});
  if (llvm::all_equal(llvm::map_range(
          Result.Rows, [](const OutcomeRow &Row) { return Row.Outcome; }))) {
    // The worst warp costs the same in each case, the others do not.
    Result.Rows.clear();
    Result.DependsOn = decidedNames(Result);
  }
}

} // namespace

void addCondition(const ProofGround &Ground,
                  const std::vector<JudgedCase> &Cases, ProofResult &Result) {
  ConditionWriter(Ground, Cases).addTo(Result);
}

} // namespace warplint
