//===- Evaluators.h - What can be asked of addresses ------------*- C++ -*-===//
//
// The evaluators of WarpQuestion.h that there are: what a request costs, whether
// addresses are aligned, and how many lanes share one. Beside them the access as
// those who ask for its cost know it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LANE_EVALUATORS_H
#define WARPLINT_LANE_EVALUATORS_H

#include "warplint/Lane/WarpQuestion.h"
#include "warplint/Warp/WarpModel.h"

namespace warplint {

/// One access whose cost is asked for.
struct AccessProblem {
  RequestKind Kind = RequestKind::SharedLoad;
  unsigned BytesPerLane = 4;
  /// As in WarpQuestion.
  const LaneExpr *Address = nullptr;
  const LaneExpr *Guard = nullptr;
  /// As in WarpRequest: the figures are those of so many instructions.
  unsigned Instructions = 1;

  /// Whether the hardware model has a rule for it.
  bool isMeasured() const;
};

/// What a request costs: wavefronts, lines or sectors, by the rules of
/// WarpModel.h.
class CostEvaluator final : public CaseEvaluator {
public:
  /// \p Problem is one that was measured. Its expressions are not kept.
  explicit CostEvaluator(const AccessProblem &Problem);

  WarpCost costOf(const LaneAddresses &Address, LaneMask Active) const;
  Outcome outcomeOf(const LaneAddresses &Address,
                    LaneMask Active) const override;
  std::optional<Outcome> most(LaneMask Lanes) const override;

private:
  WarpRequest Request;
};

/// 0 where the addresses of all active lanes are multiples of a power of two,
/// else 1. The question's own Alignment is what is taken for granted: less.
class AlignmentEvaluator final : public CaseEvaluator {
public:
  explicit AlignmentEvaluator(uint64_t Multiple);

  Outcome outcomeOf(const LaneAddresses &Address,
                    LaneMask Active) const override;

private:
  uint64_t Multiple;
};

/// The most active lanes that have one address; ideally one.
class ContentionEvaluator final : public CaseEvaluator {
public:
  ContentionEvaluator();

  Outcome outcomeOf(const LaneAddresses &Address,
                    LaneMask Active) const override;
};

/// \p Problem as a question, with the lanes and the alignment that its
/// instruction wants.
WarpQuestion questionOf(const AccessProblem &Problem,
                        const CaseEvaluator &Evaluator);

} // namespace warplint

#endif // WARPLINT_LANE_EVALUATORS_H
