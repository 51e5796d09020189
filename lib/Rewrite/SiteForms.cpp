//===- SiteForms.cpp - The ways to write one index ------------------------===//

#include "SiteForms.h"
#include "warplint/Messages/Rewriting.h"
#include "llvm/ADT/STLExtras.h"
#include <bit>

using namespace llvm;

namespace warplint {

namespace {

/// A layout of elements that keeps aligned runs of them whole, as one of runs.
struct InRuns {
  uint64_t Run;
  unsigned Bits = std::countr_zero(Run);
  using Result = std::optional<Layout>;

  Result operator()(const Unchanged &U) const { return Layout(U); }
  Result operator()(const XorSwizzle &S) const {
    return Layout(XorSwizzle{S.Bits, S.Base - Bits, S.Shift});
  }
  Result operator()(const RowXor &X) const {
    return Layout(RowXor{X.Length / Run, X.Bits, X.Base - Bits, X.RowShift});
  }
  Result operator()(const RowRotation &R) const {
    return Layout(RowRotation{R.Length / Run, R.Step / Run, R.RowShift});
  }
  Result operator()(const RowInterleave &I) const {
    return Layout(RowInterleave{I.Length / Run, I.Rows, I.Ways});
  }
  Result operator()(const Padding &P) const {
    return Layout(Padding{P.Every / Run, P.By / Run});
  }
  Result operator()(const BitMatrix &) const { return std::nullopt; }
};

/// A site in the units of its index.
struct SiteUnits {
  Layout Own;
  ArrayShape Shape;
  std::vector<Operand> Operands;
};

} // namespace

static Expected<SiteUnits> unitsOf(const IndexSite &Site, const Layout &L,
                                   const ArrayShape &Shape) {
  SiteUnits Units = {L, Shape, {Site.Indices.begin(), Site.Indices.end()}};
  // All of it as one row.
  if (Site.Indices.size() < Shape.Extents.size())
    Units.Shape.Extents = {Shape.elements()};
  if (Site.Run != 1) {
    std::optional<Layout> Converted;
    if (std::has_single_bit(Site.Run) && Units.Shape.Extents.size() == 1 &&
        Shape.elements() % Site.Run == 0 && L.keepsWhole(Site.Run))
      Converted = std::visit(InRuns{Site.Run}, L.form());
    if (!Converted)
      return createStringError(messages::NotInUnits(Site.Run));
    Units.Own = *Converted;
    Units.Shape.Extents = {Shape.elements() / Site.Run};
    Units.Shape.ElementBytes *= Site.Run;
  }
  if (Site.Outer)
    Units.Operands.back() =
        sumOf(Units.Operands.back(), Site.Outer->Index, Site.Outer->Run);
  return Units;
}

/// The way to take the index apart that takes the fewest characters.
static void addSplit(SiteForms &Forms, const SiteUnits &Units) {
  const IndexSite &Site = *Forms.Site;
  // Stripes are no rows.
  if (Site.Indices.size() != 1 ||
      (Site.HasTypedRows && Units.Own.as<RowInterleave>()))
    return;
  const auto *P = Units.Own.as<Padding>();
  if (P && Site.HasTypedRows && !Site.Outer) {
    // The types change.
    const IndexSplit &Split = Site.Indices.front().Splits.front();
    if (Split.staysInRows(P->Every))
      Forms.Split = Split;
    return;
  }
  const auto *I = Units.Own.as<RowInterleave>();
  const uint64_t Row = P ? P->Every : I && I->isStriped() ? I->rowsApart() : 0;
  size_t Fewest = ~size_t(0);
  for (IndexSplit S : Site.Indices.front().Splits) {
    if (Site.MayLeaveRow && !(Row && S.staysInRows(Row)))
      continue;
    if (Site.Outer)
      S = addedUp(S, Site.Outer->Index, Site.Outer->Run);
    auto Parts = spellSplit(S, Units.Own, Units.Shape);
    if (!Parts)
      continue;
    const size_t Length = textWith(S, *Parts).size();
    if (Length >= Fewest)
      continue;
    Fewest = Length;
    Forms.Split = std::move(S);
    Forms.Parts = std::move(*Parts);
  }
}

/// What is added to \p Index may stay behind it.
static bool mayKeepAddend(const WrittenIndex &Index, const Layout &L,
                          const EditOptions &Options) {
  const auto *P = L.as<Padding>();
  return Options.KeepsAddend && Index.Addend && P &&
         (!Options.IsForAnyBlock ||
          (Index.Addend->Run && P->Every % Index.Addend->Run == 0));
}

/// \p Index of what \p Site's index is without its addend, with that behind.
static void addAddend(const IndexSite &Site, IndexText &Index) {
  const WrittenIndex &Whole = Site.Indices.back();
  std::string &Last = Index.Subscripts.back();
  Last = Last == Whole.Addend->Base.Text ? Whole.Text
                                         : Last + " + " + Whole.Addend->Last;
}

/// `r * 144 + sColumn(8 * t) + i` for s[r * 128 + 8 * t + i], whose rows are padded
/// in parts.
static std::optional<IndexText>
columnMoved(const IndexSite &Site, const Layout &L, const ArrayShape &Shape,
            const FunctionNames &Names, const EditOptions &Options) {
  const auto *P = L.as<Padding>();
  if (!P || Site.Indices.size() != 1 || Site.MayLeaveRow)
    return std::nullopt;
  const WrittenIndex &Index = Site.Indices.front();
  for (const IndexSplit &Split : Index.Splits) {
    auto Parts = longerRows(Split, *P);
    if (!Parts)
      continue;
    FunctionNames OfColumn;
    OfColumn.Index = Names.Column;
    StringRef Column = Split.Column.Text, Last;
    if (mayKeepAddend(Index, L, Options) &&
        Column.consume_back(Index.Addend->Last) &&
        (Column = Column.rtrim()).consume_back("+"))
      Last = Index.Addend->Last;
    else
      Column = Split.Column.Text;
    IndexText New = spellFlat(L, {{Shape.elements()}, Shape.ElementBytes},
                              {Column.rtrim().str(), Split.Column.IsUnsigned},
                              IndexStyle::Function, OfColumn);
    std::string &Text = New.Subscripts.front();
    if (!Last.empty())
      Text += (" + " + Last).str();
    if (Split.ColumnAt.Length)
      Parts->push_back({Split.ColumnAt, Text});
    llvm::sort(*Parts, [](const SpanText &A, const SpanText &B) {
      return A.At.Begin < B.At.Begin;
    });
    Text = textWith(Split, *Parts);
    return New;
  }
  return std::nullopt;
}

/// \p New does not change the indices of \p Site that are written elsewhere, and
/// does not use them.
static bool keepsHidden(const IndexSite &Site, const IndexText &New) {
  return (!Site.Hidden || !New.IsFlat) &&
         all_of(enumerate(New.Subscripts), [&](const auto &S) {
           return S.index() < Site.Hidden
                      ? S.value() == Site.Indices[S.index()].Text
                      : !StringRef(S.value()).contains(HiddenIndex);
         });
}

Expected<SiteForms> formsOf(const IndexSite &Site, const Layout &L,
                            const ArrayShape &Shape, const FunctionNames &Names,
                            const EditOptions &Options) {
  constexpr size_t LongText = 32;
  auto Units = unitsOf(Site, L, Shape);
  if (!Units)
    return Units.takeError();
  const bool IsPlain = !Site.IsFolded && !Site.Outer && Site.Run == 1;
  const bool KeepsAddend =
      IsPlain && mayKeepAddend(Site.Indices.back(), L, Options);
  if (KeepsAddend)
    Units->Operands.back() = Site.Indices.back().Addend->Base;
  SiteForms Forms;
  Forms.Site = &Site;
  FunctionNames Own = Names;
  if (Site.Run != 1)
    Own.Index += "By" + std::to_string(Site.Run);
  const bool IsOfTwo = Site.IsFolded || Site.Outer;
  const bool IsFlat = IsOfTwo && Units->Operands.size() > 1 &&
                      (Options.Fold == FoldStyle::Flat || Site.MayLeaveRow);
  auto Spell = [&](IndexStyle Style) {
    return IsFlat ? spellFlat(Units->Own, Units->Shape,
                              spellNumber(Units->Shape, Units->Operands), Style,
                              Own)
                  : spellIndex(Units->Own, Units->Shape, Units->Operands, Style,
                               Own);
  };
  Forms.InPlace = Spell(IndexStyle::Expression);
  Forms.Call = Spell(IndexStyle::Function);
  if (!keepsHidden(Site, Forms.InPlace))
    return createStringError(messages::NeedsPlane(Site.Name));
  if (!keepsHidden(Site, Forms.Call))
    Forms.Call.Function.reset();
  if (KeepsAddend) {
    addAddend(Site, Forms.InPlace);
    addAddend(Site, Forms.Call);
  }
  if (auto Moved = Options.KeepsAddend && IsPlain
                       ? columnMoved(Site, L, Shape, Names, Options)
                       : std::nullopt)
    Forms.Call = std::move(*Moved);
  else if (!KeepsAddend && (Options.Fold == FoldStyle::Rows ||
                            (Site.HasTypedRows && !Site.Outer)))
    addSplit(Forms, *Units);
  if (Site.HasTypedRows) {
    if (!Forms.Split || Site.IsFolded)
      return createStringError(messages::RowsOfType(Site.Name));
    Forms.Call.Function.reset();
  }
  auto TimesIn = [&](const Operand &O) {
    size_t Times = 0;
    for (StringRef S : Forms.InPlace.Subscripts)
      Times += S.count(O.Text);
    return Times;
  };
  for (const Operand &O : Units->Operands)
    Forms.EvaluatesTwice |= O.HasSideEffects && TimesIn(O) > 1;
  Forms.IsLong =
      Forms.InPlace.Repeats || Forms.EvaluatesTwice ||
      any_of(ArrayRef(Units->Operands).drop_back(), [&](const Operand &O) {
        return O.Text.size() > LongText && TimesIn(O) > 1;
      });
  return Forms;
}

/// What would be another argument of a macro, or bind to what is before it, is
/// put into parentheses.
static std::string protectedText(const IndexSite &Site, const std::string &Text,
                                 bool IsCall) {
  int Depth = 0;
  const bool HasComma = any_of(Text, [&](char C) {
    Depth += (C == '(') - (C == ')');
    return C == ',' && Depth == 0;
  });
  const bool NeedsParentheses =
      (Site.IsPointerSum && !IsCall) || (Site.IsInMacroArgument && HasComma);
  return NeedsParentheses ? "(" + Text + ")" : Text;
}

/// The expression that stands for \p Site's element, or its address.
static std::string wholeText(const IndexSite &Site, const IndexText &New) {
  std::string Text = spellAccess(Site.Name, New, Site.Indices.size());
  if (!Site.SeenAs.empty())
    Text = "reinterpret_cast<" + Site.SeenAs + " *>(&" + Text + ")" +
           (Site.IsPointer ? "" : "[0]");
  else if (Site.IsPointer)
    Text = Site.IsInParentheses ? "&" + Text : "(&" + Text + ")";
  return Text;
}

static void addOuter(const IndexSite &Site, std::vector<SourceEdit> &Edits) {
  if (Site.Outer)
    Edits.push_back({Site.Outer->Index.Begin,
                     Site.Outer->Index.End - Site.Outer->Index.Begin, "0"});
}

std::vector<SourceEdit> editsAt(const IndexSite &Site, const IndexText &New) {
  std::vector<SourceEdit> Edits;
  addOuter(Site, Edits);
  const bool IsCall = New.Function.has_value();
  if ((!New.IsFlat || Site.Indices.size() == 1) && !Site.IsFolded) {
    for (auto [Index, Text] : zip(Site.Indices, New.Subscripts))
      if (Text != Index.Text)
        Edits.push_back({Index.Begin, Index.End - Index.Begin,
                         protectedText(Site, Text, IsCall)});
    return Edits;
  }
  std::string Text = wholeText(Site, New);
  if (Site.IsPointerSum)
    Text = "&" + Text;
  Edits.push_back(
      {Site.Begin, Site.End - Site.Begin, protectedText(Site, Text, false)});
  return Edits;
}

std::vector<SourceEdit> editsOfSplit(const SiteForms &Forms) {
  const IndexSite &Site = *Forms.Site;
  const IndexSplit &Split = *Forms.Split;
  if (Site.IsFolded || !Split.IsVerbatim)
    return Forms.Parts.empty() && !Site.IsFolded && !Site.Outer
               ? std::vector<SourceEdit>()
               : editsAt(Site, {{textWith(Split, Forms.Parts)}, true});
  std::vector<SourceEdit> Edits;
  for (const SpanText &P : Forms.Parts)
    Edits.push_back(
        {Site.Indices.front().Begin + P.At.Begin, P.At.Length, P.Text});
  return Edits;
}

} // namespace warplint
