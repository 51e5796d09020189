//===- LayoutChoice.cpp - The layouts of an array, put in words -----------===//

#include "ArraySurveyor.h"
#include "CommonLayout.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Layouts.h"
#include "warplint/Rewrite/SourceFix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// Layouts that are proven at most, beyond which none is better.
constexpr size_t MaxLayouts = 6;

/// The share of the wavefronts that \p L saves, under the reading where it saves
/// less; \p Arithmetic: what it adds in their place.
double savingOf(const CommonLayout &L, const ArrayRemedy &Report,
                uint64_t Arithmetic = 0) {
  auto Saving = [&](uint64_t After, uint64_t Before) {
    return Before ? 1 - double(After + Arithmetic) / double(Before) : 0;
  };
  return std::min(Saving(L.Total, Report.Wavefronts),
                  Saving(L.TotalIfJoined, Report.WavefrontsIfJoined.value_or(
                                              Report.Wavefronts)));
}

/// It takes more than MostMemory times as much more memory, as a share of the
/// array, as it saves wavefronts, as a share of them: not worth it, unless it
/// saves much for little memory, which an SM has.
bool isPoorTrade(const CommonLayout &L, const ArraySurvey &Survey) {
  constexpr double MostMemory = 2, MuchSaved = 0.25;
  constexpr int64_t LittleMemory = 4096;
  const double Saving = savingOf(L, Survey.Report);
  if (Saving >= MuchSaved && L.ExtraBytes <= LittleMemory &&
      all_of(L.Outcomes, [](const auto &O) { return O.Budget.isHarmless(); }))
    return false;
  auto Bytes = double(Survey.Instances[L.Shown].Problem.Array.bytes());
  return double(L.ExtraBytes) / Bytes > MostMemory * Saving;
}

/// How \p L is written where \p Style is asked for, if it is at all.
std::optional<FixStyle> styleOf(const Layout &L, FixStyle Style) {
  const bool IsPadding = L.as<Padding>() || L.as<Unchanged>();
  if (Style == FixStyle::Auto)
    return IsPadding ? FixStyle::Pad : FixStyle::Expression;
  return IsPadding == (Style == FixStyle::Pad) ? std::optional(Style)
                                               : std::nullopt;
}

bool maySayPad(std::optional<FixStyle> Style) {
  return Style == FixStyle::Pad || Style == FixStyle::Auto;
}

bool changesDeclarationOnly(const CommonLayout &L, const ArraySurvey &Survey) {
  return changesDeclarationOnly(inSource(L, Survey),
                                Survey.Instances[L.Shown].sourceShape());
}

/// Leaves MaxLayouts of them. Where rows shall be padded, one that does it.
void shorten(std::vector<CommonLayout> &Layouts, const ArraySurvey &Survey,
             std::optional<FixStyle> Style) {
  if (Layouts.size() <= MaxLayouts)
    return;
  auto PadsRows = [&](const CommonLayout &L) {
    return changesDeclarationOnly(L, Survey);
  };
  auto Last = Layouts.begin() + MaxLayouts - 1;
  if (auto First = find_if(Layouts, PadsRows);
      maySayPad(Style) && First != Layouts.end() && First > Last)
    *Last = std::move(*First);
  Layouts.resize(MaxLayouts);
}

/// \p L saves what \p Best does but for a twentieth, under either reading.
bool isNearly(const CommonLayout &L, const CommonLayout &Best,
              const ArrayRemedy &Report) {
  constexpr uint64_t Parts = 20;
  auto IsNear = [](uint64_t Own, uint64_t Least, uint64_t Before) {
    return Own <= Least + (Before - std::min(Least, Before)) / Parts;
  };
  return IsNear(L.Total, Best.Total, Report.Wavefronts) &&
         IsNear(L.TotalIfJoined, Best.TotalIfJoined,
                Report.WavefrontsIfJoined.value_or(Report.Wavefronts));
}

