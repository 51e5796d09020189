//===- Modifiers.h - Modifiers of instructions ------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_PTXMODULE_MODIFIERS_H
#define WARPLINT_LIB_KERNEL_PTXMODULE_MODIFIERS_H

#include "Kernel/Ptx/Statement.h"

namespace warplint::ptx {

/// Whether PTX ISA 9.0 has all modifiers of \p S, which computes, loads or
/// stores. Another may change what the instruction does.
bool hasKnownModifiers(const Statement &S);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTXMODULE_MODIFIERS_H
