//===- Check.cpp - What a check is ----------------------------------------===//

#include "warplint/Checks/Check.h"
#include "warplint/Kernel/ClangView.h"

using namespace llvm;

namespace warplint {

Check::~Check() = default;

StringRef CheckSettings::text(StringRef Option) const {
  const CheckOption *Row = Check.option(Option);
  assert(Row && "not in Checks.def");
  return saidValue(Values, Check.Id, Option).value_or(Row->Default);
}

void FindingSink::add(Finding F) {
  F.Check = Check.str();
  Report.Findings.push_back(std::move(F));
}

unsigned CheckSettings::number(StringRef Option) const {
  unsigned Number = 0;
  text(Option).getAsInteger(10, Number);
  return Number;
}

bool CheckSettings::leavesOut(const WarpCost &Cost) const {
  return any_of(Check.Options, [&](const CheckOption &O) {
    return O.IsLimit && isBelow(number(O.Name), O.IsExcessPercent,
                                Cost.Predicted, Cost.Ideal);
  });
}

void FindingSink::addAccesses(std::vector<AccessRecord> Accesses,
                              const CheckSettings &Settings) {
  for (AccessRecord &A : Accesses)
    A.HasMinorExcess = A.Verdict.Kind == VerdictKind::Excess &&
                       Settings.leavesOut(A.Verdict.Worst.Cost);
  llvm::move(Accesses, std::back_inserter(Report.OtherAccesses));
}

std::optional<size_t> FindingSink::addFix(Fix F) {
  for (const FileEdits &Edited : F.Files) {
    ClangView *Clang = Facts.clang();
    std::optional<StringRef> Text;
    if (Clang)
      Text = Clang->fileText(Edited.File);
    if (!Text)
      return std::nullopt;
    Report.addText(Edited.File, Text->str());
  }
  Report.Fixes.push_back(std::move(F));
  return Report.Fixes.size() - 1;
}

} // namespace warplint
