//===- ExpectationComments.cpp - Expectations of one file -----------------===//

#include "Expectation.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

static constexpr llvm::StringLiteral ExpectationMarker = "warplint:";

bool isExpectation(llvm::StringRef Line) {
  if (!Line.consume_front(ExpectationMarker))
    return false;
  Line = Line.ltrim();
  return Line.consume_front("expect") &&
         (Line.empty() || !(llvm::isAlnum(Line[0]) || Line[0] == '_'));
}

namespace {

/// Reads a file token by token, and gives each comment its code.
class Reader {
public:
  explicit Reader(llvm::StringRef Text) : Text(Text) {}

  std::vector<ExpectationComment> run() {
    LangOptions Language;
    Language.CPlusPlus = Language.CPlusPlus17 = Language.LineComment = true;
    Lexer Lex(SourceLocation(), Language, Text.begin(), Text.begin(),
              Text.end());
    Lex.SetCommentRetentionState(true);
    Token T;
    for (bool AtEnd = false; !AtEnd;) {
      AtEnd = Lex.LexFromRawLexer(T);
      size_t End = Lex.getCurrentBufferOffset();
      size_t Begin = End - T.getLength();
      if (T.is(tok::comment))
        addComment(Text.substr(Begin, T.getLength()), Begin);
      else if (!T.is(tok::eof))
        addCode(T, Begin, End);
    }
    for (size_t I : Open)
      Found[I].End = Text.size();
    return std::move(Found);
  }

private:
  void addComment(llvm::StringRef Comment, size_t Offset) {
    if (Comment.starts_with("/*"))
      Comment.consume_back("*/");
    bool IsBehindCode = LastCode != llvm::StringRef::npos &&
                        lineStart(LastCode) == lineStart(Offset);
    while (!Comment.empty()) {
      size_t End = std::min(Comment.find('\n'), Comment.size());
      addLine(Comment.take_front(End), Offset, IsBehindCode);
      size_t Step = std::min(End + 1, Comment.size());
      Offset += Step;
      Comment = Comment.drop_front(Step);
      IsBehindCode = false;
    }
  }

  void addLine(llvm::StringRef Line, size_t Offset, bool IsBehindCode) {
    llvm::StringRef Rest = Line.ltrim(" \t/*!<").rtrim();
    if (!isExpectation(Rest))
      return;
    Rest = Rest.drop_front(ExpectationMarker.size()).ltrim();
    ExpectationComment C;
    C.Offset = Offset + static_cast<size_t>(Rest.data() - Line.data());
    C.Length = Rest.size();
    if (auto Error = Expectation::parse(Rest, C.What)) {
      Error->Begin += C.Offset;
      Error->End += C.Offset;
      C.Error = std::move(Error);
    }
    if (IsBehindCode) {
      C.Begin = lineStart(Offset);
      C.End = lineEnd(Offset);
    } else {
      Waiting.push_back(Found.size());
    }
    Found.push_back(std::move(C));
  }

  /// A statement ends at ';', and its head at '{': what stands in the braces has
  /// comments of its own, but for a kernel's body.
  void addCode(const Token &T, size_t Begin, size_t End) {
    LastCode = Begin;
    for (size_t I : Waiting) {
      Found[I].Begin = Begin;
      Open.push_back(I);
    }
    Waiting.clear();
    if (T.is(tok::raw_identifier) && T.getRawIdentifier() == "__global__")
      SawGlobal = true;
    Parens += T.is(tok::l_paren);
    Parens -= T.is(tok::r_paren) && Parens != 0;
    if (T.is(tok::r_brace) && Braces && --Braces == KernelBraces) {
      for (size_t I : InKernel)
        Found[I].End = End;
      InKernel.clear();
    }
    bool EndsHead =
        Parens == 0 && T.isOneOf(tok::semi, tok::l_brace, tok::r_brace);
    if (EndsHead) {
      bool IsKernel = T.is(tok::l_brace) && SawGlobal && InKernel.empty();
      if (IsKernel) {
        InKernel = Open;
        KernelBraces = Braces;
      }
      for (size_t I : Open)
        Found[I].End = IsKernel ? Text.size() : End;
      Open.clear();
      SawGlobal = false;
    }
    Braces += T.is(tok::l_brace);
  }

  size_t lineStart(size_t Offset) const {
    size_t Before = Text.take_front(Offset).rfind('\n');
    return Before == llvm::StringRef::npos ? 0 : Before + 1;
  }

  size_t lineEnd(size_t Offset) const {
    return std::min(Text.find('\n', Offset), Text.size());
  }

  llvm::StringRef Text;
  std::vector<ExpectationComment> Found;
  /// Of Found: those that wait for their statement to begin, and to end.
  std::vector<size_t> Waiting, Open, InKernel;
  size_t LastCode = llvm::StringRef::npos; ///< Offset of a token.
  unsigned Parens = 0, Braces = 0;
  unsigned KernelBraces = 0; ///< Depth outside of the kernel's body.
  bool SawGlobal = false;    ///< `__global__` since the statement began.
};

} // namespace

std::vector<ExpectationComment> expectationsIn(llvm::StringRef Text) {
  if (!Text.contains(ExpectationMarker))
    return {};
  return Reader(Text).run();
}

} // namespace warplint
