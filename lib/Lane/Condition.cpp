//===- Condition.cpp - On what the figure of an access depends ------------===//

#include "Condition.h"
#include "FigureText.h"
#include <algorithm>
#include <set>

namespace warplint {
namespace {

/// Something that cases decide: an atom, or a loop whose values were stepped.
struct Decided {
  bool IsLoop = false;
  unsigned Number = 0;
  friend auto operator<=>(const Decided &, const Decided &) = default;
};

/// How a case decided it.
struct Choice {
  Congruence Known = {};
  uint64_t Iteration = 0;

  friend bool operator<(const Choice &A, const Choice &B) {
    return A.key() < B.key();
  }

private:
  std::array<int64_t, 5> key() const {
    return {static_cast<int64_t>(Iteration), Known.Modulus, Known.Remainder,
            Known.Lo, Known.Hi};
  }
};

struct Group {
  const JudgedCase *Worst = nullptr;
  /// The figure by warp; the same for all cases of the warp in this group.
  std::map<unsigned, Figure> ByWarp;
};
using Groups = std::map<Choice, Group>;

class ConditionWriter {
public:
  ConditionWriter(const ProofGround &Ground,
                  const std::vector<JudgedCase> &Cases)
      : Ground(Ground), Cases(Cases) {}

  FigureCondition run();

private:
  bool hasOneFigurePerWarp() const;
  std::set<Decided> decidedInAll() const;
  std::optional<Groups> groupsBy(const Decided &What) const;
  static Choice choiceOf(const CaseState &State, const Decided &What);
  CaseFact factAbout(const JudgedCase &Case, const Decided &What) const;
  std::string dependsText() const;

  const ProofGround &Ground;
  const std::vector<JudgedCase> &Cases;
};

Figure figureOf(const JudgedCase &Case) {
  return {Case.Figure.Cost.Predicted, Case.Figure.Cost.Ideal};
}

bool ConditionWriter::hasOneFigurePerWarp() const {
  std::map<unsigned, Figure> ByWarp;
  for (const JudgedCase &Case : Cases)
    if (ByWarp.try_emplace(Case.Warp, figureOf(Case)).first->second !=
        figureOf(Case))
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
        !State.Loops.count(Atoms[Id].Number))
      Result.insert({false, Id});
  return Result;
}

std::set<Decided> ConditionWriter::decidedInAll() const {
  std::set<Decided> Common = decidedIn(Cases.front().State, Ground.Atoms);
  for (const JudgedCase &Case : Cases) {
    std::set<Decided> Here = decidedIn(Case.State, Ground.Atoms);
    std::erase_if(Common, [&](const Decided &D) { return !Here.count(D); });
  }
  return Common;
}

Choice ConditionWriter::choiceOf(const CaseState &State, const Decided &What) {
  if (What.IsLoop)
    return {.Iteration = State.Loops.at(What.Number).First};
  return {.Known = State.Known.at(What.Number)};
}

/// The cases by what they decided; nothing unless that settles the figure.
std::optional<Groups> ConditionWriter::groupsBy(const Decided &What) const {
  Groups Result;
  for (const JudgedCase &Case : Cases) {
    Group &G = Result[choiceOf(Case.State, What)];
    Figure F = figureOf(Case);
    if (G.ByWarp.try_emplace(Case.Warp, F).first->second != F)
      return std::nullopt;
    if (!G.Worst || figureOf(*G.Worst).isBetterThan(F))
      G.Worst = &Case;
  }
  return Result;
}

CaseFact ConditionWriter::factAbout(const JudgedCase &Case,
                                    const Decided &What) const {
  JudgedCase Only = Case;
  std::erase_if(Only.State.Known, [&](const auto &Entry) {
    return What.IsLoop || Entry.first != What.Number;
  });
  std::erase_if(Only.State.Loops, [&](const auto &Entry) {
    return !What.IsLoop || Entry.first != What.Number;
  });
  std::vector<CaseFact> Facts = factsOf(Ground, Only);
  if (Facts.size() == 2 && Facts[0].What == CaseFact::Kind::Truth)
    Facts[0].Name += " and " + Facts[1].Name;
  if (!Facts.empty())
    return Facts.front();
  // Decided to be what it was known to be.
  return {.What = CaseFact::Kind::Truth,
          .Name = nameOf(Ground, What.Number),
          .Value = 1};
}

std::string ConditionWriter::dependsText() const {
  std::set<std::string> Names;
  for (const JudgedCase &Case : Cases)
    for (const CaseFact &Fact : factsOf(Ground, Case))
      if (Fact.What != CaseFact::Kind::Truth)
        Names.insert(Fact.Name);
  if (Names.empty())
    return {};
  return "depends on " +
         joined(std::vector<std::string>(Names.begin(), Names.end()), "and");
}

FigureCondition ConditionWriter::run() {
  if (Cases.empty() || hasOneFigurePerWarp())
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
  if (!Best)
    return {.Text = dependsText()};
  FigureCondition Condition;
  for (const auto &[Chosen, G] : *Best) {
    const WarpCost &Cost = G.Worst->Figure.Cost;
    Condition.Rows.push_back({.Fact = factAbout(*G.Worst, Decider),
                              .Predicted = Cost.Predicted,
                              .Ideal = Cost.Ideal});
  }
  Condition.Text =
      conditionText(Cases.front().Figure.Cost.Unit, Condition.Rows);
  return Condition;
}

} // namespace

FigureCondition conditionOf(const ProofGround &Ground,
                            const std::vector<JudgedCase> &Cases) {
  return ConditionWriter(Ground, Cases).run();
}

} // namespace warplint