/// If the block is assumed, prefers to a matrix of bits the layout that is
/// cheapest to compute among those that save as much within a twentieth.
void preferPlain(std::vector<CommonLayout> &Layouts,
                 const ArrayRemedy &Report) {
  if (Report.AssumedBlock.empty() || Layouts.empty() ||
      !Layouts.front().first().as<BitMatrix>())
    return;
  const CommonLayout &Best = Layouts.front();
  auto Key = [&](const CommonLayout &L) {
    const bool IsAsGood = L.isHarmless() >= Best.isHarmless() &&
                          L.NeedsMultiple <= Best.NeedsMultiple &&
                          L.worsens() <= Best.worsens() &&
                          isNearly(L, Best, Report);
    return std::tuple(!IsAsGood, L.Operators, L.cost());
  };
  auto Plain = min_element(
      Layouts, [&](const auto &A, const auto &B) { return Key(A) < Key(B); });
  std::rotate(Layouts.begin(), Plain, Plain + 1);
}

/// A candidate, and what it asks of those who read and run the code.
struct WeighedCandidate {
  FixCandidate Edit;
  unsigned ArithmeticInLoops = 0;
  unsigned Reading = 0;
};

/// None, a few operators, more: one of them is no difference.
unsigned arithmeticOf(const CommonLayout &L) {
  constexpr unsigned Few = 3;
  return (std::max(L.Operators, 1u) + Few - 1) / Few;
}

/// What a reviewer makes of \p Made, the less the better: a few subscripts with
/// one XOR, a longer row or a few subscripts of planes in another order, many
/// subscripts or rows that become columns, a function.
unsigned readingOf(const LayoutEdits &Made, const CommonLayout &L,
                   const ArraySurvey &Survey) {
  constexpr unsigned FewPlaces = 3;
  if (!Made.Added.empty())
    return 2 + Made.Added.size();
  if (changesDeclarationOnly(L, Survey))
    return 1;
  if (Made.Places > FewPlaces ||
      !(Made.IsFree || L.Operators <= OperatorsOfOneTerm))
    return 2;
  const ArrayShape Shape = Survey.Instances[L.Shown].sourceShape();
  if (!movesFirstExtent(inSource(L, Survey), Shape))
    return 0;
  return Shape.Extents.size() > 2 ? 1 : 2;
}

/// The best of \p Candidates first: of those that cost nearly the least, what
/// data costs least in, then what is least to compute and to read.
void rank(std::vector<WeighedCandidate> &Candidates,
          ArrayRef<CommonLayout> Layouts, const ArraySurvey &Survey) {
  const ArrayRemedy &Report = Survey.Report;
  const bool HasData = Survey.hasDataInLoop();
  auto CostOf = [&](const WeighedCandidate &C) {
    const CommonLayout &L = Layouts[C.Edit.Layout];
    return std::tuple(!L.isHarmless(), L.NeedsMultiple > 1, L.cost());
  };
  auto Least = min_element(Candidates, [&](const auto &A, const auto &B) {
    return CostOf(A) < CostOf(B);
  });
  if (Least == Candidates.end())
    return;
  const CommonLayout &Best = Layouts[Least->Edit.Layout];
  llvm::sort(Candidates, [&](const auto &A, const auto &B) {
    auto Key = [&](const WeighedCandidate &C) {
      const CommonLayout &L = Layouts[C.Edit.Layout];
      const auto [IsHarmful, HasCondition, Cost] = CostOf(C);
      return std::tuple(
          IsHarmful, HasCondition, isNearly(L, Best, Report) ? 0 : Cost,
          HasData && !Survey.spreadsData(L.Outcomes), L.takenApart(),
          C.ArithmeticInLoops, C.Reading, L.worsens(), Cost, C.Edit.Layout);
    };
    return Key(A) < Key(B);
  });
}

/// Arithmetic in a loop is worth this share of the wavefronts, in percent.
constexpr unsigned LeastSavingForLoops = 10;

/// An edit of an array in more than MostPlaces has to save so much for each of
/// them, in percent of the wavefronts, and not counting what its arithmetic takes;
/// MostSavingForPlaces is enough for any number.
constexpr unsigned MostPlaces = 8;
constexpr uint64_t LeastSavingForPlace = 3, MostSavingForPlaces = 40;

