//===- DialectEdits.cpp - What nvcc reads otherwise than clang ------------===//

#include "DialectEdits.h"
#include "Frontend/Headers/ParseError.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {
namespace {

/// Other words for bytes of a text.
struct Piece {
  unsigned Offset;
  unsigned Length;
  std::string Text;
};

/// The tokens of a text from an offset on.
class Tokens {
public:
  Tokens(StringRef Text, unsigned Offset)
      : Text(Text), Raw(SourceLocation(), options(), Text.begin(),
                        Text.begin() + Offset, Text.end()) {
    next();
  }

  const Token &now() const { return Now; }
  bool is(tok::TokenKind Kind) const { return Now.is(Kind); }
  unsigned begin() const { return end() - Now.getLength(); }
  unsigned end() const { return Raw.getBufferLocation() - Text.begin(); }
  StringRef text() const { return Text.slice(begin(), end()); }
  void next() { Raw.LexFromRawLexer(Now); }

private:
  static const LangOptions &options() {
    static const LangOptions Options = [] {
      LangOptions Options;
      Options.CPlusPlus = Options.CPlusPlus11 = true;
      return Options;
    }();
    return Options;
  }

  StringRef Text;
  Lexer Raw;
  Token Now;
};

/// `= {}`
std::optional<Piece> fillBraces(StringRef Text, unsigned Offset) {
  Tokens At(Text, Offset);
  if (!At.is(tok::equal))
    return std::nullopt;
  At.next();
  unsigned Begin = At.begin();
  if (!At.is(tok::l_brace))
    return std::nullopt;
  At.next();
  if (!At.is(tok::r_brace))
    return std::nullopt;
  return Piece{Begin, At.end() - Begin, "::__warplint_empty()"};
}

/// `"r"(a) "l"(b)`
std::optional<Piece> separateOperands(StringRef Text, unsigned Offset) {
  Tokens At(Text, Offset);
  if (!At.is(tok::string_literal) ||
      !Text.take_front(Offset).rtrim().ends_with(")"))
    return std::nullopt;
  return Piece{At.begin(), At.now().getLength(), (", " + At.text()).str()};
}

/// Whether the name of a special register begins at \p At of a template for
/// assembly, not an operand ("%0", "%w0", "%[name]") or "%%".
bool namesRegister(StringRef Template, size_t At) {
  StringRef Behind = Template.substr(At + 1);
  return Behind.size() > 1 && isAsciiIdentifierStart(Behind[0]) &&
         !isDigit(Behind[1]) && Behind[1] != '[';
}

/// `"mov.u32 %0, %smid;"`
std::optional<Piece> escapeRegisters(StringRef Text, unsigned Offset) {
  size_t LineBegin = Text.rfind('\n', Offset) + 1;
  Tokens At(Text, LineBegin);
  while (!At.is(tok::eof) && At.end() <= Offset)
    At.next();
  if (!At.is(tok::string_literal) || At.begin() > Offset)
    return std::nullopt;
  StringRef Template = At.text();
  std::string Escaped;
  for (size_t I = 0; I != Template.size(); ++I) {
    Escaped += Template[I];
    if (Template[I] != '%')
      continue;
    if (Template.substr(I + 1).starts_with("%"))
      Escaped += Template[++I];
    else if (namesRegister(Template, I))
      Escaped += '%';
  }
  if (Escaped == Template)
    return std::nullopt;
  return Piece{At.begin(), unsigned(Template.size()), std::move(Escaped)};
}

/// Behind the template arguments that \p At is at the beginning of.
void skipArguments(Tokens &At) {
  int Depth = 0;
  do {
    if (At.is(tok::less))
      ++Depth;
    if (At.is(tok::greater))
      --Depth;
    if (At.is(tok::greatergreater))
      Depth -= 2;
    At.next();
  } while (Depth > 0 && !At.is(tok::semi) && !At.is(tok::eof));
}

/// The last name of `T::f<2>(x)`.
std::optional<Piece> nameTemplate(StringRef Text, unsigned Offset) {
  Tokens At(Text, Offset);
  std::optional<Piece> Found;
  while (At.is(tok::raw_identifier)) {
    Piece Name{At.begin(), At.now().getLength(),
               ("template " + At.text()).str()};
    At.next();
    if (At.is(tok::less)) {
      Found = Name;
      skipArguments(At);
    }
    if (!At.is(tok::coloncolon) && !At.is(tok::period) && !At.is(tok::arrow))
      break;
    At.next();
  }
  return Found;
}

using Remedy = std::optional<Piece> (*)(StringRef Text, unsigned Offset);

Remedy remedyOf(const DialectRow &Row) {
  static constexpr std::pair<StringRef, Remedy> Remedies[] = {
      {"EmptyBraces", fillBraces},
      {"AssemblyCommas", separateOperands},
      {"AssemblyRegisters", escapeRegisters},
      {"DependentTemplates", nameTemplate},
  };
  return llvm::find_if(Remedies, [&](auto &R) { return R.first == Row.Id; })
      ->second;
}

} // namespace

bool addTextRemedies(llvm::ArrayRef<ParseError> Errors, const SourceManager &SM,
                     DialectRows &Applied, TextEdits &Edits) {
  bool IsMore = false;
  for (const DialectRow &Row : dialectRows()) {
    if (Row.Kind != DialectKind::Text)
      continue;
    for (const ParseError &E : Errors) {
      if (!hasSymptom(Row, E.Message) || E.FileLoc.isInvalid() ||
          SM.isInSystemHeader(E.FileLoc))
        continue;
      auto [File, Offset] = SM.getDecomposedLoc(E.FileLoc);
      OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
      auto Found = remedyOf(Row)(SM.getBufferData(File), Offset);
      if (!Entry || !Found ||
          !Edits.add(Entry->getNameAsRequested(), Found->Offset, Found->Length,
                     Found->Text))
        continue;
      IsMore = true;
      if (!llvm::is_contained(Applied, &Row))
        Applied.push_back(&Row);
    }
  }
  return IsMore;
}

} // namespace warplint
