//===- Withdrawal.h - Verdicts that do not stand ----------------*- C++ -*-===//

#ifndef WARPLINT_LIB_ANALYSIS_WITHDRAWAL_H
#define WARPLINT_LIB_ANALYSIS_WITHDRAWAL_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Frontend/Parse.h"
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

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_WITHDRAWAL_H
