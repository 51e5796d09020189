//===- ClosestName.h - "did you mean" ---------------------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_CLOSESTNAME_H
#define WARPLINT_SUPPORT_CLOSESTNAME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint {

/// "; did you mean 'pitch'?" for the one of \p Names that is nearest to \p
/// Written, or nothing when none is near: a third of its letters may differ.
inline std::string didYouMean(llvm::StringRef Written,
                              llvm::ArrayRef<llvm::StringRef> Names) {
  llvm::StringRef Best;
  unsigned Allowed = static_cast<unsigned>(Written.size() + 1) / 3;
  unsigned BestDistance = Allowed + 1;
  for (llvm::StringRef Name : Names) {
    unsigned Distance =
        Written.edit_distance(Name, /*AllowReplacements=*/true, BestDistance);
    if (Distance < BestDistance) {
      Best = Name;
      BestDistance = Distance;
    }
  }
  return Best.empty() ? "" : "; did you mean '" + Best.str() + "'?";
}

} // namespace warplint

#endif // WARPLINT_SUPPORT_CLOSESTNAME_H
