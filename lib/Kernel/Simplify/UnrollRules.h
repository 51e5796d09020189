//===- UnrollRules.h - Which loops nvcc takes apart -------------*- C++ -*-===//
//
// nvcc unrolls fully what the user asks it to (`#pragma unroll` on a loop with
// a constant trip count) and what is small; other innermost loops that leave in one
// place, with a counter that begins and steps by constants, it unrolls in part.
// How was found by trying with nvcc 13.0 for sm_90 (docs/fusion.md, "Other loops"):
//
// - Loops of 3 to 100 iterations with bodies of 10 to 150 instructions: of three
//   iterations 142 instructions were unrolled fully and 144 not, of eight 58 and
//   60, of 28 20 and 22, of 96 10 and 12, of 15 30 and 32, of 30 16 and 18.
// - Of unknown length: by four up to 54 instructions, by two up to 97.
// - Of known length: by the power of two that divides it, 32 copies of 10
//   instructions, 16 of 16, 8 of 28, 4 of more.
// - Outermost ones of at most 20 iterations and unknown length: not by LLVM. The
//   assembler makes four copies of them, and joins what lies in two.
//
// Two tests at the beginning of a loop count as one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_UNROLLRULES_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_UNROLLRULES_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace llvm {
class BasicBlock;
class LoadInst;
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

/// A pragma asks for copies of \p L, and it ends by more than a counter, `i < 32 &&
/// sum < most`: each copy keeps the test.
bool isCopiedWithTests(const llvm::Loop &L);

/// How often \p L runs depends on the counter of the loop around it alone, whose length
/// is known, as in a bitonic sort: once nvcc has taken that one apart, it may do so with
/// each copy of \p L.
bool isBoundByOuterCounter(const llvm::Loop &L, llvm::ScalarEvolution &SE);

Unrolling unrollingOf(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// The counter that decides when \p L ends begins with a constant and steps by
/// one.
bool countsFromConstant(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// LLVM leaves \p L as it is, and the assembler makes copies of it: it joins what
/// lies in two of them, from a pointer that moves by one iteration.
bool isLeftToAssembler(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// What \p L ends at, where that is a number in shared memory that nothing in it
/// changes: nvcc loads it before the loop. Else null.
const llvm::LoadInst *boundLoadedBefore(const llvm::Loop &L);

/// How many copies, or a multiple of that, one iteration of \p L certainly
/// has, where that is more than one but not all.
std::optional<unsigned> copiesOf(const llvm::Loop &L,
                                 llvm::ScalarEvolution &SE);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_UNROLLRULES_H
