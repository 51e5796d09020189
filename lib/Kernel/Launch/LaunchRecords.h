//===- LaunchRecords.h - The launches of one kernel, each once --*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_LAUNCHRECORDS_H
#define WARPLINT_LIB_KERNEL_LAUNCH_LAUNCHRECORDS_H

#include "warplint/Basic/LaunchRecord.h"

namespace warplint {

/// All that is known of two launches but their places is the same.
bool isLike(const LaunchRecord &A, const LaunchRecord &B);

/// Leaves of launches that are alike the first, and the block alone of those
/// that differ in too much else.
void settleRecords(std::vector<LaunchRecord> &Records);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_LAUNCHRECORDS_H
