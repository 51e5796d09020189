//===- RecordCopies.cpp - Keep what the user copies whole -----------------===//

#include "RecordCopies.h"
#include "Kernel/Memory/PointerOrigin.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace warplint {

/// The widest access of the hardware, PTX ISA section "ld": 128 bits a lane.
static constexpr unsigned MaxAccessBytes = 16;
/// Larger calls of memcpy are loops over bytes.
static constexpr unsigned MaxUnrolledBytes = 16;
/// Larger copies are loops in the machine code and stay calls.
static constexpr unsigned MaxPieces = 64;

namespace {
/// What a copy reads and writes at once, in bytes.
struct Pieces {
  unsigned Load = 1, Store = 1;
  bool InLoop = false; ///< One byte after the other: nothing is joined.
  /// In PTX the loads are of bytes, of which the assembler may leave some out.
  bool LoadsBytes = false;
};
} // namespace

/// Beside LLVM, which sees none behind a cast to generic addresses.
static uint64_t alignmentOf(Value *Pointer, const DataLayout &DL) {
  uint64_t Known = getKnownAlignment(Pointer, DL).value();
  auto *Base = dyn_cast<GEPOperator>(Pointer->stripPointerCasts());
  if (!Base)
    return std::max<uint64_t>(
        Known, getKnownAlignment(Pointer->stripPointerCasts(), DL).value());
  const unsigned Bits = DL.getIndexTypeSizeInBits(Base->getType());
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(Bits, 0);
  if (!Base->collectOffset(DL, Bits, Variable, Constant))
    return Known;
  uint64_t Align = alignmentOf(Base->getPointerOperand(), DL);
  if (Constant != 0)
    Align = MinAlign(Align, Constant.getZExtValue());
  for (const auto &[Index, Scale] : Variable) {
    const unsigned Zeros = computeKnownBits(Index, DL).countMinTrailingZeros() +
                           Scale.countr_zero();
    Align = std::min<uint64_t>(Align, 1ull << std::min(Zeros, 31u));
  }
  return std::max(Known, Align);
}

/// Of a call of memcpy or memset. nvcc 13.0 (its PTX and machine code):
/// a side whose other one is a local variable is read or written as its alignment
/// allows. Else up to 16 bytes are moved one by one, of which four make a word where
/// they are aligned, and more in a loop over bytes.
static unsigned pieceOf(Value *Side, MaybeAlign Stated, uint64_t Size,
                        bool OtherIsLocal, const DataLayout &DL) {
  constexpr unsigned WordBytes = 4;
  if (!OtherIsLocal && Size > MaxUnrolledBytes)
    return 1;
  const uint64_t Known =
      std::max(Stated.valueOrOne().value(), alignmentOf(Side, DL));
  return std::min<uint64_t>(
      {Known, OtherIsLocal ? MaxAccessBytes : WordBytes, PowerOf2Ceil(Size)});
}

static Pieces piecesOf(MemIntrinsic &Copy, uint64_t Size,
                       const CopiedRecord &Record) {
  auto *Transfer = dyn_cast<MemTransferInst>(&Copy);
  if (!Record.IsCall) {
    uint64_t Align = Record.AlignBytes;
    if (Align == 0) { // Only IR knows.
      Align = Copy.getDestAlign().valueOrOne().value();
      if (Transfer)
        Align =
            std::min(Align, Transfer->getSourceAlign().valueOrOne().value());
    }
    const unsigned Piece =
        std::min<uint64_t>({Align, MaxAccessBytes, PowerOf2Ceil(Size)});
    return {Piece, Piece};
  }
  const DataLayout &DL = Copy.getDataLayout();
  const bool FromLocal = Transfer && isPrivate(originOf(Transfer->getSource()));
  const bool ToLocal = isPrivate(originOf(Copy.getDest()));
  Pieces Of;
  Of.LoadsBytes = true;
  Of.InLoop = !FromLocal && !ToLocal && Size > MaxUnrolledBytes;
  Of.Store = pieceOf(Copy.getDest(), Copy.getDestAlign(), Size, FromLocal, DL);
  Of.Load = Transfer ? pieceOf(Transfer->getSource(),
                               Transfer->getSourceAlign(), Size, ToLocal, DL)
                     : Of.Store;
  // A local variable is taken apart as the other side wants it.
  if (FromLocal)
    Of.Load = Of.Store;
  if (ToLocal)
    Of.Store = Of.Load;
  return Of;
}

