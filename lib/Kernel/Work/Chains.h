//===- Chains.h - What instructions wait for --------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_WORK_CHAINS_H
#define WARPLINT_LIB_KERNEL_WORK_CHAINS_H

#include "Folds.h"
#include "Kernel/Source/AccessTags.h"
#include "OptimisedCopy.h"
#include "Placement.h"

namespace warplint {

/// Reads what each instruction of \p Copy waits for into \p Kernel, by loops.
/// Between a store and the loads behind it there is an order where both may be
/// to one object. Of a function of libdevice all instructions count, as if each
/// waited for the one before.
void readChains(OptimisedCopy &Copy, const Folds &Folded, AccessTags &Tags,
                Placement &Places, KernelModel &Kernel);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_WORK_CHAINS_H
