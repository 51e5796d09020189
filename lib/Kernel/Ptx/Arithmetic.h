//===- Arithmetic.h - Instructions between registers ------------*- C++ -*-===//
//
// Runs the instructions that addresses and predicates are made of on a
// RegisterFile. The result of every other instruction is unknown.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTX_ARITHMETIC_H
#define WARPLINT_LIB_KERNEL_PTX_ARITHMETIC_H

#include "Registers.h"

namespace warplint::ptx {

/// The registers that the operands of \p S write, as far as syntax tells: every
/// one before the first address, otherwise those of the first operand.
llvm::SmallVector<Token, 8> destinationsOf(const Statement &S);

/// Executes \p S, an instruction of OpcodeClass::Register, in the lanes of
/// \p Guard.
void executeRegisterInstruction(const Statement &S, RegisterFile &Registers,
                                const PtxGuard &Guard);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_ARITHMETIC_H
