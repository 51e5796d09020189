//===- AtomicRules.h - The rules of atomics and copies ----------*- C++ -*-===//
//
// From what the IR or inline PTX says of an atomic to what SharedAtomic.h wants
// to know of it: is the result used, is the operand uniform or a constant, can
// nvcc see that all lanes address one word?
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_ATOMICRULES_H
#define WARPLINT_LIB_KERNEL_MODEL_ATOMICRULES_H

#include "warplint/Kernel/KernelModel.h"
#include "warplint/Warp/SharedAtomic.h"

namespace warplint {

/// An atomic in the names of PTX.
struct AtomicUse {
  llvm::StringRef Operation; ///< "add", "min", "cas", ...
  llvm::StringRef Type;      ///< "u32", "f16x2", ...
  bool IsResultUsed = true;
  bool IsGeneric = false; ///< nvcc does not know that the address is shared.
  /// The added, stored, ... value; null where it is not known.
  const LaneExpr *Operand = nullptr;
};

/// The rule of \p Use at \p Address (null where it is not known).
AtomicRule ruleOf(const LaneContext &Context, const AtomicUse &Use,
                  const LaneExpr *Address);

/// Sets kind, width, assumptions and obstacle of \p Access by \p Rule.
void applyRule(KernelAccess &Access, const AtomicRule &Rule);

/// cp.async.ca of 16 bytes has a rule of its own; .cg counts lines.
RequestKind asyncCopyKind(bool IsCached, unsigned Bytes);

/// What figures of cp.async.ca assume: lanes whose sources lie in different
/// lines are written one line after the other.
inline constexpr char CoalescedSource[] =
    "lanes that are served together copy from one 128-byte line of global "
    "memory";

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_ATOMICRULES_H
