//===- MissingHeaderEffects.cpp - What missing headers could change -------===//

#include "MissingHeaderEffects.h"
#include "DirectiveLexer.h"
#include "Frontend/Nvcc/CompilerNames.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Frontend/ResourceDirectory.h"
#include "warplint/Messages/Skipped.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {
namespace {

/// What compilers and platforms define; no header of a project does.
bool namesPlatform(StringRef Name) {
  static constexpr StringRef Prefixes[] = {
      "__CUDA",   "__NV",     "__GNU",  "__clang",   "__cplusplus", "__HIP",
      "_MSC_",    "_MSVC_",   "_NVHPC", "_WIN",      "__APPLE",     "__linux",
      "__x86_64", "__aarch",  "__arm",  "__ARM",     "__MINGW",     "__CYGWIN",
      "__INTEL",  "__ICC",    "__PGI",  "__STDC",    "__SYCL",      "__has_",
      "__cpp_",   "__SIZEOF", "__unix", "__powerpc", "__ppc",       "__FreeBSD",
      "__HCC",    "__llvm"};
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
  DoubtRecorder(Preprocessor &PP, FoundHeaders *Headers,
                std::function<bool(StringRef)> IsOutside,
                MissingHeaderEffects &Out, ParseOutcome &Outcome)
      : PP(PP), SM(PP.getSourceManager()), Headers(Headers),
        IsOutside(std::move(IsOutside)), Out(Out), Outcome(Outcome) {}

  bool FileNotFound(StringRef FileName) override {
    if (!llvm::is_contained(Outcome.MissingHeaders, FileName))
      Outcome.MissingHeaders.push_back(FileName.str());
    if (Source.empty())
      Source = messages::HeaderMissing(FileName);
    return false; // Clang reports it.
  }

  void InclusionDirective(SourceLocation, const Token &, StringRef, bool,
                          CharSourceRange Name, OptionalFileEntryRef File,
                          StringRef, StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (!File && !Outcome.MissingAt.isValid())
      Outcome.MissingAt = placeOf(SM, Name.getBegin());
  }

  /// A header that may be another one.
  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind, FileID) override {
    const FileID File = SM.getFileID(Loc);
    IsOwn = isOwn(Loc, File);
    if (IsOwn && Marked.insert(File).second)
      markTypesOfGcc(File);
    if (Reason != EnterFile || !Headers || Headers->found().empty())
      return;
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    if (!Entry)
      return;
    for (const FoundHeader &H : Headers->found()) {
      if (H.Others.empty() || H.File != Entry->getName())
        continue;
      if (Source.empty())
        Source = messages::HeaderAmbiguous(H.Name);
      unsigned Id = addDoubt(
          {messages::FromAmbiguousHeader(H.Name, H.File, H.Others.front())});
      Ambiguous[File] = Id;
      Out.Marks.add(
          SM, {SM.getLocForStartOfFile(File), SM.getLocForEndOfFile(File)}, Id);
    }
  }

  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    auto [File, Begin] = SM.getDecomposedLoc(Range.getBegin());
    if (File == SM.getMainFileID())
      Out.Skipped.push_back({Begin, SM.getFileOffset(Range.getEnd())});
  }

  void HasInclude(SourceLocation Loc, StringRef FileName, bool,
                  OptionalFileEntryRef File,
                  SrcMgr::CharacteristicKind) override {
    if (!File && !Source.empty() && !ignores(Loc))
      OfHasInclude = addDoubt(
          {messages::DependsOnHasInclude(FileName, shortPlaceOf(SM, Loc))});
  }

  void If(SourceLocation Loc, SourceRange, ConditionValueKind) override {
    Chains.push_back({Loc, doubtsIn(Loc)});
  }

  void Elif(SourceLocation Loc, SourceRange, ConditionValueKind Value,
            SourceLocation) override {
    if (Value != CVK_NotEvaluated)
      extend(Loc);
  }

  void Ifdef(SourceLocation Loc, const Token &,
             const MacroDefinition &) override {
    Chains.push_back({Loc, doubtsIn(Loc)});
  }

  void Ifndef(SourceLocation Loc, const Token &Name,
              const MacroDefinition &Macro) override {
    StringRef Called = Name.getIdentifierInfo()->getName();
    if (Macro && isGuard(Loc, Called, /*WithBranches=*/true))
      settle(Called, placeOf(SM, Name.getLocation()));
    Chains.push_back({Loc, isGuard(Loc, Called) ? Doubts() : doubtsIn(Loc)});
  }

  void Elifdef(SourceLocation Loc, const Token &,
               const MacroDefinition &) override {
    extend(Loc);
  }

  void Elifndef(SourceLocation Loc, const Token &,
                const MacroDefinition &) override {
    extend(Loc);
  }

  void Endif(SourceLocation Loc, SourceLocation IfLoc) override {
    if (Chains.empty() || Chains.back().If != IfLoc)
      return;
    // A doubt may be that of a macro, which has other places, too.
    for (unsigned Id : Chains.back().Of)
      Out.Marks.add(SM, {IfLoc, Loc},
                    addDoubt(Id, SourceRange(IfLoc, Loc), /*Used=*/""));
    Chains.pop_back();
  }

  void MacroDefined(const Token &Name, const MacroDirective *) override {
    if (ignores(Name.getLocation()))
      return;
    setMacro(Name.getIdentifierInfo());
    if (auto It = Ambiguous.find(SM.getFileID(Name.getLocation()));
        It != Ambiguous.end())
      Macros[Name.getIdentifierInfo()] = {It->second};
  }

  void MacroUndefined(const Token &Name, const MacroDefinition &,
                      const MacroDirective *) override {
    if (!ignores(Name.getLocation()))
      setMacro(Name.getIdentifierInfo());
  }

  void MacroExpands(const Token &Name, const MacroDefinition &,
                    SourceRange Range, const MacroArgs *) override {
    if (auto It = Macros.find(Name.getIdentifierInfo()); It != Macros.end())
      for (unsigned Id : It->second)
        Out.Marks.add(SM, Range.getBegin(), Id);
    const StringRef Called = Name.getIdentifierInfo()->getName();
    if (IsOwn && isOtherInGcc(Called) &&
        !SM.isInSystemHeader(SM.getSpellingLoc(Range.getBegin())))
      Out.Marks.add(SM, Range.getBegin(), addOfGcc(Called, Range.getBegin()));
  }

