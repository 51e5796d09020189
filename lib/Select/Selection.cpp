//===- Selection.cpp - Which findings are shown ---------------------------===//

#include "warplint/Select/Selection.h"
#include "warplint/Config/CheckRecord.h"
#include "warplint/Config/GlobList.h"
#include "warplint/Select/NolintComments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"
#include <map>
#include <set>

using namespace llvm;

namespace warplint {
namespace {

bool admits(const MetricLimit &Limit, const Finding &F) {
  auto M = find_if(F.Metrics, [&](const Metric &Of) {
    return Limit.Metric.empty() || Of.Name == Limit.Metric;
  });
  if (Limit.Check != F.Check || M == F.Metrics.end())
    return true;
  return !isBelow(Limit.Least, Limit.IsExcessPercent, M->Value, M->Ideal);
}

class Selector {
public:
  Selector(FileReport &Report, const Selection &Wanted, SourceLines &Lines)
      : Report(Report), Wanted(Wanted), Lines(Lines), Checks(Wanted.Checks),
        Headers(Wanted.HeaderFilter) {}

  void run() {
    std::map<size_t, std::vector<FindingNote>> OfArrays;
    erase_if(Report.Findings, [&](const Finding &F) {
      const bool IsWanted = isWanted(F);
      if (!IsWanted && F.Array)
        copy_if(F.Notes, std::back_inserter(OfArrays[*F.Array]), isOfArray);
      return !IsWanted;
    });
    passOn(std::move(OfArrays));
    GlobList Errors(Wanted.WarningsAsErrors);
    for (Finding &F : Report.Findings) {
      if (F.isSourceError())
        continue;
      if (F.isShown() && isSuppressed(F))
        F.SuppressedBy = Suppression::Comment;
      if (F.Level == Severity::Warning && Errors.contains(F.Check)) {
        F.Level = Severity::Error;
        F.IsAboutCost = true;
      }
    }
    reportUnmatched();
    dropFixesHeldBack(Report);
  }

private:
  static bool isOfArray(const FindingNote &N) {
    return N.Kind == NoteKind::Array;
  }

  /// What is said of an array once is said with the first finding about it that
  /// is left.
  void passOn(std::map<size_t, std::vector<FindingNote>> Notes) {
    for (Finding &F : Report.Findings) {
      auto Found = F.Array ? Notes.find(*F.Array) : Notes.end();
      if (Found == Notes.end())
        continue;
      for (FindingNote &New : Found->second)
        if (none_of(F.Notes, [&](const FindingNote &Known) {
              return Known.Where == New.Where && Known.Message == New.Message;
            }))
          F.Notes.push_back(std::move(New));
      Notes.erase(Found);
    }
  }

  bool isWanted(const Finding &F) const {
    if (F.isSourceError())
      return true;
    return Checks.contains(F.Check) && isFileWanted(F.Where.File) &&
           isCostWanted(F) && Wanted.Lines.admits(F.Where.File, F.Where.Line);
  }

  bool isFileWanted(StringRef File) const {
    if (File.empty() || File == Report.File)
      return true;
    if (!Wanted.SystemHeaders && is_contained(Report.SystemHeaders, File))
      return false;
    return Headers.match(File);
  }

  bool isCostWanted(const Finding &F) const {
    return F.EstimatedGain.value_or(Wanted.MinGain) >= Wanted.MinGain &&
           all_of(Wanted.Limits,
                  [&](const MetricLimit &Limit) { return admits(Limit, F); });
  }

  const NolintComments &commentsOf(StringRef File) {
    return Comments.try_emplace(File.str(), Lines.text(File)).first->second;
  }

  bool isSuppressed(const Finding &F) {
    auto Covers = [&](const SourcePlace &Where) {
      std::optional<size_t> Offset =
          Lines.offset(Where.File, Where.Line, Where.Column);
      return Offset && commentsOf(Where.File).covers(F.Check, *Offset);
    };
    return Covers(F.Where) ||
           (F.Subject && any_of(F.Subject->InMacros, Covers));
  }

  /// As in clang-tidy, of the files that findings were in alone.
  void reportUnmatched() {
    for (const auto &[File, Nolint] : Comments)
      for (const NolintComments::Unmatched &U : Nolint.unmatched()) {
        auto [Line, Column] = Lines.lineAndColumn(File, U.Offset);
        Finding F;
        F.Check = NolintCheck;
        F.Level = Severity::Error;
        F.Where = {File, Line, Column, 0, 0};
        F.Message = U.Message;
        F.SourceLine = foldedBlanks(Lines.line(File, Line));
        Report.Findings.push_back(std::move(F));
      }
  }

  FileReport &Report;
  const Selection &Wanted;
  SourceLines &Lines;
  GlobList Checks;
  Regex Headers;
  /// Ordered, so that errors of several files are.
  std::map<std::string, NolintComments> Comments;
};

} // namespace

void selectFindings(FileReport &Report, const Selection &Wanted,
                    SourceLines &Lines) {
  Selector(Report, Wanted, Lines).run();
}

void dropFixesHeldBack(FileReport &Report) {
  std::set<std::pair<SourcePlace, size_t>> Mended; // Accesses, and by what.
  for (const ArrayRemedy &R : Report.Layouts)
    for (const AccessRecord &A : Report.Accesses)
      if (R.Fix && A.Verdict.Kind == VerdictKind::Excess &&
          A.Array == R.Array && A.ArrayDeclaration == R.Declaration)
        Mended.insert({A.Where, R.Fix->Fix});
  for (size_t Fix = Report.Fixes.size(); Fix-- > 0;)
    if (none_of(Report.Findings, [&](const Finding &F) {
          // What costs may be about several arrays, and names the first.
          const bool IsAboutCost = F.Access || F.IsAboutCost;
          return (F.isShown() || F.SuppressedBy == Suppression::Repeated) &&
                 (is_contained(F.Fixes, Fix) ||
                  (IsAboutCost && Mended.contains({F.Where, Fix})));
        }))
      Report.dropFix(Fix, "no finding about it is shown");
}

std::string regexProblem(StringRef Text) {
  std::string Problem;
  Regex(Text).isValid(Problem);
  return Problem;
}

} // namespace warplint
