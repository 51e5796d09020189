//===- LoopPragmas.h - What nvcc makes of words about loops -----*- C++ -*-===//
//
// nvcc knows `#pragma unroll`, with a positive number or without. It ignores, with
// a warning, what clang takes as well:
//
//   #pragma nounroll             #pragma unroll 0
//   #pragma GCC unroll 1         #pragma clang loop unroll(disable)
//
// `#pragma unroll 1`, which nvcc heeds, is the same to clang's IR as these are.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_LOOPPRAGMAS_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_LOOPPRAGMAS_H

namespace llvm {
class Function;
} // namespace llvm

namespace warplint {

class SourceView;
struct SourceFunction;

/// Takes from the loops of \p F what only clang heeds. \p Declaration: what it
/// was made of, before anything was inlined.
void dropIgnoredPragmas(llvm::Function &F, SourceView &View,
                        const SourceFunction &Declaration);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_LOOPPRAGMAS_H
