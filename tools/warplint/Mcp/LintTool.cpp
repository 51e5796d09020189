//===- LintTool.cpp - The tool "lint" -------------------------------------===//

#include "FileWork.h"
#include "Tools.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Report/TextReport.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace warplint {
namespace {

/// Of one finding: a line, or all that there is.
class FindingItems {
public:
  FindingItems(const FileAnswer &Made, bool Detail)
      : Made(Made), Detail(Detail) {
    for (const Finding &F : Made.Report.Findings)
      if (F.isShown())
        Shown.push_back(&F);
    std::set<std::string> Known;
    for (const AccessRecord &A : Made.Report.Accesses)
      if (Detail && A.Verdict.Kind == VerdictKind::Unproven &&
          Known.insert(textOf(A)).second)
        Unproven.push_back(&A);
  }

  size_t findings() const { return Shown.size(); }
  size_t count() const { return Shown.size() + Unproven.size(); }

  Answer::Item item(size_t Number) {
    return Number < Shown.size() ? itemOf(*Shown[Number])
                                 : itemOf(*Unproven[Number - Shown.size()]);
  }

private:
  Answer::Item itemOf(const Finding &F) {
    FileReport One;
    One.File = Made.Report.File;
    One.Findings = {F};
    // Numbers of what this report does not have.
    One.Findings[0].Array.reset();
    One.Findings[0].Access.reset();
    One.Findings[0].Fixes.clear();
    json::Object Json = firstOf(One, "findings");
    if (!Detail) {
      Json = pick(Json, "check level assumed file line column message");
      if (StringRef Remedy = remedyOf(F); !Remedy.empty())
        Json["remedy"] = json::fixUTF8(Remedy);
      return {"findings", lineOf(F), std::move(Json)};
    }
    std::string Text;
    raw_string_ostream Out(Text);
    TextReport(Out, Made.FS, /*HasColor=*/false).print(One);
    return {"findings", StringRef(Text).rtrim('\n').str(), std::move(Json)};
  }

  /// A remedy is told with the first finding about its array.
  std::string lineOf(const Finding &F) {
    std::string Line = findingLine(F);
    if (F.IsAssumed)
      Line += "; for assumed template arguments";
    if (StringRef Remedy = remedyOf(F);
        !Remedy.empty() && Remedies.insert(Remedy.str()).second)
      Line += "; " + Remedy.str();
    return Line;
  }

  static std::string textOf(const AccessRecord &A) {
    return printable(A.Where.File) + ":" + std::to_string(A.Where.Line) + ":" +
           std::to_string(A.Where.Column) + ": " + outcomeName(A).str() + ": " +
           accessTitle(A) + ": " + reasonOf(A.Verdict);
  }

  Answer::Item itemOf(const AccessRecord &A) const {
    FileReport One;
    One.Accesses = {A};
    return {"unproven", textOf(A),
            pick(firstOf(One, "accesses"),
                 "file line column kernel array kind reason reasonText")};
  }

  const FileAnswer &Made;
  bool Detail;
  std::vector<const Finding *> Shown;
  std::vector<const AccessRecord *> Unproven;
  std::set<std::string> Remedies; ///< That were told.
};

} // namespace

Error lintTool(const ServerOptions &Options, const Arguments &Given,
               Answer &Into) {
  Expected<FileAnswer> Made = analyse(Options, Given, FileQuestion::Findings);
  if (!Made)
    return Made.takeError();
  const FileReport &Report = Made->Report;
  FindingItems Items(*Made, Into.hasDetail());
  std::string Closing;
  raw_string_ostream Out(Closing);
  printClosingLine(Out, {Report});
  Into.say(printable(Report.File) + ", " + Report.Architecture + ": " +
           counted(Items.findings(), "finding") + "; " + Closing);
  Into.set("file", json::fixUTF8(Report.File));
  Into.set("summary", json::fixUTF8(StringRef(Closing).trim()));
  Into.set("findings", json::Array());
  sayIncomplete(*Made, Into);
  return Into.list(Items.count(),
                   [&](size_t Number) { return Items.item(Number); });
}

} // namespace warplint
