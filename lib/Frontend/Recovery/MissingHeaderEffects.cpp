//===- MissingHeaderEffects.cpp - What missing headers could change -------===//

#include "MissingHeaderEffects.h"
#include "warplint/Frontend/Places.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {
namespace {

/// What compilers and platforms define; no header of a project does.
bool namesPlatform(StringRef Name) {
  static constexpr StringRef Prefixes[] = {
      "__CUDA", "__NV",      "__GNU",   "__clang",   "__cplusplus", "__HIP",
      "_MSC_",  "_WIN",      "__APPLE", "__linux",   "__x86_64",    "__aarch",
      "__arm",  "__ARM",     "__MINGW", "__CYGWIN",  "__INTEL",     "__ICC",
      "__PGI",  "__STDC",    "__SYCL",  "__has_",    "__cpp_",      "__SIZEOF",
      "__unix", "__powerpc", "__ppc",   "__FreeBSD", "__HCC"};
  static constexpr StringRef Names[] = {
      "WIN32",        "WIN64",  "_OPENMP", "CUDA_VERSION",  "CUDART_VERSION",
      "NDEBUG",       "_DEBUG", "linux",   "unix",          "USE_ROCM",
      "__LP64__",     "__ICL",  "__EDG__", "__FAST_MATH__", "__OPTIMIZE__",
      "__EXCEPTIONS", "_LP64"};
  return llvm::is_contained(Names, Name) ||
         llvm::any_of(Prefixes,
                      [&](StringRef P) { return Name.starts_with(P); });
}

class DoubtRecorder : public PPCallbacks {
public:
  DoubtRecorder(Preprocessor &PP, const FoundHeaders *Headers,
                MissingHeaderEffects &Out, ParseOutcome &Outcome)
      : PP(PP), Headers(Headers), Out(Out), Outcome(Outcome) {}

  bool FileNotFound(StringRef FileName) override {
    if (!llvm::is_contained(Outcome.MissingHeaders, FileName))
      Outcome.MissingHeaders.push_back(FileName.str());
    if (Source.empty())
      Source = ("'" + FileName + "', which was not found").str();
    return false; // Clang reports it.
  }

  void InclusionDirective(SourceLocation, const Token &, StringRef, bool,
                          CharSourceRange Name, OptionalFileEntryRef File,
                          StringRef, StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (!File && !Outcome.MissingAt.isValid())
      Outcome.MissingAt = placeOf(PP.getSourceManager(), Name.getBegin());
  }

  /// A header that may be another one.
  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind, FileID) override {
    if (Reason != EnterFile || !Headers || Headers->found().empty())
      return;
    const SourceManager &SM = PP.getSourceManager();
    FileID File = SM.getFileID(Loc);
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    if (!Entry)
      return;
    for (const FoundHeader &H : Headers->found()) {
      if (H.Others.empty() || H.File != Entry->getName())
        continue;
      if (Source.empty())
        Source = "'" + H.Name + "', of which there are several";
      unsigned Id = addDoubt("which '" + H.Name + "' is meant is not known: '" +
                             H.File + "' or '" + H.Others.front() + "'");
      Ambiguous[File] = Id;
      Out.Marks.add(
          SM, {SM.getLocForStartOfFile(File), SM.getLocForEndOfFile(File)}, Id);
    }
  }

  void HasInclude(SourceLocation Loc, StringRef FileName, bool,
                  OptionalFileEntryRef File,
                  SrcMgr::CharacteristicKind) override {
    if (!File && !ignores(Loc))
      OfHasInclude =
          addDoubt("may change with '" + FileName.str() +
                   "', which was not found: " + place(Loc) + " asks for it");
  }

  void If(SourceLocation Loc, SourceRange Condition,
          ConditionValueKind) override {
    if (!ignores(Loc))
      open(Loc, doubtIn(Condition));
  }

  void Elif(SourceLocation Loc, SourceRange Condition, ConditionValueKind Value,
            SourceLocation) override {
    if (!ignores(Loc) && Value != CVK_NotEvaluated)
      extend(doubtIn(Condition));
  }

