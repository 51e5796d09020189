//===- ProcessMemory.h - What this process takes ----------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_PROCESSMEMORY_H
#define WARPLINT_SUPPORT_PROCESSMEMORY_H

#include <cstdint>

namespace warplint {

/// Bytes of memory that this process has asked for, and that it has in use.
struct ProcessMemory {
  uint64_t Asked = 0, InUse = 0;
};
ProcessMemory memoryOfProcess();

/// The exit code of a process that got no more memory (EX_OSERR).
constexpr int OutOfMemory = 71;

/// From now on a want of memory ends this process with OutOfMemory, and it may
/// ask for \p Bytes more at most (0: for any number).
void limitMemory(uint64_t Bytes);

/// A process that analyses and has more than this in use makes room for a fresh
/// one: a parse alone takes 100 to 300 MiB, which most of the time are given
/// back.
constexpr uint64_t RetireAt = uint64_t(1) << 30;

/// The memory that each of \p Processes may take: its share of the machine's,
/// and 2 GiB at least.
uint64_t memoryShare(unsigned Processes);

} // namespace warplint

#endif // WARPLINT_SUPPORT_PROCESSMEMORY_H
