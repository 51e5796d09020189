//===- ProcessMemory.cpp - What this process takes ------------------------===//

#include "warplint/Support/ProcessMemory.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cstdio>
#include <new>
#include <sys/resource.h>
#include <unistd.h>

#ifndef __has_feature
#define __has_feature(Name) 0
#endif

namespace warplint {

ProcessMemory memoryOfProcess() {
  std::FILE *File = std::fopen("/proc/self/statm", "r");
  unsigned long All = 0, Resident = 0;
  if (!File)
    return {};
  // NOLINTNEXTLINE(bugprone-unchecked-string-to-number-conversion)
  if (std::fscanf(File, "%lu %lu", &All, &Resident) != 2)
    All = Resident = 0;
  std::fclose(File);
  uint64_t PageSize = sysconf(_SC_PAGESIZE);
  return {All * PageSize, Resident * PageSize};
}

static void leaveForMemory() { _exit(OutOfMemory); }

void limitMemory(uint64_t Bytes) {
  std::set_new_handler(leaveForMemory);
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { leaveForMemory(); });
#if !__has_feature(address_sanitizer) // Its shadow is larger than any limit.
  if (Bytes) {
    // The program and its libraries are there already.
    rlim_t All = memoryOfProcess().Asked + Bytes;
    rlimit Limit{All, All};
    (void)setrlimit(RLIMIT_AS, &Limit);
  }
#endif
}

uint64_t memoryShare(unsigned Processes) {
  constexpr uint64_t Least = uint64_t(2) << 30;
  long Pages = sysconf(_SC_PHYS_PAGES), Size = sysconf(_SC_PAGESIZE);
  if (Pages <= 0 || Size <= 0)
    return 0;
  return std::max(Least, uint64_t(Pages) * uint64_t(Size) / Processes);
}

} // namespace warplint
