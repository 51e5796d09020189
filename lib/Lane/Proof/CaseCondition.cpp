//===- CaseCondition.cpp - On what an outcome depends ---------------------===//

#include "CaseCondition.h"
#include "CaseFacts.h"
#include "CaseQuotient.h"
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

namespace warplint {

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
                  const std::vector<const JudgedCase *> &Cases)
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
  std::vector<std::string> namesWithinCases() const;
  void insertDecided(std::set<std::string> &Names) const;
  void insertBounded(std::set<std::string> &Names) const;
  bool addQuotients(const Groups &All, const Decided &By,
                    ProofResult &Result) const;

  const ProofGround &Ground;
  const std::vector<const JudgedCase *> &Cases;
};

bool ConditionWriter::hasOneOutcomePerWarp() const {
  std::map<unsigned, Outcome> ByWarp;
  for (const JudgedCase &Case : llvm::make_pointee_range(Cases))
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
  std::set<Decided> Common = decidedIn(Cases.front()->State, Ground.Atoms);
  for (const JudgedCase &Case : llvm::make_pointee_range(Cases)) {
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
  for (const JudgedCase &Case : llvm::make_pointee_range(Cases)) {
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

void ConditionWriter::insertDecided(std::set<std::string> &Names) const {
  for (const JudgedCase &Case : llvm::make_pointee_range(Cases))
    for (const CaseFact &Fact : factsOf(Ground, Case))
      if (Fact.What != CaseFact::Kind::Truth)
        Names.insert(Fact.Name);
}

/// Of sums that the cases bound: blockIdx.x and n of 256 * blockIdx.x < n.
void ConditionWriter::insertBounded(std::set<std::string> &Names) const {
  for (const JudgedCase &Case : llvm::make_pointee_range(Cases))
    for (const LinearBound &Bound : Case.State.Bounds)
      for (const auto &[Id, Factor] : Bound.Terms)
        for (AtomId Base : Ground.Atoms.factorsOf(Id))
          if (Ground.Atoms[Base].isBase())
            Names.insert(nameOf(Ground, Base));
}

/// Those of \p Result's cases; of choices between expressions, all that the
/// access rests on.
std::vector<std::string>
ConditionWriter::decidedNames(const ProofResult &Result) const {
  std::set<std::string> Names;
  insertDecided(Names);
  if (Names.empty())
    insertBounded(Names);
  if (Names.empty())
    for (const CaseSplit &Split : Result.Splits)
      Names.insert(Split.Name);
  if (Names.empty())
    Names = symbolNames(Ground, Ground.Asked.Address);
  if (Names.empty() && Ground.Asked.Guard)
    Names = symbolNames(Ground, Ground.Asked.Guard);
  return {Names.begin(), Names.end()};
}

/// With those whose values let more lanes meet, which no decision says.
std::vector<std::string> ConditionWriter::namesWithinCases() const {
  std::set<std::string> Names;
  insertDecided(Names);
  for (const JudgedCase &Case : llvm::make_pointee_range(Cases)) {
    if (!Case.Found.Least)
      continue;
    for (const auto &[Id, Quotient] : Case.Found.Chosen)
      if (Ground.Atoms[Id].Kind == AtomKind::Derived)
        Names.merge(symbolNames(Ground, Ground.Atoms[Id].Node));
      else
        Names.insert(nameOf(Ground, Id));
  }
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
  if (Cases.empty())
    return;
  if (hasOneOutcomePerWarp()) {
    if (Result.DependsOnCase)
      Result.DependsOn = namesWithinCases();
    return;
  }
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
                  const std::vector<const JudgedCase *> &Cases,
                  ProofResult &Result) {
  ConditionWriter(Ground, Cases).addTo(Result);
}

} // namespace warplint
