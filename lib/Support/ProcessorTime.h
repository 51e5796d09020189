//===- ProcessorTime.h - Limits that no other process moves -----*- C++ -*-===//
//
// What a file may cost is told in processor time: on a busy machine a limit in
// seconds of a clock would end work that an idle one finishes.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_SUPPORT_PROCESSORTIME_H
#define WARPLINT_LIB_SUPPORT_PROCESSORTIME_H

#include <chrono>

struct rusage;

namespace warplint {

/// User's and system's time of \p Usage.
std::chrono::microseconds processorTime(const rusage &Usage);

/// That of this process and of its children that have ended and were waited
/// for.
std::chrono::microseconds processorTime();

} // namespace warplint

#endif // WARPLINT_LIB_SUPPORT_PROCESSORTIME_H
