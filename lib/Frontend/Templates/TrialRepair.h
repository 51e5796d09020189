//===- TrialRepair.h - From lists that nearly fit to one --------*- C++ -*-===//
//
// Where no list that was tried fits a template, looks for one that does: from
// the first list on it changes one parameter at a time to something else that
// the parameter may stand for (TrialCandidates.h), and keeps the change that
// the compiler comes furthest with: the first error stands later, or there are
// fewer of them. Each step is an instantiation in a copy of the process.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALREPAIR_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALREPAIR_H

#include "TrialInstantiation.h"

namespace warplint {

class TrialCandidates;

/// What has to be given for a list to fit the template of \p Pattern: of each
/// parameter that was changed its argument, of the others nothing. Nothing
/// where none was found.
std::optional<TrialArguments>
repairTrials(clang::Sema &S, TrialInstantiation &Trials,
             TrialCandidates &Candidates, const KernelPattern &Pattern,
             const TrialConstraints &All, const TrialTypes &Types);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALREPAIR_H
