//===- DirectiveLexer.cpp - A text's directives and other tokens ----------===//

#include "DirectiveLexer.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

static LangOptions anyCpp() {
  LangOptions Language;
  Language.LineComment = Language.CPlusPlus = Language.CPlusPlus11 = true;
  Language.RawStringLiterals = Language.Digraphs = true;
  return Language;
}

bool forEachDirective(
    StringRef Text, llvm::function_ref<bool(const Directive &)> Of,
    llvm::function_ref<bool(StringRef Name, size_t Offset)> OfToken) {
  static const LangOptions Language = anyCpp();
  Lexer Raw(SourceLocation(), Language, Text.begin(), Text.begin(), Text.end());
  Token T;
  auto Next = [&] { Raw.LexFromRawLexer(T); };
  auto NameOf = [&] {
    // The line may have been continued just before it.
    return T.is(tok::raw_identifier) ? T.getRawIdentifier().ltrim("\\ \t\r\n")
                                     : StringRef();
  };
  auto Offset = [&] {
    return size_t(Raw.getBufferLocation() - Text.begin()) - T.getLength();
  };
  auto IsInLine = [&] { return T.isNot(tok::eof) && !T.isAtStartOfLine(); };
  Next();
  while (T.isNot(tok::eof)) {
    if (T.isNot(tok::hash) || !T.isAtStartOfLine()) {
      if (!OfToken(NameOf(), Offset()))
        return false;
      Next();
      continue;
    }
    Directive D;
    Next();
    if (IsInLine()) {
      D.Keyword = NameOf();
      D.Offset = Offset();
      Next();
    }
    for (; IsInLine(); Next())
      if (D.FirstName.empty())
        D.FirstName = NameOf();
    if (!Of(D))
      return false;
  }
  return true;
}

} // namespace warplint
