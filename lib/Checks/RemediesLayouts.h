//===- RemediesLayouts.h - Layouts put in words -----------------*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_REMEDIESLAYOUTS_H
#define WARPLINT_LIB_CHECKS_REMEDIESLAYOUTS_H

#include "RemediesSurvey.h"
#include "warplint/Rewrite/ArrayUses.h"

namespace warplint {

/// Searches the layouts that all instances of \p Survey can take, ranks them by
/// what they cost together, and makes the edits of those in \p Style.
void searchLayouts(ArraySurvey &Survey, const ArrayUses &Uses,
                   std::optional<FixStyle> Style);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_REMEDIESLAYOUTS_H
