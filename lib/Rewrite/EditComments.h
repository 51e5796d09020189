//===- EditComments.h - What comments say of an edit ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_REWRITE_EDITCOMMENTS_H
#define WARPLINT_LIB_REWRITE_EDITCOMMENTS_H

#include "SiteForms.h"

namespace warplint {

/// A comment, whose lines are those of tellGain().
std::string commentText(llvm::StringRef Indent, llvm::StringRef Text);

/// What \p L does to \p Of's index, as a sentence; or nothing.
std::string mapText(const SiteForms &Of, const Layout &L,
                    const ArrayShape &Shape, const std::string &Name);

/// \p What, and what it gains.
std::string withGain(llvm::StringRef What);

/// What a function is for.
std::string purposeOf(const IndexFunction &F, const IndexSite &Site,
                      const ArrayUses &Uses);

} // namespace warplint

#endif // WARPLINT_LIB_REWRITE_EDITCOMMENTS_H
