//===- TextBudget.cpp - What repairs of a file may read -------------------===//

#include "TextBudget.h"
#include "ParsedFile.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Serialization/ASTReader.h"
#include "clang/Serialization/ModuleFile.h"
#include "clang/Serialization/ModuleManager.h"

using namespace clang;

namespace warplint {

/// Compiled headers have their text at the end of the offsets, which a parse
/// from the text has at the begin.
static uint64_t textOf(CompilerInstance &CI) {
  constexpr uint64_t End = uint64_t(1)
                           << (8 * sizeof(SourceLocation::UIntTy) - 1);
  uint64_t Begin = End;
  if (auto Reader = CI.getASTReader())
    for (const serialization::ModuleFile &Compiled : Reader->getModuleManager())
      Begin = std::min<uint64_t>(Begin, Compiled.SLocEntryBaseOffset);
  return CI.getSourceManager().getNextLocalOffset() + (End - Begin);
}

void TextBudget::add(ParsedFile &File) {
  if (!File.isParsed())
    return;
  Read += Last = textOf(File.compiler());
  LacksHeader |= !File.Outcome.MissingHeaders.empty();
}

} // namespace warplint
