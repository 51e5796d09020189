//===- Constraints.h - `$N` to outputs and call arguments -------*- C++ -*-===//
//
// Clang numbers `$N` through the outputs, then the inputs, then one tied input
// for each "+r" output. A call argument is one input, or the address of an
// output in memory ("=*m", which comes first); a direct output is one field of
// the result.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTX_CONSTRAINTS_H
#define WARPLINT_LIB_KERNEL_PTX_CONSTRAINTS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace warplint::ptx {

/// What `$N` of the asm text stands for.
struct AsmOperand {
  /// Field of the call's result (0 when the result is no struct).
  std::optional<unsigned> Output;
  /// Call argument that the operand holds when the block starts. For a "+r"
  /// output the tied input. Both are absent for a label.
  std::optional<unsigned> Argument;
  /// Width of the register by its constraint letter: "h" 16, "r" and "f" 32,
  /// "l" and "d" 64, "q" 128; 0 where the constraint does not say ("n").
  unsigned Bits = 0;
  /// "n" or "i" alone: the argument is a constant.
  bool IsImmediate = false;
  /// "*m": the argument is the address, and the operand is written without [ ].
  bool IsMemory = false;
  /// A tied input ("0"): the operand whose register it shares.
  std::optional<unsigned> TiedTo;
};

struct Constraints {
  std::vector<AsmOperand> Operands; ///< By N of `$N`.
  unsigned NumOutputs = 0;          ///< Fields of the result.
  unsigned NumArguments = 0;        ///< Arguments of the call.
};

/// Reads a constraint string as it stands in IR. Accepts anything: what is not
/// understood becomes an operand with nothing known.
Constraints readConstraints(llvm::StringRef Text);

/// Width of a register of this constraint letter on NVPTX, 0 for others.
unsigned registerBits(char Letter);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_CONSTRAINTS_H
