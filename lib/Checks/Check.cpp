//===- Check.cpp - What a check is ----------------------------------------===//

#include "warplint/Checks/Check.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"

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

} // namespace warplint
