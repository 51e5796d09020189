//===- IncompleteFile.h - Verdicts on a file with errors --------*- C++ -*-===//
//
// Says once a file what its verdicts rest on. Private to lib/Checks.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_INCOMPLETEFILE_H
#define WARPLINT_LIB_CHECKS_INCOMPLETEFILE_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Frontend/ParseTypes.h"
#include "warplint/Kernel/KernelModel.h"
#include <optional>

namespace warplint {

/// Makes \p Record unproven, whatever was proven of the text that was read.
void takeBack(AccessRecord &Record, const std::string &Why);

/// The text of \p Kernel has shared memory that what was read of it does not
/// touch, and a header that was not found may be why: nothing is known of what
/// the kernel does. The reason, then.
std::optional<LeftOut> hiddenAccesses(DeviceUnit &Unit,
                                      const KernelModel &Kernel,
                                      const std::string &Name);

/// Adds a remark to the findings of a file that is not complete and that has
/// verdicts all the same.
void reportIncompleteFile(FileReport &Report);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_INCOMPLETEFILE_H
