//===- BlockTrace.h - What the threads of a block do together ---*- C++ -*-===//
//
// Executes a kernel for all threads of one block of known shape, each unknown
// that they share kept as such, and reports what is wrong whatever these are:
//
//   - barriers of the whole block that some threads wait at while others have
//     gone on past them (PTX ISA, "bar, barrier": all threads of the block that
//     have not ended have to arrive);
//   - two accesses of two threads to one byte of shared memory, at least one a
//     plain write, with no barrier between them on either thread's way (PTX ISA,
//     "Memory Consistency Model": a data race; threads of a warp need bar.warp.sync
//     as other threads need bar.sync).
//
// Where a condition depends on shared unknowns, each outcome is tried in some
// trace; where it depends on data of single threads, these threads are left out
// of what follows until all of them have come together again. So all that is
// reported happens, in some block that the kernel's own conditions allow.
// Nothing is said of what is not reported.
//
//   __shared__ int s[128];             thread 0 reads s[1], which
//   s[t] = in[t];                      thread 1 writes: in one phase
//   out[t] = s[(t + 1) % 128];
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RACE_BLOCKTRACE_H
#define WARPLINT_RACE_BLOCKTRACE_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Lane/SymbolBinding.h"
#include "warplint/Race/BlockHazards.h"
#include <string>

namespace warplint {

struct HazardQuestion {
  bool Races = true;         ///< And whether there are none.
  bool IdleBarriers = true;  ///< Barriers that are not needed. Needs Races.
  bool IsProofWanted = true; ///< That nothing races.
  /// The launch does not say that the grid is as large as the data. What it does
  /// say of gridDim.x is true; or null.
  bool MayGridBeSmall = false;
  const LaneExpr *GridIs = nullptr;
  /// Operations on single threads, at most.
  uint64_t MostWork = 24'000'000;
};

/// \p Known: what the launch says of the kernel's values.
BlockHazards findHazards(const KernelModel &Kernel, SymbolBinding &Known,
                         const LaunchShape &Shape,
                         const HazardQuestion &Asked = {});

/// "0 to 99", "0 to 15 and 32 to 47": the numbers of threads.
std::string threadList(const ThreadSet &Threads);

} // namespace warplint

#endif // WARPLINT_RACE_BLOCKTRACE_H
