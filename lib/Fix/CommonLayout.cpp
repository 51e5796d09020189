//===- CommonLayout.cpp - One layout for all instantiations ---------------===//

#include "CommonLayout.h"
#include "warplint/Layout/AlikeProblems.h"
#include "warplint/Layout/Spelling.h"
#include <bit>
#include <numeric>

using namespace llvm;

namespace warplint {

/// An XOR of the column with the row's lowest bits, in rows of another length:
/// with as many bits, or with all bits of the column where it has all of them.
static std::vector<Layout> transferredXor(unsigned Bits, unsigned Base,
                                          uint64_t From, uint64_t To) {
  std::vector<Layout> Found;
  unsigned Most = std::countr_zero(To);
  auto Add = [&](unsigned B) {
    if (B == 0 || B + Base > Most)
      return;
    if (std::has_single_bit(To))
      Found.push_back(Layout(XorSwizzle{B, Base, int(Most - Base)}));
    else
      Found.push_back(Layout(RowXor{To, B, Base, 0}));
  };
  Add(Bits);
  if (Bits + Base == unsigned(std::countr_zero(From)) && Bits + Base != Most &&
      Most > Base)
    Add(Most - Base);
  return Found;
}

/// What \p L, found for \p From, is for \p To: rows are padded, or XORed with
/// their number, whatever their length.
static std::vector<Layout> transferred(const Layout &L, const ArrayShape &From,
                                       const ArrayShape &To) {
  uint64_t Row = From.rowLength(), Other = To.rowLength();
  if (const auto *P = L.as<Padding>(); P && P->Every == Row) {
    std::vector<Layout> Found = {Layout(Padding{Other, P->By})};
    // Rows of odd length are what padding by one is for.
    if (P->By == 1 && Row % 2 == 0 && Other % 2 &&
        changesDeclarationOnly(L, From))
      Found.push_back(Layout());
    return Found;
  }
  if (movesFirstExtent(L, From))
    return {Layout(RowInterleave{1, To.elements(), To.Extents.front()})};
  if (Row != Other) {
    if (const auto *S = L.as<XorSwizzle>();
        S && S->Shift > 0 && std::has_single_bit(Row) &&
        S->Base + S->Shift == unsigned(std::countr_zero(Row)) &&
        S->Base + S->Bits <= unsigned(std::countr_zero(Row)))
      return transferredXor(S->Bits, S->Base, Row, Other);
    if (const auto *X = L.as<RowXor>(); X && X->Length == Row && !X->RowShift)
      return transferredXor(X->Bits, X->Base, Row, Other);
  }
  return {L};
}

/// What \p Found can be for \p Of.
static std::vector<Layout> choicesOf(const FoundLayout &Found,
                                     const ArrayInstance &Of) {
  const Layout &L = Found.To;
  const ArrayShape &Shape = Of.Problem.Array, &From = Found.Of->Problem.Array;
  if (Found.IsInBytes) {
    const uint64_t Bytes = L.as<Padding>()->By * From.ElementBytes;
    return Bytes % Shape.ElementBytes
               ? std::vector<Layout>()
               : std::vector{Layout(
                     Padding{Shape.rowLength(), Bytes / Shape.ElementBytes})};
  }
  if (!L.leavesOut())
    return transferred(L, From, Shape);
  std::vector<Layout> Choices;
  if (!Of.Dead.isNone())
    for (const Layout &Own : transferred(L.ofRest(), restOf(L, From),
                                         restOf({Unchanged(), Of.Dead}, Shape)))
      Choices.push_back({Own.form(), Of.Dead});
  return Choices;
}

std::optional<Remedy> JudgedLayouts::judge(const ArrayProblem &Problem,
                                           const Layout &L) {
  auto &[Judge, Of] = Known.try_emplace(&Problem, Problem).first->second;
  auto It = find_if(Of, [&](const auto &J) { return J.first == L; });
  if (It == Of.end())
    It = Of.insert(It, {L, Judge.judge(L)});
  return It->second;
}

/// What \p L is to \p Of, for no more than \p Was under either reading, and for no
/// more than before in any launch, but for what \p May be.
static std::optional<InstanceOutcome>
harmless(JudgedLayouts &Judged, const ArrayInstance &Of, const Layout &L,
         const CostBefore &Was, IfJoined May) {
  const MemoryBudget &Budget = Of.Problem.Budget;
  auto Here = Judged.judge(Of.Problem, L);
  if (!Here || Here->Total > Was.Total || Here->WorsensLaunch ||
      (Budget.MostBytes &&
       Of.Problem.Array.bytes() + Here->ExtraBytes > *Budget.MostBytes))
    return std::nullopt;
  InstanceOutcome Outcome = {std::move(*Here), 0, false};
  Outcome.TotalIfJoined = Outcome.Total;
  Outcome.IsOptimalIfJoined = Outcome.IsOptimal;
  if (!Of.IfJoined)
    return Outcome;
  auto Joined = Judged.judge(*Of.IfJoined, L);
  if (!Joined ||
      (May != IfJoined::CostsMore &&
       (Joined->Total > Was.IfJoined || Joined->WorsensLaunch)) ||
      (May == IfJoined::IsNoWorse && Joined->TakenApart &&
       !isWorthTakingApart(Joined->Total, Was.IfJoined, *Joined->TakenApart)))
    return std::nullopt;
  Outcome.TotalIfJoined = Joined->Total;
  Outcome.IsOptimalIfJoined = Joined->IsOptimal;
  return Outcome;
}

/// The best of \p Choices that \p Of can take.
static std::optional<InstanceOutcome>
bestHarmless(JudgedLayouts &Judged, const ArrayInstance &Of,
             ArrayRef<Layout> Choices, const CostBefore &Was, IfJoined May) {
  std::optional<InstanceOutcome> Best;
  auto CostOf = [](const InstanceOutcome &O) {
    return O.Total + O.TotalIfJoined;
  };
  for (const Layout &L : Choices)
    if (auto Here = harmless(Judged, Of, L, Was, May);
        Here && (!Best || CostOf(*Here) < CostOf(*Best)))
      Best = std::move(Here);
  return Best;
}

std::optional<CommonLayout> commonLayout(const ArraySurvey &Survey,
                                         FoundLayouts &Searched,
                                         const FoundLayout &Found,
                                         const ArrayInstance *&Loser,
                                         IfJoined May) {
  CommonLayout Common;
  if (Found.IsInBytes)
    Common.PadBytes =
        Found.To.as<Padding>()->By * Found.Of->Problem.Array.ElementBytes;
  for (auto [Number, Instance] : enumerate(Survey.Instances)) {
    const ArrayProblem &Problem = Instance.Problem;
    const size_t First = Searched.Firsts[Number];
    std::optional<InstanceOutcome> Here;
    if (First != Number)
      Here = Common.Outcomes[First];
    else
      Here = bestHarmless(Searched.Judged, Instance, choicesOf(Found, Instance),
                          Searched.Before[Number], May);
    if (!Here) {
      Loser = &Instance;
      return std::nullopt;
    }
    Common.ExtraBytes = Common.Outcomes.empty()
                            ? Here->ExtraBytes
                            : std::max(Common.ExtraBytes, Here->ExtraBytes);
    Common.Total += Here->Total;
    Common.TotalIfJoined += Here->TotalIfJoined;
    Common.Operators = std::max(Common.Operators, Here->Operators);
    // The search offers no other.
    const uint64_t Block =
        Here->To.ownBlock().value_or(0) * Problem.Array.ElementBytes;
    if (Instance.SizeMultiple && Block && *Instance.SizeMultiple % Block)
      Common.NeedsMultiple = std::lcm(Common.NeedsMultiple, Block);
    if (!Here->To.isUnchanged() && Common.first().isUnchanged())
      Common.Shown = Common.Outcomes.size();
    Common.Outcomes.push_back(std::move(*Here));
  }
  return Common;
}

/// The lengths of rows that indices into an array of one extent speak of.
static std::vector<uint64_t> writtenRows(const ArrayUses &Uses) {
  constexpr size_t MostRows = 4;
  std::vector<uint64_t> Rows;
  for (const RowMacro &M : Uses.RowMacros)
    Rows.push_back(M.Length);
  for (const IndexSite &Site : Uses.Sites)
    for (const WrittenIndex &Index : Site.Indices)
      for (const IndexSplit &Split : Index.Splits)
        for (const std::vector<uint64_t> &Strides : Split.Strides)
          if (const uint64_t Row = *min_element(Strides);
              !is_contained(Rows, Row) && Rows.size() < MostRows)
            Rows.push_back(Row);
  return Rows;
}

/// The columns of \p Of that no access touches, under no reading.
static DeadColumns deadColumnsOf(const ArrayInstance &Of) {
  ArrayProblem All = Of.Problem;
  append_range(All.Accesses, Of.joined().Accesses);
  for (const SurveyedAccess &Written : Of.Accesses) {
    ArrayAccess &Access = All.Accesses.emplace_back();
    Access.BytesPerLane = Written.BytesPerLane;
    for (const OffsetCase &C : Written.Cases) {
      AccessCase &Case = Access.Cases.edit().emplace_back();
      Case.Active = C.Active;
      for (unsigned L = 0; L < WarpSize; ++L)
        Case.Element[L] = C.Offset[L] / All.Array.ElementBytes;
    }
  }
  return deadColumns(All);
}

/// Finds what layouts of \p Survey may leave out; whether there is any. Where a
/// guard or the end of a loop is not known, the cases are too many, not too few.
static bool findDeadColumns(ArraySurvey &Survey) {
  const ArrayRemedy &Report = Survey.Report;
  if (Survey.LeavesOut || Report.IsAssumed || !Report.AssumedBlock.empty() ||
      Report.UsesCute || any_of(Survey.Instances, [](const ArrayInstance &I) {
        return !I.Unlisted.empty();
      }))
    return false;
  for (ArrayInstance &I : Survey.Instances)
    I.Dead = deadColumnsOf(I);
  return all_of(Survey.Instances,
                [](const ArrayInstance &I) { return !I.Dead.isNone(); });
}

/// Rows that are padded again are longer than declared, or one of the other
/// layouts.
static bool isWorthLeavingOut(const Layout &L, const DeadColumns &Dead) {
  const auto *P = L.as<Padding>();
  return !P || (P->Every == Dead.Length - Dead.Count && P->By < Dead.Count);
}

/// Adds layouts of \p P, of the instance \p I, that leave dead columns out.
static void addWithoutDead(const ArrayInstance &I, const ArrayProblem &P,
                           const SearchOptions &Options,
                           std::vector<FoundLayout> &Found) {
  auto Ranking = findRemedies(without(I.Dead, P), Options);
  if (!Ranking)
    return consumeError(Ranking.takeError());
  std::vector<Layout> OfRest = {Layout()};
  for (const Remedy &R : Ranking->Remedies)
    if (!R.Lanes && isWorthLeavingOut(R.To, I.Dead))
      OfRest.push_back(R.To);
  for (const Layout &L : OfRest)
    Found.push_back({&I, Layout(L.form(), I.Dead), Found.size()});
}

static bool areAlike(const ArrayInstance &A, const ArrayInstance &B) {
  return A.Dead == B.Dead && A.IfJoined.has_value() == B.IfJoined.has_value() &&
         areAlike(A.Problem, B.Problem) &&
         (!A.IfJoined || areAlike(*A.IfJoined, *B.IfJoined));
}

/// Of each instance the number of the first with the same problems, which may
/// leave out the same: its own where none before has.
static std::vector<size_t> firstsAlike(ArrayRef<ArrayInstance> Instances) {
  std::vector<size_t> Firsts, Different;
  for (size_t I = 0; I != Instances.size(); ++I) {
    auto Known = find_if(Different, [&](size_t First) {
      return areAlike(Instances[First], Instances[I]);
    });
    Firsts.push_back(Known == Different.end() ? I : *Known);
    if (Known == Different.end())
      Different.push_back(I);
  }
  return Firsts;
}

namespace {

/// The searches for the instances of a survey.
class InstanceSearches {
public:
  InstanceSearches(ArraySurvey &Survey, const ArrayUses &Uses,
                   std::optional<FixStyle> Style)
      : Survey(Survey), Rows(writtenRows(Uses)),
        HasDead(findDeadColumns(Survey)),
        HasSizes(
            !all_equal(map_range(Survey.Instances, [](const ArrayInstance &I) {
              return I.Problem.Array.ElementBytes;
            }))) {
    if (Style == FixStyle::Pad || Style == FixStyle::Auto)
      Options.LeastRowPaddingSaving = 50;
    All.Firsts = firstsAlike(Survey.Instances);
  }

