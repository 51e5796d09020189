//===- KernelWrites.cpp - What kernels may write of the host's memory -----===//

#include "KernelWrites.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace clang;

namespace warplint {

bool mayHoldPointer(QualType Type) {
  Type = Type.getCanonicalType();
  if (const auto *Array = Type->getAsArrayTypeUnsafe())
    return mayHoldPointer(Array->getElementType());
  const auto *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition())
    return !Type->isArithmeticType() && !Type->isEnumeralType() &&
           !Type->isVectorType();
  return Record->isPolymorphic() ||
         llvm::any_of(Record->bases(),
                      [](const CXXBaseSpecifier &Base) {
                        return mayHoldPointer(Base.getType());
                      }) ||
         llvm::any_of(Record->fields(), [](const FieldDecl *Field) {
           return mayHoldPointer(Field->getType());
         });
}

void forgetDeviceVariables(HostUnit &Unit) {
  for (llvm::GlobalVariable &G : Unit.module().globals()) {
    const Decl *D = Unit.declOf(G.getName());
    if (!D || !(D->hasAttr<CUDADeviceAttr>() || D->hasAttr<CUDAConstantAttr>()))
      continue;
    G.setInitializer(nullptr);
    G.setLinkage(llvm::GlobalValue::ExternalLinkage);
    G.setComdat(nullptr);
    G.setConstant(false);
  }
}

} // namespace warplint
