//===- TextWords.cpp - The words of one text ------------------------------===//

#include "TextWords.h"
#include "Frontend/Text/RuntimeCalls.h"
#include "warplint/Support/Words.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/LiteralSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

namespace {

/// Finds declarations of functions without a body that are no members: TYPE NAME(..);
class FunctionWords {
public:
  void readWord(StringRef Name, bool BeforeParenthesis) {
    if (Name == "class" || Name == "struct" || Name == "union")
      IsType |= Before != tok::less && Before != tok::comma;
    IsFriend |= Name == "friend";
    // Behind a type, or a macro that makes one, in no other parentheses.
    if (BeforeParenthesis && Depth == 0 &&
        (Before == tok::raw_identifier || Before == tok::r_paren ||
         Before == tok::star || Before == tok::amp || Before == tok::greater) &&
        !llvm::is_contained(NoTypes, Last) &&
        (IsFriend || InTypes.empty() || !InTypes.back()))
      Declared.push_back(Name.str());
    if (Depth == 0)
      Last = Name.str();
    Before = tok::raw_identifier;
  }

  /// The functions whose declaration a token of the kind \p Kind ends.
  std::vector<std::string> readMark(tok::TokenKind Kind) {
    std::vector<std::string> Ended;
    switch (Kind) {
    case tok::l_paren:
      ++Depth;
      break;
    case tok::r_paren:
      Depth -= Depth != 0;
      break;
    case tok::l_brace:
      InTypes.push_back(IsType && Declared.empty());
      startStatement();
      break;
    case tok::r_brace:
      if (!InTypes.empty())
        InTypes.pop_back();
      startStatement();
      break;
    case tok::semi:
      Ended = std::move(Declared);
      startStatement();
      break;
    default:
      break;
    }
    Before = Kind;
    return Ended;
  }

private:
  static constexpr StringRef NoTypes[] = {
      "return", "else",      "do",       "throw", "new",   "case",   "delete",
      "sizeof", "co_return", "co_await", "if",    "while", "switch", "for"};

  void startStatement() {
    Declared.clear();
    Depth = 0;
    IsType = IsFriend = false;
  }

  std::vector<std::string> Declared;
  std::string Last; ///< In no parentheses.
  tok::TokenKind Before = tok::semi;
  unsigned Depth = 0; ///< Parentheses.
  bool IsType = false, IsFriend = false;
  std::vector<bool> InTypes; ///< Braces around.
};

class TextReader {
public:
  TextReader(StringRef Text, TextWords &Into)
      : Lex(SourceLocation(), options(), Text.begin(), Text.begin(),
            Text.end()),
        Into(Into) {}

  void read() {
    for (next(); T.isNot(tok::eof);)
      if (T.is(tok::hash) && T.isAtStartOfLine())
        readDirective();
      else
        readToken(/*MayDeclare=*/true);
    endLiterals();
  }

private:
  static const LangOptions &options() {
    static const LangOptions Options = [] {
      LangOptions O;
      O.CPlusPlus = O.CPlusPlus11 = O.CPlusPlus14 = O.CPlusPlus17 = true;
      O.LineComment = O.RawStringLiterals = O.DollarIdents = O.Digraphs = true;
      return O;
    }();
    return Options;
  }

  void next() { Lex.LexFromRawLexer(T); }
  bool isInLine() const { return T.isNot(tok::eof) && !T.isAtStartOfLine(); }

  std::string name() const {
    // Without the ends of lines, before which a backslash stands.
    std::string Spelled;
    for (char C : T.getRawIdentifier()) {
      if (!llvm::isSpace(C))
        Spelled += C;
      else if (!Spelled.empty() && Spelled.back() == '\\')
        Spelled.pop_back();
    }
    llvm::SmallString<32> Name;
    expandUCNs(Name, Spelled);
    return Name.str().str();
  }

  void readToken(bool MayDeclare) {
    const StringRef Spelled(Lex.getBufferLocation() - T.getLength(),
                            T.getLength());
    if (!tok::isStringLiteral(T.getKind()))
      endLiterals();
    if (T.is(tok::raw_identifier)) {
      const std::string Name = name();
      IsKernel |= Name == "__global__";
      noteCall(Name);
      next();
      Scopes.readWord(Name, T.is(tok::l_paren));
      (MayDeclare && IsKernel && T.is(tok::l_paren) ? Into.Declared
                                                    : Into.Named)
          .insert(Name);
      return;
    }
    // What is no token of C++ may be a line of another language.
    if (T.is(tok::unknown)) {
      llvm::StringSet<> Words;
      addWords(Spelled, Words);
      for (StringRef Word : Words.keys()) {
        Into.Named.insert(Word);
        noteCall(Word);
      }
    }
    if (T.isLiteral())
      addLiteral(Spelled);
    if (tok::isStringLiteral(T.getKind())) {
      Literals += Spelled.drop_until([](char C) { return C == '"'; }).trim('"');
      ++LiteralCount;
    }
    Into.Pastes |= T.is(tok::hashhash);
    if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      IsKernel = false;
    for (const std::string &Function : Scopes.readMark(T.getKind()))
      Into.Functions.insert(Function);
    next();
  }

