//===- MissingHeaderEffects.h - What they could change ----------*- C++ -*-===//
//
// A header that is not found leaves errors where its names are used, but none
// where the text only asks whether a macro is defined:
//
//   #include "config.h"     // not found
//   #ifndef TILE
//   #define TILE 16         // or what config.h says
//   #endif
//
// From the first missing header on, a test of an undefined macro puts its #if
// in doubt, to the #endif; so does a test of a macro that was defined within
// such an #if; and a use of such a macro puts its place in doubt. Exempt are
// include guards (DirectiveLexer.h), macros that name the compiler or the platform, and the
// toolkit's and the system's headers. A header of which the repository has
// several, with other texts, puts all that it declares and defines in doubt.
//
// A doubt about an undefined macro that no header at hand defines is an
// assumption, where it is not about the text of the kernel itself:
// UndefinedMacros.h, IntactFunctions.h.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_MISSINGHEADEREFFECTS_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_MISSINGHEADEREFFECTS_H

#include "Frontend/Headers/HeaderFallback.h"
#include "Frontend/Text/SourceRangeSet.h"
#include "UndefinedMacros.h"
#include "warplint/Frontend/Parse.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace warplint {

struct Doubt {
  std::string Why; ///< "may change with 'config.h', which was not found: ..."
  /// The macro that decides; without a name where it is not one.
  UndefinedMacro Macro = {};
  /// Of an #if to its #endif; invalid for a single place.
  clang::SourceRange Region = {};
  /// At a place: the macro that is used there, and defined where Macro decides.
  std::string Used = {};
  /// Nothing: Macro is an include guard, as was seen later.
  bool IsSettled = false;
};

/// The doubts of one parse, by their numbers in Marks.
struct MissingHeaderEffects {
  std::vector<Doubt> All;
  SourceMarks Marks;
  std::vector<OffsetRange> Skipped; ///< Of the main file, by its conditions.
};

/// Records the doubts of a parse in \p Out and the headers that are not found
/// in \p Outcome. \p Headers may be null.
std::unique_ptr<clang::PPCallbacks> recordDoubts(clang::Preprocessor &PP,
                                                 const FoundHeaders *Headers,
                                                 MissingHeaderEffects &Out,
                                                 ParseOutcome &Outcome);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_MISSINGHEADEREFFECTS_H
