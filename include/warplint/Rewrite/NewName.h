//===- NewName.h - A name that an edit brings into the source ---*- C++ -*-===//
//
// Edits of several arrays may want one name. Which of them are made is known
// once they are proven: that of the first gets it, the others a number.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REWRITE_NEWNAME_H
#define WARPLINT_REWRITE_NEWNAME_H

#include "warplint/Basic/SourceEdit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace warplint {

struct NewName {
  std::string Stem, Suffix;
  /// Names of the file that begin with Stem.
  std::vector<std::string> Known;
  unsigned Number = 1; ///< Stands between the two, unless it is 1.

  std::string text() const {
    return Stem + (Number > 1 ? std::to_string(Number) : "") + Suffix;
  }
  bool isFree() const { return !llvm::is_contained(Known, text()); }

  /// Gives it the least number with which it is free and not in \p Given.
  void choose(const llvm::StringSet<> &Given);
};

/// \p To in place of the name \p From in the texts of \p Edits.
void rename(std::vector<FileEdits> &Edits, const std::string &From,
            const std::string &To);

} // namespace warplint

#endif // WARPLINT_REWRITE_NEWNAME_H
