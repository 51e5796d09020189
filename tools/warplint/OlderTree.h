//===- OlderTree.h - The other side of --diff -------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_OLDERTREE_H
#define WARPLINT_TOOLS_OLDERTREE_H

#include "CommandLine.h"
#include "warplint/Frontend/Database.h"
#include "warplint/Report/AccessDiff.h"
#include "warplint/Session/FileOutcome.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// What --diff names: a folder with an older state of the sources, or the JSON
/// output of a run over it.
class OlderTree {
public:
  /// Nothing to compare with.
  OlderTree() = default;
  static llvm::Expected<OlderTree> create(const CommandLine &Line);

  /// What the JSON output has; nothing where there is a folder.
  const std::optional<std::vector<ComparedAccess>> &accesses() const {
    return Accesses;
  }

  /// The older state of \p File: where the end of its path leads to in the
  /// folder. Nothing when it has none.
  std::optional<Input> olderOf(llvm::StringRef File) const;

  /// How \p In, which olderOf gave, is compiled: by its own build, else as the
  /// newer file is, with the folder of the newer tree exchanged for the older
  /// one.
  RawCommand commandFor(const Input &In, const CommandSource &Newer) const;

private:
  std::string Folder; ///< Absolute.
  std::string BuildPath;
  std::optional<std::vector<ComparedAccess>> Accesses;
};

/// What a file with the JSON output of a run has.
llvm::Expected<std::vector<ComparedAccess>>
readAccessesOf(llvm::StringRef File);

} // namespace warplint

#endif // WARPLINT_TOOLS_OLDERTREE_H
