//===- UnrollRules.h - Which loops nvcc takes apart -------------*- C++ -*-===//
//
// nvcc unrolls fully what the user asks it to (`#pragma unroll` on a loop with
// a constant trip count) and what is small. Its limit was found by trying: with
// nvcc 13.0 loops whose bodies add up to 704 instructions in LLVM IR were
// unrolled fully and those of 896 were not; up to 550 are taken as certain.
// Other innermost loops that leave in one place, with a counter that begins and
// steps by constants, are unrolled by four where four bodies have up to 200
// instructions (216 were not), whatever their length; of a known length that is
// a power of two by that or more. The rest are unrolled in part or not. Two
// tests at the beginning of a loop count as one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_UNROLLRULES_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_UNROLLRULES_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace llvm {
class BasicBlock;
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

/// The blocks that \p L leaves from, in program order, where it ends in one place:
/// one block, or the header and one behind it that only tests something else,
/// `i < 32 && i < n`, which LLVM makes one test. Empty for other loops.
llvm::SmallVector<const llvm::BasicBlock *, 2> testsOf(const llvm::Loop &L);

/// How often the body of \p L runs, where it is one number.
std::optional<uint64_t> tripCountOf(const llvm::Loop &L,
                                    llvm::ScalarEvolution &SE);

Unrolling unrollingOf(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// The counter that decides when \p L ends begins with a constant and steps by
/// one.
bool countsFromConstant(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// How many copies, or a multiple of that, one iteration of \p L certainly
/// has, where that is more than one but not all.
std::optional<unsigned> copiesOf(const llvm::Loop &L,
                                 llvm::ScalarEvolution &SE);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_UNROLLRULES_H
