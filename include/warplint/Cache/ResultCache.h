//===- ResultCache.h - Results of earlier runs ------------------*- C++ -*-===//
//
// Results are kept in a folder of the user, one file each, named by everything
// that is known before a source is read: the program, its options, the compile
// command. With it goes the trace of what was asked of the file system
// (FileTrace.h); a result counts while all answers are the same.
//
// A file is written whole and holds a hash of itself: what is damaged, cut
// short or of another version counts for nothing. Any number of processes may
// use the folder. Where it can't be written to, nothing is kept, and nothing is
// said.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CACHE_RESULTCACHE_H
#define WARPLINT_CACHE_RESULTCACHE_H

#include "warplint/Cache/FileTrace.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace warplint {

/// $WARPLINT_CACHE_DIR, else "warplint" in $XDG_CACHE_HOME or ~/.cache; empty
/// where the first is empty or there is none.
std::string cacheFolder();

/// Tells builds of the program apart: the files that it was loaded from.
std::string programIdentity();

class ResultCache {
public:
  /// Off where \p Folder is empty.
  explicit ResultCache(std::string Folder) : Folder(std::move(Folder)) {}

  bool isOn() const { return !Folder.empty(); }
  const std::string &folder() const { return Folder; }

  /// What was kept for \p Key, where it still holds; \p RestsOn gets what it
  /// rests on.
  std::optional<std::string> find(llvm::StringRef Key, FileAnswers &Today,
                                  FileTrace *RestsOn = nullptr) const;

  void keep(llvm::StringRef Key, const FileTrace &Trace,
            llvm::StringRef Result) const;

  /// Removes what was not used for a week, and the oldest beyond 1 GiB; at most
  /// every twenty minutes.
  void prune() const;

private:
  std::string Folder;
};

} // namespace warplint

#endif // WARPLINT_CACHE_RESULTCACHE_H
