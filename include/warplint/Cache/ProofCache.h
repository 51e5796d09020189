//===- ProofCache.h - Proofs of earlier runs --------------------*- C++ -*-===//
//
// The proofs of one file (Basic/BlobStore.h), in one file of the folder of
// the results, which is written whole and holds a hash of itself. Only those
// that the last run asked for are in it. Damaged or missing, it counts for
// nothing; where it can't be written, nothing is kept.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CACHE_PROOFCACHE_H
#define WARPLINT_CACHE_PROOFCACHE_H

#include "warplint/Basic/BlobStore.h"
#include "llvm/ADT/StringMap.h"

namespace warplint {

class ProofCache : public ProofStore {
public:
  /// Reads what was kept for \p Key: who lints, and how. Where \p Folder is
  /// empty, nothing is read or written: it is this run's alone.
  ProofCache(std::string Folder, std::string Key);

  std::optional<llvm::StringRef> find(llvm::StringRef Question) override;
  void keep(llvm::StringRef Question, std::string Answer) override;

  /// Writes what this run asked for.
  void save() const;

  /// How many answers this run used, and how many of them an earlier one found.
  size_t used() const { return Used.size(); }
  size_t found() const { return Found; }

private:
  /// Bytes of answers that are kept for one file.
  static constexpr size_t MaximumBytes = size_t(16) << 20;

  std::string Folder, Key;
  llvm::StringMap<std::string> Kept; ///< By an earlier run.
  llvm::StringMap<std::string> Used; ///< By this one.
  size_t BytesUsed = 0, Found = 0;
};

} // namespace warplint

#endif // WARPLINT_CACHE_PROOFCACHE_H
