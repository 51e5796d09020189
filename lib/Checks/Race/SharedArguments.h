//===- SharedArguments.h - Arguments that share memory ----------*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_RACE_SHAREDARGUMENTS_H
#define WARPLINT_LIB_CHECKS_RACE_SHAREDARGUMENTS_H

#include "warplint/Kernel/ClangView.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint {

/// The first declarations of the kernels that some launch in the parsed file passes one
/// object's memory twice, `k<<<1, 64>>>(p, p + 1)`: their parameters may overlap. Those
/// declared __restrict__ do not, by their promise.
llvm::DenseSet<const clang::FunctionDecl *>
kernelsWithSharedArguments(ClangView &View);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_RACE_SHAREDARGUMENTS_H
