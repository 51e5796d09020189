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
// Behind a missing header nobody knows what is defined. But where no text at
// hand defines a macro, neither of the project nor of the toolkit, and its name
// is not that of a library whose header is missing, only the build could: what
// is read then holds without it, and says so. The file that tests the macro may
// define it: under which conditions has been read. So a doubt about such a macro
// is an assumption, where it is not about the text of the kernel itself:
// IntactFunctions.h.
//
// The text may also depend on the compiler, with no header missing: what gcc has
// otherwise (CompilerNames.h) puts places in doubt in the same way.
//
// Some switch all device code of a file off, which only the build defines:
//
//   #ifdef USE_CUDA
//   __global__ void k(float *out) { ... }
//   #endif
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_MISSINGHEADEREFFECTS_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_MISSINGHEADEREFFECTS_H

#include "Frontend/Headers/FoundHeaders.h"
#include "Frontend/Text/SourceMarks.h"
#include "warplint/Frontend/Parse.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace warplint {

/// Whether \p Macro has the name of the library that \p Header is of:
/// GLOG_STRIP that of glog/logging.h, AT_PER_OPERATOR_HEADERS that of ATen/ATen.h.
bool namesLibraryOf(llvm::StringRef Header, llvm::StringRef Macro);

class UndefinedMacros {
public:
  UndefinedMacros(clang::CompilerInstance &CI, const ParseOptions &Options,
                  llvm::StringRef MainFile,
                  llvm::ArrayRef<std::string> MissingHeaders);

  /// Whether \p Macro, which is tested there, may be taken as undefined.
  bool mayAssume(const UndefinedMacro &Macro);

  /// Whether no text but the one that was read defines \p Macro.
  bool hasOneDefinition(llvm::StringRef Macro);

private:
  unsigned definitionsRead(llvm::StringRef Macro);

  clang::CompilerInstance &CI;
  decltype(ParseOptions::Definitions) Definitions;
  const Repository *Files;
  std::string Root;
  std::vector<std::string> Toolkits; ///< Their folders of headers.
  std::vector<std::string> MissingHeaders;
  std::optional<llvm::StringMap<unsigned>> Read;
  llvm::StringMap<bool> Assumed; ///< By name and file.
};

struct OffsetRange {
  size_t Begin = 0, End = 0;
  bool contains(size_t At) const { return Begin <= At && At < End; }
};

/// Where the text of the main file has kernels or shared memory, and all of it
/// lies in \p Skipped: the undefined macros that the conditions around it ask
/// for, each once. To be asked at the end of the file.
std::vector<UndefinedMacro> switchesOf(clang::Preprocessor &PP,
                                       llvm::ArrayRef<OffsetRange> Skipped);

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
  /// It is gcc that decides (CompilerNames.h), and no header.
  bool IsOfGcc = false;
};

/// The doubts of one parse, by their numbers in Marks.
struct MissingHeaderEffects {
  std::vector<Doubt> All;
  SourceMarks Marks;
  std::vector<OffsetRange> Skipped; ///< Of the main file, by its conditions.
  /// The text has __PRETTY_FUNCTION__, which gcc writes otherwise.
  bool NamesFunctions = false;
  bool isNone() const { return Marks.empty() && !NamesFunctions; }
};

/// Records the doubts of a parse in \p Out and the headers that are not found
/// in \p Outcome. \p Headers may be null. \p IsOutside, which may be, says which
/// files are none of the project.
std::unique_ptr<clang::PPCallbacks>
recordDoubts(clang::Preprocessor &PP, FoundHeaders *Headers,
             std::function<bool(llvm::StringRef)> IsOutside,
             MissingHeaderEffects &Out, ParseOutcome &Outcome);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_MISSINGHEADEREFFECTS_H
