//===- Baseline.h - Findings that were there before -------------*- C++ -*-===//
//
// An old code base adopts a check by writing down what it has: a baseline. From
// then on the findings that are not in it are shown, and count. One JSON object
// a line, sorted, so that version control can merge and show it:
//
//   {"warplint-baseline":1}
//   {"check":"warplint-bank-conflict","file":"src/tile.cu","kernel":"turn",
//    "array":"tile","wavefronts":32,"count":1,"source":"out[t] = tile[t][0];"}
//
// (the second and third line are one). An entry holds the text of the line of
// its finding and not the number, and the file's name from the folder of the
// baseline: lines may move, and the tree, too. Of entries that are alike
// "count" is how many. "wavefronts" is the finding's first metric, under its
// name; a finding that costs more than its entry is shown.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SELECT_BASELINE_H
#define WARPLINT_SELECT_BASELINE_H

#include "warplint/Finding/FileReport.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <compare>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warplint {

class Baseline {
public:
  /// An empty one, of which \p File will be the name.
  explicit Baseline(llvm::StringRef File);

  /// Reads \p File, which has to be a regular one. What is wrong with it is an
  /// error at its line.
  static llvm::Expected<Baseline> read(llvm::StringRef File);
  static llvm::Expected<Baseline> parse(llvm::StringRef Text,
                                        llvm::StringRef File);

  /// Holds back the findings of \p Report that it has, and the fixes of what it
  /// holds back; each entry once. A finding that costs more than its entry gets
  /// a note about that.
  void holdBack(FileReport &Report);

  /// Takes the shown findings of \p Report of \p Least or above in, and holds
  /// them back.
  void add(FileReport &Report, Severity Least);

  /// Entries that holdBack has not found, of files that it was called for and
  /// that had no errors, or that are no more: "src/tile.cu: out[t] =
  /// tile[t][0];".
  std::vector<std::string> stale() const;

  /// Takes in the entries of \p Older (a baseline of the same name) about files
  /// that are still there and that add() was not called for, nor has it met
  /// accesses in them. Returns how many findings these are.
  size_t takeOthers(const Baseline &Older);

  /// All of it, as it is written to the file.
  std::string text() const;

  /// Findings in it.
  size_t size() const;

private:
  struct Key {
    std::string File, Source, Check, Kernel, Array, Metric;
    friend auto operator<=>(const Key &, const Key &) = default;
  };
  Key keyOf(const Finding &F) const;
  std::string nameOf(llvm::StringRef File) const;
  bool isOfOthers(const Key &K) const;
  llvm::Error readEntry(llvm::StringRef Line);

  std::string Folder; ///< Of the file, absolute.
  /// The figure of each, 0 for findings that have none.
  std::map<Key, std::multiset<uint64_t>> Entries;
  /// The files that it knows all findings of, as entries call them.
  std::set<std::string> Linted;
};

} // namespace warplint

#endif // WARPLINT_SELECT_BASELINE_H
