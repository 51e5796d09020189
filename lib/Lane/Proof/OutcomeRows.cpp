//===- OutcomeRows.cpp - On what an outcome depends -----------------------===//

#include "OutcomeRows.h"
#include <algorithm>
#include <numeric>
#include <set>

namespace warplint {
namespace {

/// Beyond that the outcome depends on a number, but nobody reads on which way.
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

  OutcomeCondition run();

private:
  bool hasOneOutcomePerWarp() const;
  std::set<Decided> decidedInAll() const;
  std::optional<Groups> groupsBy(const Decided &What) const;
  const JudgedCase *worstAmong(const Choice &Chosen, const Groups &All) const;
  static Choice choiceOf(const CaseState &State, const Decided &What);
  std::vector<CaseFact> factsAbout(const JudgedCase &Case,
                                   const Decided &What) const;
  std::vector<std::string> decidedNames() const;

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
    // A stepped loop speaks for its iteration number.
    if (Atoms[Id].Kind != AtomKind::Iteration ||
        !State.Loops.contains(Atoms[Id].Number))
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

std::vector<std::string> ConditionWriter::decidedNames() const {
  std::set<std::string> Names;
  for (const JudgedCase &Case : Cases)
    for (const CaseFact &Fact : factsOf(Ground, Case))
      if (Fact.What != CaseFact::Kind::Truth)
        Names.insert(Fact.Name);
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

OutcomeCondition ConditionWriter::run() {
  if (Cases.empty() || hasOneOutcomePerWarp())
    return {};
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
  if (!Best || Best->size() > MaxRows)
    return {.DependsOn = decidedNames()};
  OutcomeCondition Condition;
  bool HasOneOutcome = true;
  for (const auto &[Chosen, G] : *Best) {
    Condition.Rows.push_back(
        {.Facts = factsAbout(*G.Worst, Decider),
         .Outcome = worstAmong(Chosen, *Best)->Found.Result});
    HasOneOutcome &=
        Condition.Rows.back().Outcome == Condition.Rows.front().Outcome;
  }
  return HasOneOutcome ? OutcomeCondition() : Condition;
}

} // namespace

OutcomeCondition conditionOf(const ProofGround &Ground,
                             const std::vector<JudgedCase> &Cases) {
  return ConditionWriter(Ground, Cases).run();
}

} // namespace warplint