/// Operators of an index that somebody has to read.
constexpr unsigned MostOperators = 8;

/// What speaks against an edit that is right; empty where nothing does.
std::string objectionTo(const LayoutEdits &Made, const ArraySurvey &Survey,
                        const ArrayUses &Uses, const CommonLayout &L) {
  if (!Made.IsFree && L.Operators > MostOperators)
    return messages::ManyOperators(L.Operators);
  const bool IsInLoop = Uses.isInLoop() && !Made.IsFree;
  if (IsInLoop && Survey.hasDataInLoop() && !Survey.spreadsData(L.Outcomes))
    return messages::SlowsData();
  if (IsInLoop && savingOf(L, Survey.Report) * 100 < LeastSavingForLoops)
    return messages::SavesLittleInLoop(LeastSavingForLoops);
  const uint64_t Arithmetic =
      IsInLoop ? arithmeticInLoops(Survey, Uses, L.Operators) : 0;
  if (Arithmetic && L.Total + Arithmetic >= Survey.Report.Wavefronts)
    return messages::CostlyArithmetic(Arithmetic);
  const uint64_t Places = Made.Places / Survey.Members.size();
  const auto Percent =
      unsigned(std::max(0.0, savingOf(L, Survey.Report, Arithmetic)) * 100);
  if (Places <= MostPlaces ||
      Percent >= std::min(LeastSavingForPlace * Places, MostSavingForPlaces))
    return "";
  return Arithmetic
             ? messages::ManyEditsInLoop(Percent, Made.Places,
                                         LeastSavingForPlace)
             : messages::ManyEdits(Percent, Made.Places, LeastSavingForPlace);
}

void addCandidates(ArraySurvey &Survey, const ArrayUses &Uses, size_t Number,
                   const CommonLayout &L, FixStyle Style,
                   std::vector<WeighedCandidate> &To) {
  const bool IsOfRows = changesDeclarationOnly(L, Survey);
  struct Way {
    FoldStyle Fold;
    bool KeepsAddend = false;
  };
  SmallVector<Way, 3> Ways = {{FoldStyle::Rows}, {FoldStyle::Flat}};
  if (!IsOfRows && mayKeepJoined(Survey, Uses, L))
    Ways.push_back(
        {Survey.Report.AssumedBlock.empty() ? FoldStyle::Rows : FoldStyle::Flat,
         true});
  EditOptions Options;
  Options.IsForAnyBlock = !Survey.Report.AssumedBlock.empty();
  Options.ToOdd = L.padsToOdd();
  for (const auto [Fold, KeepsAddend] : Ways) {
    const bool IsRight = Fold == FoldStyle::Flat ||
                         // Other blocks may leave the row.
                         Survey.Report.AssumedBlock.empty() || IsOfRows;
    if (!IsRight || (Fold == FoldStyle::Flat && !Uses.hasTwoForms() &&
                     Survey.Report.AssumedBlock.empty()))
      continue;
    if (Fold == FoldStyle::Flat && IsOfRows)
      continue;
    Options.Fold = Fold;
    Options.KeepsAddend = KeepsAddend;
    auto Made = commonEdits(Survey, Uses, L, Options);
    if (!Made) {
      Survey.refuse(Number, toString(Made.takeError()));
      continue;
    }
    if (Made->Edits.empty())
      continue;
    if (std::string Why = objectionTo(*Made, Survey, Uses, L); !Why.empty()) {
      Survey.refuse(Number, Why);
      continue;
    }
    std::vector<FileEdits> Edits = Uses.byFile(Made->Edits);
    if (L.NeedsMultiple > 1 && !addAssumption(Survey, Uses, L, Edits)) {
      Survey.refuse(Number, messages::AssumptionElsewhere());
      continue;
    }
    To.push_back({{Number, Style, L.Outcomes, std::move(Edits), Made->Added,
                   Made->Names},
                  Uses.isInLoop() && !Made->IsFree ? arithmeticOf(L) : 0,
                  readingOf(*Made, L, Survey) + KeepsAddend});
  }
}

} // namespace

