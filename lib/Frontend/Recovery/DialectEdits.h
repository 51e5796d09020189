//===- DialectEdits.h - What nvcc reads otherwise than clang ----*- C++ -*-===//
//
// For the rows of Dialect.def that no option and no declaration serves: other
// words in the place that clang's error names. Private to lib/Frontend.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_DIALECTEDITS_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_DIALECTEDITS_H

#include "Dialect.h"
#include "EditedFiles.h"

namespace clang {
class SourceManager;
}

namespace warplint {

/// Adds to \p Edits what may help against \p Errors in the user's files, and
/// to \p Applied the rows that say so. True when an edit is new.
bool addTextRemedies(llvm::ArrayRef<ParseError> Errors,
                     const clang::SourceManager &SM, DialectRows &Applied,
                     TextEdits &Edits);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_DIALECTEDITS_H
