//===- FoldedTests.h - Tests that nvcc may keep -----------------*- C++ -*-===//
//
// `(t & 7) * 3 < 22` and `(int)blockIdx.x >= 0` hold for all threads, and LLVM 22 folds
// them. nvcc 13.0 has an older LLVM for GPUs before Blackwell, which sees fewer of
// these: it keeps the select or the branch, and `(t & 7) * 3 < 22 ? t * 16 : 2` is a
// multiple of 2 to it. Tried for sm_90: of 94 tests that are always true, nvcc keeps
// at least 17. No rule names them all, so each folded test of numbers that are no
// constants is in doubt.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_FOLDEDTESTS_H
#define WARPLINT_LIB_KERNEL_MEMORY_FOLDEDTESTS_H

#include "llvm/IR/PassManager.h"

namespace warplint {

/// Metadata of accesses behind a branch that nvcc may keep: another one for each
/// branch.
inline constexpr const char *BehindFoldedTest = "warplint.folded";

/// Metadata of accesses through a pointer that such a test chooses.
inline constexpr const char *AtFoldedChoice = "warplint.chosen";

/// To be run before LLVM folds tests: hides the multiples of integers that are chosen
/// by such a test (HiddenMultiples.h), where what is not chosen is a lesser multiple,
/// and marks what is behind branches or at a chosen pointer.
class FoldedTestsPass : public llvm::PassInfoMixin<FoldedTestsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_FOLDEDTESTS_H
