//===- LayoutChoice.h - Layouts put in words --------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_FIX_LAYOUTCHOICE_H
#define WARPLINT_LIB_FIX_LAYOUTCHOICE_H

#include "ArraySurvey.h"
#include "warplint/Rewrite/ArrayUses.h"

namespace warplint {

/// Searches the layouts that all instances of \p Survey can take, ranks them by
/// what they cost together, and makes the edits of those in \p Style.
void searchLayouts(ArraySurvey &Survey, const ArrayUses &Uses,
                   std::optional<FixStyle> Style);

} // namespace warplint

#endif // WARPLINT_LIB_FIX_LAYOUTCHOICE_H