private:
  using Doubts = SmallVector<unsigned, 2>;
  struct Chain {
    SourceLocation If;
    Doubts Of;
  };

  bool ignores(SourceLocation Loc) const {
    return Loc.isInvalid() || SM.isInSystemHeader(Loc) ||
           SM.isWrittenInBuiltinFile(Loc) || SM.isWrittenInCommandLineFile(Loc);
  }

  /// Whether gcc's names count there: nvcc reads the file, and it is no header of
  /// another project, which may be compiled before, as Clang has it.
  bool isOwn(SourceLocation Loc, FileID File) const {
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    return Entry && PP.isMacroDefined("__NVCC__") && !ignores(Loc) &&
           !isVirtual(Entry->getName()) &&
           !(IsOutside && File != SM.getMainFileID() &&
             IsOutside(Entry->getName()));
  }

  void markTypesOfGcc(FileID File) {
    const SourceLocation Begin = SM.getLocForStartOfFile(File);
    const StringRef Text = SM.getBufferData(File);
    Out.NamesFunctions |= Text.contains("__PRETTY_FUNCTION__");
    forEachTypeOfGcc(Text, [&](StringRef Name, size_t At) {
      const SourceLocation Loc = Begin.getLocWithOffset(At);
      Out.Marks.add(
          SM, Loc,
          addOfGcc(messages::HasSizeOfGcc(shortPlaceOf(SM, Loc), Name)));
    });
  }

  unsigned addOfGcc(StringRef Macro, SourceLocation At) {
    return addOfGcc(messages::DependsOnGcc(shortPlaceOf(SM, At), Macro));
  }
  unsigned addOfGcc(std::string Why) {
    Doubt Of{std::move(Why)};
    Of.IsOfGcc = true;
    return addDoubt(std::move(Of));
  }

  unsigned addDoubt(Doubt D) {
    Out.All.push_back(std::move(D));
    return Out.All.size() - 1;
  }

  /// \p Id again, for another place.
  unsigned addDoubt(unsigned Id, SourceRange Region, StringRef Used) {
    Doubt Of = Out.All[Id];
    Of.Region = Region;
    Of.Used = Used.str();
    return addDoubt(std::move(Of));
  }

  void extend(SourceLocation Elif) {
    if (!Chains.empty())
      Chains.back().Of.append(doubtsIn(Elif));
  }

  void setMacro(const IdentifierInfo *Name) {
    Doubts Of;
    for (const Chain &C : Chains)
      for (unsigned Id : C.Of)
        if (!Out.All[Id].IsOfGcc || !isAttribute(PP.getMacroInfo(Name)))
          Of.push_back(addDoubt(Id, SourceRange(), Name->getName()));
    if (Of.empty())
      Macros.erase(Name);
    else
      Macros[Name] = std::move(Of);
  }

  /// What tests of the compiler choose most of the time; a value of the program is
  /// none.
  static bool isAttribute(const MacroInfo *Macro) {
    return Macro &&
           (Macro->tokens_empty() || Macro->getReplacementToken(0).isOneOf(
                                         tok::l_square, tok::kw___attribute,
                                         tok::kw_inline, tok::kw___declspec));
  }

  /// Adds what makes it matter how \p Name is defined; what its body names
  /// counts, too.
  void addDoubts(Doubts &Of, const IdentifierInfo *Name, SourceLocation At,
                 unsigned Depth = 0) {
    if (auto It = Macros.find(Name); It != Macros.end())
      return Of.append(It->second);
    const MacroInfo *Macro = PP.getMacroInfo(Name);
    const StringRef Text = Name->getName();
    if (isOtherInGcc(Text)) {
      if (IsOwn)
        Of.push_back(addOfGcc(Text, At));
      return;
    }
    if (!Macro) {
      if (!Source.empty() && !namesPlatform(Text) &&
          !Name->isKeyword(PP.getLangOpts()) && Text != "defined")
        Of.push_back(addDoubt(
            {messages::DependsOnMacro(Source, shortPlaceOf(SM, At), Text),
             {Text.str(), placeOf(SM, At)}}));
      return;
    }
    if (Depth < 8 && Macro->isObjectLike())
      for (const Token &T : Macro->tokens())
        if (const IdentifierInfo *Inner = T.getIdentifierInfo();
            Inner && Inner != Name)
          addDoubts(Of, Inner, At, Depth + 1);
  }

  /// None where \p If, the directive, is ignored.
  Doubts doubtsIn(SourceLocation If) {
    Doubts Of;
    if (ignores(If))
      return Of;
    if (OfHasInclude)
      Of.push_back(*std::exchange(OfHasInclude, std::nullopt));
    auto [File, Offset] = SM.getDecomposedLoc(If);
    std::optional<StringRef> Text = SM.getBufferDataOrNone(File);
    if (!Text)
      return Of;
    Directive Condition = directiveAt(*Text, Offset);
    for (const auto &[Name, At, IsNegated, IsTested] : Condition.Words)
      if (!(IsNegated && IsTested && Condition.IsConjunction &&
            isGuard(If, Name)) &&
          !((IsTested || Condition.Keyword.ends_with("def")) &&
            isOtherInGcc(Name) && isDefinedByBoth(Name)))
        addDoubts(Of, PP.getIdentifierInfo(Name),
                  SM.getLocForStartOfFile(File).getLocWithOffset(At));
    return Of;
  }

  /// Now other branches of a guard have been read, too.
  void settle(StringRef Name, const SourcePlace &Test) {
    for (Doubt &Of : Out.All)
      if (Of.Macro.Name == Name && Of.Macro.Where == Test)
        Of.IsSettled = true;
  }

  bool isGuard(SourceLocation If, StringRef Name,
               bool WithBranches = false) const {
    if (ignores(If))
      return false;
    auto [File, Offset] = SM.getDecomposedLoc(If);
    std::optional<StringRef> Text = SM.getBufferDataOrNone(File);
    return Text && guardsWholeText(*Text, Offset, Name, WithBranches);
  }

  Preprocessor &PP;
  const SourceManager &SM;
  FoundHeaders *Headers;
  const std::function<bool(StringRef)> IsOutside;
  MissingHeaderEffects &Out;
  ParseOutcome &Outcome;
  /// What an undefined macro may come from: "'config.h', which was not found".
  std::string Source;
  std::vector<Chain> Chains;
  llvm::DenseMap<const IdentifierInfo *, Doubts> Macros;
  llvm::DenseMap<FileID, unsigned> Ambiguous;
  std::optional<unsigned> OfHasInclude;
  llvm::DenseSet<FileID> Marked;
  bool IsOwn = false; ///< What is read is of the project.
};

} // namespace

std::unique_ptr<PPCallbacks>
recordDoubts(Preprocessor &PP, FoundHeaders *Headers,
             std::function<bool(StringRef)> IsOutside,
             MissingHeaderEffects &Out, ParseOutcome &Outcome) {
  return std::make_unique<DoubtRecorder>(PP, Headers, std::move(IsOutside), Out,
                                         Outcome);
}

} // namespace warplint
