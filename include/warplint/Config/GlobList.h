//===- GlobList.h - Which checks a list of globs names ----------*- C++ -*-===//
//
// The lists of --checks, --warnings-as-errors and NOLINT(...), as clang-tidy
// reads them: globs between commas or line ends, '*' for any text, '-' before a
// glob takes out what it matches, and the last glob that matches decides.
//
//   "*,-warplint-*,warplint-bank-*"
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CONFIG_GLOBLIST_H
#define WARPLINT_CONFIG_GLOBLIST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"
#include <string>
#include <vector>

namespace warplint {

class GlobList {
public:
  /// In a NOLINT comment globs with a '-' do not count.
  explicit GlobList(llvm::StringRef Text, bool KeepNegative = true);

  /// False where no glob matches.
  bool contains(llvm::StringRef Name) const;

  /// The first glob that matches none of \p Names, without its '-'; empty where
  /// each matches one.
  llvm::StringRef firstWithout(llvm::ArrayRef<llvm::StringRef> Names) const;

private:
  struct Glob {
    bool IsNegative = false;
    llvm::Regex Pattern;
    std::string Text;
  };
  std::vector<Glob> Globs;
};

} // namespace warplint

#endif // WARPLINT_CONFIG_GLOBLIST_H
