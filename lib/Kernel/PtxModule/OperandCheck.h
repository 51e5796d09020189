//===- OperandCheck.h - Operands that ptxas refuses -------------*- C++ -*-===//
//
// Names that nothing declares, too many or too few operands, and registers of
// another width than the instruction's type. An instruction that is not known
// may have any operands. PTX ISA 9.0, sections 5, 6 and 9.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTXMODULE_OPERANDCHECK_H
#define WARPLINT_LIB_KERNEL_PTXMODULE_OPERANDCHECK_H

#include "Kernel/Ptx/Registers.h"

namespace warplint::ptx {

struct OperandProblem {
  Token At;
  std::string Why;
};

/// What is wrong with the instruction \p S where the names of \p Registers are
/// known, and the labels that \p IsLabel says.
std::optional<OperandProblem>
checkOperands(const Statement &S, RegisterFile &Registers,
              llvm::function_ref<bool(llvm::StringRef)> IsLabel);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTXMODULE_OPERANDCHECK_H