  void Ifdef(SourceLocation Loc, const Token &Name,
             const MacroDefinition &) override {
    if (!ignores(Loc))
      open(Loc, doubtOf(Name.getIdentifierInfo(), Loc));
  }

  void Ifndef(SourceLocation Loc, const Token &Name,
              const MacroDefinition &) override {
    if (ignores(Loc))
      return;
    if (isIncludeGuard(Loc, Name.getIdentifierInfo()->getName()))
      return open(Loc, std::nullopt);
    open(Loc, doubtOf(Name.getIdentifierInfo(), Loc));
  }

  void Elifdef(SourceLocation Loc, const Token &Name,
               const MacroDefinition &) override {
    if (!ignores(Loc))
      extend(doubtOf(Name.getIdentifierInfo(), Loc));
  }

  void Elifndef(SourceLocation Loc, const Token &Name,
                const MacroDefinition &) override {
    if (!ignores(Loc))
      extend(doubtOf(Name.getIdentifierInfo(), Loc));
  }

  void Endif(SourceLocation Loc, SourceLocation IfLoc) override {
    if (Chains.empty() || Chains.back().If != IfLoc)
      return;
    if (std::optional<unsigned> Id = Chains.back().Doubt) {
      // The doubt may be that of a macro, which has other places, too.
      unsigned Own = addDoubt(Out.All[*Id].Why);
      Out.All[Own].Region = {IfLoc, Loc};
      Out.Marks.add(PP.getSourceManager(), {IfLoc, Loc}, Own);
    }
    Chains.pop_back();
  }

  void MacroDefined(const Token &Name, const MacroDirective *) override {
    if (ignores(Name.getLocation()))
      return;
    setMacro(Name.getIdentifierInfo());
    const SourceManager &SM = PP.getSourceManager();
    if (auto It = Ambiguous.find(SM.getFileID(Name.getLocation()));
        It != Ambiguous.end())
      Macros[Name.getIdentifierInfo()] = It->second;
  }

  void MacroUndefined(const Token &Name, const MacroDefinition &,
                      const MacroDirective *) override {
    if (!ignores(Name.getLocation()))
      setMacro(Name.getIdentifierInfo());
  }

  void MacroExpands(const Token &Name, const MacroDefinition &,
                    SourceRange Range, const MacroArgs *) override {
    if (Macros.empty())
      return;
    if (auto It = Macros.find(Name.getIdentifierInfo()); It != Macros.end())
      Out.Marks.add(PP.getSourceManager(), Range.getBegin(), It->second);
  }

private:
  struct Chain {
    SourceLocation If;
    std::optional<unsigned> Doubt;
  };

  bool ignores(SourceLocation Loc) const {
    return Source.empty() || Loc.isInvalid() ||
           PP.getSourceManager().isInSystemHeader(Loc) ||
           PP.getSourceManager().isWrittenInBuiltinFile(Loc) ||
           PP.getSourceManager().isWrittenInCommandLineFile(Loc);
  }

  unsigned addDoubt(std::string Why) {
    Out.All.push_back({std::move(Why), {}});
    return Out.All.size() - 1;
  }

  std::string place(SourceLocation Loc) const {
    return shortPlaceOf(PP.getSourceManager(), Loc);
  }

  void open(SourceLocation Loc, std::optional<unsigned> Doubt) {
    Chains.push_back({Loc, Doubt});
  }

  void extend(std::optional<unsigned> Doubt) {
    if (!Chains.empty() && !Chains.back().Doubt)
      Chains.back().Doubt = Doubt;
  }

  void setMacro(const IdentifierInfo *Name) {
    for (const Chain &C : Chains)
      if (C.Doubt) {
        Macros[Name] = *C.Doubt;
        return;
      }
    Macros.erase(Name);
  }

