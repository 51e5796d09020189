//===- RowPointers.cpp - Pointers into an array that may stay -------------===//
//
// float *a = s, *b = a + 32 * 64; b[i] is s[32 * 64 + i]. Where a layout begins anew
// at the element that b points to, b stays, and its uses change as those of an array
// do.
//
//===----------------------------------------------------------------------===//

#include "Rewrite/UseFinder.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;

namespace warplint {

/// RowPointer::Offsets of the element that \p Site is.
std::vector<uint64_t> UseFinder::offsetsOf(const IndexSite &Site) const {
  if (Site.Outer || Site.Indices.size() != 1)
    return {};
  if (Site.RowPointer) {
    // The last one is of the same instantiation.
    const std::vector<uint64_t> &Base =
        Uses.RowPointers[*Site.RowPointer].Offsets;
    std::optional<uint64_t> Added = 0;
    if (Site.Behind)
      Added = Site.Behind->Written ? numberOf(*Site.Behind->Written, W.Context)
                                   : std::nullopt;
    return Base.empty() || !Added
               ? std::vector<uint64_t>()
               : std::vector{Base.back() + *Added * Site.BehindRun};
  }
  if (Site.IsFolded)
    return {};
  const WrittenIndex &Index = Site.Indices.front();
  if (const auto Number =
          Index.Written ? numberOf(*Index.Written, W.Context) : std::nullopt)
    return {*Number * Site.Run};
  for (const IndexSplit &Split : Index.Splits)
    if (Split.Column.Text == "0") {
      std::vector<uint64_t> Offsets = Split.Strides.front();
      for (uint64_t &Offset : Offsets)
        Offset *= Site.Run;
      return Offsets;
    }
  return {};
}

/// \p V and the comma before it: `, *V = s + 32` of \p Of.
void UseFinder::removeDeclarator(const DeclStmt &Of, const VarDecl &V,
                                 std::vector<SourceEdit> &Removed) const {
  const auto Own = llvm::find(Of.decls(), &V);
  if (Own == Of.decl_begin() || Own == Of.decl_end())
    return; // The type stands before the first.
  const auto Before = rangeOf((*std::prev(Own))->getSourceRange());
  const auto Behind = rangeOf(V.getSourceRange());
  if (Before && Behind && Before->End < Behind->End)
    Removed.push_back({Before->End, Behind->End - Before->End, ""});
}

/// \p V may stay as the pointer to a row.
void UseFinder::addRowPointer(const VarDecl &V, const IndexSite &Site,
                              Alias &Pointer) {
  if (auto *Known = Aliases.find(*W.keyOf(V)); Known != Aliases.end()) {
    // Another instantiation.
    Pointer.RowPointer = Known->second.RowPointer;
    if (!Pointer.RowPointer)
      return;
    for (auto [Mine, Other] : llvm::zip(
             Uses.RowPointers[*Pointer.RowPointer].At.Indices, Site.Indices)) {
      Mine.mergeWith(Other);
      Mine.addStrides(Other);
    }
    RowPointer &Row = Uses.RowPointers[*Pointer.RowPointer];
    if (auto Own = offsetsOf(Site); Own.empty())
      Row.Offsets.clear();
    else if (!Row.Offsets.empty())
      llvm::append_range(Row.Offsets, Own);
    return;
  }
  Pointer.RowPointer = Uses.RowPointers.size();
  RowPointer &Row = Uses.RowPointers.emplace_back();
  Row.Name = V.getNameAsString();
  Row.At = Site;
  Row.Offsets = offsetsOf(Site);
  Row.Base = Site.RowPointer;
  if (const WrittenIndex *Added = Row.added();
      Row.Offsets.size() == 1 && Added && Added->Written)
    Row.Factors = factorsOf(*Added->Written);
  Row.MayStay = !Site.Outer && Site.Run == 1 &&
                (Site.Indices.size() > 1 ? Site.Indices.back().Text == "0"
                                         : !Site.IsFolded);
  const auto *D = dyn_cast_or_null<DeclStmt>(W.parentOf(V.getInit()));
  if (D && D->isSingleDecl())
    remove(D->getSourceRange(), Row.Removed);
  else if (D)
    removeDeclarator(*D, V, Row.Removed);
}

/// Sees whether the sites are all that the pointers are needed for.
void UseFinder::settleRowPointers() {
  std::vector<SourceEdit> Removed;
  auto IsRemoved = [&](std::optional<unsigned> At) {
    return At && llvm::any_of(Removed, [&](const SourceEdit &E) {
             return E.Offset <= *At && *At < E.Offset + E.Length;
           });
  };
  // Those that are made of others come behind them.
  for (const auto &[Key, A] : llvm::reverse(Aliases)) {
    if (!A.RowPointer)
      continue;
    std::set<std::optional<unsigned>> Places;
    // In the body of a macro it is one, wherever that is expanded.
    for (const DeclRefExpr *E : W.uses(Key))
      if (auto At = W.offsetOf(E->getLocation()); !IsRemoved(At))
        Places.insert(At);
    RowPointer &Row = Uses.RowPointers[*A.RowPointer];
    const size_t Sites = llvm::count_if(Uses.Sites, [&](const IndexSite &S) {
      return S.RowPointer == A.RowPointer;
    });
    Row.IsOfSites = Places.size() == Sites;
    Row.MayStay &= Sites > 0;
    if (Row.IsOfSites && !Row.MayStay)
      llvm::append_range(Removed, Row.Removed);
  }
}

} // namespace warplint
