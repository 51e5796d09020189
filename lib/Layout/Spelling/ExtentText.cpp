//===- ExtentText.cpp - Longer rows in a declaration ----------------------===//

#include "LayoutFormula.h"
#include "warplint/Layout/Spelling.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

std::vector<uint64_t> declaredExtents(const Layout &L,
                                      const ArrayShape &Shape) {
  if (L.leavesOut())
    return declaredExtents(L.ofRest(), restOf(L, Shape));
  const uint64_t Growth = growthOfRows(L, Shape);
  if (L.as<Padding>() && !Growth)
    return {L.places(Shape.elements())};
  std::vector<uint64_t> Extents = Shape.Extents;
  if (movesFirstExtent(L, Shape))
    std::rotate(Extents.begin(), std::next(Extents.begin()), Extents.end());
  Extents.back() += Growth;
  return Extents;
}

/// Whether \p Text stands bare before a plus: products and sums, as far as
/// characters tell.
static bool isSum(StringRef Text) {
  int Depth = 0;
  for (char C : Text) {
    Depth += C == '(' ? 1 : C == ')' ? -1 : 0;
    if (Depth < 0 || !(isAlnum(C) || StringRef("_:. \t+-*/%()").contains(C)))
      return false;
  }
  return Depth == 0 && !Text.trim().empty();
}

std::string grown(StringRef Extent, int64_t By) {
  int64_t Number = 0;
  if (!Extent.getAsInteger(10, Number))
    return std::to_string(Number + By);
  const StringRef Sum = Extent.rtrim("0123456789").rtrim(" \t");
  if (Sum.ends_with("+") || Sum.ends_with("-")) {
    const StringRef Rest = Sum.drop_back().rtrim(" \t");
    if (isSum(Rest) && !StringRef("+-*/%(").contains(Rest.back()) &&
        !Extent.drop_front(Sum.size()).trim().getAsInteger(10, Number)) {
      By += Sum.ends_with("+") ? Number : -Number;
      Extent = Rest;
    }
  }
  if (By == 0)
    return Extent.str();
  const bool IsBare = isSum(Extent) || Formula::isInParentheses(Extent);
  return (IsBare ? Extent.str() : '(' + Extent.str() + ')') +
         (By > 0 ? " + " : " - ") + std::to_string(By > 0 ? By : -By);
}

std::string grownFactor(StringRef Factor, int64_t By) {
  const bool IsApart = Formula::isInParentheses(Factor);
  std::string Sum =
      grown(IsApart ? Factor.drop_front().drop_back() : Factor, By);
  return Formula::isPlainName(Sum) ? Sum : "(" + Sum + ")";
}

std::string spellExtents(const Layout &L, const ArrayShape &Shape,
                         const std::vector<std::string> &Extents) {
  std::string Text;
  const uint64_t Growth = growthOfRows(L, Shape);
  if (const auto *P = L.as<Padding>(); P && !Growth) {
    // Rows that are written as such stay so: [64 * 32] becomes [64 * 33].
    auto [Rows, Length] = StringRef(Extents.front()).rsplit(" * ");
    uint64_t Number = 0;
    const bool AreRows = Extents.size() == 1 && !Rows.empty() &&
                         Formula::isPlainName(Rows) &&
                         !Length.getAsInteger(10, Number) &&
                         Number == P->Every && Shape.elements() % Number == 0;
    return '[' +
           (AreRows ? (Rows + " * " + Twine(P->Every + P->By)).str()
                    : std::to_string(L.places(Shape.elements()))) +
           ']';
  }
  if (movesFirstExtent(L, Shape)) {
    for (const std::string &Extent : drop_begin(Extents))
      Text += '[' + Extent + ']';
    return Text + '[' + Extents.front() + ']';
  }
  const int64_t By = int64_t(Growth) - int64_t(L.leftOut().Count);
  for (size_t D = 0; D + 1 < Extents.size(); ++D)
    Text += '[' + Extents[D] + ']';
  return Text + '[' + grown(Extents.back(), By) + ']';
}

} // namespace warplint
