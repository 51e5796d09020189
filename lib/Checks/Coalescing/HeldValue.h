//===- HeldValue.h - Values that a thread has already -----------*- C++ -*-===//
//
// A load whose address the same thread loaded or stored just before is no request:
// the compiler keeps the value in a register.
//
//   if (in[i] > most) most = in[i];   the second load of in[i]
//   out[i] = a; out[i + 1] = out[i];  the load of out[i]
//   y[i] = x[i]; z[i] = x[i];         none: y[i] may be the same word as x[i]
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_COALESCING_HELDVALUE_H
#define WARPLINT_LIB_CHECKS_COALESCING_HELDVALUE_H

#include "warplint/Kernel/KernelModel.h"

namespace warplint {

/// The access among \p All, the requests of \p Kernel to global memory, that left in
/// a register what \p Access, one of them, loads; null if no access did.
const KernelAccess *heldSince(const KernelModel &Kernel,
                              const KernelAccess &Access,
                              llvm::ArrayRef<KernelAccess> All);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_COALESCING_HELDVALUE_H
