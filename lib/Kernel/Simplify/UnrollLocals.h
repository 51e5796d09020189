//===- UnrollLocals.h - Loops over arrays kept in registers -----*- C++ -*-===//
//
// An index or pointer that is kept in a local array (`int offset[4]`, a struct
// with an array in it) is lost as long as a loop subscripts the array with its
// counter: SROA cannot take the array apart. nvcc unrolls such loops, and so
// does this. A loop that the user asks to unroll and that hands a pointer on
// under a condition is unrolled as well. Other loops, those over accumulators
// among them, stay as they are: their counters are symbols of the lane
// expression, which is shorter to prove and to report than copies of the
// access.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_UNROLLLOCALS_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_UNROLLLOCALS_H

#include "llvm/IR/PassManager.h"

namespace warplint {

/// Metadata of the copies that unrolling made of an access where nvcc may keep
/// the loop.
inline constexpr const char *UnrolledForAnalysis = "warplint.unrolled";

/// Fully unrolls the loops of \p F with a small constant trip count that
/// subscript, by something that changes in the loop, a local array that an
/// address or a branch depends on, and marked ones that hand on an address.
/// Returns true if any was. \p FileBudget: instructions that may still be made
/// so in all kernels of the file; a loop that needs more stays, and what it
/// subscripts stays unknown.
bool unrollLoopsOverLocals(llvm::Function &F,
                           llvm::FunctionAnalysisManager &FAM,
                           uint64_t &FileBudget);

/// What that may be at first: some seconds of the passes that follow. Files
/// with more have hundreds of instances of one kernel.
inline constexpr uint64_t MaxUnrolledOfFile = 400000;

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_UNROLLLOCALS_H
