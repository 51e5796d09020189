//===- CaseCondition.h - On what an outcome depends -------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_PROOF_CASECONDITION_H
#define WARPLINT_LIB_LANE_PROOF_CASECONDITION_H

#include "Witness.h"
#include "warplint/Lane/ProofResult.h"

namespace warplint {

/// Fills in the rows and names that the outcome depends on, where it is not the
/// same in all cases of each warp.
void addCondition(const ProofGround &Ground,
                  const std::vector<const JudgedCase *> &Cases,
                  ProofResult &Result);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_CASECONDITION_H
