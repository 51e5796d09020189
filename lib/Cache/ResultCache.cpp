//===- ResultCache.cpp - Results of earlier runs --------------------------===//

#include "warplint/Cache/ResultCache.h"
#include "KeptFile.h"
#include "warplint/Support/Archive.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace llvm;

namespace warplint {

/// Raised when the form of a file changes.
static constexpr StringLiteral ResultHeading = "warplint result 3\n";
static constexpr uint64_t MaximumBytes = uint64_t(1) << 30;

std::string cacheFolder() {
  SmallString<256> Path;
  if (const char *Named = std::getenv("WARPLINT_CACHE_DIR"))
    Path = Named;
  else if (sys::path::cache_directory(Path) && sys::path::is_absolute(Path))
    sys::path::append(Path, "warplint");
  else // A relative $HOME is none.
    Path.clear();
  if (!Path.empty())
    (void)sys::fs::make_absolute(Path);
  return Path.str().str();
}

/// A file, and that it is the one it was.
static std::string identityOf(StringRef File) {
  sys::fs::file_status Status;
  if (File.empty() || sys::fs::status(File, Status))
    return File.str();
  return (File + " " + Twine(Status.getSize()) + " " +
          Twine(Status.getLastModificationTime().time_since_epoch().count()))
      .str();
}

/// The file that a function was loaded from.
static std::string loadedFrom(void *Function) {
  Dl_info Info{};
  return dladdr(Function, &Info) && Info.dli_fname ? Info.dli_fname : "";
}

std::string programIdentity() {
  static const std::string Identity = [] {
    auto *Here = reinterpret_cast<void *>(&programIdentity);
    auto *Clang =
        reinterpret_cast<void *>(&clang::getClangFullRepositoryVersion);
    auto *Llvm = reinterpret_cast<void *>(
        static_cast<Expected<CachePruningPolicy> (*)(StringRef)>(
            &parseCachePruningPolicy));
    std::string Text = clang::getClangFullRepositoryVersion();
    for (void *Function : {Here, Clang, Llvm})
      Text += "\n" + identityOf(loadedFrom(Function));
    return Text + "\n" + identityOf(sys::fs::getMainExecutable(nullptr, Here));
  }();
  return Identity;
}

std::optional<std::string> ResultCache::find(StringRef Key, FileAnswers &Today,
                                             FileTrace *RestsOn) const {
  std::optional<KeptFile> File = readCacheFile(Folder, ResultHeading, Key);
  std::optional<FileTrace> Trace =
      File ? readTrace(File->Body, Today) : std::nullopt;
  if (!Trace)
    return std::nullopt;
  if (RestsOn)
    RestsOn->add(*Trace);
  std::optional<StringRef> Result = readText(File->Body);
  return Result ? std::optional(Result->str()) : std::nullopt;
}

void ResultCache::keep(StringRef Key, const FileTrace &Trace,
                       StringRef Result) const {
  if (!isOn() || !Trace.isConsistent())
    return;
  std::string Body;
  writeTrace(Body, Trace);
  writeText(Body, Result);
  writeCacheFile(Folder, ResultHeading, Key, Body);
}

void ResultCache::prune() const {
  if (!isOn() || !sys::fs::is_directory(Folder))
    return;
  CachePruningPolicy Policy;
  Policy.MaxSizeBytes = MaximumBytes;
  pruneCache(Folder, Policy);
}

} // namespace warplint
