//===- DirectiveLexer.cpp - A text's directives and other tokens ----------===//

#include "DirectiveLexer.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

static Lexer lexerAt(StringRef Text, size_t Offset) {
  static const LangOptions Any = [] {
    LangOptions Language;
    Language.LineComment = Language.CPlusPlus = Language.CPlusPlus11 = true;
    Language.RawStringLiterals = Language.Digraphs = true;
    return Language;
  }();
  return {SourceLocation(), Any, Text.begin(), Text.begin() + Offset,
          Text.end()};
}

static size_t offsetOf(const Token &T, Lexer &Raw) {
  return Raw.getCurrentBufferOffset() - T.getLength();
}

static StringRef nameOf(const Token &T) {
  // The line may have been continued just before it.
  return T.is(tok::raw_identifier) ? T.getRawIdentifier().ltrim("\\ \t\r\n")
                                   : StringRef();
}

static bool isInLine(const Token &T) {
  return T.isNot(tok::eof) && !T.isAtStartOfLine();
}

/// That of the keyword \p T, which then is the first token behind the line.
static Directive readDirective(Token &T, Lexer &Raw) {
  Directive D{offsetOf(T, Raw), nameOf(T)};
  bool IsNegated = false, IsTested = false, IsHas = false;
  unsigned Depth = 0; // Behind __has_include.
  for (Raw.LexFromRawLexer(T); isInLine(T); Raw.LexFromRawLexer(T)) {
    StringRef Name = nameOf(T);
    bool IsDefined = Name == "defined", IsOpening = T.is(tok::l_paren);
    if (Depth || (IsHas && IsOpening))
      Depth = Depth + IsOpening - T.is(tok::r_paren);
    IsHas = Name.starts_with("__has_");
    if (Depth || Name.starts_with("__has_include"))
      continue;
    if (!Name.empty() && !IsDefined)
      D.Words.push_back({Name, offsetOf(T, Raw), IsNegated, IsTested});
    // "!(" asks for the contrary of what stands in the parentheses.
    D.IsConjunction &=
        !T.isOneOf(tok::pipepipe, tok::question, tok::equalequal) &&
        !(IsOpening && IsNegated && !IsTested);
    IsTested = IsDefined || (IsTested && IsOpening);
    IsNegated = T.is(tok::exclaim) || (IsNegated && (IsDefined || IsOpening));
  }
  return D;
}

Directive directiveAt(StringRef Text, size_t Offset) {
  Lexer Raw = lexerAt(Text, Offset);
  Token T;
  Raw.LexFromRawLexer(T);
  return readDirective(T, Raw);
}

bool forEachDirective(
    StringRef Text, llvm::function_ref<bool(const Directive &)> Of,
    llvm::function_ref<bool(StringRef Name, size_t Offset)> OfToken) {
  Lexer Raw = lexerAt(Text, 0);
  Token T;
  Raw.LexFromRawLexer(T);
  while (T.isNot(tok::eof)) {
    bool IsDirective = T.is(tok::hash) && T.isAtStartOfLine();
    if (!IsDirective && !OfToken(nameOf(T), offsetOf(T, Raw)))
      return false;
    Raw.LexFromRawLexer(T);
    if (IsDirective && !Of(isInLine(T) ? readDirective(T, Raw) : Directive()))
      return false;
  }
  return true;
}

bool guardsWholeText(StringRef Text, size_t IfOffset, StringRef Name,
                     bool WithBranches) {
  unsigned Depth = 0;
  bool IsClosed = false, IsDefined = false;
  bool IsWhole = forEachDirective(
      Text,
      [&](const Directive &D) {
        if (Depth == 0) {
          if (D.Keyword == "pragma")
            return true;
          if (IsClosed || D.Offset != IfOffset)
            return false;
          Depth = 1;
          return true;
        }
        if (D.Keyword.starts_with("if"))
          ++Depth;
        else if (D.Keyword == "endif")
          IsClosed = --Depth == 0;
        else if (D.Keyword.starts_with("el"))
          return Depth != 1 || WithBranches;
        else if (D.Keyword == "define")
          IsDefined |= !D.Words.empty() && D.Words.front().Name == Name;
        return true;
      },
      [&](StringRef, size_t) { return Depth != 0; });
  return IsWhole && IsClosed && IsDefined;
}

} // namespace warplint
