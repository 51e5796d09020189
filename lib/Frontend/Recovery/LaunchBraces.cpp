//===- LaunchBraces.cpp - Launches with braces ----------------------------===//

#include "LaunchBraces.h"
#include "Frontend/Text/ErrorRecorder.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace warplint {
namespace {

struct Word {
  StringRef Text;
  tok::TokenKind Kind;
  bool BeginsLine;
};

/// Replaces the braces of the launches in a file.
class BraceReader {
public:
  BraceReader(StringRef Text, const LangOptions &Language, LaunchTexts &Into)
      : Text(Text), Into(Into), Result(Text) {
    Lexer Raw(SourceLocation(), Language, Text.begin(), Text.begin(),
              Text.end());
    Token T;
    for (bool End = false; !End;) {
      End = Raw.LexFromRawLexer(T);
      if (T.isNot(tok::eof))
        Words.push_back(
            {Text.substr(Raw.getCurrentBufferOffset() - T.getLength(),
                         T.getLength()),
             T.getKind(), T.isAtStartOfLine()});
    }
  }

  std::string read() {
    bool InMacro = false;
    for (size_t I = 0; I < Words.size(); ++I) {
      if (Words[I].BeginsLine)
        InMacro = Words[I].Kind == tok::hash && I + 1 < Words.size() &&
                  Words[I + 1].Text == "define";
      if (Words[I].Kind == tok::lesslessless)
        readLaunch(I + 1, InMacro);
    }
    std::string Edited;
    size_t Behind = 0;
    for (size_t At : Insertions) {
      Edited += StringRef(Result).slice(Behind, At).str() + "dim3";
      Behind = At;
    }
    return Edited + Result.substr(Behind);
  }

private:
  /// The arguments from \p I to the closing chevrons.
  void readLaunch(size_t I, bool InMacro) {
    for (unsigned Number = 0; I < Words.size(); ++I, ++Number) {
      const size_t Begin = I;
      for (unsigned Depth = 0; I < Words.size(); ++I) {
        tok::TokenKind Kind = Words[I].Kind;
        if (Kind == tok::semi ||
            (!Depth &&
             (Kind == tok::comma || Kind == tok::greatergreatergreater)))
          break;
        if (Kind == tok::l_paren || Kind == tok::l_brace ||
            Kind == tok::l_square)
          ++Depth;
        else if (Kind == tok::r_paren || Kind == tok::r_brace ||
                 Kind == tok::r_square)
          Depth -= Depth != 0;
      }
      if (I == Words.size() || Words[I].Kind == tok::semi)
        return;
      if (I - Begin >= 2 && Words[Begin].Kind == tok::l_brace &&
          Words[I - 1].Kind == tok::r_brace)
        replace(llvm::ArrayRef(Words).slice(Begin, I - Begin), Number < 2,
                InMacro);
      if (Words[I].Kind != tok::comma)
        return;
    }
  }

  void replace(llvm::ArrayRef<Word> Braced, bool IsDim3, bool InMacro) {
    size_t Begin = Braced.front().Text.begin() - Text.begin();
    size_t End = Braced.back().Text.end() - Text.begin();
    std::string Name = InMacro ? "" : newName(Text.slice(Begin, End));
    if (Name.empty()) {
      if (IsDim3)
        Insertions.push_back(Begin);
      return;
    }
    Braced = Braced.drop_front().drop_back();
    if (!Braced.empty() && Braced.back().Kind == tok::comma)
      Braced = Braced.drop_back();
    std::string Inner;
    for (const Word &W : Braced)
      Inner += (" " + W.Text).str();
    Into.Macros += "#define " + Name + " " +
                   (IsDim3          ? "::dim3(" + Inner + ")"
                    : Inner.empty() ? "0"
                                    : "(" + Inner + ")") +
                   "\n";
    for (size_t I = Begin; I != End; ++I)
      if (I - Begin < Name.size())
        Result[I] = Name[I - Begin];
      else if (!llvm::isSpace(Result[I]))
        Result[I] = ' ';
  }

  /// A name that the first line of \p Braced has room for, if one is left.
  std::string newName(StringRef Braced) {
    constexpr StringRef Digits = "abcdefghijklmnopqrstuvwxyz0123456789_"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t Room = std::min<size_t>(Braced.find_first_of("\r\n"), Braced.size());
    size_t Length = std::min<size_t>(Room, 4);
    for (size_t Number = 0; Length >= 2 && Number < (1u << 12); ++Number) {
      std::string Name = "$";
      size_t Rest = Number;
      for (; Name.size() < Length; Rest /= Digits.size())
        Name += Digits[Rest % Digits.size()];
      if (Rest)
        return "";
      if (!Text.contains(Name) &&
          !StringRef(Into.Macros).contains("#define " + Name + " "))
        return Name;
    }
    return "";
  }

  StringRef Text;
  LaunchTexts &Into;
  std::string Result;
  std::vector<size_t> Insertions;
  std::vector<Word> Words;
};

} // namespace

LaunchTexts withoutBraces(const SourceManager &SM, const LangOptions &Language,
                          llvm::ArrayRef<ParseError> Errors) {
  LaunchTexts Texts;
  std::set<std::string> Known;
  for (const ParseError &E : Errors) {
    if (E.Id != diag::err_expected_expression || E.Spelled.isInvalid() ||
        SM.isInSystemHeader(E.Spelled) ||
        *SM.getCharacterData(E.Spelled) != '{')
      continue;
    FileID File = SM.getFileID(E.Spelled);
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    if (!Entry || !Known.insert(Entry->getName().str()).second)
      continue;
    StringRef Text = SM.getBufferData(File);
    std::string New = BraceReader(Text, Language, Texts).read();
    if (New != Text)
      Texts.Files.emplace_back(Entry->getName(), std::move(New));
  }
  return Texts;
}

} // namespace warplint
