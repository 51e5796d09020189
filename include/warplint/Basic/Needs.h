//===- Needs.h - What is wanted of kernels ----------------------*- C++ -*-===//

#ifndef WARPLINT_BASIC_NEEDS_H
#define WARPLINT_BASIC_NEEDS_H

#include "warplint/Basic/MemorySpace.h"
#include <algorithm>
#include <limits>

namespace warplint {

/// The facts about kernels that checks need; others are not computed.
struct Needs {
  /// Accesses that can only lead to other memories are left out.
  MemorySpaces Spaces = MemorySpace::Shared;
  bool Barriers = false;     ///< And what else threads wait for.
  bool Branches = false;     ///< Which ones accesses and barriers stand under.
  bool Matrices = false;     ///< What tensor cores multiply, and who loaded it.
  bool Work = false;         ///< Arithmetic by pipes.
  bool Tensors = false;      ///< Tensor maps and descriptors of matrices.
  bool Flow = false;         ///< The paths of threads. Needs Barriers.
  bool Races = false;        ///< Accesses that nothing orders. Needs Flow.
  bool IdleBarriers = false; ///< Those that order nothing. Needs Flow.
  bool Code = false;         ///< Machine code, without shared memory, too.
  /// Of a kernel with all its instances, Work is counted for so many
  /// instructions: those of the first instances that fit.
  unsigned LargestWork = std::numeric_limits<unsigned>::max();

  /// More than shared memory.
  bool wantsOthers() const { return !Spaces.isOnly(MemorySpace::Shared); }

  Needs &operator|=(const Needs &O) {
    Spaces |= O.Spaces;
    Barriers |= O.Barriers;
    Branches |= O.Branches;
    Matrices |= O.Matrices;
    Work |= O.Work;
    Tensors |= O.Tensors;
    Flow |= O.Flow;
    Races |= O.Races;
    IdleBarriers |= O.IdleBarriers;
    Code |= O.Code;
    LargestWork = std::min(LargestWork, O.LargestWork);
    return *this;
  }
};

} // namespace warplint

#endif // WARPLINT_BASIC_NEEDS_H
