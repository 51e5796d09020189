//===- RaceRecord.h - Whether threads of a block race -----------*- C++ -*-===//
//
// Of each kernel that accesses shared memory, under all of its launches:
// proven free of races, a race, or neither with the reason. Only where
// warplint-shared-race is on.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_RACERECORD_H
#define WARPLINT_FINDING_RACERECORD_H

#include "warplint/Basic/SourcePlace.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint {

/// From the best to the worst.
enum class RaceOutcome : uint8_t { Proven, Unproven, Race };

struct RaceRecord {
  std::string Kernel; ///< As FileReport::Kernels has it.
  RaceOutcome Outcome = RaceOutcome::Proven;
  /// Of Unproven; of the others what that assumes, or empty.
  std::string Reason;
  SourcePlace Where; ///< What Reason or the race is about; may be none.
};

/// "race-free", "unproven", "race".
llvm::StringRef nameOf(RaceOutcome Outcome);

} // namespace warplint

#endif // WARPLINT_FINDING_RACERECORD_H
