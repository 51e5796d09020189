//===- PreambleCache.h - Compiled headers of earlier runs -------*- C++ -*-===//
//
// Preambles (Frontend/Preamble.h) are kept in the folder of the results, two
// files each: what Clang wrote, and what goes with it: the trace of what was
// asked of the file system (FileTrace.h) and a hash of the other file. A
// preamble counts while all answers are the same, which is looked up once a
// process. Files are written whole; one that is damaged or missing counts for
// nothing. Where another process is making the same preamble, this one does
// without.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CACHE_PREAMBLECACHE_H
#define WARPLINT_CACHE_PREAMBLECACHE_H

#include "warplint/Cache/FileTrace.h"
#include "warplint/Frontend/Preamble.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <optional>

namespace warplint {

class PreambleCache {
public:
  /// Off where \p Folder is empty, until keepHere(). \p Today answers for \p FS.
  PreambleCache(std::string Folder,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                FileAnswers &Today)
      : Folder(std::move(Folder)), FS(std::move(FS)), Today(Today) {}

  bool isOn() const { return !Folder.empty() || IsKeptHere; }
  /// Without a folder, keeps them in this process: a file is about to be parsed
  /// several times.
  void keepHere() { IsKeptHere = true; }

  /// For the parses of one file: what a preamble rests on is added to \p Trace.
  class View : public PreambleStore {
  public:
    View(PreambleCache &Cache, FileTrace &Trace) : Cache(Cache), Trace(Trace) {}
    std::shared_ptr<const Preamble> find(llvm::StringRef Key,
                                         Maker Make) override;
    std::optional<std::string> recall(llvm::StringRef Key) override;
    void note(llvm::StringRef Key, llvm::StringRef Text) override;
    void use(bool IsFilesOwn) override {
      Used = true;
      OwnUsed = IsFilesOwn;
    }
    /// The last parse began with a preamble; with the file's own headers.
    bool isUsed() const { return Used; }
    bool isOwnUsed() const { return OwnUsed; }

  private:
    PreambleCache &Cache;
    FileTrace &Trace;
    bool Used = false, OwnUsed = false;
  };

private:
  struct Known {
    std::shared_ptr<const Preamble> Headers; ///< Null: they have errors.
    FileTrace Trace;
  };

  std::shared_ptr<const Known> find(llvm::StringRef Key,
                                    PreambleStore::Maker Make);
  std::optional<Known> load(llvm::StringRef Key, llvm::StringRef File) const;
  std::optional<Known> make(PreambleStore::Maker Make) const;
  std::optional<Known> loadOrMake(llvm::StringRef Key,
                                  PreambleStore::Maker Make) const;

  std::string Folder;
  bool IsKeptHere = false;
  llvm::StringMap<std::string> NotesHere; ///< Where there is no folder.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  FileAnswers &Today;
  /// Those that were used last; they take address space.
  std::deque<std::pair<std::string, std::shared_ptr<const Known>>> InUse;
};

} // namespace warplint

#endif // WARPLINT_CACHE_PREAMBLECACHE_H
