//===- LaunchRecords.cpp - The launches of one kernel, each once ----------===//

#include "LaunchRecords.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace warplint {

// Launches of one kernel with one block that are told apart by what else they
// pass; beyond that the block alone is kept.
static constexpr unsigned MaximumVariants = 12;

bool isLike(const LaunchRecord &A, const LaunchRecord &B) {
  return A.Shape == B.Shape && A.IsSquare == B.IsSquare && A.Grid == B.Grid &&
         A.DynamicSharedBytes == B.DynamicSharedBytes &&
         A.DynamicSharedMultiple == B.DynamicSharedMultiple &&
         A.Arguments == B.Arguments && A.TensorMaps == B.TensorMaps;
}

/// Keeps the block alone where too many launches have it.
static void forgetVariants(std::vector<LaunchRecord> &Records) {
  for (size_t I = 0; I < Records.size(); ++I) {
    auto SameBlock = [&, Block = Records[I].Shape](const LaunchRecord &R) {
      return R.Shape == Block;
    };
    if (llvm::count_if(Records, SameBlock) <= MaximumVariants)
      continue;
    uint64_t Multiple = 0;
    bool IsSquare = true;
    for (const LaunchRecord &R : Records)
      if (SameBlock(R)) {
        Multiple = std::gcd(Multiple, R.DynamicSharedMultiple);
        IsSquare &= R.IsSquare;
      }
    Records[I] = {Records[I].Shape, Records[I].Source, Records[I].Where};
    Records[I].DynamicSharedMultiple = Multiple;
    Records[I].IsSquare = IsSquare;
    Records.erase(
        std::remove_if(Records.begin() + I + 1, Records.end(), SameBlock),
        Records.end());
  }
}

void settleRecords(std::vector<LaunchRecord> &Records) {
  std::vector<LaunchRecord> Once;
  for (LaunchRecord &R : Records)
    if (llvm::none_of(Once,
                      [&](const LaunchRecord &K) { return isLike(K, R); }))
      Once.push_back(std::move(R));
  Records = std::move(Once);
  forgetVariants(Records);
}

} // namespace warplint