  /// Strings that stand behind each other are one.
  void endLiterals() {
    if (LiteralCount > 1)
      addLiteral(Literals);
    Literals.clear();
    LiteralCount = 0;
  }

  void noteCall(StringRef Name) {
    Into.CallsLauncher |= mayLaunch(Name);
    Into.Enumerates |= mayEnumerate(Name);
    Into.LooksUp |= mayLookUp(Name);
  }

  void addLiteral(StringRef Text) {
    llvm::StringSet<> Words;
    addWords(Text, Words);
    for (StringRef Word : Words.keys()) {
      Into.Named.insert(Word);
      Into.SpellsLauncher |= mayLaunch(Word) || mayEnumerate(Word);
    }
  }

  void readDirective() {
    next();
    const std::string Which =
        isInLine() && T.is(tok::raw_identifier) ? name() : "";
    noteCondition(Which);
    if (Which == "include" || Which == "include_next" || Which == "import") {
      next();
      if (std::optional<IncludeLine> Header = header()) {
        if (Which == "include_next")
          Into.NextIncludes.push_back(Header->Name);
        else if (Header->Quoted && Depth == GuardDepth)
          Into.Needed.insert(Header->Name);
        Into.Includes.push_back(std::move(*Header));
      } else if (isInLine() && T.is(tok::raw_identifier)) {
        Into.IncludedMacros.push_back(name());
      }
    } else if (Which == "define") {
      next();
      readDefinition();
    }
    while (isInLine())
      readToken(/*MayDeclare=*/false);
    IsKernel = false;
  }

  /// Counts the conditions around what follows, but for an include guard.
  void noteCondition(StringRef Which) {
    ++Directives;
    if (Directives == 2 && Depth == 1 && Which == "define")
      GuardDepth = 1;
    if (Which.starts_with("if"))
      ++Depth;
    else if (Which == "endif" && Depth)
      --Depth;
  }

  /// "name" or <name>, if that is next.
  std::optional<IncludeLine> header() {
    if (!isInLine())
      return std::nullopt;
    if (T.is(tok::string_literal))
      return IncludeLine{
          StringRef(T.getLiteralData(), T.getLength()).trim('"').str(), true};
    if (T.isNot(tok::less))
      return std::nullopt;
    const StringRef Rest(Lex.getBufferLocation());
    return IncludeLine{Rest.take_until([](char C) { return C == '>'; }).str(),
                       false};
  }

  void readDefinition() {
    if (!isInLine() || T.isNot(tok::raw_identifier))
      return;
    const std::string Name = name();
    Into.Named.insert(Name);
    next();
    const bool TakesArguments = T.is(tok::l_paren) && !T.hasLeadingSpace();
    while (TakesArguments && isInLine() && T.isNot(tok::r_paren))
      readToken(/*MayDeclare=*/false);
    if (TakesArguments && isInLine())
      next();
    std::optional<IncludeLine> Header = header();
    // What arguments complete may be any header.
    if (Header && !TakesArguments)
      Into.Macros[Name].push_back(std::move(*Header));
  }

  Lexer Lex;
  TextWords &Into;
  Token T;
  std::string Literals; ///< Strings that stand right before this token.
  unsigned LiteralCount = 0;
  unsigned Directives = 0, Depth = 0, GuardDepth = 0;
  bool IsKernel = false; ///< This statement has said __global__.
  FunctionWords Scopes;
};

} // namespace

bool isFortran(StringRef File) {
  return llvm::sys::path::extension(File).starts_with_insensitive(".f");
}

void readWords(StringRef Text, TextWords &Into) {
  Into.HasTrigraphs = Text.contains("?\?/") || Text.contains("?\?=");
  if (!isFortran(Into.Path))
    return TextReader(Text, Into).read();
  addWords(Text.lower(), Into.Named);
  addWords(Text, Into.Named); // bind(C, name="Name")
  for (StringRef Name : Into.Named.keys())
    Into.CallsLauncher |= mayLaunch(Name);
}

} // namespace warplint
