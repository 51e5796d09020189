//===- UseEdits.cpp - A layout put into every use -------------------------===//

#include "warplint/Rewrite/ArrayUses.h"
#include "llvm/ADT/STLExtras.h"
#include <bit>

using namespace llvm;

namespace warplint {

static Error because(const Twine &Why) {
  return createStringError(inconvertibleErrorCode(), Why);
}

namespace {

/// A layout of elements as one of aligned runs of them.
struct InRuns {
  uint64_t Run;
  using Result = std::optional<Layout>;

  unsigned bits() const { return std::countr_zero(Run); }

  Result operator()(const Unchanged &U) const { return Layout(U); }
  Result operator()(const XorSwizzle &S) const {
    if (S.Base < bits())
      return std::nullopt;
    return Layout(XorSwizzle{S.Bits, S.Base - bits(), S.Shift});
  }
  Result operator()(const RowXor &X) const {
    if (X.Base < bits() || X.Length % Run)
      return std::nullopt;
    return Layout(RowXor{X.Length / Run, X.Bits, X.Base - bits(), X.RowShift});
  }
  Result operator()(const RowRotation &R) const {
    if (R.Step % Run || R.Length % Run)
      return std::nullopt;
    return Layout(RowRotation{R.Length / Run, R.Step / Run, R.RowShift});
  }
  Result operator()(const RowInterleave &I) const {
    if (I.Length % Run)
      return std::nullopt;
    return Layout(RowInterleave{I.Length / Run, I.Rows, I.Ways});
  }
  Result operator()(const Padding &P) const {
    if (P.Every % Run || P.By % Run)
      return std::nullopt;
    return Layout(Padding{P.Every / Run, P.By / Run});
  }
  Result operator()(const BitMatrix &) const { return std::nullopt; }
};

class SiteEdits {
public:
  SiteEdits(const Layout &L, const ArrayShape &Shape, IndexStyle Style)
      : L(L), Shape(Shape), Style(Style) {}

  Error add(const IndexSite &Site, std::vector<SourceEdit> &Edits) const;

private:
  static std::string protectedText(const IndexSite &Site, std::string Text) {
    bool NeedsParentheses =
        Site.IsPointerSum ||
        (Site.IsInMacroArgument && Text.find(',') != std::string::npos);
    return NeedsParentheses ? "(" + Text + ")" : Text;
  }
  static unsigned timesSpelled(StringRef Text, const IndexText &In) {
    unsigned Times = 0;
    for (StringRef S : In.Subscripts)
      Times += S.count(Text);
    return Times;
  }
  static void replace(const IndexSite &Site, const WrittenIndex &Index,
                      std::string Text, std::vector<SourceEdit> &Edits) {
    if (Text != Index.Text)
      Edits.push_back({Index.Begin, Index.End - Index.Begin,
                       protectedText(Site, std::move(Text))});
  }

  const Layout &L;
  const ArrayShape &Shape;
  IndexStyle Style;
};

Error SiteEdits::add(const IndexSite &Site,
                     std::vector<SourceEdit> &Edits) const {
  Layout Own = L;
  ArrayShape OwnShape = Shape;
  if (Site.Run != 1) {
    std::optional<Layout> Converted;
    if (std::has_single_bit(Site.Run) && Shape.Extents.size() == 1 &&
        Shape.elements() % Site.Run == 0 && L.keepsWhole(Site.Run))
      Converted = std::visit(InRuns{Site.Run}, L.form());
    if (!Converted)
      return because("the layout can not be said in units of " +
                     Twine(Site.Run) + " elements");
    Own = *Converted;
    OwnShape.Extents = {Shape.elements() / Site.Run};
    OwnShape.ElementBytes *= Site.Run;
  }
  std::vector<Operand> Operands;
  for (const WrittenIndex &I : Site.Indices)
    Operands.push_back({I.Text, I.IsUnsigned});
  IndexText New = spellIndex(Own, OwnShape, Operands, Style);
  for (const WrittenIndex &I : Site.Indices)
    if (I.HasSideEffects && timesSpelled(I.Text, New) > 1)
      return because("'" + I.Text +
                     "' may have side effects and would be "
                     "evaluated twice");
  if (!New.IsFlat) {
    for (auto [Index, Text] : zip(Site.Indices, New.Subscripts))
      replace(Site, Index, Text, Edits);
    return Error::success();
  }
  if (Site.IsPointerSum)
    return because("a row of it is indexed by itself, and elements leave rows");
  std::string Text = "(&" + Site.Name;
  for (size_t I = 0; I < Site.Indices.size(); ++I)
    Text += "[0]";
  Text += ")[" + New.Subscripts.front() + "]";
  Edits.push_back(
      {Site.Begin, Site.End - Site.Begin, protectedText(Site, Text)});
  return Error::success();
}

/// The declaration's last extent, or its only one, grows.
Error addExtents(const ArrayUses &Uses, const Layout &L,
                 const ArrayShape &Shape, std::vector<SourceEdit> &Edits) {
  if (!Uses.PaddingBlockers.empty())
    return because(Uses.PaddingBlockers.front().Message);
  bool IsOfRows = changesDeclarationOnly(L, Shape);
  if (!IsOfRows && Shape.Extents.size() > 1)
    return because("padding of several rows together has no declaration with "
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
                                           IndexStyle Style) {
  std::vector<SourceEdit> Edits;
  if (L.as<Padding>())
    if (Error E = addExtents(Uses, L, Shape, Edits))
      return std::move(E);
  SiteEdits Sites(L, Shape, Style);
  for (const IndexSite &Site : Uses.Sites)
    if (Error E = Sites.add(Site, Edits))
      return std::move(E);
  llvm::sort(Edits, [](const SourceEdit &A, const SourceEdit &B) {
    return A.Offset < B.Offset;
  });
  for (size_t I = 1; I < Edits.size(); ++I)
    if (Edits[I - 1].Offset + Edits[I - 1].Length > Edits[I].Offset)
      return because("one index of it stands inside another");
  return Edits;
}

} // namespace warplint
