//===- TidyModule.cpp - warplint's checks in clang-tidy -------------------===//

#include "SharedAnalysis.h"
#include "TidyOptions.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Rewrite/SourceFix.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>
#include <map>

using namespace clang;
using namespace clang::tidy;
using llvm::SmallString;
using llvm::StringRef;
using llvm::Twine;

namespace warplint {
namespace {

DiagnosticIDs::Level levelOf(Severity S) {
  static constexpr DiagnosticIDs::Level Levels[] = {
      DiagnosticIDs::Remark, DiagnosticIDs::Warning, DiagnosticIDs::Error};
  return Levels[size_t(S)];
}

// clang-tidy applies the edits of a diagnostic together or not at all, and
// drops a diagnostic's edits that touch those of another. So all edits of a
// fix go with one finding, and those of fixes that have an edit in common go
// together.

/// Fixes whose edits belong together.
struct Group {
  std::vector<size_t> Fixes;
  std::vector<FileEdits> Files;

  bool sharesAny(const Group &Other) const {
    return llvm::any_of(Files, [&](const FileEdits &Own) {
      return llvm::any_of(Other.Files, [&](const FileEdits &F) {
        return F.File == Own.File &&
               llvm::any_of(F.Edits, [&](const SourceEdit &E) {
                 return llvm::is_contained(Own.Edits, E);
               });
      });
    });
  }

  void add(const Group &Other) {
    llvm::append_range(Fixes, Other.Fixes);
    for (const FileEdits &File : Other.Files)
      addEdits(Files, File);
  }
};

std::vector<Group> groupsOf(const FileReport &Report) {
  std::vector<Group> Groups;
  for (const auto &[Index, Fix] : llvm::enumerate(Report.Fixes)) {
    if (!Fix.isProven())
      continue;
    Group Joined;
    Joined.add({{Index}, Fix.Files});
    for (auto It = Groups.begin(); It != Groups.end();) {
      if (It->sharesAny(Joined)) {
        Joined.add(*It);
        It = Groups.erase(It);
      } else {
        ++It;
      }
    }
    Groups.push_back(std::move(Joined));
  }
  return Groups;
}

/// The finding that shows the edits of \p Fixes; one in a header may be
/// filtered out, with what it carries.
std::optional<size_t> carrierOf(llvm::ArrayRef<size_t> Fixes,
                                const FileReport &Report) {
  std::optional<size_t> First;
  for (const auto &[I, F] : llvm::enumerate(Report.Findings)) {
    bool HasOne = llvm::any_of(
        F.Fixes, [&](size_t Fix) { return llvm::is_contained(Fixes, Fix); });
    if (!F.isShown() || !HasOne)
      continue;
    if (F.Where.File == Report.File)
      return I;
    if (!First)
      First = I;
  }
  return First;
}

/// Tells the findings of one check through \p Check, at the places that they
/// have in clang-tidy's own parse. A file that this parse has not read is
/// opened.
///
/// The edits of an array, which belong together, go with one of the findings
/// about it: the first that is in the file that is edited. Arrays that share an
/// edit (an #include) are one. Not offered where clang-tidy has read another
/// text than warplint.
class FindingEmitter {
public:
  FindingEmitter(ClangTidyCheck &Check, SourceManager &Sources,
                 const SharedAnalysis &Analysis, const FileReport &Report)
      : Check(Check), Sources(Sources), Analysis(Analysis), Report(Report) {}

  void emit(StringRef CheckName) {
    std::map<size_t, std::vector<FileEdits>> Edits; // By finding.
    for (const Group &G : groupsOf(Report))
      if (std::optional<size_t> Carrier = carrierOf(G.Fixes, Report))
        llvm::append_range(Edits[*Carrier], G.Files);
    for (size_t I = 0; I != Report.Findings.size(); ++I) {
      const Finding &F = Report.Findings[I];
      // What a comment at the place of the finding holds back, clang-tidy holds
      // back as well, and counts. It does not look where a macro is defined.
      bool IsLeftToTidy = F.SuppressedBy == Suppression::Comment && F.Subject &&
                          F.Subject->InMacros.empty();
      if (F.Check == CheckName && (F.isShown() || IsLeftToTidy))
        emit(F, Edits[I]);
    }
  }

private:
  void emit(const Finding &F, llvm::ArrayRef<FileEdits> Files) {
    SourceLocation At = begin(F.Where);
    {
      DiagnosticBuilder Reported = Check.diag(At, "%0", levelOf(F.Level));
      Reported << F.Message;
      if (CharSourceRange Range = range(F.Where); Range.isValid())
        Reported << Range;
      bool IsCurrent = llvm::all_of(Files, [&](const FileEdits &File) {
        return editedFile(File.File).isValid();
      });
      for (const FileEdits &File : Files) {
        if (!IsCurrent)
          break;
        SourceLocation Start =
            Sources.getLocForStartOfFile(editedFile(File.File));
        for (const SourceEdit &E : File.Edits)
          Reported << FixItHint::CreateReplacement(
              CharSourceRange::getCharRange(
                  Start.getLocWithOffset(E.Offset),
                  Start.getLocWithOffset(E.Offset + E.Length)),
              E.Text);
      }
    }
    for (const FindingNote &N : F.Notes) {
      SourceLocation There = N.Where.isValid() ? begin(N.Where) : At;
      Check.diag(There.isValid() ? There : At, "%0", DiagnosticIDs::Note)
          << N.Message;
    }
  }

