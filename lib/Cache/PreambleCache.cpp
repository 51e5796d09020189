//===- PreambleCache.cpp - Compiled headers of earlier runs ---------------===//

#include "warplint/Cache/PreambleCache.h"
#include "KeptFile.h"
#include "warplint/Cache/ResultCache.h"
#include "warplint/Support/Archive.h"
#include "warplint/Support/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LockFileManager.h"

using namespace llvm;

namespace warplint {

/// Raised when the form of a file changes.
static constexpr StringLiteral PreambleHeading = "warplint preamble 6\n";
static constexpr StringLiteral NoteHeading = "warplint note 5\n";
static constexpr StringLiteral CompiledSuffix = "-compiled";
static constexpr size_t MaximumInUse = 8;

std::shared_ptr<const Preamble> PreambleCache::View::find(StringRef Key,
                                                          Maker Make) {
  if (!Cache.isOn())
    return nullptr;
  std::shared_ptr<const Known> Found = Cache.find(Key, Make);
  if (!Found)
    return nullptr;
  Trace.add(Found->Trace);
  return Found->Headers;
}

static std::string noteKey(StringRef Key) {
  return ("note\n" + programIdentity() + "\n" + Key).str();
}

std::optional<std::string> PreambleCache::View::recall(StringRef Key) {
  if (Cache.Folder.empty()) {
    auto It = Cache.NotesHere.find(Key);
    return It == Cache.NotesHere.end() ? std::nullopt
                                       : std::optional(It->second);
  }
  std::optional<KeptFile> File =
      readCacheFile(Cache.Folder, NoteHeading, noteKey(Key));
  return File ? std::optional(File->Body.str()) : std::nullopt;
}

void PreambleCache::View::note(StringRef Key, StringRef Text) {
  if (Cache.Folder.empty())
    Cache.NotesHere[Key] = Text.str();
  else
    writeCacheFile(Cache.Folder, NoteHeading, noteKey(Key), Text);
}

std::shared_ptr<const PreambleCache::Known>
PreambleCache::find(StringRef Key, PreambleStore::Maker Make) {
  std::string Whole = (programIdentity() + "\n" + Key).str();
  auto It = llvm::find_if(
      InUse, [&](const auto &Entry) { return Entry.first == Whole; });
  if (It != InUse.end())
    return It->second;
  std::optional<Known> Loaded =
      Folder.empty() ? make(Make) : loadOrMake(Whole, Make);
  if (!Loaded)
    return nullptr;
  auto Found = std::make_shared<Known>(std::move(*Loaded));
  InUse.emplace_front(std::move(Whole), Found);
  if (InUse.size() > MaximumInUse)
    InUse.pop_back();
  return Found;
}

std::optional<PreambleCache::Known> PreambleCache::load(StringRef Key,
                                                        StringRef File) const {
  std::optional<KeptFile> Kept = readCacheFile(Folder, PreambleHeading, Key);
  if (!Kept)
    return std::nullopt;
  StringRef &Bytes = Kept->Body;
  std::optional<FileTrace> Trace = readTrace(Bytes, Today);
  std::optional<StringRef> Checksum = Trace ? readText(Bytes) : std::nullopt;
  if (!Checksum)
    return std::nullopt;
  Known Result{nullptr, std::move(*Trace)};
  if (Checksum->empty())
    return Result;
  auto Compiled = openCacheFile((File + CompiledSuffix).str());
  std::vector<std::string> Asked;
  if (!Compiled || !readValue(Bytes, Asked))
    return std::nullopt;
  Result.Headers =
      std::make_shared<Preamble>(std::move(Compiled), std::move(Asked));
  if (Result.Headers->Fingerprint != *Checksum)
    return std::nullopt;
  return Result;
}

std::optional<PreambleCache::Known>
PreambleCache::make(PreambleStore::Maker Make) const {
  Known Result;
  if (auto Made = Make(tracedFiles(FS, Result.Trace, Folder)))
    Result.Headers = std::make_shared<Preamble>(std::move(*Made));
  return Result.Trace.isConsistent() ? std::optional(std::move(Result))
                                     : std::nullopt;
}

std::optional<PreambleCache::Known>
PreambleCache::loadOrMake(StringRef Key, PreambleStore::Maker Make) const {
  std::string File = cachePathOf(Folder, Key);
  if (std::optional<Known> Loaded = load(Key, File))
    return Loaded;
  if (sys::fs::create_directories(Folder))
    return std::nullopt;
  LockFileManager Lock(File);
  Expected<bool> Mine = Lock.tryLock();
  if (!Mine || !*Mine) {
    consumeError(Mine.takeError());
    return std::nullopt;
  }
  std::optional<Known> Made = make(Make);
  if (!Made)
    return std::nullopt;
  std::string Body;
  writeTrace(Body, Made->Trace);
  if (!Made->Headers) {
    writeText(Body, "");
  } else {
    // A full disk, say: then this run alone has it.
    if (Error Failed = writeWholeFile(File + CompiledSuffix.str(),
                                      Made->Headers->Compiled)) {
      consumeError(std::move(Failed));
      return Made;
    }
    writeText(Body, Made->Headers->Fingerprint);
    writeValue(Body, Made->Headers->Asked);
  }
  writeCacheFile(Folder, PreambleHeading, Key, Body);
  return Made;
}

} // namespace warplint
