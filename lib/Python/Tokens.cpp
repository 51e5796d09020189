//===- Tokens.cpp - The tokens of Python ----------------------------------===//

#include "Tokens.h"
#include "warplint/Messages/Python.h"
#include "warplint/Support/Words.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint::python {

namespace {

class Lexer {
public:
  Lexer(StringRef Text, size_t Begin, size_t End)
      : Text(Text.take_front(End)), At(Begin), LineBegin(Begin) {}

  TokenList run() {
    while (At < Text.size())
      step();
    if (!Open.empty())
      fail(List.All[Open.back()].Offset, messages::PythonNotClosed());
    return std::move(List);
  }

private:
  void fail(size_t Offset, std::string Why) {
    if (List.Wrong.empty())
      List.WrongAt = Offset, List.Wrong = std::move(Why);
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
    } else if (C == '\\') {
      At += rest().starts_with("\\\r\n") ? 3 : 2;
    } else if (C == '#') {
      const StringRef Line =
          rest().take_until([](char C) { return C == '\n' || C == '\r'; });
      StringRef Words = Line.ltrim("# \t");
      if (Words.consume_front("warplint:") && Words.trim() == "cuda")
        List.Marks.push_back(At);
      At += Line.size();
    } else if (C == '\0') {
      fail(At, messages::PythonNull());
    } else if (isWordPart(C) || (C & 0x80)) {
      word();
    } else if (C == '"' || C == '\'') {
      string(At);
    } else if (isSpace(C)) {
      ++At;
    } else {
      punctuation();
    }
  }

  void word() {
    const size_t Begin = At;
    const bool IsNumber = isDigit(Text[At]);
    const StringRef Word = rest().take_while([&](char C) {
      return isWordPart(C) || (C & 0x80) || (IsNumber && C == '.');
    });
    At += Word.size();
    if (Word.size() <= 2 && !rest().empty() &&
        StringRef("'\"").contains(rest().front()) &&
        Word.find_first_not_of("rbuftRBUFT") == StringRef::npos)
      return string(Begin);
    add(IsNumber ? Token::Kind::Number : Token::Kind::Name, Begin);
  }

  /// A literal whose prefix is at \p Begin, and whose quote is here.
  void string(size_t Begin) {
    const StringRef Prefix = Text.slice(Begin, At);
    PythonLiteral L;
    L.IsRaw = Prefix.contains_insensitive('r');
    if (Prefix.find_first_of("fFtT") != StringRef::npos)
      L.Format = PythonFormat::FString;
    L.IsTriple = rest().starts_with(std::string(3, Text[At]));
    const StringRef Quote = rest().take_front(L.IsTriple ? 3 : 1);
    L.Begin = At += Quote.size();
    while (!rest().starts_with(Quote)) {
      if (At >= Text.size() || (!L.IsTriple && Text[At] == '\n'))
        return fail(Begin, messages::PythonStringNotClosed());
      if (Text[At] == '\\')
        At = std::min(At + (rest().starts_with("\\\r\n") ? 3 : 2), Text.size());
      else if (L.Format == PythonFormat::FString && Text[At] == '{')
        At = rest().starts_with("{{") ? At + 2 : behindField(Text, At);
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
    At += Found == std::end(Long) ? 1 : Found->size();
    add(Token::Kind::Punctuation, Begin);
    const StringRef Bracket = List.All.back().Text;
    if (StringRef("([{").contains(Bracket))
      Open.push_back(List.All.size() - 1);
    const size_t Closes = StringRef(")]}").find(Bracket);
    if (Closes == StringRef::npos)
      return;
    if (Open.empty() ||
        !List.All[Open.back()].is(StringRef("([{").substr(Closes, 1)))
      return fail(Begin, messages::PythonClosesNothing());
    List.All[Open.back()].Span = List.All.size() - Open.back();
    Open.pop_back();
  }

  const StringRef Text;
  size_t At, LineBegin;
  bool IsLineBegin = true;
  unsigned Indent = 0;
  std::vector<size_t> Open; ///< Brackets among the tokens.
  TokenList List;
};

} // namespace

TokenList tokensOf(StringRef Text, size_t Begin, size_t End) {
  return Lexer(Text, Begin, End).run();
}

size_t behindField(StringRef Text, size_t At) {
  int Depth = 0;
  do {
    const char C = Text[At++];
    Depth += StringRef("{[(").contains(C);
    Depth -= StringRef("}])").contains(C);
    if (C == '"' || C == '\'') // One string in it; a quote may be another.
      At = std::min(Text.find(C, At), Text.size() - 1) + 1;
  } while (Depth > 0 && At < Text.size());
  return At;
}

std::optional<size_t> findOutside(Tokens All, StringRef Wanted) {
  for (size_t I = 0; I < All.size(); I += All[I].Span)
    if (All[I].is(Wanted))
      return I;
  return std::nullopt;
}

std::optional<Tokens> bracketed(Tokens E) {
  if (E.empty() || E.front().Span < 2 || E.front().Span != E.size())
    return std::nullopt;
  return E.drop_front().drop_back();
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

std::string dottedName(Tokens E) {
  std::string Name;
  for (const auto &[I, T] : enumerate(E)) {
    if (I % 2 ? !T.is(".") : !T.isName())
      return "";
    Name += T.Text;
  }
  return E.size() % 2 ? Name : "";
}

} // namespace warplint::python
