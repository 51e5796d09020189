//===- LaneTies.h - What ties lanes together --------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_LANEORDER_LANETIES_H
#define WARPLINT_LIB_CHECKS_LANEORDER_LANETIES_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace warplint {

/// By its name a function that is not the user's has lanes exchange what they
/// have (__shfl_sync), or tells them apart. Of all others the result is taken to
/// be a matter of their arguments.
bool tiesLanes(llvm::StringRef Name);

/// The instructions of \p Assembly move bytes or compute, the same whichever lane
/// it is.
bool isOfOneLane(llvm::StringRef Assembly);

/// A function of an object that is not the user's: of cooperative groups, say,
/// which tell threads apart.
bool isOfLibraryObject(const clang::FunctionDecl &F);

/// `__syncthreads()` has all threads wait, whichever they are.
bool isBlockBarrier(llvm::StringRef Name);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_LANEORDER_LANETIES_H
