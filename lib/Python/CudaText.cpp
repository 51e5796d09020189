//===- CudaText.cpp - The CUDA C++ that literals spell --------------------===//

#include "CudaText.h"
#include "warplint/Messages/Python.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;

namespace warplint::python {

std::pair<unsigned, unsigned> lineAndColumn(StringRef Text, size_t Offset) {
  const StringRef Before = Text.take_front(Offset);
  const size_t Break = Before.rfind('\n');
  return {unsigned(Before.count('\n')) + 1,
          unsigned(Break == StringRef::npos ? Offset + 1 : Offset - Break)};
}

std::optional<std::string> textOf(const Names &Known, Tokens E,
                                  unsigned Depth) {
  E = withoutParentheses(E);
  if (Depth > 8)
    return std::nullopt;
  if (E.size() > 3 && E[0].is("str") && E[1].is("(") &&
      behindBracket(E, 1) == E.size())
    E = E.slice(2, E.size() - 3);
  if (auto Number = Known.numberOf(E))
    return itostr(*Number);
  if (E.size() == 1 && E.front().isString() &&
      E.front().Literal.Format == PythonFormat::None) {
    const PythonLiteral &L = E.front().Literal;
    const StringRef Text =
        E.front().Text.substr(L.Begin - E.front().Offset, L.End - L.Begin);
    return Text.find_first_of("\\\r\n") == StringRef::npos
               ? std::optional(Text.str())
               : std::nullopt;
  }
  const std::string Name = dottedName(E);
  const Tokens Value =
      Name.empty() ? Tokens() : Known.valueOf(Name, E.front().Offset);
  return Value.empty() ? std::nullopt : textOf(Known, Value, Depth + 1);
}

namespace {

bool isOperator(char C) { return StringRef("+-*/%&|^!=<>:#.~?").contains(C); }

/// What stands for one element of a literal.
struct Unit {
  size_t Begin = 0, Length = 1;
  std::string Text;
  bool IsBreak = false; ///< An escaped end of a line.
};

class Writer {
public:
  Writer(StringRef Python, const Names &Known, ArrayRef<Piece> Pieces,
         EmbeddedCuda &Into)
      : Python(Python), Known(Known), Pieces(Pieces), Into(Into),
        Out(Into.Text) {
    Out = Python.str();
    for (char &C : Out)
      if (C != '\n' && C != '\r')
        C = ' ';
  }

  std::optional<Problem> run() {
    for (const Piece &P : Pieces)
      addWords(P.Literal);
    for (const auto &[I, P] : enumerate(Pieces)) {
      if (I)
        cross(Pieces[I - 1].Literal.End, P.Literal.Begin);
      Into.Literals.push_back(P.Literal);
      write(P);
    }
    return Wrong;
  }

private:
  enum class State : uint8_t { Code, Line, Block, String, Char };

  void fail(size_t Offset, std::string Why) {
    if (!Wrong)
      Wrong = Problem{Offset, std::move(Why)};
  }
  void addWords(const PythonLiteral &L);
  void cross(size_t From, size_t To);
  void write(const Piece &P);
  Unit escape(size_t At, size_t End) const;
  std::optional<Unit> field(const Piece &P, size_t At);
  bool isAmongPieces(Tokens Value) const;
  Unit valueFor(Tokens Value, size_t Begin, size_t End, bool IsPlain,
                StringRef Called = "");
  void put(const Unit &U);
  void note(char C);
  void endLine(bool IsEscape);
  void resume(size_t Offset);

