//===- AnalysedFunctions.h - Which functions were looked at -----*- C++ -*-===//
//
// Private to lib/Checks.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_ANALYSIS_ANALYSEDFUNCTIONS_H
#define WARPLINT_LIB_ANALYSIS_ANALYSEDFUNCTIONS_H

#include "warplint/Finding/FileReport.h"

namespace warplint {

class DeviceUnit;

/// Fills Report.Analysed; what Report.Omitted has is not among them.
void reportAnalysed(DeviceUnit &Unit, FileReport &Report);

/// Where \p Unit is about a fragment: takes out of \p Report what concerns the
/// files around it alone.
void keepFragment(DeviceUnit &Unit, FileReport &Report);

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_ANALYSEDFUNCTIONS_H
