//===- LineFilter.h - The lines whose findings are wanted -------*- C++ -*-===//
//
// clang-tidy's --line-filter, as clang-tidy-diff.py writes it:
//
//   [{"name": "tile.cu", "lines": [[1, 30], [52, 52]]}, {"name": "tile.cuh"}]
//
// A name matches files whose path ends in it, at a character of any kind, as in
// clang-tidy. The first entry that matches decides; without "lines" it takes
// the whole file. Files that no entry matches have nothing that is wanted.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SELECT_LINEFILTER_H
#define WARPLINT_SELECT_LINEFILTER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>
#include <vector>

namespace warplint {

class LineFilter {
public:
  static llvm::Expected<LineFilter> parse(llvm::StringRef Json);

  /// True for all lines where nothing was given.
  bool admits(llvm::StringRef File, unsigned Line) const;

private:
  struct Entry {
    std::string Name;
    std::vector<std::pair<unsigned, unsigned>> Lines; ///< Both inclusive.
  };
  std::vector<Entry> Entries;
};

} // namespace warplint

#endif // WARPLINT_SELECT_LINEFILTER_H
