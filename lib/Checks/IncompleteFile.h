//===- IncompleteFile.h - Verdicts on a file with errors --------*- C++ -*-===//
//
// Says once a file what its verdicts rest on.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_INCOMPLETEFILE_H
#define WARPLINT_LIB_CHECKS_INCOMPLETEFILE_H

#include "warplint/Finding/FileReport.h"

namespace warplint {

/// Adds a remark to the findings of a file that is not complete and that has
/// verdicts all the same.
void reportIncompleteFile(FileReport &Report);

/// Reports skipped code as findings: a skipped kernel must not pass for clean.
void reportOmitted(FileReport &Report);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_INCOMPLETEFILE_H
