//===- FindingKeys.h - The same finding after an edit -----------*- C++ -*-===//
//
// A key tells a finding from the others of a file and stays when code around it
// moves: it holds the text of the line and not its number. Of several findings
// that are alike the first, second, ... in the order of the source is told.
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

/// \p Path from the current folder, without "." and ".."; as it is where there
/// is no current folder.
std::string absolutePath(llvm::StringRef Path);

/// \p File relative to the folder \p Root, with '/' between its parts; absolute
/// where it does not lie below it. Both may be relative to the current folder.
std::string pathBelow(llvm::StringRef Root, llvm::StringRef File);

/// \p File as it is reached from the folder \p Folder, with '/' between its
/// parts: "../src/tile.cu". Nothing is looked up on the disk.
std::string pathFrom(llvm::StringRef Folder, llvm::StringRef File);

/// The folder that reports name files from: the nearest one above the current
/// folder that holds a .git, else the current folder itself.
std::string sourceRoot();

} // namespace warplint

#endif // WARPLINT_FINDING_FINDINGKEYS_H
