//===- LoopSize.h - How large nvcc takes a loop for -------------*- C++ -*-===//
//
// nvcc's LLVM weighs the instructions of a loop's body before it makes copies of
// it, when what does not change in the loop has left it and much has been folded.
// Here it is not: what is counted is more than what is weighed, or less.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_LOOPSIZE_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_LOOPSIZE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <cstdint>
#include <optional>

namespace llvm {
class Instruction;
class Loop;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace warplint {

/// What \p I counts for at most; nothing when it stands for many.
std::optional<uint64_t> instructionsOf(const llvm::Instruction &I);

/// What is the same in each iteration of a loop, also where it is computed in its
/// body.
class InvariantValues {
public:
  explicit InvariantValues(const llvm::Loop &L);
  bool contains(const llvm::Value *V) const;

private:
  const llvm::Loop &L;
  llvm::SmallPtrSet<const llvm::Value *, 32> InBody;
};

/// What the body of \p L, an innermost loop, counts for at least: without what
/// leaves the loop, what is folded into other instructions, branches that
/// become selects, and the largest part that only one of two versions of the
/// loop has.
uint64_t leastBodySizeOf(const llvm::Loop &L);

/// What the body of \p L counts for at most once the loops inside are unrolled, each
/// of \p TripsOf iterations: their counters are constants, what is the same in their
/// iterations is there once, and local arrays are registers if counters alone of loops
/// that \p IsUnrolled confirms subscript them. Nothing where a call stands for many.
std::optional<uint64_t>
foldedBodySizeOf(const llvm::Loop &L, llvm::ScalarEvolution &SE,
                 llvm::function_ref<uint64_t(const llvm::Loop &)> TripsOf,
                 llvm::function_ref<bool(const llvm::Loop &)> IsUnrolled);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_LOOPSIZE_H
