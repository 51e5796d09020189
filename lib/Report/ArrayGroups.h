//===- ArrayGroups.h - The findings about one array -------------*- C++ -*-===//
//
// A reader fixes an array, not an access: what one kernel's accesses of an
// array cost is one thing to tell.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_REPORT_ARRAYGROUPS_H
#define WARPLINT_LIB_REPORT_ARRAYGROUPS_H

#include "warplint/Finding/FileReport.h"
#include <map>
#include <set>
#include <vector>

namespace warplint {

/// Findings of one check and level about one array in one kernel.
struct ArrayGroup {
  /// The costliest one, which speaks for all.
  const Finding *Worst = nullptr;
  /// The others, in the order of the source.
  std::vector<const Finding *> Others;
  /// What all of them say of the array, each once, also those that are not
  /// shown.
  std::vector<FindingNote> ArrayNotes;
  /// Null where no layouts were searched.
  const ArrayRemedy *Remedy = nullptr;
};

/// The groups that are shown. A finding that is about no array is in none.
std::vector<ArrayGroup> arrayGroups(const FileReport &Report);

} // namespace warplint

#endif // WARPLINT_LIB_REPORT_ARRAYGROUPS_H
