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

void FindingSink::addAccesses(std::vector<AccessRecord> Accesses) {
  append_range(Report.OtherAccesses, std::move(Accesses));
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
