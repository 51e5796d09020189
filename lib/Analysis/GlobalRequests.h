//===- GlobalRequests.h - Requests to global memory -------------*- C++ -*-===//

#ifndef WARPLINT_LIB_ANALYSIS_GLOBALREQUESTS_H
#define WARPLINT_LIB_ANALYSIS_GLOBALREQUESTS_H

#include "warplint/Kernel/KernelModel.h"
#include <vector>

namespace warplint {

/// The accesses of \p Kernel to global memory in which lanes may differ, as
/// requests whose cost is counted in sectors. The pointers that the kernel gets
/// and variables are taken to begin where an allocation does, which their
/// assumptions say. Neighbouring accesses of one vector that nvcc may join are
/// one request, that of the first.
std::vector<KernelAccess> globalRequests(const KernelModel &Kernel);

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_GLOBALREQUESTS_H
