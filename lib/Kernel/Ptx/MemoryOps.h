//===- MemoryOps.h - Memory instructions of a block -------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_PTX_MEMORYOPS_H
#define WARPLINT_LIB_KERNEL_PTX_MEMORYOPS_H

#include "Opcodes.h"
#include "Registers.h"

namespace warplint::ptx {

/// Describes \p S, an instruction of OpcodeClass::Memory, with the registers as
/// they are before it. Guard and Repeats are left to the caller. Nothing when
/// the operands do not fit the opcode.
std::optional<PtxMemoryOp> describeMemoryOp(const Statement &S,
                                            const OpcodeMeaning &Meaning,
                                            const PtxConstraints &Constraints,
                                            const RegisterFile &Registers);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_MEMORYOPS_H
