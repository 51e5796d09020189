//===- SwitchedOffCode.cpp - Files without device code as it is -----------===//

#include "SwitchedOffCode.h"
#include "DirectiveLexer.h"
#include "warplint/Frontend/Places.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace warplint {

/// The undefined macros that the condition asks for whose keyword is at \p At.
static void addAsked(Preprocessor &PP, StringRef Text, size_t At,
                     std::vector<UndefinedMacro> &Into) {
  const SourceManager &SM = PP.getSourceManager();
  SourceLocation Begin =
      SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(At);
  Lexer Raw(Begin, PP.getLangOpts(), Text.begin() + At, Text.begin() + At,
            Text.end());
  bool IsNegated = false;
  Token T;
  Raw.LexFromRawLexer(T); // The keyword.
  while (!Raw.LexFromRawLexer(T) && !T.isAtStartOfLine()) {
    if (T.isNot(tok::raw_identifier)) {
      IsNegated = T.is(tok::exclaim) || (T.is(tok::l_paren) && IsNegated);
      continue;
    }
    StringRef Name = T.getRawIdentifier();
    if (Name == "defined" || Name.starts_with("__has_"))
      continue;
    auto IsIt = [&](const UndefinedMacro &M) { return M.Name == Name; };
    if (!IsNegated && llvm::none_of(Into, IsIt) &&
        !PP.getIdentifierInfo(Name)->isKeyword(PP.getLangOpts()) &&
        !PP.getMacroInfo(PP.getIdentifierInfo(Name)))
      Into.push_back({Name.str(), placeOf(SM, T.getLocation())});
    IsNegated = false;
  }
}

std::vector<UndefinedMacro> switchesOf(Preprocessor &PP,
                                       llvm::ArrayRef<OffsetRange> Skipped) {
  std::vector<UndefinedMacro> Switches;
  const SourceManager &SM = PP.getSourceManager();
  std::optional<StringRef> Text = SM.getBufferDataOrNone(SM.getMainFileID());
  if (Skipped.empty() || !Text)
    return Switches;
  auto IsSkipped = [&](size_t Offset) {
    return llvm::any_of(
        Skipped, [&](const OffsetRange &R) { return R.contains(Offset); });
  };
  // The branches around, innermost last, by the directives that open them.
  std::vector<Directive> Around;
  std::set<size_t> Asked;
  bool IsOff = forEachDirective(
      *Text,
      [&](const Directive &D) {
        if (D.Keyword.starts_with("if"))
          Around.push_back(D);
        else if (D.Keyword.starts_with("el") && !Around.empty())
          Around.back() = D;
        else if (D.Keyword == "endif" && !Around.empty())
          Around.pop_back();
        return true;
      },
      [&](StringRef Name, size_t Offset) {
        if (Name != "__global__" && Name != "__shared__")
          return true;
        for (const Directive &D : Around)
          if (D.Keyword != "ifndef" && D.Keyword != "else" &&
              D.Keyword != "elifndef" && Asked.insert(D.Offset).second)
            addAsked(PP, *Text, D.Offset, Switches);
        return IsSkipped(Offset);
      });
  return IsOff ? Switches : std::vector<UndefinedMacro>();
}

} // namespace warplint
