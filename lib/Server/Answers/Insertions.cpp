//===- Insertions.cpp - Where comments for warplint go --------------------===//

#include "Insertions.h"
#include "warplint/Rewrite/SourceFix.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace llvm;

namespace warplint {

/// Calls \p See with each token of \p Text, comments among them, until it
/// returns false.
static void
forEachToken(const std::string &Text,
             function_ref<bool(const clang::Token &, size_t Begin)> See) {
  clang::LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus11 = Options.CPlusPlus20 = true;
  Options.LineComment = Options.CUDA = true;
  clang::Lexer Lex(clang::SourceLocation(), Options, Text.data(), Text.data(),
                   Text.data() + Text.size());
  Lex.SetCommentRetentionState(true);
  clang::Token T;
  do {
    Lex.LexFromRawLexer(T);
    size_t End = Lex.getBufferLocation() - Text.data();
    if (T.isNot(clang::tok::eof) && !See(T, End - T.getLength()))
      return;
  } while (T.isNot(clang::tok::eof));
}

/// The first byte of the declaration that byte \p Name is in: behind the last
/// token that can only end something else.
static std::optional<size_t> declarationOf(const std::string &Text,
                                           size_t Name) {
  std::optional<size_t> First;
  int Depth = 0; // Of parentheses and brackets: of attributes, say.
  bool IsDirective = false;
  forEachToken(Text, [&](const clang::Token &T, size_t Begin) {
    if (Begin >= Name)
      return false;
    if (T.is(clang::tok::hash) && T.isAtStartOfLine()) {
      IsDirective = true;
      First.reset();
      return true;
    }
    if (IsDirective && !T.isAtStartOfLine())
      return true;
    IsDirective = false;
    if (T.is(clang::tok::comment))
      return true;
    if (T.isOneOf(clang::tok::l_paren, clang::tok::l_square))
      ++Depth;
    else if (T.isOneOf(clang::tok::r_paren, clang::tok::r_square))
      --Depth;
    bool EndsOther =
        T.isOneOf(clang::tok::l_brace, clang::tok::r_brace) ||
        (T.isOneOf(clang::tok::semi, clang::tok::colon) && Depth <= 0);
    if (EndsOther) {
      First.reset();
      Depth = 0;
    } else if (!First) {
      First = Begin;
    }
    return true;
  });
  return First;
}

std::optional<SourceEdit> commentAboveFunction(const LineText &Text,
                                               size_t Name, StringRef Comment) {
  std::optional<size_t> First = declarationOf(Text.text(), Name);
  if (!First)
    First = Name;
  size_t Line = Text.lineOf(*First), Start = Text.startOf(Line);
  StringRef Indent = StringRef(Text.text()).slice(Start, *First);
  if (!Indent.trim(" \t").empty())
    return std::nullopt;
  return SourceEdit{Start, 0,
                    (Indent + "// " + Comment + lineEndOf(Text.text())).str()};
}

/// Whether the next line is part of line \p Line.
static bool goesOn(const LineText &Text, size_t Line) {
  return Text.line(Line).rtrim(" \t").ends_with("\\");
}

/// Whether bytes [Begin, End) of \p Text have a comment's part in them.
static bool hasComment(const std::string &Text, size_t Begin, size_t End) {
  bool Found = false;
  forEachToken(Text, [&](const clang::Token &T, size_t At) {
    Found |=
        T.is(clang::tok::comment) && At < End && At + T.getLength() > Begin;
    return At < End;
  });
  return Found;
}

std::optional<SourceEdit> commentBehindLine(const LineText &Text, size_t Line,
                                            StringRef Comment) {
  size_t Start = Text.startOf(Line), Size = Text.line(Line).size();
  if (goesOn(Text, Line) || hasComment(Text.text(), Start, Start + Size))
    return std::nullopt;
  return SourceEdit{Start + Size, 0, ("  // " + Comment).str()};
}

std::optional<SourceEdit> nolintOfLine(const LineText &Text, size_t Line,
                                       StringRef Check) {
  if (goesOn(Text, Line))
    return std::nullopt;
  // Words of a comment do where they stand; a second "//" does no harm there.
  return SourceEdit{Text.startOf(Line) + Text.line(Line).size(), 0,
                    ("  // NOLINT(" + Check + ")").str()};
}

} // namespace warplint
