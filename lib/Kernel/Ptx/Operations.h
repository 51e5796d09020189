//===- Operations.h - Values that are no linear form ------------*- C++ -*-===//
//
// Puts instructions together from PtxOperator's operations. A result is a form
// whose only leaf is the operation, or a constant where all operands are.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTX_OPERATIONS_H
#define WARPLINT_LIB_KERNEL_PTX_OPERATIONS_H

#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/ArrayRef.h"

namespace warplint::ptx {

class OperationTable {
public:
  explicit OperationTable(std::vector<PtxOperation> &Operations)
      : Operations(Operations) {}

  /// Operands of any width; they are brought to \p Bits without sign.
  PtxLinear compute(PtxOperator Op, unsigned Bits,
                    llvm::ArrayRef<PtxLinear> Operands);
  PtxLinear select(const PtxGuard &Condition, unsigned Bits,
                   const PtxLinear &True, const PtxLinear &False);
  /// Left Op Right, of \p Bits.
  PtxGuard compare(PtxCompare Op, bool Signed, unsigned Bits,
                   const PtxLinear &Left, const PtxLinear &Right);

  PtxGuard all(PtxGuard L, const PtxGuard &R);
  PtxGuard any(const PtxGuard &L, const PtxGuard &R);
  /// Exactly one of both.
  PtxGuard oneOf(const PtxGuard &L, const PtxGuard &R);
  PtxGuard negated(const PtxGuard &Guard);

  /// \p Form moved by \p Amount, in 0 to \p Bits and beyond, where nothing of
  /// it is left, or copies of the sign.
  PtxLinear shift(PtxOperator Direction, unsigned Bits, const PtxLinear &Form,
                  const PtxLinear &Amount);

private:
  PtxLinear add(PtxOperation Operation, unsigned ResultBits, std::string Name);
  PtxLinear truth(const PtxGuard &Condition);

  std::vector<PtxOperation> &Operations;
};

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_OPERATIONS_H
