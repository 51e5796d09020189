//===- DeviceProperties.cpp - What every GPU has alike --------------------===//
//
//   min((n + 511) / 512, properties.maxGridSize[0])
//
// is what it would be without the properties of the device.
//
// Source: CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability": the same from 5.0 on.
//
//===----------------------------------------------------------------------===//

#include "HostSimplify.h"
#include "warplint/Frontend/Parse.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

namespace {
struct Property {
  StringRef Field;    ///< Of cudaDeviceProp.
  unsigned Element;   ///< Of an array.
  unsigned Attribute; ///< The number in cudaDeviceAttr.
  unsigned Value;
};
} // namespace

static constexpr Property Properties[] = {
    {"maxThreadsPerBlock", 0, 1, 1024}, {"maxThreadsDim", 0, 2, 1024},
    {"maxThreadsDim", 1, 3, 1024},      {"maxThreadsDim", 2, 4, 64},
    {"maxGridSize", 0, 5, INT32_MAX},   {"maxGridSize", 1, 6, 65535},
    {"maxGridSize", 2, 7, 65535},       {"warpSize", 0, 10, 32},
};

/// Of an int of cudaDeviceProp, as this toolkit has it.
static std::optional<uint64_t> offsetOf(const clang::ASTContext &Context,
                                        const Property &P) {
  const auto &Name = Context.Idents.get("cudaDeviceProp");
  for (const clang::NamedDecl *D :
       Context.getTranslationUnitDecl()->lookup(&Name)) {
    const auto *Record = dyn_cast<clang::RecordDecl>(D);
    Record = Record ? Record->getDefinition() : nullptr;
    if (!Record || Record->isInvalidDecl())
      continue;
    for (const clang::FieldDecl *Field : Record->fields())
      if (Field->getName() == P.Field)
        return Context.getASTRecordLayout(Record).getFieldOffset(
                   Field->getFieldIndex()) /
                   8 +
               uint64_t{4} * P.Element;
  }
  return std::nullopt;
}

/// \p Call writes \p Number to \p Offset of \p Into where it succeeds, and nothing
/// where it fails.
static void storeBehind(CallBase &Call, Value *Into, uint64_t Offset,
                        unsigned Number) {
  const auto Next = Call.getInsertionPointAfterDef();
  if (!Next || !Call.getType()->isIntegerTy())
    return;
  IRBuilder<> At(&Call);
  Value *Place = At.CreateConstGEP1_64(At.getInt8Ty(), Into, Offset);
  Value *Before = At.CreateLoad(At.getInt32Ty(), Place);
  At.SetInsertPoint(&**Next);
  At.CreateStore(
      At.CreateSelect(At.CreateIsNull(&Call), At.getInt32(Number), Before),
      Place);
}

void setDeviceProperties(HostUnit &Unit) {
  for (StringRef Name :
       {"cudaGetDeviceProperties", "cudaGetDeviceProperties_v2",
        "cudaDeviceGetAttribute"}) {
    Function *F = Unit.module().getFunction(Name);
    if (!F || !F->isDeclaration() || F->arg_empty())
      continue;
    // The runtime does not keep where it has written them.
    F->addParamAttr(
        0, Attribute::getWithCaptureInfo(F->getContext(), CaptureInfo::none()));
    for (CallBase *Call : directCalls(*F))
      for (const Property &P : Properties) {
        Value *Into = Call->getArgOperand(0);
        if (Call->arg_size() == 2) {
          if (auto Offset = offsetOf(Unit.ast(), P))
            storeBehind(*Call, Into, *Offset, P.Value);
        } else if (auto *Of = dyn_cast<ConstantInt>(Call->getArgOperand(1));
                   Of && Of->equalsInt(P.Attribute)) {
          storeBehind(*Call, Into, 0, P.Value);
        }
      }
  }
}

} // namespace warplint
