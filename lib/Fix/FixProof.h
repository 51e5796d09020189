//===- FixProof.h - An edit is offered once it is proven --------*- C++ -*-===//
//
// The edited text is parsed and analysed as the file itself was, and held
// against the first analysis:
//
//   every access of the array   touches, in each request of each warp, what the
//                               layout says of what it touched before, costs
//                               what was promised, and is decided
//   every other access          has the verdict that it had
//   the kernels, what was left  are the same
//   out, what is used otherwise
//   a second search             finds nothing to do: fixing twice is fixing
//                               once
//
// An edit that fails is given up, and the next layout is tried.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FIX_FIXPROOF_H
#define WARPLINT_LIB_FIX_FIXPROOF_H

#include "EditChecks.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warplint {

/// Analyses the file with the texts \p Edited and surveys what is requested.
using Reanalysis = llvm::function_ref<FileReport(
    llvm::ArrayRef<ParsedText> Edited, LayoutSurvey &Survey,
    const SurveyRequest &Request)>;

/// Gives each array of \p Survey the fix that holds, or the reason why there is
/// none. \p Report is that of the file as it is.
void proveFixes(LayoutSurvey &Survey, const FileReport &Report, FixStyle Style,
                Reanalysis Analyze, FurtherObjection Further);

/// Puts the layout that would be tried first before the others, of each array of
/// \p Survey.
void preferLikelyFix(LayoutSurvey &Survey);

/// Moves what \p Survey found into \p Report, with the file's text.
void takeLayouts(LayoutSurvey &Survey, FileReport &Report);

/// Adds the suggested layout of its array to each finding of \p Report. Further
/// notes (equally good layouts, why there is no fix in the style \p Style, if
/// one was requested) go to the array's first finding.
void addRemedyNotes(FileReport &Report, std::optional<FixStyle> Style);

} // namespace warplint

#endif // WARPLINT_LIB_FIX_FIXPROOF_H
