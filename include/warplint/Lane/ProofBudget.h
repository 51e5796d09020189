//===- ProofBudget.h - How much work a proof may take -----------*- C++ -*-===//

#ifndef WARPLINT_LANE_PROOFBUDGET_H
#define WARPLINT_LANE_PROOFBUDGET_H

#include <algorithm>
#include <cstdint>

namespace warplint {

/// Work that the proofs of one file share, so that many hard accesses take no
/// longer than a few.
struct ProofBudget {
  /// Expressions evaluated for a warp: that many take five to ten seconds. One
  /// access may take a part of what is left.
  uint64_t StepsLeft = 20'000'000;

  /// What one access of the file may take when it asks for \p Wanted: a part of
  /// what is left, and always a few.
  uint64_t share(uint64_t Wanted) const {
    return std::min(Wanted, std::max<uint64_t>(20000, StepsLeft / 16));
  }
  void spend(uint64_t Steps) { StepsLeft -= std::min(StepsLeft, Steps); }
  /// Whether it gives all of \p Wanted even when \p Spent more are gone: it has
  /// no say in what a proof that takes so many finds.
  bool grants(uint64_t Wanted, uint64_t Spent) const {
    return Spent <= StepsLeft &&
           ProofBudget{StepsLeft - Spent}.share(Wanted) == Wanted;
  }
};

struct ProofOptions {
  /// Cases tried for one question before it counts as TooManyCases.
  unsigned MaxCases = 1u << 14;
  /// Expressions evaluated for a warp, over all cases of one question; beyond
  /// that it counts as TooManyCases, too. That many take a fraction of a
  /// second.
  uint64_t MaxSteps = 600'000;
  /// Null: only MaxSteps counts.
  ProofBudget *Budget = nullptr;
  /// The guard took too many cases for another question: to know it exactly may
  /// take a part of the steps alone.
  bool IsGuardHard = false;
  /// Iterations stepped through for one non-affine loop.
  unsigned MaxIterations = 4096;
};

} // namespace warplint

#endif // WARPLINT_LANE_PROOFBUDGET_H
