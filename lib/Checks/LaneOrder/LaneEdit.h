//===- LaneEdit.h - Whether another order of lanes may be written -*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_LANEORDER_LANEEDIT_H
#define WARPLINT_LIB_CHECKS_LANEORDER_LANEEDIT_H

#include "LaneCandidate.h"
#include "LaneTrial.h"
#include "warplint/Finding/Finding.h"

namespace warplint {

/// What speaks against making the edits of \p C, although they would save what
/// \p Trial says; empty: nothing.
std::string objectionToEdit(LaneCandidate &C, const LaneTrial &Trial,
                            FileFacts &Facts);

Fix fixOf(const LaneCandidate &C, const Finding &F,
          std::vector<FileEdits> Edits);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_LANEORDER_LANEEDIT_H
