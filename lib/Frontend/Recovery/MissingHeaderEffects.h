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
// include guards, macros that name the compiler or the platform, and the
// toolkit's and the system's headers. A header of which the repository has
// several, with other texts, puts all that it declares and defines in doubt.
// Private to lib/Frontend.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_MISSINGHEADEREFFECTS_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_MISSINGHEADEREFFECTS_H

#include "Frontend/Headers/HeaderFallback.h"
#include "SourceRangeSet.h"
#include "warplint/Frontend/ParseTypes.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/DenseMap.h"
#include <string>
#include <vector>

namespace clang {
class IdentifierInfo;
class Preprocessor;
class SourceManager;
} // namespace clang

namespace warplint {

struct Doubt {
  std::string Why; ///< "may change with 'config.h', which was not found: ..."
  /// Of an #if to its #endif; invalid for a single place.
  clang::SourceRange Region;
};

/// The doubts of one parse, by their numbers in Marks.
struct Doubts {
  std::vector<Doubt> All;
  SourceMarks Marks;
};

/// Also records the headers that are not found.
class DoubtRecorder : public clang::PPCallbacks {
public:
  /// \p Headers may be null. \p Outcome gets the missing headers.
  DoubtRecorder(clang::Preprocessor &PP, const FoundHeaders *Headers,
                Doubts &Out, ParseOutcome &Outcome);

  bool FileNotFound(llvm::StringRef FileName) override;
  void InclusionDirective(clang::SourceLocation HashLoc, const clang::Token &,
                          llvm::StringRef FileName, bool IsAngled,
                          clang::CharSourceRange Name,
                          clang::OptionalFileEntryRef File, llvm::StringRef,
                          llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override;
  void FileChanged(clang::SourceLocation Loc, FileChangeReason Reason,
                   clang::SrcMgr::CharacteristicKind Kind,
                   clang::FileID Previous) override;
  void HasInclude(clang::SourceLocation Loc, llvm::StringRef FileName,
                  bool IsAngled, clang::OptionalFileEntryRef File,
                  clang::SrcMgr::CharacteristicKind FileType) override;
  void If(clang::SourceLocation Loc, clang::SourceRange Condition,
          ConditionValueKind Value) override;
  void Elif(clang::SourceLocation Loc, clang::SourceRange Condition,
            ConditionValueKind Value, clang::SourceLocation IfLoc) override;
  void Ifdef(clang::SourceLocation Loc, const clang::Token &Name,
             const clang::MacroDefinition &) override;
  void Ifndef(clang::SourceLocation Loc, const clang::Token &Name,
              const clang::MacroDefinition &) override;
  void Elifdef(clang::SourceLocation Loc, const clang::Token &Name,
               const clang::MacroDefinition &) override;
  void Elifndef(clang::SourceLocation Loc, const clang::Token &Name,
                const clang::MacroDefinition &) override;
  void Endif(clang::SourceLocation Loc, clang::SourceLocation IfLoc) override;
  void MacroDefined(const clang::Token &Name,
                    const clang::MacroDirective *) override;
  void MacroUndefined(const clang::Token &Name, const clang::MacroDefinition &,
                      const clang::MacroDirective *) override;
  void MacroExpands(const clang::Token &Name, const clang::MacroDefinition &,
                    clang::SourceRange Range,
                    const clang::MacroArgs *) override;

private:
  struct Chain {
    clang::SourceLocation If;
    std::optional<unsigned> Doubt;
  };
  bool ignores(clang::SourceLocation Loc) const;
  unsigned addDoubt(std::string Why);
  std::string place(clang::SourceLocation Loc) const;
  void open(clang::SourceLocation Loc, std::optional<unsigned> Doubt);
  void extend(std::optional<unsigned> Doubt);
  void setMacro(const clang::IdentifierInfo *Name);
  std::optional<unsigned> doubtOf(const clang::IdentifierInfo *Name,
                                  clang::SourceLocation At, unsigned Depth = 0);
  std::optional<unsigned> doubtIn(clang::SourceRange Condition);
  bool isIncludeGuard(clang::SourceLocation Loc, llvm::StringRef Name) const;

  clang::Preprocessor &PP;
  const FoundHeaders *Headers;
  Doubts &Out;
  ParseOutcome &Outcome;
  /// What an undefined macro may come from: "'config.h', which was not found".
  std::string Source;
  std::vector<Chain> Chains;
  llvm::DenseMap<const clang::IdentifierInfo *, unsigned> Macros;
  llvm::DenseMap<clang::FileID, unsigned> Ambiguous;
  std::optional<unsigned> OfHasInclude;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_MISSINGHEADEREFFECTS_H
