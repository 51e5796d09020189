//===- LoopPointers.h - Where the pointer of a loop points ------*- C++ -*-===//
//
// An address that advances with a loop is kept in a register, and what the loop
// accesses at constant distances is reached from that one. LLVM's loop strength
// reduction, which nvcc has, lets it point at the middle of them: at the first
// that lies not below the mean of the lowest and the highest. The assembler
// sees of the register only what divides all its values:
//
//   offsets 0, 4, 8, 12        mean 6, points at 8     8 bytes are seen
//   offsets 0, 4, ..., 28      mean 14, points at 16  16 bytes
//   offsets 0, 4, ..., 24      mean 12, points at 12   4 bytes
//
// Held against nvcc 13.0: 2 to 32 floats, 2 to 8 doubles, several rows, stores
// beside loads, one to three pointers in a loop. It takes other elements where
// the lowest offset is not 0 (`s[i + 4]`), where the source moves a pointer of
// its own, where an iteration loads elements of the previous one again (`s[i]` to
// `s[i + 7]`, `i += 4`), and now and then where 4 bytes would be seen: all of
// that counts as unknown.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_LOOPPOINTERS_H
#define WARPLINT_LIB_KERNEL_ISSUE_LOOPPOINTERS_H

#include "IssueOrder.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <set>
#include <tuple>

namespace llvm {
class Loop;
} // namespace llvm

namespace warplint {

/// The pointers of the loops that stay, with what each reaches in one turn.
class LoopPointers {
public:
  using PlaceOf = llvm::function_ref<std::optional<uint64_t>(const LaneExpr *)>;

  /// \p Least has the loops taken apart that certainly are.
  LoopPointers(const IssueOrder &Least, KernelAnalyses A, ExprBuilder &Exprs,
               const KernelModel &Kernel,
               llvm::ArrayRef<const llvm::Instruction *> Origins,
               PlaceOf Place);

  /// What is seen to divide the pointer of access \p N, \p Widest bytes at
  /// most, in the innermost loop that moves it; 0 where that is not known.
  unsigned alignmentOf(unsigned N, const llvm::Loop &L, unsigned Widest) const;

private:
  using Terms = llvm::SmallVector<std::pair<const LaneExpr *, uint32_t>, 4>;
  /// Two arrays are never reached from one pointer: each has its base among the
  /// terms. With that goes the place of the base, if it is known.
  using Key = std::tuple<const llvm::Loop *, Terms, int64_t>;

  /// What one turn of the loop adds to the pointer; nothing where it is no
  /// multiple of the counter.
  std::optional<int64_t> stepOf(const Key &K) const;

  KernelAnalyses A;
  ExprBuilder &Exprs;
  llvm::ArrayRef<const llvm::Instruction *> Origins;
  std::map<Key, std::set<int64_t>> Reached; ///< Offsets.
  std::map<std::pair<unsigned, const llvm::Loop *>, std::set<Key>> KeysOf;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_LOOPPOINTERS_H
