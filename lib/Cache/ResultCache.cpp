//===- ResultCache.cpp - Results of earlier runs --------------------------===//

#include "warplint/Cache/ResultCache.h"
#include "warplint/Report/ReportArchive.h"
#include "warplint/Support/WholeFile.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace llvm;

namespace warplint {

/// Raised when the form of a file changes.
static constexpr StringLiteral Heading = "warplint result 1\n";
static constexpr size_t HashSize = 16;
static constexpr uint64_t MaximumBytes = uint64_t(1) << 30;

std::string cacheFolder() {
  SmallString<256> Path;
  if (const char *Named = std::getenv("WARPLINT_CACHE_DIR"))
    Path = Named;
  else if (sys::path::cache_directory(Path))
    sys::path::append(Path, "warplint");
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
    auto Here = reinterpret_cast<void *>(&programIdentity);
    auto Clang =
        reinterpret_cast<void *>(&clang::getClangFullRepositoryVersion);
    auto Llvm = reinterpret_cast<void *>(
        static_cast<Expected<CachePruningPolicy> (*)(StringRef)>(
            &parseCachePruningPolicy));
    std::string Text = clang::getClangFullRepositoryVersion();
    for (void *Function : {Here, Clang, Llvm})
      Text += "\n" + identityOf(loadedFrom(Function));
    return Text + "\n" + identityOf(sys::fs::getMainExecutable(nullptr, Here));
  }();
  return Identity;
}

std::string ResultCache::pathOf(StringRef Key) const {
  SmallString<256> Path(Folder);
  // Files of this name are those that LLVM's pruning looks at.
  sys::path::append(Path,
                    "llvmcache-" + toHex(hashOf(Key), /*LowerCase=*/true));
  return Path.str().str();
}

std::optional<std::string> ResultCache::find(StringRef Key,
                                             FileAnswers &Today) const {
  if (!isOn())
    return std::nullopt;
  int Descriptor = -1;
  // When a file was used last is what pruning goes by.
  if (sys::fs::openFileForRead(pathOf(Key), Descriptor,
                               sys::fs::OF_UpdateAtime))
    return std::nullopt;
  sys::fs::file_t Handle = sys::fs::convertFDToNativeFile(Descriptor);
  auto Buffer = MemoryBuffer::getOpenFile(Handle, pathOf(Key), /*FileSize=*/-1,
                                          /*RequiresNullTerminator=*/false);
  (void)sys::fs::closeFile(Handle);
  if (!Buffer)
    return std::nullopt;
  StringRef Bytes = (*Buffer)->getBuffer();
  if (!Bytes.consume_front(Heading) || Bytes.size() < HashSize)
    return std::nullopt;
  StringRef Hash = Bytes.take_front(HashSize);
  Bytes = Bytes.drop_front(HashSize);
  if (hashOf(Bytes) != Hash)
    return std::nullopt;
  std::optional<StringRef> SameKey = readText(Bytes);
  std::optional<uint64_t> Count =
      SameKey && *SameKey == Key ? readNumber(Bytes) : std::nullopt;
  if (!Count)
    return std::nullopt;
  for (uint64_t I = 0; I != *Count; ++I) {
    std::optional<uint64_t> What = readNumber(Bytes);
    std::optional<StringRef> Path = readText(Bytes), Answer = readText(Bytes);
    if (!What || !Path || !Answer || *What > uint64_t(Question::Other) ||
        Today.of(static_cast<Question>(*What), *Path) != *Answer)
      return std::nullopt;
  }
  std::optional<StringRef> Result = readText(Bytes);
  return Result ? std::optional(Result->str()) : std::nullopt;
}

void ResultCache::keep(StringRef Key, const FileTrace &Trace,
                       StringRef Result) const {
  if (!isOn() || !Trace.isConsistent() || sys::fs::create_directories(Folder))
    return;
  std::string Body;
  writeText(Body, Key);
  writeNumber(Body, Trace.answers().size());
  for (const auto &[Asked, Answer] : Trace.answers()) {
    writeNumber(Body, uint64_t(Asked.first));
    writeText(Body, Asked.second);
    writeText(Body, Answer);
  }
  writeText(Body, Result);
  // A full disk, say: then there is no entry.
  consumeError(
      writeWholeFile(pathOf(Key), Heading.str() + hashOf(Body) + Body));
}

void ResultCache::prune() const {
  if (!isOn() || !sys::fs::is_directory(Folder))
    return;
  CachePruningPolicy Policy;
  Policy.MaxSizeBytes = MaximumBytes;
  pruneCache(Folder, Policy);
}

} // namespace warplint
