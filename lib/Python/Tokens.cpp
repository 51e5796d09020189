//===- Tokens.cpp - The tokens of Python ----------------------------------===//

#include "Tokens.h"
#include "warplint/Messages/Python.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint::python {

namespace {

class Lexer {
public:
  Lexer(StringRef Text, size_t Begin, size_t End)
      : Text(Text.take_front(End)), At(Begin), LineBegin(Begin) {}

  TokenList run() {
    while (At < Text.size() && !List.Wrong)
      step();
    if (!Open.empty() && !List.Wrong)
      fail(Open.back(), messages::PythonNotClosed());
    return std::move(List);
  }

private:
  void fail(size_t Offset, std::string Why) {
    if (!List.Wrong)
      List.Wrong = Problem{Offset, std::move(Why)};
    At = Text.size();
  }
  StringRef rest() const { return Text.drop_front(At); }
  void add(Token::Kind What, size_t Begin, PythonLiteral Literal = {}) {
    if (IsLineBegin)
      Indent = unsigned(Begin - LineBegin);
    List.All.push_back(
        {What, Text.slice(Begin, At), Begin, IsLineBegin, Indent, Literal});
    IsLineBegin = false;
  }

  void step() {
    const char C = Text[At];
    if (C == '\n' || C == '\r') {
      IsLineBegin |= Open.empty();
      LineBegin = ++At;
    } else if (C == '\\' && At + 1 < Text.size()) {
      At += rest().starts_with("\\\r\n") ? 3 : 2;
    } else if (C == '#') {
      comment();
    } else if (C == '\0') {
      fail(At, messages::PythonNull());
    } else if (isWord(C) || (C & 0x80)) {
      word();
    } else if (C == '"' || C == '\'') {
      string(At);
    } else if (isSpace(C)) {
      ++At;
    } else {
      punctuation();
    }
  }

  void comment() {
    const size_t Begin = At;
    const StringRef Line =
        rest().take_until([](char C) { return C == '\n' || C == '\r'; });
    At += Line.size();
    StringRef Words = Line.ltrim("# \t");
    if (Words.consume_front("warplint:") && Words.trim() == "cuda")
      List.Marks.push_back(Begin);
  }

  void word() {
    const size_t Begin = At;
    const bool IsNumber = isDigit(Text[At]);
    while (At < Text.size() && (isWord(Text[At]) || (Text[At] & 0x80) ||
                                (IsNumber && Text[At] == '.')))
      ++At;
    const StringRef Prefix = Text.slice(Begin, At);
    if (At < Text.size() && (Text[At] == '"' || Text[At] == '\'') &&
        Prefix.size() <= 2 &&
        StringRef("rbuftRBUFT").find_first_of(Prefix) != StringRef::npos &&
        Prefix.find_first_not_of("rbuftRBUFT") == StringRef::npos)
      return string(Begin);
    add(IsNumber ? Token::Kind::Number : Token::Kind::Name, Begin);
  }

  /// A literal whose prefix is at \p Begin, and whose quote is here.
  void string(size_t Begin) {
    const StringRef Prefix = Text.slice(Begin, At);
    const auto Has = [&](StringRef Letters) {
      return Prefix.find_first_of(Letters) != StringRef::npos;
    };
    PythonLiteral L;
    L.IsRaw = Has("rR");
    if (Has("fFtT"))
      L.Format = PythonFormat::FString;
    const std::string Thrice(3, Text[At]);
    L.IsTriple = rest().starts_with(Thrice);
    const StringRef Quote = rest().take_front(L.IsTriple ? 3 : 1);
    At += Quote.size();
    L.Begin = At;
    while (!rest().starts_with(Quote)) {
      if (At >= Text.size() || (!L.IsTriple && Text[At] == '\n'))
        return fail(Begin, messages::PythonStringNotClosed());
      if (Text[At] == '\\')
        At = std::min(At + (rest().starts_with("\\\r\n") ? 3 : 2), Text.size());
      else if (L.Format == PythonFormat::FString && rest().starts_with("{{"))
        At += 2;
      else if (L.Format == PythonFormat::FString && Text[At] == '{')
        At = behindField(Text, At);
      else
        ++At;
    }
    L.End = At;
    At += Quote.size();
    add(Token::Kind::String, Begin, L);
  }

  void punctuation() {
    const size_t Begin = At;
    static constexpr StringLiteral Long[] = {
        "**=", "//=", ">>=", "<<=", "...", "**", "//", ">>",
        "<<",  "==",  "!=",  "<=",  ">=",  "+=", "-=", "*=",
        "/=",  "%=",  "&=",  "|=",  "^=",  "@=", ":=", "->"};
    const auto *Found =
        find_if(Long, [&](StringRef P) { return rest().starts_with(P); });
    const char C = Text[At];
    At += Found == std::end(Long) ? 1 : Found->size();
    add(Token::Kind::Punctuation, Begin);
    if (C == '(' || C == '[' || C == '{')
      Open.push_back(Begin);
    const size_t Closes = StringRef(")]}").find(C);
    if (Closes == StringRef::npos)
      return;
    if (Open.empty() || Text[Open.back()] != "([{"[Closes])
      return fail(Begin, messages::PythonClosesNothing());
    Open.pop_back();
  }

  const StringRef Text;
  size_t At, LineBegin;
  bool IsLineBegin = true;
  unsigned Indent = 0;
  std::vector<size_t> Open; ///< Brackets.
  TokenList List;
};

} // namespace

TokenList tokensOf(StringRef Text, size_t Begin, size_t End) {
  return Lexer(Text, Begin, End).run();
}

size_t behindField(StringRef Text, size_t At) {
  unsigned Depth = 0;
  do {
    const char C = Text[At++];
    Depth += C == '{' || C == '[' || C == '(';
    Depth -= C == '}' || C == ']' || C == ')';
    if (C == '"' || C == '\'') // One string in it; a quote may be another.
      At = std::min(Text.find(C, At), Text.size() - 1) + 1;
  } while (Depth && At < Text.size());
  return At;
}

static int depthOf(const Token &T) {
  if (T.What != Token::Kind::Punctuation)
    return 0;
  return T.is("(") || T.is("[") || T.is("{")   ? 1
         : T.is(")") || T.is("]") || T.is("}") ? -1
                                               : 0;
}

size_t behindBracket(Tokens All, size_t Open) {
  int Depth = 0;
  for (size_t I = Open; I != All.size(); ++I)
    if ((Depth += depthOf(All[I])) <= 0)
      return I + 1;
  return All.size();
}

std::optional<size_t> findOutside(Tokens All, StringRef Wanted) {
  int Depth = 0;
  for (const auto &[I, T] : enumerate(All)) {
    if (Depth == 0 && T.is(Wanted))
      return I;
    Depth += depthOf(T);
  }
  return std::nullopt;
}

std::vector<Tokens> splitAtCommas(Tokens All) {
  std::vector<Tokens> Parts;
  while (!All.empty()) {
    const size_t Comma = findOutside(All, ",").value_or(All.size());
    Parts.push_back(All.take_front(Comma));
    All = All.drop_front(std::min(Comma + 1, All.size()));
  }
  return Parts;
}

} // namespace warplint::python
