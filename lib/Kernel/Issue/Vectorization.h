//===- Vectorization.h - Adjacent accesses become one request ---*- C++ -*-===//
//
// Applies the rules of Fusion.h to an order of accesses. There are two who join:
// the assembler, as Fusion.h says, and before it LLVM, of arrays whose
// declaration has the alignment of the widest request (`alignas(16)`, `extern`).
// LLVM knows more of what stands between: accesses to other arrays, and to other
// elements of the same one, keep nothing apart, and stores may come in any order.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_VECTORIZATION_H
#define WARPLINT_LIB_KERNEL_ISSUE_VECTORIZATION_H

#include "Instances.h"

namespace warplint {

/// What becomes of one access, over all its instances.
struct WindowOutcome {
  uint64_t Instances = 0;
  uint64_t Repeated = 0;
  std::vector<IssuedRequest> Requests;
  /// Rules were needed that do not always hold: elements of different widths in
  /// one window, or of 16 bits, stores out of order.
  bool IsDoubtful = false;
  /// So many different forms of address that Requests tells those of one width
  /// and number of parts together, with the address of one of them.
  bool IsCrowded = false;
};

/// By access. Nothing when that would take too long.
std::optional<std::vector<WindowOutcome>>
joinAccesses(const IssueOrder &Order, ExprBuilder &Exprs, llvm::LoopInfo &LI,
             const KernelModel &Kernel, llvm::ArrayRef<WindowTraits> Traits,
             llvm::ArrayRef<const llvm::Instruction *> Origins,
             WindowRules Rules);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_VECTORIZATION_H
