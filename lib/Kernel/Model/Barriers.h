//===- Barriers.h - What threads wait for -----------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_BARRIERS_H
#define WARPLINT_LIB_KERNEL_MODEL_BARRIERS_H

#include "Kernel/Work/Placement.h"

namespace warplint {

/// Adds the barriers of a function to \p Kernel, in their order. Returns the
/// instruction of each.
std::vector<const llvm::Instruction *> collectBarriers(AccessTags &Tags,
                                                       ExprBuilder &Exprs,
                                                       Placement &Places,
                                                       KernelModel &Kernel);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_BARRIERS_H
