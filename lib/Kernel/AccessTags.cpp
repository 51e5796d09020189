//===- AccessTags.cpp - Which source access an instruction came from ------===//

#include "Pipeline.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace warplint {

static constexpr const char *TagKind = "warplint.access";

/// What an instruction does to memory, or nothing.
static std::optional<AccessVerb> verbOf(const Instruction &I) {
  if (isa<LoadInst>(I))
    return AccessVerb::Load;
  if (isa<StoreInst>(I))
    return AccessVerb::Store;
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return AccessVerb::Atomic;
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (Call->isInlineAsm())
      return AccessVerb::Load; // Refined once the text is read.
    if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
        Intrinsic && !isa<DbgInfoIntrinsic>(Intrinsic) &&
        !Intrinsic->isLifetimeStartOrEnd() && Intrinsic->mayReadOrWriteMemory())
      return AccessVerb::Load;
  }
  return std::nullopt;
}

/// Local variables are SROA's to remove, and the source index does not count
/// them.
static bool isLocal(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  return Pointer && isa<AllocaInst>(getUnderlyingObject(Pointer));
}

static MDNode *makeTag(LLVMContext &C, unsigned Number) {
  return MDNode::get(C, ConstantAsMetadata::get(
                            ConstantInt::get(Type::getInt32Ty(C), Number)));
}

static std::string fileOf(const DILocation &Loc) {
  const DIFile *File = Loc.getFile();
  if (!File)
    return {};
  std::string Name = File->getFilename().str();
  return Name;
}

void AccessTags::tagModule() {
  for (Function &F : Unit.module()) {
    if (F.isDeclaration())
      continue;
    const auto *D =
        dyn_cast_or_null<clang::FunctionDecl>(Unit.declOf(F.getName()));
    // Several accesses at one place (a macro with two loads) are told apart by
    // their order.
    std::map<std::tuple<unsigned, unsigned, AccessVerb>, unsigned> Seen;
    for (BasicBlock &BB : F) {
      for (Instruction &I : BB) {
        std::optional<AccessVerb> Verb = verbOf(I);
        const DebugLoc &Loc = I.getDebugLoc();
        if (!Verb || !Loc || isLocal(I))
          continue;
        auto Source = std::make_unique<SourceAccess>();
        Source->Function = D;
        Source->File = fileOf(*Loc.get());
        Source->Line = Loc.getLine();
        Source->Column = Loc.getCol();
        Source->Verb = *Verb;
        Source->Ordinal = Seen[{Loc.getLine(), Loc.getCol(), *Verb}]++;
        I.setMetadata(TagKind, makeTag(I.getContext(), Model.Sources.size()));
        Model.Sources.push_back(std::move(Source));
      }
    }
  }
}

const SourceAccess *AccessTags::sourceOf(const Instruction &I) const {
  const MDNode *Tag = I.getMetadata(TagKind);
  if (!Tag)
    return nullptr;
  auto *Number = mdconst::extract<ConstantInt>(Tag->getOperand(0));
  return Model.Sources[Number->getZExtValue()].get();
}

void AccessTags::tagLike(Instruction &I, const Instruction &Like,
                         AccessVerb Verb) {
  const SourceAccess *From = sourceOf(Like);
  if (!From)
    return;
  auto Source = std::make_unique<SourceAccess>(*From);
  Source->Verb = Verb;
  I.setMetadata(TagKind, makeTag(I.getContext(), Model.Sources.size()));
  Model.Sources.push_back(std::move(Source));
}

void AccessTags::copyTag(Instruction &To, const Instruction &From) {
  if (MDNode *Tag = From.getMetadata(TagKind))
    To.setMetadata(TagKind, Tag);
}

void AccessTags::setVerb(const Instruction &I, AccessVerb Verb) {
  if (const MDNode *Tag = I.getMetadata(TagKind)) {
    auto *Number = mdconst::extract<ConstantInt>(Tag->getOperand(0));
    Model.Sources[Number->getZExtValue()]->Verb = Verb;
  }
}

} // namespace warplint
