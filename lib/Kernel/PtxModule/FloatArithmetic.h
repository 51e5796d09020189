//===- FloatArithmetic.h - Floating-point instructions ----------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_PTXMODULE_FLOATARITHMETIC_H
#define WARPLINT_LIB_KERNEL_PTXMODULE_FLOATARITHMETIC_H

#include "Kernel/Ptx/Arithmetic.h"

namespace warplint::ptx {

/// What \p E, an instruction of floating-point numbers with one destination,
/// computes, as bits. Null where IR has nothing for it.
llvm::Value *liftFloat(Evaluation &E);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTXMODULE_FLOATARITHMETIC_H
