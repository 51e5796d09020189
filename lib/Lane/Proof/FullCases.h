//===- FullCases.h - Cases without those of idle lanes ----------*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_PROOF_FULLCASES_H
#define WARPLINT_LIB_LANE_PROOF_FULLCASES_H

#include "Witness.h"

namespace warplint {

/// \p Cases without those in which a bound of a sum leaves lanes out that take part in one
/// with the same facts, and which cost no more for it: such lanes are no case of
/// their own, whether or not the search asked for them.
std::vector<const JudgedCase *>
casesOfMostLanes(const AtomTable &Atoms, const std::vector<JudgedCase> &Cases);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_FULLCASES_H
