//===- TemplateRequests.h - Arguments for kernel templates ------*- C++ -*-===//
//
// Between the parse, which instantiates templates, and the report: who asks for
// which arguments, and what became of it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_ANALYSIS_TEMPLATEREQUESTS_H
#define WARPLINT_LIB_ANALYSIS_TEMPLATEREQUESTS_H

#include "Annotation/AnnotationComments.h"
#include "warplint/Analysis/AnalysisOptions.h"

namespace warplint {

/// For TemplateOptions::Requests: what --instantiate, the annotations above \p
/// Pattern and, where \p IsInstantiated is false, other files ask for.
std::vector<InstantiationRequest>
requestsFor(const clang::FunctionDecl &Pattern, bool IsInstantiated,
            const AnalysisOptions &Options);

/// How \p Kernel came to be; nothing when the file has it itself.
std::optional<TrialRecord> trialOf(const KernelTemplates &Templates,
                                   const clang::FunctionDecl *Kernel);

/// Fills in what \p Report says of the templates: the records, those without
/// any instance under what was left out, and errors of requests.
void reportTemplates(DeviceUnit &Unit, FileReport &Report,
                     std::vector<Finding> &Errors);

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_TEMPLATEREQUESTS_H
