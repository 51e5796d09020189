//===- RecordCopies.cpp - Keep what the user copies whole -----------------===//

#include "RecordCopies.h"
#include "Kernel/Memory/PointerOrigin.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

/// The widest access of the hardware, PTX ISA section "ld": 128 bits a lane.
static constexpr unsigned MaxAccessBytes = 16;
/// Larger copies are loops in the machine code and stay calls.
static constexpr unsigned MaxPieces = 64;

static unsigned pieceSize(const MemIntrinsic &Copy, uint64_t Size,
                          unsigned RecordAlign) {
  uint64_t Align = RecordAlign;
  if (Align == 0) { // A memcpy that the user wrote: only IR knows.
    Align = Copy.getDestAlign().valueOrOne().value();
    if (const auto *Transfer = dyn_cast<MemTransferInst>(&Copy))
      Align = std::min(Align, Transfer->getSourceAlign().valueOrOne().value());
  }
  return std::min<uint64_t>({Align, MaxAccessBytes, PowerOf2Ceil(Size)});
}

static void expand(MemIntrinsic &Copy, unsigned Piece, uint64_t Size,
                   bool IsMixed, AccessTags &Tags) {
  IRBuilder<> Builder(&Copy);
  LLVMContext &C = Copy.getContext();
  Instruction *FirstLoad = nullptr, *FirstStore = nullptr;
  auto At = [&](Value *Base, uint64_t Offset) {
    return Offset ? Builder.CreateConstInBoundsGEP1_64(Type::getInt8Ty(C), Base,
                                                       Offset)
                  : Base;
  };
  auto Tag = [&](Instruction *I, Instruction *&First, AccessVerb Verb) {
    if (First) {
      AccessTags::copyTag(*I, *First);
      return;
    }
    Tags.tagLike(*I, Copy, Verb);
    First = I;
  };
  auto *Transfer = dyn_cast<MemTransferInst>(&Copy);
  bool FromLocal = Transfer && isPrivate(originOf(Transfer->getSource()));
  bool ToLocal = isPrivate(originOf(Copy.getDest()));
  MDNode *Mixed = IsMixed ? MDNode::get(C, {}) : nullptr;
  for (uint64_t Offset = 0; Offset < Size; Offset += Piece) {
    // A record without its padding may end in a smaller piece.
    while (Piece > Size - Offset)
      Piece /= 2;
    // An integer, whatever the fields are: SROA can take a store of one to a
    // local variable apart again.
    Type *Ty = IntegerType::get(C, Piece * 8);
    Value *Payload = Constant::getNullValue(Ty);
    if (Transfer) {
      auto *Load =
          Builder.CreateAlignedLoad(Ty, At(Transfer->getSource(), Offset),
                                    Align(FromLocal ? 1 : Piece), !FromLocal);
      Load->setMetadata(PartOfMixedRecord, Mixed);
      if (!FromLocal)
        Tag(Load, FirstLoad, AccessVerb::Load);
      Payload = Load;
    }
    auto *Store =
        Builder.CreateAlignedStore(Payload, At(Copy.getDest(), Offset),
                                   Align(ToLocal ? 1 : Piece), !ToLocal);
    Store->setMetadata(PartOfMixedRecord, Mixed);
    if (!ToLocal)
      Tag(Store, FirstStore, AccessVerb::Store);
  }
  Copy.eraseFromParent();
}

static PointerOrigin originOf(const MemIntrinsic &Copy) {
  PointerOrigin Origin = originOf(Copy.getDest());
  const auto *Transfer = dyn_cast<MemTransferInst>(&Copy);
  if (!Transfer || Origin == PointerOrigin::External)
    return Origin;
  PointerOrigin Source = originOf(Transfer->getSource());
  return isPrivate(Source) ? Origin : Source;
}

static constexpr const char *HoldPrefix = "warplint.hold.";

/// Hides \p Copy from SROA, which knows nothing of the function called now.
static void hold(MemIntrinsic &Copy) {
  Function *Intrinsic = Copy.getCalledFunction();
  FunctionCallee Hidden = Copy.getModule()->getOrInsertFunction(
      (HoldPrefix + Intrinsic->getName()).str(), Intrinsic->getFunctionType());
  Copy.setCalledFunction(Hidden);
}

bool isHeldCopy(const User &U) {
  const auto *Call = dyn_cast<CallBase>(&U);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().starts_with(HoldPrefix);
}

void releaseRecordCopies(Function &F) {
  for (Instruction &I : instructions(F))
    if (isHeldCopy(I)) {
      auto &Call = cast<CallBase>(I);
      StringRef Name = Call.getCalledFunction()->getName();
      Name.consume_front(HoldPrefix);
      Call.setCalledFunction(F.getParent()->getFunction(Name));
    }
}

bool expandRecordCopies(Function &F, AccessTags &Tags, bool Last) {
  releaseRecordCopies(F);
  SmallVector<MemIntrinsic *> Copies;
  for (Instruction &I : instructions(F))
    if (auto *Copy = dyn_cast<MemIntrinsic>(&I))
      Copies.push_back(Copy);
  bool AnyLeft = false;
  for (MemIntrinsic *Copy : Copies) {
    PointerOrigin Origin = originOf(*Copy);
    if (isPrivate(Origin))
      continue;
    auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
    const SourceAccess *Source = Tags.sourceOf(*Copy);
    bool Undecided = Origin == PointerOrigin::Unknown && !Last;
    AnyLeft |= Undecided;
    if (Undecided || !Length || Length->isZero() || !Source) {
      hold(*Copy);
      continue;
    }
    uint64_t Size = Length->getZExtValue();
    const CopiedRecord Record = Tags.copiedRecord(*Source, Size);
    unsigned Piece = pieceSize(*Copy, Size, Record.AlignBytes);
    if (Size / Piece <= MaxPieces)
      expand(*Copy, Piece, Size, Record.IsMixed, Tags);
    else
      hold(*Copy);
  }
  return AnyLeft;
}

} // namespace warplint
