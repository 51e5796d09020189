//===- InlinedCalls.h - Calls that .debug_info says were inlined -*- C++ -*-===//
//
// LLVM before 22 (Triton before 3.6) names the callers of an inlined line in the
// module's `.debug_info` alone: a DW_TAG_inlined_subroutine from one label to
// another, with the file, line and column of its call. DWARF 2, section 3.3.8.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTXMODULE_INLINEDCALLS_H
#define WARPLINT_LIB_KERNEL_PTXMODULE_INLINEDCALLS_H

#include "ModuleText.h"
#include <deque>

namespace warplint::ptx {

/// Callers beyond this depth are not reported.
constexpr unsigned MaxInlinedDepth = 64;

struct InlinedCall {
  std::string Symbol, Name;                ///< Of the function called.
  unsigned File = 0, Line = 0, Column = 0; ///< File is a number of `.file`.
  const InlinedCall *Caller = nullptr;     ///< Null: the function itself.
  unsigned Depth = 1;                      ///< 1 without a caller.
};

class InlinedCalls {
public:
  explicit InlinedCalls(const ModuleText &Text);

  /// The innermost call around the statement at \p Offset of the text. Null
  /// without one, and where two calls of one function are around it: the ranges
  /// of calls have all statements between their first and last one.
  const InlinedCall *around(size_t Offset) const;

private:
  struct Bound {
    uint64_t Offset;
    bool Begins;
    const InlinedCall *Call;
  };
  void setBegins(std::vector<Bound> Bounds);

  std::deque<InlinedCall> Calls;
  /// By the offset from which on it is the innermost.
  std::vector<std::pair<uint64_t, const InlinedCall *>> Begins;
};

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTXMODULE_INLINEDCALLS_H
