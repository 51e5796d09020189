//===- CostCondition.h - On what a figure depends ---------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_PROOF_COSTCONDITION_H
#define WARPLINT_LIB_LANE_PROOF_COSTCONDITION_H

#include "CaseFacts.h"

namespace warplint {

struct FigureCondition {
  /// One for each fact about the one symbol or loop that decides the figure.
  std::vector<CaseRow> Rows = {};
  std::string Text;
};

/// Empty when the figure is the same in all cases of each warp.
FigureCondition conditionOf(const ProofGround &Ground,
                            const std::vector<JudgedCase> &Cases);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_COSTCONDITION_H
