//===- Fixes.cpp - Fixes applied or exported ------------------------------===//

#include "Fixes.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Report/EditDiff.h"
#include "warplint/Rewrite/FormatLines.h"
#include "warplint/Rewrite/SourceFix.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/PlainFiles.h"
#include "warplint/Support/WholeFile.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warplint {

/// Of all proven fixes together, by file.
static std::map<std::string, std::vector<SourceEdit>>
editsOf(const FileReport &Report, bool WithAssumed) {
  std::map<std::string, std::vector<SourceEdit>> Edits;
  for (const Fix &F : Report.Fixes)
    if (F.isProven() || WithAssumed)
      for (const FileEdits &File : F.Files)
        addEdits(Edits[File.File], File.Edits);
  return Edits;
}

/// "2 arrays and 1 access".
static std::string repairedBy(const FileReport &Report, bool WithAssumed) {
  MapVector<StringRef, uint64_t> Count;
  for (const Fix &F : Report.Fixes)
    Count[F.Subject] += F.isProven() || WithAssumed;
  std::vector<std::string> Parts;
  for (const auto &[Subject, N] : Count)
    if (N)
      Parts.push_back(counted(N, Subject));
  return listed(Parts);
}

Expected<std::string> FixApplier::apply(const FileReport &Report) {
  std::vector<std::pair<std::string, Written>> Changes;
  for (auto &[File, Edits] : editsOf(Report, WithAssumed)) {
    const std::string Key = absolutePath(File);
    Written New{File, *Report.textOf(File), "", {}, {}};
    if (auto Known = Files.find(Key);
        Known != Files.end() && Known->second.Before == New.Before)
      New.Edits = Known->second.Edits;
    addEdits(New.Edits, Edits);
    New.Formatted = formattedEdits(File, New.Before, New.Edits, *plainFiles());
    Expected<std::string> Text = applyEdits(New.Before, New.Formatted);
    if (!Text)
      return Text.takeError();
    New.After = std::move(*Text);
    Changes.emplace_back(File, std::move(New));
  }
  for (auto &[File, New] : Changes) {
    const std::string Key = absolutePath(File);
    auto Known = Files.find(Key);
    StringRef There = Known == Files.end() ? New.Before : Known->second.After;
    if (There != New.After && !IsDryRun)
      if (Error E = replaceFile(File, There, New.After))
        return std::move(E);
    Files[Key] = std::move(New);
  }
  return repairedBy(Report, WithAssumed);
}

void FixApplier::printDiffs(raw_ostream &Out, bool Color) const {
  for (const auto &[Name, Changed] : Files)
    printUnifiedDiff(Out, shownPath(Changed.File), Changed.Before,
                     Changed.Formatted, Color);
}

std::string whyNoFix(const FileReport &Report) {
  size_t Found = 0;
  std::string Why;
  for (const Finding &F : Report.Findings) {
    if (!F.isShown() || F.Level == Severity::Remark || F.isSourceError())
      continue;
    ++Found;
    const ArrayRemedy *R = F.Array ? &Report.Layouts[*F.Array] : nullptr;
    if (Why.empty() && R && !R->Blockers.empty())
      Why = "; '" + R->Array + "': " + R->Blockers.front().Message;
    else if (Why.empty() && R && R->Layouts.empty())
      for (const FindingNote &Note : F.Notes)
        if (Why.empty() && Note.Kind == NoteKind::Array)
          Why = "; " + Note.Message;
  }
  if (!Found || !Report.Fixes.empty())
    return "";
  return "cannot fix " + counted(Found, "finding") + Why;
}

Error writeFixes(const std::string &File,
                 const std::vector<FileReport> &Reports, bool WithAssumed) {
  std::vector<FileEdits> Files;
  for (const FileReport &R : Reports)
    for (auto &[Name, Edits] : editsOf(R, WithAssumed)) {
      SmallString<256> Path(Name);
      (void)sys::fs::make_absolute(Path);
      addEdits(Files, {Path.str().str(), std::move(Edits)});
    }
  std::string Text;
  raw_string_ostream Out(Text);
  exportFixes(Out, Files.empty() ? "" : Files.front().File, Files);
  return writeWholeFile(File, Text);
}

} // namespace warplint
