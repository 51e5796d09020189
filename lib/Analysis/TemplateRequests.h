//===- TemplateRequests.h - Arguments for kernel templates ------*- C++ -*-===//
//
// Between the parse, which instantiates templates, and the report: what became
// of who asked for which arguments.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_ANALYSIS_TEMPLATEREQUESTS_H
#define WARPLINT_LIB_ANALYSIS_TEMPLATEREQUESTS_H

#include "warplint/Finding/FileReport.h"
#include "warplint/Kernel/SourceView.h"

namespace warplint {

/// How \p Kernel came to be; nothing when the file has it itself.
std::optional<TrialRecord> trialOf(SourceView &View,
                                   const SourceFunction *Kernel);

/// Fills in what \p Report says of the templates: the records, those without
/// any instance under what was left out, and errors of requests.
void reportTemplates(SourceView &View, FileReport &Report,
                     std::vector<Finding> &Errors);

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_TEMPLATEREQUESTS_H