  /// False, with what stands in the way, where the instance has no search.
  bool run(size_t Number);

  /// What an instance costs, and could.
  struct Costs {
    uint64_t Before = 0, Floor = 0, IfJoined = 0;
  };
  std::vector<Costs> Of;
  FoundLayouts All;

private:
  std::optional<RemedyRanking> search(const ArrayInstance &I,
                                      const ArrayProblem &P);
  void addFoundOf(size_t First, const ArrayInstance &Like);

  ArraySurvey &Survey;
  SearchOptions Options;
  const std::vector<uint64_t> Rows;
  const bool HasDead;
  const bool HasSizes;        ///< Elements differ in it.
  std::vector<size_t> Begins; ///< Of each instance's layouts in All.
};

} // namespace

std::optional<RemedyRanking> InstanceSearches::search(const ArrayInstance &I,
                                                      const ArrayProblem &P) {
  Options.Rows.clear();
  for (uint64_t Row : Rows)
    Options.Rows.push_back(Row * P.LeastRun);
  auto Ranking = findRemedies(P, Options);
  if (!Ranking) {
    Survey.Report.Blockers.push_back(
        {Survey.Report.Declaration, toString(Ranking.takeError())});
    return std::nullopt;
  }
  for (const Remedy &R : Ranking->Remedies) {
    if (R.Lanes)
      continue;
    All.Found.push_back({&I, R.To, All.Found.size()});
    const auto *Pad = R.To.as<Padding>();
    if (HasSizes && Pad && Pad->Every == P.Array.rowLength())
      All.Found.push_back({&I, R.To, All.Found.size(), true});
  }
  if (HasDead)
    addWithoutDead(I, P, Options, All.Found);
  return std::move(*Ranking);
}

void InstanceSearches::addFoundOf(size_t First, const ArrayInstance &Like) {
  for (size_t N = Begins[First]; N != Begins[First + 1]; ++N)
    All.Found.push_back({&Like, All.Found[N].To, N, All.Found[N].IsInBytes});
}

bool InstanceSearches::run(size_t Number) {
  const ArrayInstance &I = Survey.Instances[Number];
  Begins.push_back(All.Found.size());
  if (const size_t First = All.Firsts[Number]; First != Number) {
    addFoundOf(First, I);
    Of.push_back(Of[First]);
  } else {
    auto AsCounted = search(I, I.Problem);
    auto Joined = AsCounted && I.IfJoined ? search(I, *I.IfJoined) : AsCounted;
    if (!Joined)
      return false;
    Of.push_back({AsCounted->Before, AsCounted->Floor, Joined->Before});
  }
  All.Before.push_back({Of.back().Before, Of.back().IfJoined});
  return true;
}

std::optional<FoundLayouts> searchInstances(ArraySurvey &Survey,
                                            const ArrayUses &Uses,
                                            std::optional<FixStyle> Style) {
  ArrayRemedy &Report = Survey.Report;
  for (SurveyedArray &Member : Survey.Members)
    Member.Report.Wavefronts = Member.Report.Floor = 0;
  Report.Wavefronts = Report.Floor = 0;
  uint64_t IfJoined = 0;
  std::vector<uint64_t> IfJoinedOf(Survey.Members.size());
  InstanceSearches Searches(Survey, Uses, Style);
  for (const auto &[Number, I] : enumerate(Survey.Instances)) {
    if (!Searches.run(Number))
      return std::nullopt;
    const auto &Costs = Searches.Of.back();
    IfJoined += Costs.IfJoined;
    IfJoinedOf[I.Member] += Costs.IfJoined;
    for (ArrayRemedy *Into : {&Report, &Survey.Members[I.Member].Report}) {
      Into->Wavefronts += Costs.Before;
      Into->Floor += Costs.Floor;
    }
  }
  Report.IsSearched = true;
  if (any_of(Survey.Instances,
             [](const ArrayInstance &I) { return I.IfJoined.has_value(); }))
    Report.WavefrontsIfJoined = IfJoined;
  for (const ArrayInstance &I : Survey.Instances)
    if (I.IfJoined)
      Survey.Members[I.Member].Report.WavefrontsIfJoined = IfJoinedOf[I.Member];
  return std::move(Searches.All);
}

bool letGrow(ArraySurvey &Survey) {
  bool MayGrow = false;
  auto Let = [&](ArrayProblem &P) {
    MayGrow |= P.Budget.MostBytes.has_value() && !P.MostBlock;
    P.Budget.MostBytes.reset();
  };
  for (ArrayInstance &I : Survey.Instances) {
    Let(I.Problem);
    if (I.IfJoined)
      Let(*I.IfJoined);
  }
  return MayGrow;
}

} // namespace warplint
