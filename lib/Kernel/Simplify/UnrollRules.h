//===- UnrollRules.h - Which loops nvcc takes apart -------------*- C++ -*-===//
//
// nvcc unrolls fully what the user asks it to (`#pragma unroll` on a loop with
// a constant trip count) and what is small. Its limit was found by trying: with
// nvcc 13.0 loops whose bodies add up to 704 instructions in LLVM IR were
// unrolled fully and those of 896 were not; half of that is taken as certain.
// Larger ones and loops whose trip count is not known are unrolled in part,
// mostly by four, or not.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_UNROLLRULES_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_UNROLLRULES_H

#include <cstdint>
#include <optional>

namespace llvm {
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace warplint {

enum class Unrolling : uint8_t {
  Full,    ///< Certainly, into as many copies as it has iterations.
  Perhaps, ///< Fully, in part, or not.
  Never,   ///< `#pragma unroll 1`.
};

/// The loop leaves through its header alone: its body runs once less often than
/// its header.
bool leavesThroughHeader(const llvm::Loop &L);

/// How often the body of \p L runs, where it is one number.
std::optional<uint64_t> tripCountOf(const llvm::Loop &L,
                                    llvm::ScalarEvolution &SE);

Unrolling unrollingOf(const llvm::Loop &L, llvm::ScalarEvolution &SE);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_UNROLLRULES_H