  FileID fileOf(StringRef Name) {
    OptionalFileEntryRef File =
        Sources.getFileManager().getOptionalFileRef(Analysis.absolute(Name));
    if (!File)
      return FileID();
    FileID Known = Sources.translateFile(*File);
    return Known.isValid() ? Known
                           : Sources.getOrCreateFileID(*File, SrcMgr::C_User);
  }

  /// A place without a line is the start of its file.
  SourceLocation begin(const SourcePlace &Where) {
    FileID File =
        Where.File.empty() ? Sources.getMainFileID() : fileOf(Where.File);
    if (File.isInvalid())
      return SourceLocation();
    return Sources.translateLineCol(File, std::max(Where.Line, 1u),
                                    std::max(Where.Column, 1u));
  }

  CharSourceRange range(const SourcePlace &Where) {
    FileID File = Where.EndLine ? fileOf(Where.File) : FileID();
    if (File.isInvalid())
      return CharSourceRange();
    return CharSourceRange::getCharRange(
        begin(Where),
        Sources.translateLineCol(File, Where.EndLine, Where.EndColumn));
  }

  /// A file that edits are about, if it holds what they were made for.
  FileID editedFile(const std::string &Name) {
    FileID File = fileOf(Name);
    if (File.isInvalid())
      return File;
    auto Text = Sources.getBufferDataOrNone(File);
    const std::string *Parsed = Report.textOf(Name);
    return Text && Parsed && *Text == *Parsed ? File : FileID();
  }

  ClangTidyCheck &Check;
  SourceManager &Sources;
  const SharedAnalysis &Analysis;
  const FileReport &Report;
};

/// Those that clang-tidy has not itself.
std::vector<StringRef> ownChecks() {
  std::vector<StringRef> Ids;
  for (const CheckRecord &Check : allChecks())
    if (Check.From != CheckRecord::Origin::Filter)
      Ids.push_back(Check.Id);
  return Ids;
}

/// One row of the table of checks.
class TidyCheck : public ClangTidyCheck {
public:
  TidyCheck(StringRef Name, ClangTidyContext *Context,
            std::shared_ptr<SharedAnalysis> Analysis)
      : ClangTidyCheck(Name, Context), Name(Name), Context(*Context),
        Analysis(std::move(Analysis)) {
    Wanted = readTidyOptions(*Context, [&](Twine Message) {
      if (isSpeaker())
        Context->configurationDiag("%0") << Message.str();
    });
  }

  bool isLanguageVersionSupported(const LangOptions &Options) const override {
    return Options.CUDA;
  }

  void storeOptions(ClangTidyOptions::OptionMap &Into) override {
    storeTidyOptions(Name, Context, Into);
  }

  void registerMatchers(ast_matchers::MatchFinder *Finder) override {
    Finder->addMatcher(ast_matchers::translationUnitDecl(), this);
  }

  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

private:
  /// Of our checks that are on, the one that tells what concerns them all.
  bool isSpeaker() const {
    for (StringRef Id : ownChecks())
      if (Context.isCheckEnabled(Id))
        return Id == Name;
    return false;
  }

  std::string Name;
  ClangTidyContext &Context;
  std::shared_ptr<SharedAnalysis> Analysis;
  TidyOptions Wanted;
};

class TidyModule : public ClangTidyModule {
public:
  void addCheckFactories(ClangTidyCheckFactories &Factories) override {
    auto Analysis = std::make_shared<SharedAnalysis>();
    for (StringRef Id : ownChecks())
      Factories.registerCheckFactory(
          Id, [Analysis](StringRef Name, ClangTidyContext *Context) {
            return std::make_unique<TidyCheck>(Name, Context, Analysis);
          });
  }
};

} // namespace

void TidyCheck::check(const ast_matchers::MatchFinder::MatchResult &Result) {
  SourceManager &Sources = *Result.SourceManager;
  OptionalFileEntryRef Main =
      Sources.getFileEntryRefForID(Sources.getMainFileID());
  if (!Main)
    return;
  // Relative to the folder of the build command, where clang-tidy is now.
  SmallString<256> File(Main->getName());
  Sources.getFileManager().makeAbsolutePath(File);
  auto Reported =
      Analysis->reportFor(File, Context.getCurrentBuildDirectory(), Wanted,
                          Context.getOptions().SystemHeaders.value_or(false));
  if (Reported->Problem.empty())
    FindingEmitter(*this, Sources, *Analysis, Reported->Report).emit(Name);
  else if (isSpeaker())
    diag(Sources.getLocForStartOfFile(Sources.getMainFileID()),
         "warplint cannot analyze this file: %0", DiagnosticIDs::Error)
        << Reported->Problem;
}

static ClangTidyModuleRegistry::Add<TidyModule>
    Registered("warplint-module", "Adds warplint's checks.");

} // namespace warplint
