//===- Objects.h - What threads do with barrier objects ---------*- C++ -*-===//
//
// An mbarrier counts arrivals of its current phase: when there are as many as it
// was initialized with, and all bytes that it expects of the copy engine have
// come, the phase is complete, and who waits for it goes on (PTX ISA,
// "mbarrier"). What a thread did before it arrived is ordered before what others
// do behind their wait.
//
//   init(&b, 128);  __syncthreads();
//   s[t] = t;                       phase 0: all 128 threads arrive,
//   b.arrive_and_wait();                     and then wait for it
//   out[t] = s[127 - t];            phase 1
//
// Followed are objects at which each thread arrives at most once a phase, and for
// which all threads of the block wait together. Of others nothing is known.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_OBJECTS_H
#define WARPLINT_LIB_RACE_OBJECTS_H

#include "Race/Values/ThreadForms.h"
#include "warplint/Race/BlockHazards.h"
#include <map>

namespace warplint {

enum class ObjectStep : uint8_t {
  Init,
  Arrive, ///< Perhaps with bytes to expect: what stands behind the address.
  Expect, ///< Bytes alone.
  Wait,
  Other, ///< Arrivals of other blocks, of copies of threads, and the like.
};

/// What \p B, of kind Object, does.
ObjectStep objectStepOf(const KernelBarrier &B);

/// It orders what threads wrote before what the copy engine reads behind it.
bool isProxyFence(const KernelBarrier &B);

/// An object as the threads that come to some place left it.
struct ObjectState {
  uint64_t Count = 0;
  ThreadSet Arrived;      ///< In the current phase.
  ThreadSet Initializing; ///< Threads that initialized it.
  bool Parity = false;    ///< Of the current phase.
  bool IsFresh = true;    ///< No barrier since it was initialized.
  bool IsUnknown = false; ///< Nothing is known of its phase.
  ThreadSet Latest;       ///< Threads whose last arrival was here.
  /// Bytes of the phase, by the thread that expects and copies them.
  std::map<unsigned, int64_t> Expected, Copied;
  bool HasMap = false; ///< Copies with tensor maps: their bytes are not known.

  /// The phase that \p Waiting wait for is over when all threads that arrive in it
  /// have.
  bool isComplete() const;
  /// Bytes of the copy engine belong to the phase.
  bool hasBytes() const;
  void beginPhase();
};

/// By address.
using ObjectStates = std::map<ThreadForm, ObjectState>;

/// Threads \p Others, which left the objects as \p From, come to where threads
/// \p Of have, who left them as \p To.
void joinObjects(ObjectStates &To, const ThreadSet &Of,
                 const ObjectStates &From, const ThreadSet &Others);

} // namespace warplint

#endif // WARPLINT_LIB_RACE_OBJECTS_H
