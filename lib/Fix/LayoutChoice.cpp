//===- LayoutChoice.cpp - The layouts of an array, put in words -----------===//

#include "ArraySurveyor.h"
#include "CommonLayout.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Rewrite/SourceFix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// Layouts that are proven at most, beyond which none is better.
constexpr size_t MaxLayouts = 6;

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
  return spellAccess(Name, Index, Shape.Extents.size());
}

/// The layout that speaks for all, of the source's elements.
Layout inSource(const CommonLayout &L, const ArraySurvey &Survey) {
  return Survey.Instances[L.Shown].inSource(L.first());
}

/// \p L as it is told of \p Member, or of all members together.
OfferedLayout offer(const ArraySurvey &Survey, const CommonLayout &L,
                    std::optional<size_t> Member = std::nullopt) {
  auto IsMeant = [&](const ArrayInstance &I) {
    return !Member || I.Member == *Member;
  };
  size_t Shown = L.Shown;
  if (!IsMeant(Survey.Instances[Shown]))
    Shown = find_if(Survey.Instances, IsMeant) - Survey.Instances.begin();
  const ArrayRemedy &Of =
      Member ? Survey.Members[*Member].Report : Survey.Report;
  OfferedLayout O;
  const ArrayShape Shape = Survey.Instances[Shown].sourceShape();
  const Layout First = inSource(L, Survey);
  O.Family = familyName(First);
  O.Description = describe(First);
  O.Formula = formulaOf(Of.Array, First, Shape);
  if (const auto &Accesses = Survey.Instances[Shown].Accesses;
      count_if(Survey.Instances, IsMeant) > 1 && !Accesses.empty())
    O.Instance = Accesses.front().Kernel;
  if (L.padsToOdd())
    O.Description = "rows padded to an odd length";
  O.Cute = spellCute(First).value_or("");
  O.TensorMode = L.Outcomes[Shown].Tensor;
  if (L.NeedsMultiple > 1)
    O.Condition = "the dynamic shared memory is a multiple of " +
                  std::to_string(L.NeedsMultiple) + " bytes";
  O.IsOptimal = !Survey.LeavesOut && Survey.Report.AssumedBlock.empty();
  if (Of.WavefrontsIfJoined)
    O.WavefrontsIfJoined = 0;
  for (auto [Outcome, Instance] : zip(L.Outcomes, Survey.Instances)) {
    if (!IsMeant(Instance))
      continue;
    O.Wavefronts += Outcome.Total;
    O.ExtraBytes = std::max(O.ExtraBytes, Outcome.ExtraBytes);
    O.IsOptimal &= Outcome.IsOptimal && Outcome.IsOptimalIfJoined;
    if (O.WavefrontsIfJoined)
      *O.WavefrontsIfJoined += Outcome.TotalIfJoined;
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

/// The share of the wavefronts that \p L saves, under the reading where it saves
/// less.
double savingOf(const CommonLayout &L, const ArrayRemedy &Report) {
  auto Saving = [](uint64_t After, uint64_t Before) {
    return Before ? 1 - double(After) / double(Before) : 0;
  };
  return std::min(Saving(L.Total, Report.Wavefronts),
                  Saving(L.TotalIfJoined, Report.WavefrontsIfJoined.value_or(
                                              Report.Wavefronts)));
}

/// It takes more than MostMemory times as much more memory, as a share of the
/// array, as it saves wavefronts, as a share of them: nobody wants it.
bool isPoorTrade(const CommonLayout &L, const ArraySurvey &Survey) {
  constexpr double MostMemory = 2;
  auto Bytes = double(Survey.Instances[L.Shown].Problem.Array.bytes());
  return double(L.ExtraBytes) / Bytes > MostMemory * savingOf(L, Survey.Report);
}

/// How \p L is written where \p Style is asked for, if it is at all.
std::optional<FixStyle> styleOf(const Layout &L, FixStyle Style) {
  const bool IsPadding = L.as<Padding>() != nullptr;
  if (Style == FixStyle::Auto)
    return IsPadding ? FixStyle::Pad : FixStyle::Expression;
  return IsPadding == (Style == FixStyle::Pad) ? std::optional(Style)
                                               : std::nullopt;
}

bool maySayPad(std::optional<FixStyle> Style) {
  return Style == FixStyle::Pad || Style == FixStyle::Auto;
}

/// Edits that differ in what the instances differ in.
using InstanceEdits = std::vector<std::vector<SourceEdit>>;

/// The pieces of \p Text: names and numbers, and what is between.
std::vector<StringRef> wordsOf(StringRef Text) {
  auto IsWord = [](char C) { return isAlnum(C) || C == '_'; };
  std::vector<StringRef> Words;
  while (!Text.empty()) {
    StringRef Word = Text.take_while(IsWord);
    if (Word.empty())
      Word = Text.take_until(IsWord);
    Words.push_back(Word);
    Text = Text.drop_front(Word.size());
  }
  return Words;
}

/// One edit for all instances. Numbers in which they differ are the length of a
/// row, or one less, in all of them: these are written as \p RowLength.
std::optional<SourceEdit> unite(ArrayRef<SourceEdit> Edits,
                                ArrayRef<uint64_t> Lengths,
                                const std::string &RowLength) {
  std::vector<std::vector<StringRef>> Words;
  for (const SourceEdit &E : Edits) {
    Words.push_back(wordsOf(E.Text));
    if (E.Offset != Edits[0].Offset || E.Length != Edits[0].Length ||
        Words.back().size() != Words[0].size())
      return std::nullopt;
  }
  SourceEdit Common = Edits[0];
  Common.Text.clear();
  for (size_t W = 0; W < Words[0].size(); ++W) {
    bool IsSame = true, IsLength = true, IsMask = true;
    for (auto [Of, Length] : zip(Words, Lengths)) {
      uint64_t Number = 0;
      IsSame &= Of[W] == Words[0][W];
      bool IsNumber = !Of[W].getAsInteger(0, Number);
      IsLength &= IsNumber && Number == Length;
      IsMask &= IsNumber && Number + 1 == Length;
    }
    if (!IsSame && !IsLength && !IsMask)
      return std::nullopt;
    Common.Text += IsSame     ? Words[0][W].str()
                   : IsLength ? RowLength
                              : "(" + RowLength + " - 1)";
  }
  return Common;
}

std::optional<std::vector<SourceEdit>> uniteAll(const InstanceEdits &Of,
                                                const ArraySurvey &Survey,
                                                const ArrayUses &Uses) {
  if (all_of(Of, [&](const auto &E) { return E == Of[0]; }))
    return Of[0];
  if (Uses.Declarators.empty() || Uses.Declarators[0].Extents.empty())
    return std::nullopt;
  std::string RowLength = Uses.Declarators[0].Extents.back().Text;
  if (wordsOf(RowLength).size() > 1)
    RowLength = "(" + RowLength + ")";
  std::vector<uint64_t> Lengths;
  for (const ArrayInstance &I : Survey.Instances)
    Lengths.push_back(I.sourceShape().rowLength());
  std::vector<SourceEdit> Common;
  for (size_t N = 0; N < Of[0].size(); ++N) {
    std::vector<SourceEdit> Here;
    for (const auto &Edits : Of)
      if (Edits.size() == Of[0].size())
        Here.push_back(Edits[N]);
    if (Here.size() != Of.size())
      return std::nullopt;
    auto One = unite(Here, Lengths, RowLength);
    if (!One)
      return std::nullopt;
    Common.push_back(std::move(*One));
  }
  return Common;
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

/// The edits of \p L for all instances, or why there are none.
Expected<LayoutEdits> commonEdits(const ArraySurvey &Survey,
                                  const ArrayUses &Uses, const CommonLayout &L,
                                  const EditOptions &Options) {
  InstanceEdits OfEach;
  LayoutEdits All;
  for (auto [Outcome, Instance] : zip(L.Outcomes, Survey.Instances)) {
    if (L.padsToOdd() && Outcome.To.isUnchanged())
      continue;
    auto Made = editsFor(Uses, Instance.inSource(Outcome.To),
                         Instance.sourceShape(), Options);
    if (!Made)
      return Made.takeError();
    OfEach.push_back(Made->Edits);
    All = std::move(*Made);
  }
  if (!All.Added.empty() && !Options.IsLocal && !all_equal(OfEach)) {
    // It needs to name what the instances differ in.
    EditOptions Local = Options;
    Local.IsLocal = true;
    return commonEdits(Survey, Uses, L, Local);
  }
  auto Common = uniteAll(OfEach, Survey, Uses);
  if (!Common)
    return createStringError(
        inconvertibleErrorCode(),
        "no edit serves all instantiations of its template");
  All.Edits = std::move(*Common);
  return All;
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

/// What a reviewer makes of \p Made, the less the better: a few subscripts,
/// a longer row, many subscripts, a function.
unsigned readingOf(const LayoutEdits &Made, bool IsOfRows) {
  constexpr unsigned FewPlaces = 3;
  if (!Made.Added.empty())
    return 2 + Made.Added.size();
  return IsOfRows ? 1 : Made.Places <= FewPlaces ? 0 : 2;
}

/// Says above each kernel that uses the array what its size has to be.
bool addAssumption(const ArraySurvey &Survey, const ArrayUses &Uses,
                   const CommonLayout &L, std::vector<FileEdits> &Edits) {
  for (const LineStart &Kernel : Survey.KernelsAt) {
    if (none_of(Uses.Files,
                [&](const UsedFile &F) { return F.Name == Kernel.At.File; }))
      return false;
    // In place of the letter: behind all that is inserted there.
    const std::string Text = "// warplint: assume(dynamic_shared % " +
                             std::to_string(L.NeedsMultiple) + " == 0)" +
                             Uses.Around.LineEnd + Kernel.Indent + Kernel.First;
    addEdits(Edits, {Kernel.At.File, {{Kernel.At.Offset, 1, Text}}});
  }
  return true;
}

/// Arithmetic in a loop is worth this share of the wavefronts, in percent.
constexpr unsigned LeastSavingForLoops = 10;

/// An edit of an array in more than MostPlaces has to save so much for each of
/// them, in percent of the wavefronts.
constexpr unsigned MostPlaces = 8;
constexpr uint64_t LeastSavingForPlace = 3;

void addCandidates(ArraySurvey &Survey, const ArrayUses &Uses, size_t Number,
                   const CommonLayout &L, FixStyle Style,
                   std::vector<WeighedCandidate> &To) {
  const bool IsOfRows = changesDeclarationOnly(L, Survey);
  EditOptions Options;
  if (Style == FixStyle::Helper)
    Options.Style = IndexStyle::Header;
  Options.ToOdd = L.padsToOdd();
  Options.Gain = (Survey.Report.IsEstimate ? "about " : "") +
                 std::to_string(Survey.Report.Wavefronts) + " -> " +
                 std::to_string(L.Total) + " wavefronts a block" +
                 ifJoinedPhrase(Survey.Report, Survey.Report.Layouts[Number]);
  for (FoldStyle Fold : {FoldStyle::Rows, FoldStyle::Flat}) {
    const bool IsRight = Fold == FoldStyle::Flat ||
                         // Other blocks may leave the row.
                         Survey.Report.AssumedBlock.empty() || IsOfRows;
    if (!IsRight || (Fold == FoldStyle::Flat && !Uses.hasTwoForms() &&
                     Survey.Report.AssumedBlock.empty()))
      continue;
    if (Fold == FoldStyle::Flat && IsOfRows)
      continue;
    Options.Fold = Fold;
    auto Made = commonEdits(Survey, Uses, L, Options);
    if (!Made) {
      Survey.refuse(Number, toString(Made.takeError()));
      continue;
    }
    if (Made->Edits.empty())
      continue;
    const bool IsInLoop = Uses.isInLoop() && !Made->IsFree;
    if (IsInLoop && Survey.hasDataInLoop()) {
      Survey.refuse(Number, "it would add arithmetic to an access in a loop "
                            "whose index is data, and which gains nothing");
      continue;
    }
    if (IsInLoop && savingOf(L, Survey.Report) * 100 < LeastSavingForLoops) {
      Survey.refuse(Number, "it would save less than " +
                                std::to_string(LeastSavingForLoops) +
                                " % of the wavefronts, for more arithmetic in "
                                "a loop");
      continue;
    }
    const uint64_t Places = Made->Places / Survey.Members.size();
    const auto Percent = unsigned(savingOf(L, Survey.Report) * 100);
    if (Places > MostPlaces && Percent < LeastSavingForPlace * Places) {
      Survey.refuse(Number,
                    "it would save " + std::to_string(Percent) +
                        " % of the wavefronts in " +
                        std::to_string(Made->Places) + " places, less than " +
                        std::to_string(LeastSavingForPlace) + " % for each");
      continue;
    }
    std::vector<FileEdits> Edits = Uses.byFile(Made->Edits);
    if (L.NeedsMultiple > 1 && !addAssumption(Survey, Uses, L, Edits)) {
      Survey.refuse(Number, "it takes an assumption in a file that is not "
                            "edited");
      continue;
    }
    To.push_back({{Number, Style, L.Outcomes, std::move(Edits), Made->Added},
                  IsInLoop ? arithmeticOf(L) : 0,
                  readingOf(*Made, IsOfRows)});
  }
}

/// What another order of the lanes saves the wide loads of the array, in the
/// layout \p L.
std::string laneOrderText(const ArrayInstance &In, const Layout &L) {
  std::vector<WeightedRequest> Requests;
  uint64_t Now = 0;
  for (const ArrayAccess &A : In.Problem.Accesses) {
    if (A.Kind != RequestKind::SharedLoad || A.BytesPerLane < 8 ||
        A.When != Joining::None)
      continue;
    for (const AccessCase &C : A.Cases) {
      WarpRequest Request = requestOf(In.Problem.Array, A, C, L);
      auto Cost = costOf(Request);
      if (!Cost)
        return "";
      Now += Cost->Predicted * C.Weight;
      Requests.push_back({Request, C.Weight});
    }
  }
  auto Orders = findLaneOrders(Requests);
  if (Orders.empty() || Orders.front().Total >= Now)
    return "";
  return describe(Orders.front().Order) + ": " + std::to_string(Now) + " -> " +
         std::to_string(Orders.front().Total) +
         " wavefronts of its wide loads, lane l taking the work of lane '" +
         spellLaneOrder(Orders.front().Order, "l") + "'";
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
  // With the instance that each was searched for.
  std::vector<std::pair<const ArrayInstance *, Remedy>> Found;
  std::vector<CostBefore> Before;
  uint64_t IfJoined = 0;
  std::vector<uint64_t> IfJoinedOf(Survey.Members.size());
  SearchOptions Options;
  if (maySayPad(Style))
    Options.LeastRowPaddingSaving = 50;
  for (const ArrayInstance &I : Survey.Instances) {
    auto Search = [&](const ArrayProblem &P) -> std::optional<RemedyRanking> {
      auto Ranking = findRemedies(P, Options);
      if (!Ranking) {
        Report.Blockers.push_back(
            {Report.Declaration, toString(Ranking.takeError())});
        return std::nullopt;
      }
      for (const Remedy &R : Ranking->Remedies)
        if (!R.Lanes)
          Found.push_back({&I, R});
      return std::move(*Ranking);
    };
    auto AsTold = Search(I.Problem);
    auto Joined = AsTold && I.IfJoined ? Search(*I.IfJoined) : AsTold;
    if (!Joined)
      return;
    Before.push_back({AsTold->Before, Joined->Before});
    Report.Wavefronts += AsTold->Before;
    Report.Floor += AsTold->Floor;
    IfJoined += Joined->Before;
    IfJoinedOf[I.Member] += Joined->Before;
    ArrayRemedy &Own = Survey.Members[I.Member].Report;
    Own.Wavefronts += AsTold->Before;
    Own.Floor += AsTold->Floor;
  }
  Report.IsSearched = true;
  if (any_of(Survey.Instances,
             [](const ArrayInstance &I) { return I.IfJoined.has_value(); }))
    Report.WavefrontsIfJoined = IfJoined;
  for (const ArrayInstance &I : Survey.Instances)
    if (I.IfJoined)
      Survey.Members[I.Member].Report.WavefrontsIfJoined = IfJoinedOf[I.Member];
  std::vector<CommonLayout> Layouts;
  for (const auto &[Instance, R] : Found) {
    auto L = commonLayout(Survey, Instance->Problem.Array, R, Before);
    if (!L || L->Total >= Report.Wavefronts ||
        any_of(Layouts,
               [&](const CommonLayout &Known) { return Known.isSame(*L); }))
      continue;
    Layouts.push_back(std::move(*L));
  }
  erase_if(Layouts,
           [&](const CommonLayout &L) { return isPoorTrade(L, Survey); });
  // The order of one instance's ranking, for all of them together.
  std::vector<Layout> InOrder;
  for (const CommonLayout &L : Layouts)
    InOrder.push_back(L.first());
  llvm::sort(Layouts, [&](const CommonLayout &A, const CommonLayout &B) {
    auto Key = [&](const CommonLayout &L) {
      return std::tuple(!L.isHarmless(), L.NeedsMultiple > 1, L.cost(),
                        L.worsens(), L.ExtraBytes, L.Operators,
                        llvm::find(InOrder, L.first()) - InOrder.begin());
    };
    return Key(A) < Key(B);
  });
  shorten(Layouts, Survey, Style);
  std::vector<WeighedCandidate> Candidates;
  for (CommonLayout &L : Layouts) {
    size_t Number = Report.Layouts.size();
    Report.Layouts.push_back(offer(Survey, L));
    for (const auto &[Member, Array] : enumerate(Survey.Members))
      Array.Report.Layouts.push_back(offer(Survey, L, Member));
    bool IsOfRows = changesDeclarationOnly(L, Survey);
    Survey.CanPadRows |= IsOfRows && !maySayPad(Style);
    const auto Own = Style ? styleOf(L.first(), *Style) : std::nullopt;
    if (!Own || !Report.Blockers.empty() ||
        !(IsOfRows || Survey.IndexBlockers.empty()))
      continue;
    // nvcc would refuse it.
    if (L.passesStaticLimit())
      Survey.refuse(Number, "passes the limit of static shared memory");
    else
      addCandidates(Survey, Uses, Number, L, *Own, Candidates);
  }
  if (Style == FixStyle::Auto)
    llvm::sort(Candidates, [&](const auto &A, const auto &B) {
      auto Key = [&](const WeighedCandidate &C) {
        const CommonLayout &L = Layouts[C.Edit.Layout];
        return std::tuple(!L.isHarmless(), L.NeedsMultiple > 1, L.cost(),
                          L.worsens(), C.ArithmeticInLoops, C.Reading,
                          C.Edit.Layout);
      };
      return Key(A) < Key(B);
    });
  for (WeighedCandidate &C : Candidates)
    Survey.Candidates.push_back(std::move(C.Edit));
  if (Survey.Instances.size() == 1)
    Report.LaneOrder =
        laneOrderText(Survey.Instances.front(),
                      Layouts.empty() ? Layout() : Layouts.front().first());
}

} // namespace warplint
