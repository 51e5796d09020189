//===- UseEdits.cpp - A layout put into every use -------------------------===//

#include "warplint/Rewrite/ArrayUses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
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

std::string protectedText(const IndexSite &Site, const std::string &Text) {
  bool NeedsParentheses =
      Site.IsPointerSum ||
      (Site.IsInMacroArgument && Text.find(',') != std::string::npos);
  return NeedsParentheses ? "(" + Text + ")" : Text;
}

unsigned timesSpelled(StringRef Text, const IndexText &In) {
  unsigned Times = 0;
  for (StringRef S : In.Subscripts)
    Times += S.count(Text);
  return Times;
}

/// The expression that stands for \p Site's element, or its address.
std::string wholeText(const IndexSite &Site, const IndexText &New) {
  std::string Text = spellAccess(Site.Name, New, Site.Indices.size());
  if (!Site.SeenAs.empty())
    Text = "reinterpret_cast<" + Site.SeenAs + " *>(&" + Text + ")" +
           (Site.IsPointer ? "" : "[0]");
  else if (Site.IsPointer)
    Text = Site.IsInParentheses ? "&" + Text : "(&" + Text + ")";
  return Text;
}

Error addSite(const IndexSite &Site, const Layout &L, const ArrayShape &Shape,
              const EditOptions &Options, std::vector<SourceEdit> &Edits) {
  Layout Own = L;
  ArrayShape OwnShape = Shape;
  // All of it as one row.
  if (Site.Indices.size() < Shape.Extents.size())
    OwnShape.Extents = {Shape.elements()};
  if (Site.Run != 1) {
    std::optional<Layout> Converted;
    if (std::has_single_bit(Site.Run) && OwnShape.Extents.size() == 1 &&
        Shape.elements() % Site.Run == 0 && L.keepsWhole(Site.Run))
      Converted = std::visit(InRuns{Site.Run}, L.form());
    if (!Converted)
      return createStringError("the layout can not be said in units of " +
                               Twine(Site.Run) + " elements");
    Own = *Converted;
    OwnShape.Extents = {Shape.elements() / Site.Run};
    OwnShape.ElementBytes *= Site.Run;
  }
  std::vector<Operand> Operands(Site.Indices.begin(), Site.Indices.end());
  if (Site.Outer)
    Operands.back() =
        sumOf(Operands.back(), Site.Outer->Index, Site.Outer->Run);
  bool IsOfTwo = Site.IsFolded || Site.Outer;
  IndexText New =
      IsOfTwo && Options.Fold == FoldStyle::Flat && Operands.size() > 1
          ? IndexText{{spellFlatIndex(Own, OwnShape,
                                      spellNumber(OwnShape, Operands),
                                      Options.Style)},
                      true}
          : spellIndex(Own, OwnShape, Operands, Options.Style);
  for (const WrittenIndex &I : Site.Indices)
    if (I.HasSideEffects && timesSpelled(I.Text, New) > 1)
      return createStringError("'" + I.Text +
                               "' may have side effects and would be "
                               "evaluated twice");
  if (Site.Outer)
    Edits.push_back({Site.Outer->Index.Begin,
                     Site.Outer->Index.End - Site.Outer->Index.Begin, "0"});
  if (!New.IsFlat && !Site.IsFolded) {
    for (auto [Index, Text] : zip(Site.Indices, New.Subscripts))
      if (Text != Index.Text)
        Edits.push_back(
            {Index.Begin, Index.End - Index.Begin, protectedText(Site, Text)});
    return Error::success();
  }
  std::string Text = wholeText(Site, New);
  if (Site.IsPointerSum)
    Text = "&" + Text;
  Edits.push_back(
      {Site.Begin, Site.End - Site.Begin, protectedText(Site, Text)});
  return Error::success();
}

/// The declaration's last extent, or its only one, grows.
Error addExtents(const ArrayUses &Uses, const Layout &L,
                 const ArrayShape &Shape, bool ToOdd,
                 std::vector<SourceEdit> &Edits) {
  if (!Uses.PaddingBlockers.empty())
    return createStringError(Uses.PaddingBlockers.front().Message);
  bool IsOfRows = changesDeclarationOnly(L, Shape);
  if (!IsOfRows && Shape.Extents.size() > 1)
    return createStringError(
        "padding of several rows together has no declaration with "
        "these extents");
  for (const WrittenExtents &D : Uses.Declarators) {
    if (D.Extents.empty())
      continue;
    std::vector<std::string> Extents;
    for (const WrittenIndex &E : D.Extents)
      Extents.push_back(E.Text);
    // A parameter may leave the first one out: the shape of what is left.
    ArrayShape Left = Shape;
    Left.Extents.erase(Left.Extents.begin(),
                       Left.Extents.end() - D.Extents.size());
    std::string New =
        IsOfRows && Left.Extents.size() == 1
            ? spellExtents(L, {{1, Left.Extents[0]}, Shape.ElementBytes},
                           {"1", Extents[0]})
                  .substr(3)
            : spellExtents(L, IsOfRows ? Left : Shape, Extents);
    if (ToOdd) {
      New.clear();
      for (StringRef E : ArrayRef(Extents).drop_back())
        New += "[" + E.str() + "]";
      bool IsPlain =
          all_of(Extents.back(), [](char C) { return isAlnum(C) || C == '_'; });
      New += IsPlain ? "[" + Extents.back() + " | 1]"
                     : "[(" + Extents.back() + ") | 1]";
    }
    uint64_t Begin = D.Extents.front().Begin - 1;
    uint64_t End = D.Extents.back().End + 1;
    Edits.push_back({Begin, End - Begin, std::move(New)});
  }
  return Error::success();
}

} // namespace

Expected<std::vector<SourceEdit>> editsFor(const ArrayUses &Uses,
                                           const Layout &L,
                                           const ArrayShape &Shape,
                                           const EditOptions &Options) {
  std::vector<SourceEdit> Edits;
  if (L.as<Padding>())
    if (Error E = addExtents(Uses, L, Shape, Options.ToOdd, Edits))
      return std::move(E);
  if (!changesDeclarationOnly(L, Shape))
    for (const IndexSite &Site : Uses.Sites)
      if (Error E = addSite(Site, L, Shape, Options, Edits))
        return std::move(E);
  llvm::sort(Edits, [](const SourceEdit &A, const SourceEdit &B) {
    return A.Offset < B.Offset;
  });
  for (size_t I = 1; I < Edits.size(); ++I)
    if (Edits[I - 1].Offset + Edits[I - 1].Length > Edits[I].Offset)
      return createStringError("one index of it stands inside another");
  return Edits;
}

} // namespace warplint
