//===- ExtentEdits.cpp - Declarations of padded arrays --------------------===//

#include "SiteForms.h"
#include "warplint/Messages/Rewriting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

/// The sites' rows are multiplied by \p Factor.
static bool isRowLength(StringRef Factor, ArrayRef<IndexSite> Sites) {
  return any_of(Sites, [&](const IndexSite &Site) {
    return any_of(Site.Indices, [&](const WrittenIndex &Index) {
      return any_of(Index.Splits, [&](const IndexSplit &Split) {
        return any_of(Split.Rows, [&](const RowTerm &Row) {
          return Row.Factor && StringRef(Split.Text)
                                       .substr(Row.Factor->Begin,
                                               Row.Factor->Length) == Factor;
        });
      });
    });
  });
}

const WrittenFactor *rowFactorOf(const WrittenFactors &Product,
                                 const Padding &P, ArrayRef<IndexSite> Sites) {
  const WrittenFactor *Length = nullptr;
  for (const WrittenFactor &Factor : llvm::reverse(Product)) {
    if (isRowLength(Factor.first.Text, Sites) && Factor.second % P.Every == 0)
      return &Factor;
    if (!Length && Factor.second == P.Every)
      Length = &Factor;
  }
  return Length;
}

std::string grownRow(const WrittenFactor &Row, const Padding &P) {
  return grownFactor(Row.first.Text, int64_t(Row.second / P.Every * P.By));
}

/// `16 * (D + 16)`, where the factor of \p D grows that is the length of a row;
/// or nothing.
static std::string grownExtent(const ArrayUses &Uses, const WrittenExtents &D,
                               const Padding &P) {
  const WrittenFactor *Length = rowFactorOf(D.Factors, P, Uses.Sites);
  if (!Length)
    return "";
  std::vector<std::string> Factors;
  for (const WrittenFactor &Factor : D.Factors)
    Factors.push_back(&Factor == Length ? grownRow(Factor, P)
                                        : Factor.first.Text);
  return "[" + join(Factors, " * ") + "]";
}

Error addExtents(const ArrayUses &Uses, const Layout &L,
                 const ArrayShape &Shape, bool ToOdd, StringRef Function,
                 std::vector<SourceEdit> &Edits) {
  if (!Uses.PaddingBlockers.empty())
    return createStringError(Uses.PaddingBlockers.front().Message);
  const bool IsOtherOrder = L.as<RowInterleave>() && !L.leavesOut();
  bool IsOfRows = L.leavesOut() || growthOfRows(L, Shape);
  if (!IsOfRows && !IsOtherOrder && Shape.Extents.size() > 1)
    return createStringError(messages::UndeclarablePadding());
  for (const WrittenExtents &D : Uses.Declarators) {
    if (D.Extents.empty())
      continue;
    if (IsOtherOrder && D.Extents.size() < Shape.Extents.size())
      return createStringError(messages::UndeclarableOrder());
    std::vector<std::string> Extents;
    for (const WrittenIndex &E : D.Extents)
      Extents.push_back(E.Text);
    std::string Kept;
    for (StringRef E : ArrayRef(Extents).drop_back())
      Kept += "[" + E.str() + "]";
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
    uint64_t Number = 0;
    if (const auto *P = L.as<Padding>(); P && !IsOfRows) {
      if (std::string Product = grownExtent(Uses, D, *P); !Product.empty())
        New = std::move(Product);
      else if (!Function.empty() &&
               StringRef(Extents.back()).getAsInteger(10, Number))
        New = ("[" + Function + "(" + Extents.back() + ")]").str();
    }
    if (ToOdd) {
      bool IsPlain =
          all_of(Extents.back(), [](char C) { return isAlnum(C) || C == '_'; });
      New = Kept + (IsPlain ? "[" + Extents.back() + " | 1]"
                            : "[(" + Extents.back() + ") | 1]");
    }
    // The others keep their lines.
    const bool IsLast = StringRef(New).starts_with(Kept);
    uint64_t Begin = (IsLast ? D.Extents.back() : D.Extents.front()).Begin - 1;
    uint64_t End = D.Extents.back().End + 1;
    Edits.push_back(
        {Begin, End - Begin, IsLast ? New.substr(Kept.size()) : New});
  }
  return Error::success();
}

Error addTypedRows(const ArrayUses &Uses, const Layout &L,
                   std::vector<SourceEdit> &Edits) {
  const auto *P = L.as<Padding>();
  for (const TypedRow &Row : Uses.TypedRows) {
    if (!P || P->Every != Row.Elements || P->By % Row.Run)
      return createStringError(messages::RowsOfType(Uses.Name));
    Edits.push_back({Row.Length.Begin, Row.Length.End - Row.Length.Begin,
                     grown(Row.Length.Text, int64_t(P->By / Row.Run))});
  }
  return Error::success();
}

} // namespace warplint
