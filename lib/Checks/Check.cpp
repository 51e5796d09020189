//===- Check.cpp - What a check is ----------------------------------------===//

#include "warplint/Checks/Check.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Config/GlobList.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace warplint {

Check::~Check() = default;

StringRef CheckSettings::text(StringRef Option) const {
  const CheckOption *Row = Check.option(Option);
  assert(Row && "not in Checks.def");
  return saidValue(Values, Check.Id, Option).value_or(Row->Default);
}

unsigned CheckSettings::number(StringRef Option) const {
  unsigned Value = 0;
  (void)text(Option).getAsInteger(10, Value);
  return Value;
}

bool CheckSettings::flag(StringRef Option) const {
  return text(Option) == "true";
}

void FindingSink::add(Finding F) {
  F.Check = Check.str();
  Report.Findings.push_back(std::move(F));
}

/// \p File as \p Unit has read it.
static std::optional<StringRef> parsedText(DeviceUnit &Unit, StringRef File) {
  clang::SourceManager &SM = Unit.ast().getSourceManager();
  clang::OptionalFileEntryRef Entry =
      SM.getFileManager().getOptionalFileRef(File);
  if (!Entry || SM.translateFile(*Entry).isInvalid())
    return std::nullopt;
  return SM.getBufferDataOrNone(SM.translateFile(*Entry));
}

std::optional<size_t> FindingSink::addFix(Fix F) {
  for (const FileEdits &Edited : F.Files) {
    std::optional<StringRef> Text = parsedText(Facts.unit(), Edited.File);
    if (!Text)
      return std::nullopt;
    Report.addText(Edited.File, Text->str());
  }
  Report.Fixes.push_back(std::move(F));
  return Report.Fixes.size() - 1;
}

/// Errors first, remarks last. Equals stay in the order in which they come.
static void sortByWeight(std::vector<Finding> &Findings) {
  auto Key = [](const Finding &F) {
    return std::tuple(-static_cast<int>(F.Level),
                      F.Level == Severity::Error ? 0 : ~F.EstimatedExcess);
  };
  stable_sort(Findings, [&](const Finding &A, const Finding &B) {
    return Key(A) < Key(B);
  });
}

void runChecks(FileFacts &Facts, const AnalysisOptions &Options,
               FileReport &Report) {
  GlobList Wanted(Options.Checks);
  size_t First = Report.Findings.size();
  for (const CheckRecord &Record : allChecks()) {
    if (!Record.Make || !Wanted.contains(Record.Id))
      continue;
    FindingSink Sink(Record.Id, Facts, Report);
    Record
        .Make({Record, Options.CheckOptions, Options.ReportClean,
               Options.ReportUnproven, Options.AssumedLevel})
        ->run(Facts, Sink);
  }
  stable_sort(
      MutableArrayRef(Report.Findings).drop_front(First),
      [](const Finding &A, const Finding &B) { return A.Where < B.Where; });
  if (Options.Order == FindingOrder::Weight)
    sortByWeight(Report.Findings);
}

} // namespace warplint
