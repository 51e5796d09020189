//===- LaunchConfiguration.cpp - What one launch passes -------------------===//

#include "LaunchConfiguration.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>

using namespace clang;

namespace warplint {

/// The integer fields of \p Type that a launch may give constants: those of
/// nested structs, too.
static void addFields(QualType Type,
                      llvm::SmallVectorImpl<const FieldDecl *> &Path,
                      llvm::function_ref<void()> Use) {
  constexpr unsigned MaximumDepth = 3;
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Record->isUnion() || Record->isInvalidDecl() ||
      Path.size() == MaximumDepth)
    return;
  for (const FieldDecl *Field : Record->fields()) {
    Path.push_back(Field);
    if (Field->getType()->isIntegralOrEnumerationType())
      Use();
    else
      addFields(Field->getType(), Path, Use);
    Path.pop_back();
  }
}

Configuration configurationOf(const LaunchSite &Site, const LaunchShape &Block,
                              HostValues &Values, const FunctionDecl *Kernel) {
  Configuration With;
  With.Block = Block;
  With.Grid = Values.grid(Site.Grid, Site.Config);
  With.SharedBytes = Values.sharedBytes(Site.SharedBytes, Site.Config);
  size_t Count = std::min<size_t>(Kernel ? Kernel->getNumParams() : 0,
                                  Site.Arguments.size());
  for (unsigned I = 0; I != Count; ++I) {
    QualType Type = Kernel->getParamDecl(I)->getType();
    llvm::SmallVector<const FieldDecl *, 3> Path;
    auto Add = [&] {
      QualType Of = Path.empty() ? Type : Path.back()->getType();
      auto Value = Values.constant(Site.Arguments[I], Path, Of);
      if (!Value || Value->getBitWidth() > 64)
        return;
      std::string Name;
      for (const FieldDecl *Field : Path)
        Name += "." + Field->getNameAsString();
      // The bits of the value: a size_t may have the highest one.
      int64_t Bits = Value->isSigned()
                         ? Value->getSExtValue()
                         : static_cast<int64_t>(Value->getZExtValue());
      With.Arguments.push_back({I, Name, Bits});
    };
    if (Type->isDependentType() || Site.Arguments[I]->isTypeDependent())
      continue;
    if (Type->isIntegralOrEnumerationType())
      Add();
    else
      addFields(Type, Path, Add);
  }
  return With;
}

} // namespace warplint
