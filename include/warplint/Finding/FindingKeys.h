//===- FindingKeys.h - The same finding after an edit -----------*- C++ -*-===//
//
// A key tells a finding from the others of a file and stays when code around it
// moves: it holds the text of the line and not its number. Findings that are
// alike are numbered in the order of the source.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_FINDINGKEYS_H
#define WARPLINT_FINDING_FINDINGKEYS_H

#include "warplint/Finding/FileReport.h"
#include "llvm/ADT/StringRef.h"
#include <compare>
#include <string>
#include <vector>

namespace warplint {

struct FindingKey {
  std::string Check;
  std::string File;   ///< Relative to the root where it lies below it.
  std::string Source; ///< The line, runs of blanks as one.
  std::string Kernel, Array;
  unsigned Ordinal = 0;
  friend auto operator<=>(const FindingKey &, const FindingKey &) = default;
};

/// Of the findings of \p Report, in their order.
std::vector<FindingKey> keysOf(const FileReport &Report, llvm::StringRef Root);

/// 16 hexadecimal digits, the same on every machine.
std::string fingerprintOf(const FindingKey &Key);

} // namespace warplint

#endif // WARPLINT_FINDING_FINDINGKEYS_H
