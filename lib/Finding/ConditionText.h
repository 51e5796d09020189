//===- ConditionText.h - Conditions on a figure as a sentence ---*- C++ -*-===//

#ifndef WARPLINT_LIB_FINDING_CONDITIONTEXT_H
#define WARPLINT_LIB_FINDING_CONDITIONTEXT_H

#include "warplint/Finding/AccessVerdict.h"

namespace warplint {

/// "conflict-free when pitch is odd; 32-way when pitch is a multiple of 32", or
/// "2, 4, 8 wavefronts as s = 1, 2, 4". There is a row.
std::string conditionText(CostUnit Unit, const std::vector<CaseRow> &Rows);

/// "pitch is 4", "pitch mod 32 is 4", "pitch >= 4".
std::string factClause(const CaseFact &Fact);

} // namespace warplint

#endif // WARPLINT_LIB_FINDING_CONDITIONTEXT_H
