//===- SectorRequests.h - Requests counted in sectors -----------*- C++ -*-===//

#ifndef WARPLINT_LIB_ANALYSIS_SECTORREQUESTS_H
#define WARPLINT_LIB_ANALYSIS_SECTORREQUESTS_H

#include "warplint/Kernel/KernelModel.h"
#include <vector>

namespace warplint {

/// The accesses of \p Kernel to global memory in which lanes may differ, as
/// requests whose cost is counted in sectors. The pointers that the kernel gets
/// and variables are taken to begin where an allocation does, which their
/// assumptions say. Neighbouring accesses of one vector that nvcc may join are
/// one request, that of the first.
std::vector<KernelAccess> globalRequests(const KernelModel &Kernel);

/// The accesses to \p Variable, a thread's own, of which a request's sectors are
/// known.
std::vector<KernelAccess> localRequests(const KernelModel &Kernel,
                                        const LocalVariable &Variable);

/// The most sectors that a request of \p BytesPerLane to \p Variable can touch: a
/// lane's word w lies in row w, of four sectors (docs/model.md, "local-sectors").
uint64_t mostLocalSectors(const LocalVariable &Variable, unsigned BytesPerLane);

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_SECTORREQUESTS_H
