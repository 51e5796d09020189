//===- ProofFailure.h - Why a proof failed ----------------------*- C++ -*-===//

#ifndef WARPLINT_LANE_PROOFFAILURE_H
#define WARPLINT_LANE_PROOFFAILURE_H

#include <cstdint>

namespace warplint {

/// Why a question is not decided, in a few words for all: Reasons.def.
enum class UnprovenReason : uint8_t {
  None,
#define WARPLINT_REASON(Name, Id, Sentence) Name,
#include "Reasons.def"
};

/// What exactly stood in the way.
enum class Obstacle : uint8_t {
  None,
#define WARPLINT_OBSTACLE(Name, Reason, Sentence) Name,
#include "Reasons.def"
};

struct ProofFailure {
  Obstacle What = Obstacle::None;
  /// Of an Opaque value in the address, or what the sentence says.
  uint64_t Number = 0;

  UnprovenReason reason() const {
    constexpr UnprovenReason Reasons[] = {
        UnprovenReason::None,
#define WARPLINT_OBSTACLE(Name, Reason, Sentence) UnprovenReason::Reason,
#include "Reasons.def"
    };
    return Reasons[unsigned(What)];
  }
  explicit operator bool() const { return What != Obstacle::None; }
};

} // namespace warplint

#endif // WARPLINT_LANE_PROOFFAILURE_H
