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

#include "IssueOrder.h"
#include "Lane/Expr/ConstantDistance.h"

namespace warplint {

/// Properties of an access that do not depend on the order.
struct WindowTraits {
  bool IsStore = false;
  bool CanJoin = false;  ///< A plain load or store of 2, 4 or 8 bytes.
  bool IsOpaque = false; ///< What it does to the others is not known.
  bool IsWall = false;   ///< Nothing moves across it.
  unsigned Bytes = 0;
  /// What is seen to divide its address where it would be a multiple of the
  /// widest request.
  unsigned Seen = 16;
};

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

struct WindowRules {
  /// What divides an atom of an address: alignment as ptxas sees it, or as far
  /// as it goes at all.
  llvm::function_ref<uint64_t(const LaneExpr *)> MultipleOf;
  /// Where an array lies, in bytes from a multiple of 16; nothing for other
  /// atoms and where it is not known.
  llvm::function_ref<std::optional<uint64_t>(const LaneExpr *)> PlaceOf;
  /// Requests form across joins of the control flow.
  bool AcrossJoins = false;
  /// The array that an atom of an address is the base of, or null, and whether
  /// it is declared with the alignment of the widest request.
  llvm::function_ref<std::pair<const void *, bool>(const LaneExpr *)> ArrayOf;
};

/// By access. Nothing when that would take too long.
std::optional<std::vector<WindowOutcome>>
joinAccesses(const IssueOrder &Order, ExprBuilder &Exprs, llvm::LoopInfo &LI,
             const KernelModel &Kernel, llvm::ArrayRef<WindowTraits> Traits,
             llvm::ArrayRef<const llvm::Instruction *> Origins,
             WindowRules Rules);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_VECTORIZATION_H
