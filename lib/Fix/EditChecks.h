//===- EditChecks.h - What speaks against an edit ---------------*- C++ -*-===//

#ifndef WARPLINT_LIB_FIX_EDITCHECKS_H
#define WARPLINT_LIB_FIX_EDITCHECKS_H

#include "ArraySurvey.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warplint {

/// Empty where all is well, else why not.
using Objection = std::string;

/// What speaks against the edits of \p Before once they are made, as \p After
/// surveys it, beyond what the analysis can tell; empty: nothing.
using FurtherObjection = llvm::function_ref<std::string(
    const ArraySurvey &Before, const ArraySurvey &After)>;

/// Where \p At is after \p Edits.
DeclaredAt shifted(DeclaredAt At, llvm::ArrayRef<FileEdits> Edits);

/// Holds the analysis of edited files against the promises of candidates.
class EditChecks {
public:
  /// \p Report is that of the file as it is.
  EditChecks(const FileReport &Report, FurtherObjection Further)
      : Report(Report), Further(Further) {}

  /// Where all is well, the promise of the candidate is what the edited source
  /// costs. \p Again has what was surveyed after \p Edits.
  Objection ofArray(ArraySurvey &A, const LayoutSurvey &Again,
                    const FileReport &ReportAgain,
                    llvm::ArrayRef<FileEdits> Edits) const;
  /// Accesses of arrays that are not among \p Together cost what they did.
  Objection ofOthers(llvm::ArrayRef<ArraySurvey *> Together,
                     const LayoutSurvey &Again,
                     const FileReport &ReportAgain) const;

private:
  Objection ofVerdicts(ArraySurvey &A, const ArraySurvey &Again,
                       const FileReport &ReportAgain) const;

  const FileReport &Report;
  FurtherObjection Further;
};

} // namespace warplint

#endif // WARPLINT_LIB_FIX_EDITCHECKS_H
