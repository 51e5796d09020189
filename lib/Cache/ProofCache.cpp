//===- ProofCache.cpp - Proofs of earlier runs ----------------------------===//

#include "warplint/Cache/ProofCache.h"
#include "KeptFile.h"
#include "warplint/Support/Archive.h"

using namespace llvm;

namespace warplint {

/// Raised when the form of a file changes.
static constexpr StringLiteral ProofHeading = "warplint proofs 1\n";
static constexpr StringLiteral Suffix = ".proofs";

ProofCache::ProofCache(std::string Folder, std::string Key)
    : Folder(std::move(Folder)), Key(std::move(Key)) {
  std::optional<KeptFile> File =
      readCacheFile(this->Folder, ProofHeading, this->Key, Suffix);
  while (File && !File->Body.empty()) {
    std::optional<StringRef> Question = readText(File->Body);
    std::optional<StringRef> Answer =
        Question ? readText(File->Body) : std::nullopt;
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
  if (BytesUsed + Answer.size() > MaximumBytes)
    return;
  BytesUsed += Answer.size();
  Used[Question] = std::move(Answer);
}

void ProofCache::save() const {
  if (Folder.empty())
    return;
  std::string Body;
  for (const auto &Entry : Used) {
    writeText(Body, Entry.getKey());
    writeText(Body, Entry.second);
  }
  if (Found != Used.size())
    writeCacheFile(Folder, ProofHeading, Key, Body, Suffix);
}

} // namespace warplint