void ArraySurvey::refuse(size_t Layout, const std::string &Why) {
  if (none_of(Refused, [&](const FindingNote &N) {
        return StringRef(N.Message).ends_with(": " + Why);
      }))
    Refused.push_back(
        {Report.Declaration, Report.Layouts[Layout].Description + ": " + Why});
}

/// The order of one instance's ranking, for all of them together.
static void putInOrder(std::vector<CommonLayout> &Layouts) {
  std::vector<Layout> InOrder;
  for (const CommonLayout &L : Layouts)
    InOrder.push_back(L.first());
  llvm::sort(Layouts, [&](const CommonLayout &A, const CommonLayout &B) {
    auto Key = [&](const CommonLayout &L) {
      return std::tuple(
          !L.isHarmless(), L.NeedsMultiple > 1, L.cost(), L.takenApart(),
          L.worsens(), L.ExtraBytes, toRead(L.first(), L.Operators),
          llvm::find(InOrder, L.first()) - InOrder.begin(), L.PadBytes);
    };
    return Key(A) < Key(B);
  });
}

/// Says which layout would cost less, if not for accesses that the compiler may
/// join.
static void declineJoined(ArraySurvey &Survey, FoundLayouts &Searched) {
  ArrayRemedy &Report = Survey.Report;
  for (IfJoined May : {IfJoined::TakesApart, IfJoined::CostsMore})
    for (const auto &[Number, Found] : enumerate(Searched.Found)) {
      const ArrayInstance *Loser = nullptr;
      if (Found.First != Number || !Report.Declined.empty())
        continue;
      const auto L = commonLayout(Survey, Searched, Found, Loser, May);
      if (!L || L->Total >= Report.Wavefronts)
        continue;
      const std::string Gain = gainPhrase(Report, offer(Survey, *L));
      if (May == IfJoined::CostsMore)
        Report.Declined =
            messages::MoreIfJoined(describe(inSource(*L, Survey)), Gain);
      else if (!isPoorTrade(*L, Survey))
        Report.Declined =
            messages::TakesApart(describe(inSource(*L, Survey)), Gain);
    }
}

std::optional<std::vector<CommonLayout>>
searchCommon(ArraySurvey &Survey, const ArrayUses &Uses,
             std::optional<FixStyle> Style) {
  ArrayRemedy &Report = Survey.Report;
  auto Searched = searchInstances(Survey, Uses, Style);
  if (!Searched)
    return std::nullopt;
  std::vector<CommonLayout> Layouts;
  const ArrayInstance *Winner = nullptr, *Lost = nullptr;
  std::vector<const ArrayInstance *> Losers;
  for (const auto &[Number, Found] : enumerate(Searched->Found)) {
    const ArrayInstance *Loser = nullptr;
    std::optional<CommonLayout> L;
    if (Found.First == Number)
      L = commonLayout(Survey, *Searched, Found, Loser);
    else
      Loser = Losers[Found.First];
    Losers.push_back(Loser);
    // Of instances that are alike, what costs one more costs all of them more.
    if (Loser && !Winner &&
        Searched->Firsts[Loser - Survey.Instances.data()] !=
            Searched->Firsts[Found.Of - Survey.Instances.data()]) {
      Winner = Found.Of;
      Lost = Loser;
    }
    if (!L || L->Total >= Report.Wavefronts ||
        any_of(Layouts,
               [&](const CommonLayout &Known) { return Known.isSame(*L); }))
      continue;
    Layouts.push_back(std::move(*L));
  }
  erase_if(Layouts,
           [&](const CommonLayout &L) { return mayGatherData(L, Survey); });
  erase_if(Layouts, [&](const CommonLayout &L) {
    const bool IsPoor = isPoorTrade(L, Survey);
    if (IsPoor && Report.Declined.empty())
      Report.Declined =
          messages::TooMuchMemory(describe(inSource(L, Survey)), L.ExtraBytes,
                                  gainPhrase(Report, offer(Survey, L)));
    return IsPoor;
  });
  putInOrder(Layouts);
  preferPlain(Layouts, Report);
  shorten(Layouts, Survey, Style);
  if (Layouts.empty())
    declineJoined(Survey, *Searched);
  if (Layouts.empty() && Report.Declined.empty() && Winner &&
      !Winner->Accesses.empty() && !Lost->Accesses.empty())
    addOnce(Survey.WhyNone,
            {Report.Declaration,
             messages::CostsInstance(Winner->Accesses.front().Kernel,
                                     Lost->Accesses.front().Kernel)});
  return Layouts;
}

