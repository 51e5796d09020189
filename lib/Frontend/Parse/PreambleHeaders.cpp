//===- PreambleHeaders.cpp - The headers that a file begins with -----------===//

#include "PreambleHeaders.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

std::string PreambleHeaders::text() const {
  std::string Text;
  for (const Header &H : Headers)
    Text += H.Name + "\n" + H.File + "\n";
  Text += "\n";
  for (const std::string &Name : Macros)
    Text += Name + "\n";
  return Text + "\n" + Course;
}

PreambleHeaders PreambleHeaders::read(StringRef Text) {
  auto Line = [&] {
    auto [First, Rest] = Text.split('\n');
    Text = Rest;
    return First.str();
  };
  PreambleHeaders Result;
  for (std::string Name = Line(); !Name.empty(); Name = Line())
    Result.Headers.push_back({Name, Line()});
  for (std::string Name = Line(); !Name.empty(); Name = Line())
    Result.Macros.push_back(Name);
  Result.Course = Text.str();
  return Result;
}

bool hasWord(StringRef Text, const llvm::StringSet<> &Words) {
  for (size_t At = 0; At < Text.size();) {
    if (!isAsciiIdentifierContinue(Text[At])) {
      ++At;
      continue;
    }
    StringRef Word = Text.substr(At).take_while(
        [](char C) { return isAsciiIdentifierContinue(C); });
    if (Words.contains(Word))
      return true;
    At += Word.size();
  }
  return false;
}

namespace {

/// Reads the directives of the user's files, up to the first token that is part
/// of none.
class LeadingDirectives : public PPCallbacks {
public:
  LeadingDirectives(Preprocessor &PP, PreambleHeadersSeen &Seen)
      : SM(PP.getSourceManager()), Seen(Seen) {
    PP.setTokenWatcher([this](const Token &T) {
      // The end of a header is one, too.
      if (!InSystemHeader && T.isNot(tok::eof))
        end();
    });
  }

  void FileChanged(SourceLocation, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind Kind, FileID) override {
    InSystemHeader = SrcMgr::isSystem(Kind);
    if (Reason == RenameFile && !InSystemHeader)
      end();
    // Others were included before.
    if (Reason == EnterFile && InSystemHeader && Included)
      add(std::move(*Included));
    Included.reset();
  }

  void InclusionDirective(SourceLocation Hash, const Token &Include,
                          StringRef Name, bool, CharSourceRange,
                          OptionalFileEntryRef File, StringRef, StringRef,
                          const clang::Module *, bool,
                          SrcMgr::CharacteristicKind Kind) override {
    if (isOver(Hash))
      return;
    if (!File ||
        Include.getIdentifierInfo()->getPPKeywordID() != tok::pp_include)
      return end();
    note("include", File->getName());
    if (SrcMgr::isSystem(Kind))
      Included = {Name.str(), File->getName().str()};
    else
      Included.reset();
  }

  void MacroDefined(const Token &Name, const MacroDirective *) override {
    if (!isOver(Name.getLocation()))
      change(Name);
  }
  void MacroUndefined(const Token &Name, const MacroDefinition &,
                      const MacroDirective *) override {
    if (!isOver(Name.getLocation()))
      change(Name);
  }

  void If(SourceLocation Loc, SourceRange, ConditionValueKind Value) override {
    branch(Loc, Value);
  }
  void Elif(SourceLocation Loc, SourceRange, ConditionValueKind Value,
            SourceLocation) override {
    branch(Loc, Value);
  }
  void Ifdef(SourceLocation Loc, const Token &,
             const MacroDefinition &Macro) override {
    branch(Loc, bool(Macro));
  }
  void Ifndef(SourceLocation Loc, const Token &,
              const MacroDefinition &Macro) override {
    branch(Loc, bool(Macro));
  }
  void Elifdef(SourceLocation Loc, const Token &,
               const MacroDefinition &Macro) override {
    branch(Loc, bool(Macro));
  }
  void Elifndef(SourceLocation Loc, const Token &,
                const MacroDefinition &Macro) override {
    branch(Loc, bool(Macro));
  }

  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind) override {
    if (isOver(Loc))
      return;
    auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(Loc));
    StringRef Text = SM.getBufferData(File).substr(Offset).split('\n').first;
    (void)Text.consume_front("#");
    Text = Text.trim();
    if (!Text.consume_front("pragma") || Text.trim() != "once")
      end();
  }

private:
  void end() { Over = true; }

  /// Directives at \p Loc do not count.
  bool isOver(SourceLocation Loc) const {
    return Over || InSystemHeader || SM.isWrittenInBuiltinFile(Loc) ||
           SM.isInSystemHeader(Loc);
  }

  void add(PreambleHeaders::Header H) {
    for (const PreambleHeaders::Header &Known : Seen.Found.Headers)
      if (Known.File == H.File)
        return;
    Seen.Found.Headers.push_back(std::move(H));
    Seen.Found.Course = Seen.Course;
    Seen.Found.Macros = Seen.Macros;
  }

  void note(StringRef What, StringRef Effect) {
    Seen.Course += (What + " " + Effect + "\n").str();
  }
  void branch(SourceLocation Loc, unsigned Value) {
    if (!isOver(Loc))
      note("if", std::to_string(Value));
  }
  void change(const Token &Name) {
    StringRef Text = Name.getIdentifierInfo()->getName();
    note("macro", Text);
    Seen.Macros.push_back(Text.str());
  }

  const SourceManager &SM;
  PreambleHeadersSeen &Seen;
  /// By the directive that was read last.
  std::optional<PreambleHeaders::Header> Included;
  bool InSystemHeader = false;
  bool Over = false;
};

} // namespace

void watchPreambleHeaders(Preprocessor &PP, PreambleHeadersSeen &Seen) {
  PP.addPPCallbacks(std::make_unique<LeadingDirectives>(PP, Seen));
}

} // namespace warplint
