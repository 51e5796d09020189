//===- CostliestRequest.h - The request behind a figure ---------*- C++ -*-===//

#ifndef WARPLINT_FINDING_COSTLIESTREQUEST_H
#define WARPLINT_FINDING_COSTLIESTREQUEST_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/RequestInArray.h"

namespace warplint {

/// The costliest request of \p Access, addresses relative to what all lanes
/// share. Its width is that of the request which the figure is about, also where
/// that is wider than the access. Nothing where there is no figure, or no width
/// explains it.
std::optional<CostedRequest> costliestRequest(const AccessRecord &Access);

} // namespace warplint

#endif // WARPLINT_FINDING_COSTLIESTREQUEST_H
