//===- IssueOrder.h - Accesses in the order of the machine code -*- C++ -*-===//
//
// What the accesses of a kernel become when nvcc has unrolled its loops: a
// sequence of *instances*, each an access in one combination of iterations of
// the loops that were taken apart, and of marks between them that a request
// cannot be moved across. The control flow is walked in program order:
//
//   for (k = 0; k < 2; ++k)        load a [k=0]
//     x += a[k] * b[k];            load b [k=0]
//   __syncthreads();        =>     load a [k=1]
//   s[t] = x;                      load b [k=1]
//                                  wall
//                                  store s
//
// Two such orders enclose what nvcc may do: the least, with the loops that are
// certainly unrolled, and the most, with all that can be.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_ISSUEORDER_H
#define WARPLINT_LIB_KERNEL_ISSUE_ISSUEORDER_H

#include "Kernel/Symbolic/LoopVersions.h"
#include "warplint/Kernel/KernelModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>
#include <vector>

namespace warplint {

/// The number of an unrolled loop and its iteration: a constant, or
/// (Iteration & ~3) + j where a loop of unknown length was unrolled by four.
using UnrolledIteration = std::pair<unsigned, const LaneExpr *>;

struct IssueItem {
  enum class Kind : uint8_t {
    Access,
    Wall,   ///< A barrier, an atomic, a loop that stays: nothing crosses it.
    Join,   ///< Code with branches, or unknown memory: a request may cross it.
    Branch, ///< The ways part or meet: loads that always run cross it.
    /// A branch that LLVM cannot make a select of: no store crosses it.
    KeptBranch,
  } What = Kind::Wall;
  unsigned Access = 0; ///< Index into KernelModel::Accesses.
  llvm::SmallVector<UnrolledIteration, 3> Iterations; ///< Outermost first.
  /// What always runs with the access (ControlClasses.h), or null.
  const llvm::BasicBlock *RunsWith = nullptr;
};

struct IssueOrder {
  std::vector<IssueItem> Items;
  /// By access: how often the loops that it was moved out of run its place,
  /// 1 for an access that stays; 0 when that number is not known.
  llvm::DenseMap<unsigned, uint64_t> Hoisted;
};

/// How much the compiler unrolls: nothing, as far as is known of ptxas; the least
/// and the most that nvcc may.
enum class UnrollMode : uint8_t { None, Least, Most };

/// Nothing when the kernel is too large to be laid out. \p Origins: the
/// instruction of each access. Accesses in \p Left are no part of the order:
/// the compiler drops them. With a \p Version of the loops: of that alone.
std::optional<IssueOrder>
orderAccesses(llvm::Function &F, KernelAnalyses Analyses, ExprBuilder &Exprs,
              const KernelModel &Kernel,
              llvm::ArrayRef<const llvm::Instruction *> Origins,
              llvm::ArrayRef<bool> Dropped, UnrollMode Mode,
              const LoopVersion *Version = nullptr);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_ISSUEORDER_H
