//===- HiddenMultiples.h - Numbers with hidden factors ----------*- C++ -*-===//
//
// `__sad(4 * t, 0, 0)` and `__funnelshift_l(0, t, 2)` are multiples of 4, but to
// nvcc's LLVM and to its assembler any number: what they index is taken to have no
// alignment. The assembler sees none of a signed 24-bit product either. Their
// values pass through a function here, so that no optimization looks behind it.
// Tried with nvcc 13.0 for sm_90, 24 kernels.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_HIDDENMULTIPLES_H
#define WARPLINT_LIB_KERNEL_MEMORY_HIDDENMULTIPLES_H

#include "llvm/IR/IRBuilder.h"

namespace warplint {

/// Who does not see the factors.
enum class HiddenFrom { Everybody, Assembler };

/// The value of \p V, an integer.
llvm::Value *hideMultiples(llvm::IRBuilderBase &B, llvm::Value *V,
                           HiddenFrom From);

/// What \p Call passes on; null: it is no such call.
llvm::Value *hiddenBehind(const llvm::CallBase &Call);

/// Whether \p V has no factors that \p From sees; max and min have none that the
/// assembler sees.
bool hidesMultiples(const llvm::Value &V, HiddenFrom From);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_HIDDENMULTIPLES_H