  const StringRef Python;
  const Names &Known;
  const ArrayRef<Piece> Pieces;
  EmbeddedCuda &Into;
  std::string &Out;
  std::optional<Problem> Wrong;
  StringSet<> Words;             ///< Of the literals.
  StringMap<std::string> NameOf; ///< By what is formatted in.
  unsigned Automatic = 0;        ///< Of `{}` and `%d`.
  size_t At = 0;                 ///< Where the next byte goes.
  State Now = State::Code;
  char Last = '\n';
  bool IsEscaped = false; ///< By a backslash of C++.
  bool IsDirective = false;
  bool IsLineEmpty = true; ///< So far.
  bool IsPending = false;  ///< An escaped line break ended what is open.
  size_t Opened = 0;       ///< Where the comment or the directive begins.
  bool AfterGap = false;   ///< Between two literals.
};

/// Those of C++, not of Python.
void Writer::addWords(const PythonLiteral &L) {
  const bool HasBraces =
      L.Format == PythonFormat::FString || L.Format == PythonFormat::Braces;
  const StringRef Text = Python.take_front(L.End);
  for (size_t I = L.Begin; I < L.End;) {
    const StringRef Word = Text.drop_front(I).take_while(isWord);
    if (!Word.empty())
      Words.insert(Word);
    if (Text[I] == '\\' && !L.IsRaw)
      I += 2;
    else if (HasBraces && Text[I] == '{' &&
             !Text.drop_front(I).starts_with("{{"))
      I = behindField(Text, I);
    else if (L.Format == PythonFormat::Percent &&
             Text.drop_front(I).starts_with("%("))
      I = std::min(Text.find(')', I), L.End);
    else if (L.Format == PythonFormat::Dollar && Text[I] == '$')
      I += 2 + Text.substr(I + 2).take_while(isWord).size();
    else
      I += std::max<size_t>(Word.size(), HasBraces && Text[I] == '{' ? 2 : 1);
  }
}

/// From one literal to the next.
void Writer::cross(size_t From, size_t To) {
  const size_t Break = Python.slice(0, To).find('\n', From);
  if (Break != StringRef::npos) {
    const bool IsOpen = Now != State::Code && Now != State::Block;
    if (!IsPending && (IsOpen || IsDirective))
      Out[Break - (Python[Break - 1] == '\r' ? 2 : 1)] = '\\';
    else
      endLine(/*IsEscape=*/false);
  }
  AfterGap = true;
}

void Writer::write(const Piece &P) {
  At = P.Literal.Begin;
  Automatic = 0;
  for (size_t I = P.Literal.Begin; I < P.Literal.End && !Wrong;) {
    Unit U{I, 1, Python.substr(I, 1).str()};
    if (auto Field = field(P, I))
      U = std::move(*Field);
    else if (Python[I] == '\\' && !P.Literal.IsRaw)
      U = escape(I, P.Literal.End);
    put(U);
    I += U.Length;
  }
}

/// What the backslash at \p At begins.
Unit Writer::escape(size_t At, size_t End) const {
  const char C = At + 1 < End ? Python[At + 1] : '\\';
  const auto Digits = [&](size_t From, size_t Most, auto Is) {
    return Python.slice(From, std::min(From + Most, End)).take_while(Is);
  };
  const auto Coded = [&](StringRef Text, size_t Length, unsigned Radix) {
    unsigned Code = ' ';
    (void)Text.getAsInteger(Radix, Code);
    char Bytes[4];
    char *Behind = Bytes;
    ConvertCodePointToUTF8(Code, Behind);
    return Unit{At, Length, std::string(Bytes, Behind)};
  };
  if (C == 'n')
    return {At, 2, " ", /*IsBreak=*/true};
  if (StringRef("\\'\"").contains(C))
    return {At, 2, std::string(1, C)};
  if (StringRef("abfrtv").contains(C))
    return {At, 2, " "};
  if (C == 'x' || C == 'u' || C == 'U') {
    const StringRef Hex = Digits(At + 2,
                                 C == 'x'   ? 2
                                 : C == 'u' ? 4
                                            : 8,
                                 [](char D) { return isHexDigit(D); });
    return Coded(Hex, 2 + Hex.size(), 16);
  }
  if (const StringRef Octal =
          Digits(At + 1, 3, [](char D) { return D >= '0' && D <= '7'; });
      !Octal.empty())
    return Coded(Octal, 1 + Octal.size(), 8);
  return {At, 1, "\\"}; // Of a line that goes on, or no escape.
}

/// The field of a formatted literal that begins at \p At.
std::optional<Unit> Writer::field(const Piece &P, size_t At) {
  const PythonFormat Format = P.Literal.Format;
  StringRef Rest = Python.slice(At, P.Literal.End);
  if (Format == PythonFormat::None)
    return std::nullopt;
  const auto NamedArgument = [&](StringRef Name) {
    for (Tokens A : splitAtCommas(P.Arguments)) {
      if (A.size() > 2 && A[0].Text == Name && A[1].is("="))
        return A.drop_front(2);
      if (A.size() > 2 && A[0].isString() && A[1].is(":") &&
          A[0].Text.drop_front().drop_back() == Name)
        return A.drop_front(2);
    }
    return Tokens();
  };
  const auto NextArgument = [&](unsigned Number) {
    const auto All = splitAtCommas(P.Arguments);
    return Number < All.size() ? All[Number] : Tokens();
  };
  if (Format == PythonFormat::Percent) {
    if (Rest.starts_with("%%"))
      return Unit{At, 2, "%"};
    StringRef Name = Rest;
    const bool IsNamed = Name.consume_front("%(");
    Name = IsNamed ? Name.take_until([](char C) { return C == ')'; }) : "";
    const size_t Code = IsNamed ? Name.size() + 3 : 1;
    if (Rest.front() != '%' || Code >= Rest.size() ||
        !StringRef("disrfgxu").contains(Rest[Code]))
      return std::nullopt;
    return valueFor(IsNamed ? NamedArgument(Name) : NextArgument(Automatic++),
                    At, At + Code + 1, /*IsPlain=*/true, Name);
  }
  if (Format == PythonFormat::Dollar) {
    if (!Rest.consume_front("$"))
      return std::nullopt;
    if (Rest.starts_with("$"))
      return Unit{At, 2, "$"};
    const StringRef Name = Rest.ltrim('{').take_while(isWord);
    const size_t Braces = Rest.starts_with("{") ? 2 : 0;
    if (Name.empty())
      return std::nullopt;
    return valueFor(NamedArgument(Name), At, At + 1 + Braces + Name.size(),
                    /*IsPlain=*/true, Name);
  }
  if (Rest.starts_with("{{") || Rest.starts_with("}}"))
    return Unit{At, 2, Rest.take_front().str()};
  if (Rest.front() != '{')
    return std::nullopt;
  const size_t End = behindField(Python.take_front(P.Literal.End), At);
  const TokenList Inside = tokensOf(Python, At + 1, std::max(At + 1, End - 1));
  const size_t Colon =
      findOutside(Inside.All, ":")
          .value_or(findOutside(Inside.All, "!").value_or(Inside.All.size()));
  const bool IsPlain = Colon == Inside.All.size();
  Tokens Value = Tokens(Inside.All).take_front(Colon);
  unsigned Number = 0;
  if (Format == PythonFormat::FString)
    return valueFor(Value, At, End, IsPlain);
  if (Value.empty())
    Value = NextArgument(Automatic++);
  else if (!Value.front().Text.getAsInteger(10, Number))
    Value = NextArgument(Number);
  else if (Value.size() == 1)
    return valueFor(NamedArgument(Value.front().Text), At, End, IsPlain,
                    Value.front().Text);
  return valueFor(Value, At, End, IsPlain);
}

/// Whether the text of \p Value is written where its literal stands.
bool Writer::isAmongPieces(Tokens Value) const {
  const std::string Name = dottedName(Value);
  if (Name.empty())
    return false;
  const auto Bound = Known.find(Name, Value.front().Offset);
  return !Bound.empty() && any_of(Bound.front()->Value, [&](const Token &T) {
    return T.isString() && any_of(Pieces, [&](const Piece &P) {
             return P.Literal.Begin == T.Literal.Begin;
           });
  });
}

/// \p Value between \p Begin and \p End: its text where that is known and fits,
/// else a name for it.
Unit Writer::valueFor(Tokens Value, size_t Begin, size_t End, bool IsPlain,
                      StringRef Called) {
  const StringRef Spelling = Python.slice(Begin, End);
  const size_t Room = std::min(Spelling.find('\n'), Spelling.size());
  std::optional<std::string> Text =
      IsPlain ? textOf(Known, Value) : std::nullopt;
  if (Text && Text->size() <= Room)
    return {Begin, End - Begin, *Text};
  if (isAmongPieces(Value))
    return {Begin, End - Begin, ""};
  std::string Key = Spelling.str();
  if (Spelling.size() == 2) // "{}" and "%d" do not identify the value.
    Key += utostr(Begin);
  std::string &Name = NameOf[Key];
  if (Name.empty()) {
    std::string Base = Called.empty() ? "value" : Called.str();
    for (const Token &T : Value)
      if (T.isName() && Called.empty())
        Base = T.Text.str();
    std::vector<std::string> Tried = {Base, Base + "_", "_" + Base};
    for (unsigned N = 0; N != 100; ++N)
      Tried.push_back("v" + utostr(N));
    for (const std::string &T : Tried)
      if (Name.empty() && T.size() <= Room && !Words.contains(T))
        Name = T;
    Words.insert(Name);
  }
  const bool IsPart =
      isWord(Last) || (End < Python.size() && isWord(Python[End]));
  if (Now == State::Code && !IsPart &&
      none_of(Into.Values,
              [&](const FormattedValue &V) { return V.Name == Name; })) {
    const auto [Line, Column] = lineAndColumn(Python, Begin);
    Into.Values.push_back(
        {Name, Spelling.str(), {"", Line, Column}, Text.has_value()});
    if (Text)
      Into.Flags.push_back("-D" + Name + "=" + *Text);
  }
  return {Begin, End - Begin, Name};
}

/// Writes \p U, after what makes up for earlier elements that were longer than
/// what they stand for.
void Writer::put(const Unit &U) {
  if (U.IsBreak && Now != State::String && Now != State::Char) {
    endLine(/*IsEscape=*/true);
    At = U.Begin + U.Length;
    return;
  }
  const std::string Text = U.IsBreak ? "\\n" : U.Text;
  if (Text.empty())
    return;
  const char First = Text.front();
  const bool IsBreak = First == '\n' || First == '\r';
  if (AfterGap && Now == State::Code && isWord(Last) && isWord(First))
    fail(U.Begin, messages::PythonSplitName());
  AfterGap = false;
  if (IsPending && !isSpace(First))
    resume(U.Begin);
  const bool IsInside = Now == State::String || Now == State::Char;
  const bool IsOneToken = (isWord(Last) && isWord(First)) ||
                          (isOperator(Last) && isOperator(First));
  const bool HasLines = Python.substr(U.Begin, U.Length).contains('\n');
  if (HasLines && !IsBreak)
    At = U.Begin;
  else if (IsBreak || (!IsInside && !IsOneToken))
    At = U.Begin + U.Length - Text.size();
  for (char C : Text) {
    Out[At] = C;
    note(C);
    ++At;
  }
  if (HasLines)
    At = U.Begin + U.Length;
}

/// Follows the C++: comments, strings, directives.
void Writer::note(char C) {
  const char Before = std::exchange(Last, C);
  if (C == '\n')
    return Before == '\\' ? void() : endLine(/*IsEscape=*/false);
  if (C == '\r') {
    Last = Before;
    return;
  }
  if (Now == State::String || Now == State::Char) {
    if (!IsEscaped && C == (Now == State::String ? '"' : '\''))
      Now = State::Code;
    IsEscaped = !IsEscaped && C == '\\';
    return;
  }
  if (Now == State::Block && Before == '*' && C == '/') {
    Now = State::Code;
    Last = ' ';
  }
  if (Now != State::Code)
    return;
  if (Before == '/' && (C == '/' || C == '*')) {
    Now = C == '/' ? State::Line : State::Block;
    if (!IsDirective)
      Opened = At - 1;
    Last = ' ';
  } else if (C == '"' || (C == '\'' && !isAlnum(Before))) {
    Now = C == '"' ? State::String : State::Char;
    IsEscaped = false;
  } else if (C == '#' && IsLineEmpty) {
    IsDirective = true;
    Opened = At;
    const size_t Line = StringRef(Out).rfind('\n', At) + 1;
    if (!StringRef(Out).slice(Line, At).trim().empty())
      fail(At, messages::PythonDirectiveOnLine());
  }
  IsLineEmpty &= isSpace(C);
}

/// An escape leaves what a line break ends open until more follows on the line.
void Writer::endLine(bool IsEscape) {
  IsLineEmpty = true;
  Last = '\n';
  IsPending = IsEscape && (Now == State::Line || IsDirective);
  if (IsPending)
    return;
  IsDirective = false;
  if (Now != State::Block)
    Now = State::Code;
}

/// More follows, at \p Offset, in the line that an escape has ended.
void Writer::resume(size_t Offset) {
  IsPending = false;
  if (IsDirective) {
    StringRef Text = StringRef(Out).slice(Opened + 1, At).trim();
    if (Text.consume_front("include")) {
      Into.Flags.push_back("-include");
      Into.Flags.push_back(Text.trim(" \t<>\"").str());
    } else if (Text.consume_front("define")) {
      const auto [Name, Value] = Text.ltrim().split(' ');
      Into.Flags.push_back(("-D" + Name + "=" + Value.trim()).str());
    } else if (!Text.starts_with("pragma")) {
      fail(Offset, messages::PythonDirectiveOnLine());
    }
    std::fill(Out.begin() + Opened, Out.begin() + At, ' ');
  } else {
    Out.replace(Opened, 2, "/*");
    // In place of the escape, or of blanks behind it.
    Out.replace(At - 2, 2, "*/");
  }
  IsDirective = false;
  Now = State::Code;
}

} // namespace

std::optional<Problem> writeCuda(StringRef Python, const Names &Known,
                                 ArrayRef<Piece> Pieces, EmbeddedCuda &Into) {
  return Writer(Python, Known, Pieces, Into).run();
}

} // namespace warplint::python
