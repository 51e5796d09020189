//===- AnnotationLexer.h - Words of `// warplint:` comments -----*- C++ -*-===//

#ifndef WARPLINT_LIB_ANNOTATION_ANNOTATIONLEXER_H
#define WARPLINT_LIB_ANNOTATION_ANNOTATIONLEXER_H

#include "warplint/Annotation/Annotation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace warplint::annotation {

enum class TokenKind : uint8_t { End, Name, Number, Punctuation };

struct Token {
  TokenKind Kind = TokenKind::End;
  size_t Begin = 0, End = 0;
  llvm::StringRef Text;
};

/// The words of a text in turn. The first error sticks.
class Words {
public:
  explicit Words(llvm::StringRef Source) : Source(Source) { take(); }

  std::optional<AnnotationError> Error;

protected:
  void take() { moveTo(Next.End); }
  void moveTo(size_t Offset) {
    LastEnd = Offset;
    Next = wordAt(Offset);
  }
  bool at(llvm::StringRef Text) const {
    return Next.Kind != TokenKind::End && Next.Text == Text;
  }
  bool accept(llvm::StringRef Text) {
    bool IsNext = at(Text);
    if (IsNext)
      take();
    return IsNext;
  }
  bool expect(llvm::StringRef Text) {
    return accept(Text) || fail("expected '" + Text + "'");
  }
  bool fail(const llvm::Twine &Message) { return fail(Next, Message); }
  bool fail(const Token &At, const llvm::Twine &Message) {
    if (!Error)
      Error = {At.Begin, std::max(At.End, At.Begin + 1), Message.str()};
    return false;
  }

  llvm::StringRef Source;
  Token Next;
  size_t LastEnd = 0; ///< Of the word before it.

private:
  Token wordAt(size_t At) const {
    while (At < Source.size() && llvm::isSpace(Source[At]))
      ++At;
    size_t End = At;
    if (At == Source.size())
      return make(TokenKind::End, At, At);
    if (llvm::isAlpha(Source[At]) || Source[At] == '_') {
      while (End < Source.size() && isWordPart(Source[End]))
        ++End;
      return make(TokenKind::Name, At, End);
    }
    if (llvm::isDigit(Source[At])) {
      while (End < Source.size() &&
             (isWordPart(Source[End]) || Source[End] == '\''))
        ++End;
      return make(TokenKind::Number, At, End);
    }
    for (llvm::StringRef Two :
         {"==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "->"})
      if (Source.substr(At).starts_with(Two))
        return make(TokenKind::Punctuation, At, At + 2);
    return make(TokenKind::Punctuation, At, At + 1);
  }
  static bool isWordPart(char C) { return llvm::isAlnum(C) || C == '_'; }
  Token make(TokenKind Kind, size_t Begin, size_t End) const {
    return {Kind, Begin, End, Source.slice(Begin, End)};
  }
};

} // namespace warplint::annotation

#endif // WARPLINT_LIB_ANNOTATION_ANNOTATIONLEXER_H
