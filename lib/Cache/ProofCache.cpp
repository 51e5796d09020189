//===- ProofCache.cpp - Proofs of earlier runs ----------------------------===//

#include "warplint/Cache/ProofCache.h"
#include "CacheFile.h"
#include "warplint/Finding/ReportArchive.h"
#include "warplint/Support/WholeFile.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace warplint {

/// Raised when the form of a file changes.
static constexpr StringLiteral Heading = "warplint proofs 1\n";
static constexpr StringLiteral Suffix = ".proofs";

ProofCache::ProofCache(std::string Folder, std::string Key)
    : Folder(std::move(Folder)), Key(std::move(Key)) {
  if (!this->Folder.empty())
    load();
}

void ProofCache::load() {
  std::unique_ptr<MemoryBuffer> Buffer =
      openCacheFile(cachePathOf(Folder, Key, Suffix));
  std::optional<StringRef> Bytes =
      Buffer ? unsealed(Heading, Buffer->getBuffer()) : std::nullopt;
  if (!Bytes || readText(*Bytes) != StringRef(Key))
    return;
  while (!Bytes->empty()) {
    std::optional<StringRef> Question = readText(*Bytes);
    std::optional<StringRef> Answer =
        Question ? readText(*Bytes) : std::nullopt;
    if (!Answer)
      return;
    Kept[*Question] = Answer->str();
  }
}

std::optional<StringRef> ProofCache::find(StringRef Question) {
  auto Own = Used.find(Question);
  if (Own != Used.end())
    return StringRef(Own->second);
  auto Known = Kept.find(Question);
  if (Known == Kept.end())
    return std::nullopt;
  BytesUsed += Known->second.size();
  ++Found;
  return StringRef(Used[Question] = std::move(Known->second));
}

void ProofCache::keep(StringRef Question, std::string Answer) {
  if (Folder.empty() || BytesUsed + Answer.size() > MaximumBytes)
    return;
  BytesUsed += Answer.size();
  Used[Question] = std::move(Answer);
}

void ProofCache::save() const {
  if (Found == Used.size() || sys::fs::create_directories(Folder))
    return;
  std::string Body;
  writeText(Body, Key);
  for (const auto &Entry : Used) {
    writeText(Body, Entry.getKey());
    writeText(Body, Entry.second);
  }
  // A full disk, say: then there is no entry.
  consumeError(
      writeWholeFile(cachePathOf(Folder, Key, Suffix), sealed(Heading, Body)));
}

} // namespace warplint
