//===- ConditionText.cpp - Conditions on a figure as a sentence -----------===//

#include "ConditionText.h"
#include "warplint/Finding/Wording.h"
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace warplint {

/// Values and residues that a sentence lists at most.
static constexpr size_t MaxListed = 8;
/// Rows of a sequence that are said one by one: the halvings of 1024 threads.
static constexpr size_t MaxSequence = 12;
/// Clauses of a sentence before the middle ones are drawn together.
static constexpr size_t MaxClauses = 4;

/// "a, b or c".
static std::string alternatives(const std::vector<std::string> &Words) {
  return listed(Words, " or ");
}

std::string factClause(const CaseFact &Fact) {
  switch (Fact.What) {
  case CaseFact::Kind::Truth:
    return Fact.Name;
  case CaseFact::Kind::Residue:
    return Fact.Name + " mod " + std::to_string(Fact.Modulus) + " is " +
           std::to_string(Fact.Value);
  default:
    return Fact.Name + " is " + std::to_string(Fact.Value);
  }
}

namespace {

Outcome outcomeOf(const CaseRow &Row) { return {Row.Predicted, Row.Ideal}; }

/// The powers of two from the first divisor to the last.
bool isRun(const std::set<uint64_t> &Divisors) {
  int Length = std::countr_zero(*Divisors.rbegin()) -
               std::countr_zero(*Divisors.begin()) + 1;
  return Divisors.size() == static_cast<size_t>(Length);
}

/// Can be said without a list.
bool isPlain(const std::set<uint64_t> &Divisors, uint64_t Modulus) {
  return Divisors.size() == 1 ||
         (isRun(Divisors) &&
          (*Divisors.begin() == 1 || *Divisors.rbegin() == Modulus));
}

class ConditionText {
public:
  ConditionText(CostUnit Unit, const std::vector<CaseRow> &Rows)
      : Unit(unitName(Unit)), Rows(Rows) {}

  std::string run() {
    if (auto Text = byDivisor())
      return *Text;
    bool IsSequence =
        hasKind(CaseFact::Kind::Iteration) || hasKind(CaseFact::Kind::Value);
    if (IsSequence && Rows.size() <= MaxSequence)
      return inSequence();
    return byList();
  }

private:
  /// "32-way" is what people say of accesses that should take one wavefront.
  std::string figureText(const Outcome &F) const {
    bool IsBanks = Unit == "wavefronts";
    if (F.excess() == 0)
      return IsBanks ? "conflict-free" : "ideal";
    if (IsBanks && F.Ideal == 1)
      return std::to_string(F.Value) + "-way";
    return std::to_string(F.Value) + " " + Unit + " instead of " +
           std::to_string(F.Ideal);
  }

  std::string rangeText(std::vector<Outcome> Figures) const {
    std::sort(Figures.begin(), Figures.end());
    unsigned Least = Figures.front().Value, Most = Figures.back().Value;
    if (Least == Most)
      return figureText(Figures.front());
    return std::to_string(Least) + " to " + std::to_string(Most) + " " + Unit;
  }

  /// Clauses from the best figure to the worst; the middle ones of many are one.
  std::string
  sentence(const std::vector<std::pair<Outcome, std::string>> &Clauses,
           std::optional<Outcome> Usual) const {
    auto Clause = [&](const auto &C) {
      return figureText(C.first) + " when " + C.second;
    };
    std::string Text = Clause(Clauses.front());
    if (Clauses.size() > MaxClauses) {
      std::vector<Outcome> Middle;
      if (Usual)
        Middle.push_back(*Usual);
      for (size_t I = 1; I + 1 < Clauses.size(); ++I)
        Middle.push_back(Clauses[I].first);
      return Text + "; " + Clause(Clauses.back()) + "; " + rangeText(Middle) +
             " otherwise";
    }
    for (size_t I = 1; I < Clauses.size(); ++I)
      Text += "; " + Clause(Clauses[I]);
    if (Usual)
      Text += "; " + figureText(*Usual) + " otherwise";
    return Text;
  }

  /// "pitch is odd" for a set of values of gcd(pitch, Modulus).
  std::string divisorClause(const std::set<uint64_t> &Divisors,
                            uint64_t Modulus) const {
    uint64_t Least = *Divisors.begin(), Most = *Divisors.rbegin();
    bool HasAllBetween = isRun(Divisors);
    std::string Name = Rows.front().Fact.Name;
    auto Number = [](uint64_t N) { return std::to_string(N); };
    if (HasAllBetween && Most == Modulus)
      return Name +
             (Least == 2 ? " is even" : " is a multiple of " + Number(Least));
    if (HasAllBetween && Least == 1)
      return Name + (Most == 1 ? " is odd"
                               : " is not a multiple of " + Number(2 * Most));
    std::vector<std::string> Words;
    for (uint64_t D : Divisors)
      Words.push_back(D == 1         ? "odd"
                      : D == Modulus ? "a multiple of " + Number(D)
                                     : "an odd multiple of " + Number(D));
    return Name + " is " + alternatives(Words);
  }

  /// For residues modulo a power of two whose figure depends on their common
  /// divisor with it only.
  std::optional<std::string> byDivisor() const {
    if (!hasKind(CaseFact::Kind::Residue))
      return std::nullopt;
    uint64_t Modulus = Rows.front().Fact.Modulus;
    if (!std::has_single_bit(Modulus))
      return std::nullopt;
    std::map<uint64_t, Outcome> ByDivisor;
    for (const CaseRow &Row : Rows) {
      if (Row.Fact.Modulus != Modulus)
        return std::nullopt;
      uint64_t Divisor =
          std::gcd(static_cast<uint64_t>(Row.Fact.Value), Modulus);
      if (ByDivisor.try_emplace(Divisor, outcomeOf(Row)).first->second !=
          outcomeOf(Row))
        return std::nullopt;
    }
    std::map<Outcome, std::set<uint64_t>> ByFigure;
    for (const auto &[Divisor, F] : ByDivisor)
      ByFigure[F].insert(Divisor);
    // A clause that would be a list goes last, as all the rest.
    std::optional<Outcome> Usual;
    for (const auto &[F, Divisors] : ByFigure)
      if (!isPlain(Divisors, Modulus) && ByFigure.size() > 1 &&
          (!Usual || Divisors.size() > ByFigure.at(*Usual).size()))
        Usual = F;
    std::vector<std::pair<Outcome, std::string>> Clauses;
    for (const auto &[F, Divisors] : ByFigure)
      if (F != Usual)
        Clauses.emplace_back(F, divisorClause(Divisors, Modulus));
    std::sort(Clauses.begin(), Clauses.end(), [](const auto &A, const auto &B) {
      return B.first.isWorseThan(A.first);
    });
    return sentence(Clauses, Usual);
  }

  /// "2, 4, 8 wavefronts as s = 1, 2, 4".
  std::string inSequence() const {
    std::vector<const CaseRow *> Sorted;
    for (const CaseRow &Row : Rows)
      Sorted.push_back(&Row);
    std::sort(Sorted.begin(), Sorted.end(),
              [](const CaseRow *A, const CaseRow *B) {
                return std::pair(A->Fact.Iteration, A->Fact.Value) <
                       std::pair(B->Fact.Iteration, B->Fact.Value);
              });
    std::string Figures, Values;
    for (const CaseRow *Row : Sorted) {
      Figures += (Figures.empty() ? "" : ", ") + std::to_string(Row->Predicted);
      Values += (Values.empty() ? "" : ", ") + std::to_string(Row->Fact.Value);
    }
    return Figures + " " + Unit + " as " + Rows.front().Fact.Name + " = " +
           Values;
  }

  /// What the rows of one figure have in common.
  std::string clauseOf(const std::vector<const CaseRow *> &Group) const {
    std::vector<std::string> Values, Words;
    std::string Name;
    for (const CaseRow *Row : Group) {
      const CaseFact &Fact = Row->Fact;
      if (Fact.What == CaseFact::Kind::Truth) {
        Words.push_back(Fact.Name);
        continue;
      }
      Values.push_back(std::to_string(Fact.Value));
      Name = Fact.Name;
      if (Fact.What == CaseFact::Kind::Residue)
        Name += " mod " + std::to_string(Fact.Modulus);
    }
    auto Shorten = [](std::vector<std::string> &List, const char *Others) {
      if (List.size() <= MaxListed)
        return;
      const size_t Left = List.size() - (MaxListed - 1);
      List.resize(MaxListed - 1);
      List.push_back(std::to_string(Left) + Others);
    };
    Shorten(Values, " other values");
    Shorten(Words, " other cases");
    if (!Values.empty())
      Words.insert(Words.begin(), Name + " is " + alternatives(Values));
    return alternatives(Words);
  }

  std::string byList() const {
    std::map<Outcome, std::vector<const CaseRow *>> ByFigure;
    for (const CaseRow &Row : Rows)
      ByFigure[outcomeOf(Row)].push_back(&Row);
    std::vector<std::pair<Outcome, std::vector<const CaseRow *>>> Sorted(
        ByFigure.begin(), ByFigure.end());
    std::sort(Sorted.begin(), Sorted.end(), [](const auto &A, const auto &B) {
      return B.first.isWorseThan(A.first);
    });
    // The figure of most rows goes without a list.
    auto Usual = std::max_element(Sorted.begin(), Sorted.end(),
                                  [](const auto &A, const auto &B) {
                                    return A.second.size() < B.second.size();
                                  });
    if (Usual->second.size() <= 1)
      Usual = Sorted.end();
    std::vector<std::pair<Outcome, std::string>> Clauses;
    for (auto It = Sorted.begin(); It != Sorted.end(); ++It)
      if (It != Usual)
        Clauses.emplace_back(It->first, clauseOf(It->second));
    if (Clauses.empty())
      return {};
    std::optional<Outcome> UsualFigure;
    if (Usual != Sorted.end())
      UsualFigure = Usual->first;
    return sentence(Clauses, UsualFigure);
  }

  bool hasKind(CaseFact::Kind Kind) const {
    return std::all_of(Rows.begin(), Rows.end(), [Kind](const CaseRow &R) {
      return R.Fact.What == Kind;
    });
  }

  std::string Unit;
  const std::vector<CaseRow> &Rows;
};

} // namespace

std::string conditionText(CostUnit Unit, const std::vector<CaseRow> &Rows) {
  return ConditionText(Unit, Rows).run();
}

} // namespace warplint
