//===- CostConditionText.h - Conditions as a sentence -----------*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_PROOF_COSTCONDITIONTEXT_H
#define WARPLINT_LIB_LANE_PROOF_COSTCONDITIONTEXT_H

#include "warplint/Lane/WarpProof.h"

namespace warplint {

struct Figure {
  unsigned Predicted = 0;
  unsigned Ideal = 0;

  unsigned excess() const { return Predicted > Ideal ? Predicted - Ideal : 0; }
  bool isBetterThan(const Figure &Other) const {
    return excess() != Other.excess() ? excess() < Other.excess()
                                      : Predicted < Other.Predicted;
  }
  friend auto operator<=>(const Figure &, const Figure &) = default;
};

/// "a, b and c".
std::string joined(const std::vector<std::string> &Words,
                   const char *Conjunction);

/// "conflict-free when pitch is odd; 32-way when pitch is a multiple of 32", or
/// "2, 4, 8 wavefronts as s = 1, 2, 4".
std::string conditionText(CostUnit Unit, const std::vector<CaseRow> &Rows);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_COSTCONDITIONTEXT_H
