//===- TakenBranches.h - A local along the branches that are taken -*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_TAKENBRANCHES_H
#define WARPLINT_LIB_KERNEL_LAUNCH_TAKENBRANCHES_H

#include "HostValues.h"

namespace warplint {

/// What \p Local, a variable of \p In, was given last where \p At stands, if the
/// conditions on the way there have known values:
///
///   auto swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
///   if (bytes == 32) swizzle = CU_TENSOR_MAP_SWIZZLE_32B;
///   else if (bytes == 64) swizzle = CU_TENSOR_MAP_SWIZZLE_64B;
///
/// Null where that can't be told. \p Values was entered for \p At.
const clang::Expr *lastGiven(const clang::VarDecl &Local,
                             const clang::FunctionDecl &In,
                             const clang::Stmt &At, HostValues &Values);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_TAKENBRANCHES_H
