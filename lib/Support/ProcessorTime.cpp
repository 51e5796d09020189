//===- ProcessorTime.cpp - Limits that no other process moves -------------===//

#include "ProcessorTime.h"
#include <sys/resource.h>

namespace warplint {

static std::chrono::microseconds toDuration(const timeval &Time) {
  return std::chrono::seconds(Time.tv_sec) +
         std::chrono::microseconds(Time.tv_usec);
}

std::chrono::microseconds processorTime(const rusage &Usage) {
  return toDuration(Usage.ru_utime) + toDuration(Usage.ru_stime);
}

std::chrono::microseconds processorTime() {
  rusage Own = {}, Children = {};
  ::getrusage(RUSAGE_SELF, &Own);
  ::getrusage(RUSAGE_CHILDREN, &Children);
  return processorTime(Own) + processorTime(Children);
}

} // namespace warplint
