//===- ProofFailure.h - Why a proof failed ----------------------*- C++ -*-===//

#ifndef WARPLINT_LANE_PROOFFAILURE_H
#define WARPLINT_LANE_PROOFFAILURE_H

#include <cstdint>

namespace warplint {

/// Why a question is not decided, in a few words for all.
enum class UnprovenReason : uint8_t {
  None,
  /// What reaches the address was loaded from memory, or comes from a lane or
  /// an atomic operation that only running the kernel tells.
  DataDependentIndex,
  IndexNotComputed,  ///< Another Opaque value reaches the address.
  ArrayChosenByLane, ///< Lanes address arrays whose distance is not known.
  TooManyCases,      ///< The case budget ran out.
  UnboundedLoop,     ///< A non-affine loop sequence could not be enumerated.
  UnknownArithmetic, ///< An operation on unknown symbols that no split settles.
  UnknownAlignment,  ///< The access could be misaligned for its width.
  NotMeasured,       ///< The hardware model has no rule for the instruction.
  UnknownBlock,      ///< Whole warps along x are ideal, another block is not.
};

/// What exactly stood in the way: obstacles with one reason stand together.
enum class Obstacle : uint8_t {
  None,
  DataDependentAddress, ///< Number is that of the Opaque value,
  OpaqueAddress,        ///< here, too.
  LanePastBlock,        ///< Shuffled from a lane that the warp does not have.
  DifferentArrays,
  TooManyValues, ///< Of one unknown.
  TooManyCases,  ///< More than Number.
  TooManySteps,
  TooManyLoopSteps,
  MutualLoops,      ///< The values of two loops depend on each other.
  EndlessLoop,      ///< Followed for Number iterations without an end.
  FirstOfLoop,      ///< The first value of a loop-carried value is not known,
  NextOfLoop,       ///< or the next.
  ExactValue,       ///< An operation depends on the exact value of an unknown.
  BitsOfUnknowns,   ///< Bits of two unknown values are combined.
  SignOfUnknown,    ///< The sign bit of an unknown 64-bit number is used.
  LongProduct,      ///< A product of sums has too many terms.
  LargeUnsigned,    ///< An unsigned 64-bit number is beyond 2^63.
  FarComparison,    ///< 64-bit numbers that are too far apart are compared.
  UndefinedAddress, ///< For some values.
  UnknownMeeting,   ///< Whether lanes meet depends on an unknown.
  WorstNotReached,  ///< No values were found that reach the worst outcome.
  MayBeMisaligned,
  Misaligned,
};

struct ProofFailure {
  Obstacle What = Obstacle::None;
  uint64_t Number = 0;

  UnprovenReason reason() const;
  explicit operator bool() const { return What != Obstacle::None; }
};

} // namespace warplint

#endif // WARPLINT_LANE_PROOFFAILURE_H
