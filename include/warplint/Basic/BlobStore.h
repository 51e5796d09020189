//===- BlobStore.h - Proofs kept between analyses ---------------*- C++ -*-===//
//
// Most of a changed file is what it was: the accesses of a kernel that nobody
// touched need no new proof. A question names everything that its answer rests
// on, so that an answer which was kept is the one that would be found again.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_BASIC_BLOBSTORE_H
#define WARPLINT_BASIC_BLOBSTORE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace warplint {

class ProofStore {
public:
  virtual ~ProofStore() = default;

  /// The bytes that were kept for \p Question; valid until the next call.
  virtual std::optional<llvm::StringRef> find(llvm::StringRef Question) = 0;
  virtual void keep(llvm::StringRef Question, std::string Answer) = 0;
};

} // namespace warplint

#endif // WARPLINT_BASIC_BLOBSTORE_H
