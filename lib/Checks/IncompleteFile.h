//===- IncompleteFile.h - Verdicts on a file with errors --------*- C++ -*-===//
//
// Says once a file what its verdicts rest on. Private to lib/Checks.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_INCOMPLETEFILE_H
#define WARPLINT_LIB_CHECKS_INCOMPLETEFILE_H

#include "warplint/Report/Finding.h"

namespace warplint {

/// Makes \p Record unproven, whatever was proven of the text that was read.
void takeBack(AccessRecord &Record, const std::string &Why);

/// Adds a remark to the findings of a file that is not complete and that has
/// verdicts all the same.
void reportIncompleteFile(FileReport &Report);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_INCOMPLETEFILE_H
