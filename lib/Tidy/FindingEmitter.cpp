//===- FindingEmitter.cpp - Findings as clang-tidy's diagnostics ----------===//

#include "FindingEmitter.h"
#include "warplint/Rewrite/SourceFix.h"
#include "clang/Basic/FileManager.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace clang;
using llvm::ArrayRef;
using llvm::StringRef;

namespace warplint {

static DiagnosticIDs::Level levelOf(Severity S) {
  static constexpr DiagnosticIDs::Level Levels[] = {
      DiagnosticIDs::Remark, DiagnosticIDs::Warning, DiagnosticIDs::Error};
  return Levels[size_t(S)];
}

FileID FindingEmitter::fileOf(StringRef Name) {
  OptionalFileEntryRef File =
      Sources.getFileManager().getOptionalFileRef(Analysis.absolute(Name));
  if (!File)
    return FileID();
  FileID Known = Sources.translateFile(*File);
  return Known.isValid() ? Known
                         : Sources.getOrCreateFileID(*File, SrcMgr::C_User);
}

/// A place without a line is the start of its file.
SourceLocation FindingEmitter::begin(const SourcePlace &Where) {
  FileID File =
      Where.File.empty() ? Sources.getMainFileID() : fileOf(Where.File);
  if (File.isInvalid())
    return SourceLocation();
  return Sources.translateLineCol(File, std::max(Where.Line, 1u),
                                  std::max(Where.Column, 1u));
}

CharSourceRange FindingEmitter::range(const SourcePlace &Where) {
  FileID File = Where.EndLine ? fileOf(Where.File) : FileID();
  if (File.isInvalid())
    return CharSourceRange();
  return CharSourceRange::getCharRange(
      begin(Where),
      Sources.translateLineCol(File, Where.EndLine, Where.EndColumn));
}

/// A file that edits are about, if it holds what they were made for.
FileID FindingEmitter::editedFile(const std::string &Name) {
  FileID File = fileOf(Name);
  if (File.isInvalid())
    return File;
  auto Text = Sources.getBufferDataOrNone(File);
  const std::string *Parsed = Report.textOf(Name);
  return Text && Parsed && *Text == *Parsed ? File : FileID();
}

void FindingEmitter::emit(const Finding &F, ArrayRef<FileEdits> Files) {
  SourceLocation At = begin(F.Where);
  {
    DiagnosticBuilder Told = Check.diag(At, "%0", levelOf(F.Level));
    Told << F.Message;
    if (CharSourceRange Range = range(F.Where); Range.isValid())
      Told << Range;
    bool IsCurrent = llvm::all_of(Files, [&](const FileEdits &File) {
      return editedFile(File.File).isValid();
    });
    for (const FileEdits &File : Files) {
      if (!IsCurrent)
        break;
      SourceLocation Start =
          Sources.getLocForStartOfFile(editedFile(File.File));
      for (const SourceEdit &E : File.Edits)
        Told << FixItHint::CreateReplacement(
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

namespace {

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

} // namespace

static std::vector<Group> groupsOf(const FileReport &Report) {
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
static std::optional<size_t> carrierOf(ArrayRef<size_t> Fixes,
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

void FindingEmitter::emit(StringRef CheckName) {
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

} // namespace warplint
