//===- LayoutNotes.h - A remedy told with a finding -------------*- C++ -*-===//

#ifndef WARPLINT_LIB_FIX_LAYOUTNOTES_H
#define WARPLINT_LIB_FIX_LAYOUTNOTES_H

#include "warplint/Finding/FileReport.h"

namespace warplint {

/// Adds to each finding of \p Report that is about an array with a remedy what
/// the remedy is. All else that is known of it (layouts that are as good, what
/// blocks a fix) goes with the array's first finding.
void addRemedyNotes(FileReport &Report);

} // namespace warplint

#endif // WARPLINT_LIB_FIX_LAYOUTNOTES_H
