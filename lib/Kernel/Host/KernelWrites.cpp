//===- KernelWrites.cpp - What kernels may write of the host's memory -----===//

#include "KernelWrites.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/IR/GlobalVariable.h"

using namespace clang;

namespace warplint {

bool addPointers(const ASTContext &Context, QualType Type, uint64_t Offset,
                 llvm::SmallVectorImpl<uint64_t> &Offsets) {
  constexpr uint64_t MostElements = 64;
  Type = Type.getCanonicalType();
  auto Add = [&](QualType Part, uint64_t At) {
    return addPointers(Context, Part, Offset + At, Offsets);
  };
  if (Type->isPointerType() || Type->isNullPtrType()) {
    Offsets.push_back(Offset);
    return true;
  }
  if (const auto *Array = Context.getAsConstantArrayType(Type)) {
    const size_t Before = Offsets.size();
    const uint64_t Count = Array->getZExtSize();
    const uint64_t Bytes =
        Context.getTypeSizeInChars(Array->getElementType()).getQuantity();
    bool IsKnown = Count == 0 || Add(Array->getElementType(), 0);
    if (Offsets.size() == Before || !IsKnown)
      return IsKnown;
    for (uint64_t N = 1; N < Count && Count <= MostElements; ++N)
      Add(Array->getElementType(), N * Bytes);
    return Count <= MostElements;
  }
  const auto *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition())
    return Type->isArithmeticType() || Type->isEnumeralType() ||
           Type->isVectorType();
  if (Record->isPolymorphic() || Record->getNumVBases() != 0)
    return false;
  const size_t Before = Offsets.size();
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  for (const CXXBaseSpecifier &Base : Record->bases())
    if (!Add(Base.getType(),
             Layout.getBaseClassOffset(Base.getType()->getAsCXXRecordDecl())
                 .getQuantity()))
      return false;
  for (const FieldDecl *Field : Record->fields())
    if (!Field->isBitField() &&
        !Add(Field->getType(),
             Layout.getFieldOffset(Field->getFieldIndex()) / 8))
      return false;
  // Who knows which member a union has.
  return !Record->isUnion() || Offsets.size() == Before;
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
