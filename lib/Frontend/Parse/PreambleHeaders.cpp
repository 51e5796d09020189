//===- PreambleHeaders.cpp - The headers that a file begins with -----------===//

#include "PreambleHeaders.h"
#include "Frontend/Text/RuntimeCalls.h"
#include "warplint/Frontend/ResourceDirectory.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

PreambleHeaders PreambleHeaders::first(size_t Count) const {
  PreambleHeaders Result;
  Result.Headers.assign(Headers.begin(), Headers.begin() + Count);
  if (Count) {
    Result.Course = Course.substr(0, Result.Headers.back().CourseBytes);
    Result.HasKernels = HasKernels;
  }
  return Result;
}

void PlainCode::enter(const SourceManager &SM, FileID File) {
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (!Entry || !Plain)
    return;
  StringRef Text = SM.getBufferData(File);
  // As text: a macro's body has no tokens, and is looked at where code that uses
  // it has errors.
  Plain = Outside && *Outside && (*Outside)(Entry->getName()) &&
          !spellsLaunch(Text);
}

void PlainCode::see(const Token &T) {
  if (T.is(tok::kw___attribute)) {
    IsAttribute = true;
    Depth = 0;
  } else if (IsAttribute && T.is(tok::l_paren)) {
    ++Depth;
  } else if (IsAttribute && T.is(tok::r_paren)) {
    IsAttribute = --Depth != 0;
  } else if (IsAttribute && T.is(tok::identifier)) {
    // The macros of the toolkit, __global__ and __shared__, become these.
    StringRef Name = T.getIdentifierInfo()->getName();
    Kernel |= Name == "global" || Name == "__global__";
    Plain &= !Kernel && !Name.contains("shared");
  } else if (IsAttribute && !Depth) {
    IsAttribute = false;
  }
}

namespace {

/// Reads the directives of the user's files, up to the first token that is part
/// of none.
class LeadingDirectives : public PPCallbacks {
public:
  LeadingDirectives(Preprocessor &PP, PreambleHeadersSeen &Seen,
                    IsOutside Outside)
      : SM(PP.getSourceManager()), Search(PP.getHeaderSearchInfo()), Seen(Seen),
        Outside(std::move(Outside)) {
    PP.setTokenWatcher([this](const Token &T) {
      if (InSystemHeader) {
        System.see(T);
        this->Seen.HasKernels |= System.hasKernel();
        return;
      }
      // The end of a header is one, too.
      if (T.is(tok::eof))
        return;
      end();
      if (!Entered.empty())
        Entered.back().Code.see(T);
    });
  }

  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind Kind, FileID Left) override {
    InSystemHeader = SrcMgr::isSystem(Kind);
    if (Reason == RenameFile && !InSystemHeader)
      end();
    if (Reason == ExitFile && !Entered.empty() && Left == Entered.back().File)
      leave();
    // Others were included before.
    if (Reason == EnterFile && InSystemHeader && Included)
      add(std::move(*Included));
    if (Reason == EnterFile && !InSystemHeader) {
      if (Included && !Included->IsSystem)
        Entered.push_back({SM.getFileID(Loc), std::move(*Included), Seen.Found,
                           Seen.Course, PlainCode(&Outside)});
      if (!Entered.empty())
        Entered.back().Code.enter(SM, SM.getFileID(Loc));
    }
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
    Included.reset();
    if (SrcMgr::isSystem(Kind) || (Outside && Outside(File->getName())))
      Included = {Name.str(), File->getName().str(), SrcMgr::isSystem(Kind)};
  }

  void MacroDefined(const Token &Name, const MacroDirective *) override {
    change(Name);
  }
  void MacroUndefined(const Token &Name, const MacroDefinition &,
                      const MacroDirective *) override {
    change(Name);
  }

  /// What conditions come to.
  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    if (!isOver(Range.getBegin()))
      note("skip", std::to_string(SM.getFileOffset(Range.getBegin())) + " " +
                       std::to_string(SM.getFileOffset(Range.getEnd())));
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
           SM.isInSystemHeader(Loc) ||
           // Macros of the command: a parse may have them from the headers.
           isVirtual(SM.getFilename(SM.getFileLoc(Loc)));
  }

  /// At the end of a header from outside of the root: where it is plain, what it
  /// has does not count.
  void leave() {
    Outer It = std::move(Entered.back());
    Entered.pop_back();
    bool IsPlain = It.Code.isPlain();
    if (!Entered.empty() && !IsPlain)
      Entered.back().Code = It.Code;
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(It.File);
    if (!IsPlain || !Entry || !Search.isFileMultipleIncludeGuarded(*Entry))
      return;
    Over = false;
    Seen.Found = std::move(It.Found);
    Seen.Course = std::move(It.Course);
    add(std::move(It.Header));
  }

  void add(PreambleHeaders::Header H) {
    for (const PreambleHeaders::Header &Known : Seen.Found.Headers)
      if (Known.File == H.File)
        return;
    H.CourseBytes = Seen.Course.size();
    Seen.Found.Headers.push_back(std::move(H));
    Seen.Found.Course = Seen.Course;
  }

  void note(StringRef What, StringRef Effect) {
    Seen.Course += (What + " " + Effect + "\n").str();
  }
  void change(const Token &Name) {
    if (!isOver(Name.getLocation()))
      note("#define", Name.getIdentifierInfo()->getName());
  }

  /// A header from outside of the root that is being read, and what was seen
  /// before.
  struct Outer {
    FileID File;
    PreambleHeaders::Header Header;
    PreambleHeaders Found;
    std::string Course;
    PlainCode Code;
  };

  const SourceManager &SM;
  HeaderSearch &Search;
  PreambleHeadersSeen &Seen;
  IsOutside Outside;
  std::vector<Outer> Entered; ///< The innermost one last.
  PlainCode System{nullptr};  ///< Of all headers of the system.
  /// By the directive that was read last.
  std::optional<PreambleHeaders::Header> Included;
  bool InSystemHeader = false;
  bool Over = false;
};

} // namespace

void watchPreambleHeaders(Preprocessor &PP, PreambleHeadersSeen &Seen,
                          IsOutside Outside) {
  PP.addPPCallbacks(
      std::make_unique<LeadingDirectives>(PP, Seen, std::move(Outside)));
}

} // namespace warplint
