//===- RecordCopies.cpp - Keep what the user copies whole -----------------===//

#include "RecordCopies.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

/// The widest access of the hardware, PTX ISA section "ld": 128 bits a lane.
static constexpr unsigned MaxAccessBytes = 16;
/// Larger copies are loops in the machine code and stay calls.
static constexpr unsigned MaxPieces = 64;

static Type *accessType(LLVMContext &C, unsigned Bytes) {
  if (Bytes <= 4)
    return IntegerType::get(C, Bytes * 8);
  return FixedVectorType::get(Type::getInt32Ty(C), Bytes / 4);
}

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
                   AccessTags &Tags) {
  IRBuilder<> Builder(&Copy);
  LLVMContext &C = Copy.getContext();
  Type *Ty = accessType(C, Piece);
  Instruction *FirstLoad = nullptr, *FirstStore = nullptr;
  auto At = [&](Value *Base, uint64_t Offset) {
    return Offset ? Builder.CreateConstInBoundsGEP1_64(Type::getInt8Ty(C), Base,
                                                       Offset)
                  : Base;
  };
  auto Tag = [&](Instruction *I, Instruction *&First, AccessVerb Verb) {
    if (First)
      AccessTags::copyTag(*I, *First);
    else
      Tags.tagLike(*I, Copy, Verb);
    if (!First)
      First = I;
  };
  auto *Transfer = dyn_cast<MemTransferInst>(&Copy);
  for (uint64_t Offset = 0; Offset < Size; Offset += Piece) {
    Value *Payload = Constant::getNullValue(Ty);
    if (Transfer) {
      auto *Load = Builder.CreateAlignedLoad(
          Ty, At(Transfer->getSource(), Offset), Align(1));
      Tag(Load, FirstLoad, AccessVerb::Load);
      Payload = Load;
    }
    auto *Store = Builder.CreateAlignedStore(
        Payload, At(Copy.getDest(), Offset), Align(1));
    Tag(Store, FirstStore, AccessVerb::Store);
  }
  Copy.eraseFromParent();
}

void expandRecordCopies(Function &F, AccessTags &Tags,
                        RecordAlignment AlignmentOf) {
  SmallVector<MemIntrinsic *> Copies;
  for (BasicBlock &BB : F)
    for (Instruction &I : BB)
      if (auto *Copy = dyn_cast<MemIntrinsic>(&I))
        Copies.push_back(Copy);
  for (MemIntrinsic *Copy : Copies) {
    auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
    const SourceAccess *Source = Tags.sourceOf(*Copy);
    if (!Length || Length->isZero() || !Source)
      continue;
    uint64_t Size = Length->getZExtValue();
    unsigned RecordAlign =
        Source->Function
            ? AlignmentOf(Source->Function, Source->Line, Source->Column, Size)
            : 0;
    unsigned Piece = pieceSize(*Copy, Size, RecordAlign);
    if (Size % Piece != 0 || Size / Piece > MaxPieces)
      continue;
    expand(*Copy, Piece, Size, Tags);
  }
}

} // namespace warplint