  /// Whether it matters how \p Name is defined; what its body names counts, too.
  std::optional<unsigned> doubtOf(const IdentifierInfo *Name, SourceLocation At,
                                  unsigned Depth = 0) {
    if (auto It = Macros.find(Name); It != Macros.end())
      return It->second;
    const MacroInfo *Macro = PP.getMacroInfo(Name);
    if (!Macro) {
      if (namesPlatform(Name->getName()) || Name->isKeyword(PP.getLangOpts()) ||
          Name->getName() == "defined")
        return std::nullopt;
      return addDoubt("may change with " + Source + ": " + place(At) +
                      " tests '" + Name->getName().str() + "'");
    }
    if (Depth < 8 && Macro->isObjectLike())
      for (const Token &T : Macro->tokens())
        if (const IdentifierInfo *Inner = T.getIdentifierInfo();
            Inner && Inner != Name)
          if (auto D = doubtOf(Inner, At, Depth + 1))
            return D;
    return std::nullopt;
  }

  std::optional<unsigned> doubtIn(SourceRange Condition) {
    const SourceManager &SM = PP.getSourceManager();
    SourceLocation Begin = SM.getFileLoc(Condition.getBegin());
    auto [File, From] = SM.getDecomposedLoc(Begin);
    unsigned To = SM.getFileOffset(SM.getFileLoc(Condition.getEnd()));
    bool Invalid = false;
    StringRef Text = SM.getBufferData(File, &Invalid);
    if (Invalid || To < From)
      return std::nullopt;
    Lexer Raw(Begin, PP.getLangOpts(), Text.begin() + From, Text.begin() + From,
              Text.end());
    std::optional<unsigned> Doubt = std::exchange(OfHasInclude, std::nullopt);
    std::string Only;
    unsigned Names = 0;
    Token T;
    while (!Raw.LexFromRawLexer(T) && SM.getFileOffset(T.getLocation()) <= To) {
      if (T.isNot(tok::raw_identifier))
        continue;
      StringRef Name = T.getRawIdentifier();
      if (Name == "defined" || Name.starts_with("__has_"))
        continue;
      Only = Name.str();
      ++Names;
      if (!Doubt)
        Doubt = doubtOf(PP.getIdentifierInfo(Name), T.getLocation());
    }
    // #if !defined(NAME)
    if (Doubt && Names == 1 && Text[From] == '!' && isIncludeGuard(Begin, Only))
      return std::nullopt;
    return Doubt;
  }

  /// The first directive of its file, and the next one defines \p Name as
  /// nothing.
  bool isIncludeGuard(SourceLocation Loc, StringRef Name) const {
    const SourceManager &SM = PP.getSourceManager();
    auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(Loc));
    bool Invalid = false;
    StringRef Text = SM.getBufferData(File, &Invalid);
    if (Invalid)
      return false;
    Lexer Raw(SM.getLocForStartOfFile(File), PP.getLangOpts(), Text.begin(),
              Text.begin(), Text.end());
    Token First;
    Raw.LexFromRawLexer(First);
    // A #pragma once may stand before it.
    StringRef Before = Text.substr(0, Offset);
    if (First.isNot(tok::hash) ||
        (SM.getFileOffset(First.getLocation()) + 8 < Offset &&
         (Before.count('#') != 2 || !Before.contains("pragma once"))))
      return false;
    StringRef Rest = Text.substr(Offset).split('\n').second.ltrim();
    if (!Rest.consume_front("#"))
      return false;
    Rest = Rest.ltrim(" \t");
    if (!Rest.consume_front("define"))
      return false;
    auto [Defined, Body] = Rest.split('\n').first.trim().split(' ');
    return Defined.trim() == Name &&
           (Body.trim().empty() || Body.trim().starts_with("/"));
  }

  Preprocessor &PP;
  const FoundHeaders *Headers;
  MissingHeaderEffects &Out;
  ParseOutcome &Outcome;
  /// What an undefined macro may come from: "'config.h', which was not found".
  std::string Source;
  std::vector<Chain> Chains;
  llvm::DenseMap<const IdentifierInfo *, unsigned> Macros;
  llvm::DenseMap<FileID, unsigned> Ambiguous;
  std::optional<unsigned> OfHasInclude;
};

} // namespace

std::unique_ptr<PPCallbacks> recordDoubts(Preprocessor &PP,
                                          const FoundHeaders *Headers,
                                          MissingHeaderEffects &Out,
                                          ParseOutcome &Outcome) {
  return std::make_unique<DoubtRecorder>(PP, Headers, Out, Outcome);
}

} // namespace warplint
