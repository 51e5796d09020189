//===- KnownVerdicts.h - No question is proven twice ------------*- C++ -*-===//
//
// Unrolled loops, inlined functions and library code read one element in many
// places: the same address under the same guard. Expressions of one context are
// equal when they are the same node, so that such a question is known by its
// parts. An answer that the budget did not suffice for stands, too: to ask
// again would cost as much and say the same. Where it is the guard that makes
// so many cases, the other accesses under that guard are not worth as much
// either: they get a part of the steps.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CHECKS_KNOWNVERDICTS_H
#define WARPLINT_CHECKS_KNOWNVERDICTS_H

#include "warplint/Lane/WarpProof.h"
#include <map>
#include <tuple>

namespace warplint {

/// The verdicts on the accesses of one kernel.
class KnownVerdicts {
public:
  /// proveAccess(), or what it said before. \p Context is the same each time,
  /// as are \p Options but for the budget.
  const AccessVerdict &prove(const LaneContext &Context,
                             const AccessProblem &Problem,
                             const LaunchShape &Shape,
                             const ProofOptions &Options) {
    auto [It, IsNew] = Verdicts.try_emplace(
        Question{Problem.Kind, Problem.BytesPerLane, Problem.Instructions,
                 Problem.Address, Problem.Guard, Shape.X, Shape.Y, Shape.Z});
    if (!IsNew)
      return It->second;
    bool &IsHard = HardGuards[{Problem.Guard, Shape.X, Shape.Y, Shape.Z}];
    ProofOptions Allowed = Options;
    if (IsHard)
      Allowed.MaxSteps /= PartIfHard;
    AccessVerdict &Verdict = It->second;
    Verdict = proveAccess(Context, Problem, Shape, Allowed);
    IsHard |= Problem.Guard && Verdict.Kind == VerdictKind::Unproven &&
              (Verdict.Reason == UnprovenReason::TooManyCases ||
               Verdict.Reason == UnprovenReason::UnboundedLoop);
    return Verdict;
  }

  /// Before the accesses of another kernel.
  void forget() {
    Verdicts.clear();
    HardGuards.clear();
  }

private:
  static constexpr uint64_t PartIfHard = 4;
  using Extent = std::optional<unsigned>;
  using Question = std::tuple<RequestKind, unsigned, unsigned, const LaneExpr *,
                              const LaneExpr *, Extent, Extent, Extent>;
  std::map<Question, AccessVerdict> Verdicts;
  /// Guards under which some access had too many cases.
  std::map<std::tuple<const LaneExpr *, Extent, Extent, Extent>, bool>
      HardGuards;
};

} // namespace warplint

#endif // WARPLINT_CHECKS_KNOWNVERDICTS_H
