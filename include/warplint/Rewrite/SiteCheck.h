//===- SiteCheck.h - Rewritten indices, computed for every element -*- C++ -*-//
//
// The requests of an access whose index is data cannot be listed, before an
// edit or after it. What the edit has to do is known all the same: where the
// old index named an element, the new one names the place that the layout gives
// it. The new index is a small expression of the old one's text, so it is
// computed from the AST of the edited source, with that text standing for every
// element in turn.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REWRITE_SITECHECK_H
#define WARPLINT_REWRITE_SITECHECK_H

#include "warplint/Rewrite/ArrayUses.h"

namespace warplint {

/// Of the uses \p Before with unknown values (MayLeaveRow): says which of
/// the uses \p After, found in the parse that \p Context is, does
/// not name the places that \p L gives the elements of \p Array which the uses
/// \p Before named, or cannot be computed; empty where all do. An index of
/// several subscripts is one of the row that they say, as C++ demands.
std::string checkSites(const clang::ASTContext &Context,
                       llvm::ArrayRef<IndexSite> Before,
                       llvm::ArrayRef<IndexSite> After, const Layout &L,
                       const ArrayShape &Array);

} // namespace warplint

#endif // WARPLINT_REWRITE_SITECHECK_H