static Value *placeAt(IRBuilder<> &Builder, Value *Base, uint64_t Offset) {
  return Offset ? Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Base,
                                                     Offset)
                : Base;
}

/// The type of a piece with \p Left bytes to go: an integer, whatever the fields
/// are, since SROA can split a store of one to a local variable again. The last
/// pieces may be smaller.
static IntegerType *typeOfPiece(LLVMContext &C, uint64_t Left,
                                unsigned &Piece) {
  while (Piece > Left)
    Piece /= 2;
  return IntegerType::get(C, Piece * 8);
}

static constexpr const char *HasUnlikeFields = "warplint.fields";

static void expand(MemIntrinsic &Copy, Pieces Of, uint64_t Size, bool IsMixed,
                   AccessTags &Tags) {
  IRBuilder<> Builder(&Copy);
  LLVMContext &C = Copy.getContext();
  Instruction *FirstLoad = nullptr, *FirstStore = nullptr;
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
  MDNode *MixedLoad = Of.LoadsBytes ? MDNode::get(C, {}) : Mixed;
  MDNode *Alone = Of.InLoop ? MDNode::get(C, {}) : nullptr;
  auto LoadAt = [&](Type *Ty, uint64_t Offset, unsigned Piece) {
    auto *Load = Builder.CreateAlignedLoad(
        Ty, placeAt(Builder, Transfer->getSource(), Offset),
        Align(FromLocal ? 1 : Piece), !FromLocal);
    Load->setMetadata(PartOfMixedRecord, MixedLoad);
    Load->setMetadata(HasUnlikeFields, Mixed);
    Load->setMetadata(PartOfLoop, Alone);
    if (!FromLocal)
      Tag(Load, FirstLoad, AccessVerb::Load);
    return Load;
  };
  // Where the sides differ, the bytes of all loads, of which the stores take theirs.
  Value *All = nullptr;
  const bool Differ = Transfer && Of.Load != Of.Store;
  IntegerType *Whole = IntegerType::get(C, Differ ? Size * 8 : 8);
  for (uint64_t At = 0; Differ && At < Size; At += Of.Load) {
    Type *Ty = typeOfPiece(C, Size - At, Of.Load);
    Value *Part = Builder.CreateZExt(LoadAt(Ty, At, Of.Load), Whole);
    Part = Builder.CreateShl(Part, At * 8);
    All = All ? Builder.CreateOr(All, Part) : Part;
  }
  for (uint64_t Offset = 0; Offset < Size; Offset += Of.Store) {
    Type *Ty = typeOfPiece(C, Size - Offset, Of.Store);
    Value *Payload = Constant::getNullValue(Ty);
    if (All)
      Payload = Builder.CreateTrunc(Builder.CreateLShr(All, Offset * 8), Ty);
    else if (Transfer)
      Payload = LoadAt(Ty, Offset, Of.Store);
    auto *Store = Builder.CreateAlignedStore(
        Payload, placeAt(Builder, Copy.getDest(), Offset),
        Align(ToLocal ? 1 : Of.Store), !ToLocal);
    Store->setMetadata(PartOfMixedRecord, Mixed);
    Store->setMetadata(HasUnlikeFields, Mixed);
    Store->setMetadata(PartOfLoop, Alone);
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

bool isMovedByFields(const Instruction &Access) {
  if (!Access.getMetadata(HasUnlikeFields))
    return false;
  if (const auto *Store = dyn_cast<StoreInst>(&Access))
    return !isa<LoadInst, Constant>(Store->getValueOperand());
  return !all_of(Access.users(), IsaPred<StoreInst>);
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
    const Pieces Of = piecesOf(*Copy, Size, Record);
    if (Size / std::min(Of.Load, Of.Store) <= MaxPieces)
      expand(*Copy, Of, Size, Record.IsMixed, Tags);
    else
      hold(*Copy);
  }
  return AnyLeft;
}

} // namespace warplint