/// Reports \p L, one of \p Survey's layouts, and makes its edits where \p Style and
/// the uses allow that.
static void addLayout(ArraySurvey &Survey, const ArrayUses &Uses,
                      const CommonLayout &L, std::optional<FixStyle> Style,
                      std::vector<WeighedCandidate> &Candidates) {
  ArrayRemedy &Report = Survey.Report;
  size_t Number = Report.Layouts.size();
  Report.Layouts.push_back(offer(Survey, L));
  Survey.OutcomesOf.push_back(L.Outcomes);
  for (const auto &[Member, Array] : enumerate(Survey.Members))
    Array.Report.Layouts.push_back(offer(Survey, L, Member));
  bool IsOfRows = changesDeclarationOnly(L, Survey);
  Survey.CanPadRows |= IsOfRows && !maySayPad(Style);
  const auto Own = Style ? styleOf(L.first(), *Style) : std::nullopt;
  if (!Own || !Report.Blockers.empty() ||
      !(IsOfRows || Survey.IndexBlockers.empty()))
    return;
  // nvcc would refuse it.
  if (L.passesStaticLimit())
    Survey.refuse(Number, messages::OverStaticLimit());
  else if (L.ExtraBytes > 0 && !mayGrowLaunch(L, Survey, Uses))
    Survey.refuse(Number, messages::LaunchMustGrow(L.ExtraBytes));
  else
    addCandidates(Survey, Uses, Number, L, *Own, Candidates);
}

void searchLayouts(ArraySurvey &Survey, const ArrayUses &Uses,
                   std::optional<FixStyle> Style) {
  ArrayRemedy &Report = Survey.Report;
  if (any_of(Survey.Instances,
             [](const ArrayInstance &I) { return I.Problem.Accesses.empty(); }))
    return;
  auto Found = searchCommon(Survey, Uses, Style);
  if (Found && Found->empty() && Report.Wavefronts > Report.Floor &&
      letGrow(Survey))
    Found = searchCommon(Survey, Uses, Style);
  if (!Found)
    return;
  std::vector<CommonLayout> &Layouts = *Found;
  if (Layouts.empty() && Report.Wavefronts > Report.Floor &&
      offerParts(Survey, Uses))
    return;
  std::vector<WeighedCandidate> Candidates;
  for (const CommonLayout &L : Layouts)
    addLayout(Survey, Uses, L, Style, Candidates);
  // Longer rows may have an edit where other layouts have none, or cost enough less
  // for the launch to change as well.
  if (!Layouts.empty() && Style && !Uses.LaunchSizes.empty() &&
      (Candidates.empty() || Layouts.front().Total > Report.Floor) &&
      letGrow(Survey)) {
    const uint64_t Most =
        Candidates.empty() ? ~uint64_t(0) : Layouts.front().cost() / 10 * 9;
    for (CommonLayout &L : searchCommon(Survey, Uses, Style)
                               .value_or(std::vector<CommonLayout>()))
      if (L.cost() <= Most && none_of(Layouts, [&](const CommonLayout &Known) {
            return Known.isSame(L);
          })) {
        addLayout(Survey, Uses, L, Style, Candidates);
        Layouts.push_back(std::move(L));
      }
  }
  if (Style == FixStyle::Auto)
    rank(Candidates, Layouts, Survey);
  for (WeighedCandidate &C : Candidates)
    Survey.Candidates.push_back(std::move(C.Edit));
  if (Survey.Instances.size() == 1 && Report.LaneOrder.empty())
    Report.LaneOrder =
        laneOrderText(Survey.Instances.front(),
                      Layouts.empty() ? Layout() : Layouts.front().first());
}

} // namespace warplint
