//===- TensorCopies.h - Tensor maps and matrix descriptors ------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_TENSORCOPIES_H
#define WARPLINT_LIB_KERNEL_MODEL_TENSORCOPIES_H

#include "Kernel/Work/Placement.h"
#include "warplint/Kernel/KernelModel.h"

namespace warplint {

/// What the copy engine and the tensor cores do in the function of \p Places,
/// in the order of the code.
TensorFacts readTensors(const LaneContext &Context, AccessTags &Tags,
                        ExprBuilder &Exprs, Placement &Places);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_TENSORCOPIES_H
