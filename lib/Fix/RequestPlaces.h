//===- RequestPlaces.h - Requests, before and after -------------*- C++ -*-===//

#ifndef WARPLINT_LIB_FIX_REQUESTPLACES_H
#define WARPLINT_LIB_FIX_REQUESTPLACES_H

#include "ArraySurvey.h"

namespace warplint {

/// Fills AccessRecord::InArray of the accesses in \p Report that \p Survey lists
/// the requests of.
void placeRequests(const ArraySurvey &Survey, FileReport &Report);

} // namespace warplint

#endif // WARPLINT_LIB_FIX_REQUESTPLACES_H
