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

/// Finds what a header may mean of other code: in declarations without a body, but
/// for members and parameters, and in code what is declared there.
class OuterWords {
public:
  void readWord(StringRef Name, bool BeforeParenthesis) {
    if (Name == "class" || Name == "struct" || Name == "union")
      IsType |= Before != tok::less && Before != tok::comma;
    IsFriend |= Name == "friend";
    IsNamespace |= Name == "namespace";
    const bool IsBehindType =
        (Before == tok::raw_identifier && !llvm::is_contained(NoTypes, Last)) ||
        Before == tok::star || Before == tok::amp || Before == tok::greater;
    const bool IsDeclared = BeforeParenthesis && Depth == 0 &&
                            (IsBehindType || Before == tok::r_paren);
    const Scope In = Scopes.empty() ? Scope::Names : Scopes.back();
    if (In == Scope::Names ? Depth == 0 || !IsBehindType
                           : IsDeclared && (In == Scope::Code || IsFriend))
      Found.push_back(Name.str());
    if (Depth == 0)
      Last = Name.str();
    Before = tok::raw_identifier;
  }

  /// Of an assembly name, for one.
  void readText(StringRef Text) {
    llvm::StringSet<> Words;
    addWords(Text, Words);
    for (StringRef Word : Words.keys())
      Found.push_back(Word.str());
  }

  /// Those of the declaration that a token of the kind \p Kind ends.
  std::vector<std::string> readMark(tok::TokenKind Kind) {
    std::vector<std::string> Ended;
    if (Kind == tok::l_paren) {
      ++Depth;
      HasParentheses = true;
    } else if (Kind == tok::r_paren) {
      Depth -= Depth != 0;
    } else if (Kind == tok::l_brace) {
      Scopes.push_back(IsNamespace || Before == tok::string_literal
                           ? Scope::Names
                       : IsType && !HasParentheses ? Scope::Type
                                                   : Scope::Code);
      startStatement();
    } else if (Kind == tok::r_brace) {
      if (!Scopes.empty())
        Scopes.pop_back();
      startStatement();
    } else if (Kind == tok::semi) {
      Ended = std::move(Found);
      startStatement();
    }
    Before = Kind;
    return Ended;
  }

private:
  enum class Scope { Names, Type, Code };
  static constexpr StringRef NoTypes[] = {
      "return", "else",      "do",       "throw", "new",   "case",   "delete",
      "sizeof", "co_return", "co_await", "if",    "while", "switch", "for"};

  void startStatement() {
    Found.clear();
    Depth = 0;
    IsType = IsFriend = IsNamespace = HasParentheses = false;
  }

  std::vector<std::string> Found; ///< In this statement.
  std::string Last;               ///< In no parentheses.
  tok::TokenKind Before = tok::semi;
  unsigned Depth = 0; ///< Parentheses.
  bool IsType = false, IsFriend = false, IsNamespace = false,
       HasParentheses = false;
  std::vector<Scope> Scopes; ///< Braces around.
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
    endStatement();
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
      Outer.readWord(Name, T.is(tok::l_paren));
      auto &Words = MayDeclare && IsKernel && T.is(tok::l_paren) ? Into.Declared
                                                                 : Into.Named;
      Group->Words.push_back(Words.insert(Name).first->getKey());
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
    if (T.is(tok::numeric_constant))
      Group->Words.push_back(Into.Named.insert(Spelled).first->getKey());
    Group->Pastes |= T.is(tok::hashhash);
    if (MayDeclare)
      readParenthesis();
    if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace)) {
      IsKernel = false;
      if (MayDeclare && Parentheses == 0)
        endStatement();
    }
    if (T.isLiteral())
      Outer.readText(Spelled);
    for (const std::string &Name : Outer.readMark(T.getKind()))
      Into.Outer.insert(Name);
    next();
  }

  void readParenthesis() {
    HasParentheses |= T.is(tok::l_paren);
    if (T.is(tok::l_paren))
      ++Parentheses;
    else if (T.is(tok::r_paren) && Parentheses != 0)
      --Parentheses;
  }

  /// What has no parentheses uses no macro with arguments.
  void endStatement() {
    if (HasParentheses)
      Into.Groups.push_back(std::move(Statement));
    Statement = WordGroup();
    HasParentheses = false;
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
    // Braces of a macro need not match.
    OuterWords Around = Outer;
    WordGroup Line;
    Group = &Line;
    llvm::StringSet<> Parameters;
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
      Parameters = readDefinition();
    }
    while (isInLine())
      readToken(/*MayDeclare=*/false);
    llvm::erase_if(Line.Words,
                   [&](StringRef Word) { return Parameters.contains(Word); });
    if (!Line.Macro.empty())
      Into.Groups.push_back(std::move(Line));
    Group = &Statement;
    IsKernel = false;
    Outer = std::move(Around);
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

  /// The parameters of the macro.
  llvm::StringSet<> readDefinition() {
    llvm::StringSet<> Parameters;
    if (!isInLine() || T.isNot(tok::raw_identifier))
      return Parameters;
    const std::string Name = name();
    Group->Macro = Into.Named.insert(Name).first->getKey();
    next();
    const bool TakesArguments = T.is(tok::l_paren) && !T.hasLeadingSpace();
    while (TakesArguments && isInLine() && T.isNot(tok::r_paren))
      readToken(/*MayDeclare=*/false);
    if (TakesArguments && isInLine())
      next();
    Parameters.insert(Group->Words.begin(), Group->Words.end());
    std::optional<IncludeLine> Header = header();
    // What arguments complete may be any header.
    if (Header && !TakesArguments)
      Into.Macros[Name].push_back(std::move(*Header));
    return Parameters;
  }

  Lexer Lex;
  TextWords &Into;
  Token T;
  std::string Literals; ///< Strings that stand right before this token.
  unsigned LiteralCount = 0;
  unsigned Directives = 0, Depth = 0, GuardDepth = 0;
  bool IsKernel = false; ///< This statement has said __global__.
  OuterWords Outer;
  WordGroup Statement;
  WordGroup *Group = &Statement; ///< Where the token at hand belongs.
  unsigned Parentheses = 0;      ///< Open ones.
  bool HasParentheses = false;   ///< This statement.
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
