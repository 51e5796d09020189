//===- RemediesLayouts.cpp - The layouts of an array, put in words --------===//

#include "RemediesLayouts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// Layouts that are proven at most, beyond which none is better.
constexpr size_t MaxLayouts = 6;

/// A layout as each instance takes it.
struct CommonLayout {
  std::vector<Remedy> Outcomes;
  uint64_t Total = 0;
  uint64_t ExtraBytes = 0;
  unsigned Operators = 0;

  const Layout &first() const { return Outcomes.front().To; }
  bool isHarmless() const {
    return all_of(Outcomes,
                  [](const Remedy &R) { return R.Budget.isHarmless(); });
  }
  bool worsens() const {
    return any_of(Outcomes,
                  [](const Remedy &R) { return !R.Worsened.empty(); });
  }
};

/// What \p L, found for \p From, is for \p To: rows are padded, whatever their
/// length.
Layout transferred(const Layout &L, const ArrayShape &From,
                   const ArrayShape &To) {
  const auto *P = L.as<Padding>();
  if (P && P->Every == From.rowLength())
    return Layout(Padding{To.rowLength(), P->By});
  return L;
}

std::optional<CommonLayout> commonLayout(const ArraySurvey &Survey,
                                         const ArrayShape &From,
                                         const Remedy &R,
                                         ArrayRef<uint64_t> Before) {
  CommonLayout Common;
  for (auto [Instance, Was] : zip(Survey.Instances, Before)) {
    const ArrayProblem &Problem = Instance.Problem;
    auto Here = judge(Problem, transferred(R.To, From, Problem.Array));
    if (!Here || Here->Total > Was)
      return std::nullopt;
    if (Problem.Budget.MostBytes &&
        Problem.Array.bytes() + Here->ExtraBytes > *Problem.Budget.MostBytes)
      return std::nullopt;
    Common.Total += Here->Total;
    Common.ExtraBytes = std::max(Common.ExtraBytes, Here->ExtraBytes);
    Common.Operators = std::max(Common.Operators, Here->Operators);
    Common.Outcomes.push_back(std::move(*Here));
  }
  return Common;
}

std::string formulaOf(const std::string &Name, const Layout &L,
                      const ArrayShape &Shape) {
  if (L.as<Padding>() &&
      (changesDeclarationOnly(L, Shape) || Shape.Extents.size() == 1)) {
    std::vector<std::string> Extents;
    for (uint64_t E : Shape.Extents)
      Extents.push_back(std::to_string(E));
    std::string Declared = Name + spellExtents(L, Shape, Extents);
    if (changesDeclarationOnly(L, Shape))
      return Declared;
    return Declared + ", " + Name + "[" +
           spellFlatIndex(L, Shape, {"i", true}, IndexStyle::Expression) + "]";
  }
  std::vector<Operand> Operands;
  if (Shape.Extents.size() == 1)
    Operands = {{"i", true}};
  else if (Shape.Extents.size() == 2)
    Operands = {{"row", true}, {"col", true}};
  else
    for (size_t D = 0; D < Shape.Extents.size(); ++D)
      Operands.push_back({std::string(1, char('i' + D % 16)), true});
  IndexText Index = spellIndex(L, Shape, Operands, IndexStyle::Expression);
  std::string Text = Name;
  if (Index.IsFlat) {
    Text = "(&" + Name;
    for (size_t D = 0; D < Shape.Extents.size(); ++D)
      Text += "[0]";
    Text += ")";
  }
  for (const std::string &S : Index.Subscripts)
    Text += "[" + S + "]";
  return Text;
}

OfferedLayout offer(const ArraySurvey &Survey, const CommonLayout &L) {
  OfferedLayout O;
  const ArrayShape &Shape = Survey.Instances.front().Problem.Array;
  O.Family = familyName(L.first());
  O.Description = describe(L.first());
  O.Formula = formulaOf(Survey.Report.Array, L.first(), Shape);
  O.Cute = spellCute(L.first()).value_or("");
  O.Wavefronts = L.Total;
  O.ExtraBytes = L.ExtraBytes;
  O.IsOptimal = !Survey.LeavesOut &&
                all_of(L.Outcomes, [](const Remedy &R) { return R.IsOptimal; });
  for (auto [Outcome, Instance] : zip(L.Outcomes, Survey.Instances)) {
    for (unsigned A : Outcome.Worsened)
      if (!is_contained(O.Worsened, Instance.Places[A]))
        O.Worsened.push_back(Instance.Places[A]);
    if (Outcome.Budget.PassesStaticLimit)
      O.BudgetProblem = "passes the limit of static shared memory";
    else if (!Outcome.Budget.isHarmless())
      O.BudgetProblem =
          "costs occupancy: " + std::to_string(Outcome.Budget.BlocksAfter) +
          " blocks an SM instead of " +
          std::to_string(Outcome.Budget.BlocksBefore);
  }
  return O;
}

