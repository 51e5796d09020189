//===- Expectations.cpp - `// warplint: expect(...)` ----------------------===//

#include "Expectations.h"
#include "Annotation/AnnotationComments.h"
#include "Annotation/Expectation.h"
#include "warplint/Finding/AccessOrder.h"
#include "warplint/Finding/SourceLines.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Checks.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace warplint {
namespace {

class ExpectationCheckOfFile {
public:
  ExpectationCheckOfFile(FileReport &Report, const std::string &File,
                         SourceLines &Lines, bool AreReported)
      : Report(Report), File(File), Lines(Lines), AreReported(AreReported) {}

  void run() {
    for (const ExpectationComment &C : expectationsIn(Lines.text(File))) {
      if (C.Error)
        addError(AnnotationCheck, place(C.Error->Begin, C.Error->End),
                 C.Error->Message);
      else
        check(C);
    }
  }

private:
  SourcePlace place(size_t Begin, size_t End) {
    auto [Line, Column] = Lines.lineAndColumn(File, Begin);
    auto [EndLine, EndColumn] = Lines.lineAndColumn(File, End);
    return {File, Line, Column, EndLine, EndColumn};
  }

  bool covers(const ExpectationComment &C, const SourcePlace &Where) {
    if (Where.File != File)
      return false;
    std::optional<size_t> Offset = Lines.offset(File, Where.Line, Where.Column);
    return Offset && C.Begin <= *Offset && *Offset < C.End;
  }

  Finding &addError(StringRef Check, SourcePlace Where, std::string Message,
                    std::vector<FindingNote> Notes = {}) {
    Finding F;
    F.Check = Check.str();
    F.Level = Severity::Error;
    F.IsAboutCost = Check == ExpectationCheck;
    F.Where = std::move(Where);
    F.Message = std::move(Message);
    F.Notes = std::move(Notes);
    return Report.Findings.emplace_back(std::move(F));
  }

  /// The error of \p A replaces its warning and takes over its notes.
  void takeOver(const AccessRecord &A, Finding &Error) {
    for (Finding &F : Report.Findings) {
      if (!AreReported || !F.isShown() || !F.Access ||
          &Report.Accesses[*F.Access] != &A)
        continue;
      append_range(Error.Notes, F.Notes);
      Error.EstimatedExcess = F.EstimatedExcess;
      Error.Fixes = F.Fixes;
      F.SuppressedBy = Suppression::Expectation;
    }
  }

  /// What is wrong with the access; empty when nothing is.
  static std::string problemOf(const AccessRecord &A, const Expectation &What) {
    const AccessVerdict &V = A.Verdict;
    const std::string Expected = What.text();
    if (V.Kind == VerdictKind::Unproven)
      return messages::ExpectedUnproven(Expected, accessPhrase(A), reasonOf(V));
    if (V.Kind == VerdictKind::NeverRuns)
      return messages::ExpectedDead(Expected, accessPhrase(A));
    const WarpCost &Cost = V.Worst.Cost;
    if (What.holdsFor({Cost.Predicted, Cost.Ideal}))
      return {};
    return messages::ExpectedOther(Expected, accessPhrase(A),
                                   isAtMost(A) ? "up to " : "",
                                   figuresText(Cost));
  }

  void check(const ExpectationComment &C) {
    std::vector<const AccessRecord *> Covered;
    for (const AccessRecord &A : Report.Accesses)
      if (covers(C, A.Where) && !(A.Issue && A.Issue->isSilent()))
        Covered.push_back(&A);
    // What is assumed says nothing where others name the arguments.
    if (any_of(Covered, [](const AccessRecord *A) { return !A->isAssumed(); }))
      erase_if(Covered, [](const AccessRecord *A) { return A->isAssumed(); });
    // A header's kernels need not be used in every file.
    SourcePlace Here = place(C.Offset, C.Offset + C.Length);
    if (Covered.empty() && File == Report.File) {
      addError(ExpectationCheck, Here, messages::NothingExpected());
      return;
    }
    std::set<std::tuple<SourcePlace, AccessVerb, unsigned>> Failed;
    for (const AccessRecord *A : Covered) {
      std::string Problem = problemOf(*A, C.What);
      if (Problem.empty() ||
          !Failed.insert({A->Where, A->Verb, A->Ordinal}).second)
        continue;
      std::vector<FindingNote> Notes = {{Here, "expected here"}};
      if (!A->TemplateArguments.empty() || !A->CallChain.empty())
        Notes.push_back(
            {{}, "in '" + shortName(A->Kernel + A->TemplateArguments) + "'"});
      takeOver(*A, addError(ExpectationCheck, A->Where, std::move(Problem),
                            std::move(Notes)));
    }
    if (!Failed.empty())
      return;
    for (Finding &F : Report.Findings)
      if (F.Subject && F.isShown() && covers(C, F.Where))
        F.SuppressedBy = Suppression::Expectation;
  }

  FileReport &Report;
  const std::string &File;
  SourceLines &Lines;
  const bool AreReported;
};

} // namespace

void checkExpectations(FileReport &Report,
                       IntrusiveRefCntPtr<vfs::FileSystem> FS,
                       bool AreReported) {
  std::vector<std::string> Files = {Report.File};
  for (const AccessRecord &A : Report.Accesses)
    if (!is_contained(Files, A.Where.File))
      Files.push_back(A.Where.File);
  SourceLines Lines(std::move(FS));
  for (const std::string &File : Files)
    ExpectationCheckOfFile(Report, File, Lines, AreReported).run();
}

} // namespace warplint