bool isInStyle(const Layout &L, FixStyle Style) {
  return (L.as<Padding>() != nullptr) == (Style == FixStyle::Pad);
}

void addCandidate(ArraySurvey &Survey, const ArrayUses &Uses, size_t Number,
                  CommonLayout &L, FixStyle Style) {
  IndexStyle Index =
      Style == FixStyle::Helper ? IndexStyle::Header : IndexStyle::Expression;
  std::optional<std::vector<SourceEdit>> Common;
  for (auto [Outcome, Instance] : zip(L.Outcomes, Survey.Instances)) {
    auto Edits = editsFor(Uses, Outcome.To, Instance.Problem.Array, Index);
    std::string Why;
    if (!Edits)
      Why = toString(Edits.takeError());
    else if (Common && *Common != *Edits)
      Why = "no edit serves all instantiations of its template";
    if (!Why.empty()) {
      Survey.refuse(Number, Why);
      return;
    }
    Common = std::move(*Edits);
  }
  if (Common && !Common->empty())
    Survey.Candidates.push_back(
        {Number, std::move(L.Outcomes), std::move(*Common)});
}

} // namespace

void ArraySurvey::refuse(size_t Layout, const std::string &Why) {
  if (none_of(Refused, [&](const FindingNote &N) {
        return StringRef(N.Message).ends_with(": " + Why);
      }))
    Refused.push_back(
        {Report.Declaration, Report.Layouts[Layout].Description + ": " + Why});
}

void searchLayouts(ArraySurvey &Survey, const ArrayUses &Uses,
                   std::optional<FixStyle> Style) {
  ArrayRemedy &Report = Survey.Report;
  if (any_of(Survey.Instances,
             [](const ArrayInstance &I) { return I.Problem.Accesses.empty(); }))
    return;
  std::vector<RemedyRanking> Rankings;
  std::vector<uint64_t> Before;
  for (const ArrayInstance &I : Survey.Instances) {
    auto Ranking = findRemedies(I.Problem);
    if (!Ranking) {
      Report.Blockers.push_back(
          {Report.Declaration, toString(Ranking.takeError())});
      return;
    }
    Before.push_back(Ranking->Before);
    Report.Wavefronts += Ranking->Before;
    Report.Floor += Ranking->Floor;
    Rankings.push_back(std::move(*Ranking));
  }
  Report.IsSearched = true;
  std::vector<CommonLayout> Layouts;
  for (auto [Instance, Ranking] : zip(Survey.Instances, Rankings))
    for (const Remedy &R : Ranking.Remedies) {
      if (R.Lanes)
        continue;
      auto L = commonLayout(Survey, Instance.Problem.Array, R, Before);
      if (!L || L->Total >= Report.Wavefronts ||
          any_of(Layouts, [&](const CommonLayout &Known) {
            return Known.first() == L->first();
          }))
        continue;
      Layouts.push_back(std::move(*L));
    }
  // The order of one instance's ranking, for all of them together.
  std::vector<Layout> Found;
  for (const CommonLayout &L : Layouts)
    Found.push_back(L.first());
  llvm::sort(Layouts, [&](const CommonLayout &A, const CommonLayout &B) {
    auto Key = [&](const CommonLayout &L) {
      return std::tuple(!L.isHarmless(), L.Total, L.worsens(), L.ExtraBytes,
                        L.Operators,
                        llvm::find(Found, L.first()) - Found.begin());
    };
    return Key(A) < Key(B);
  });
  if (Layouts.size() > MaxLayouts)
    Layouts.resize(MaxLayouts);
  for (CommonLayout &L : Layouts) {
    size_t Number = Report.Layouts.size();
    Report.Layouts.push_back(offer(Survey, L));
    if (Style && isInStyle(L.first(), *Style) && Report.Blockers.empty())
      addCandidate(Survey, Uses, Number, L, *Style);
  }
}

} // namespace warplint
