//===- TensorCopies.cpp - Tensor maps and matrix descriptors --------------===//
//
//   cp.async.bulk.tensor.2d.shared::cluster.global... [tile], [map, {x, y}], [barrier]
//   cp.async.bulk.tensor.2d.global.shared::cta...     [map, {x, y}], [tile]
//   wgmma.mma_async...                                d, a | {a..}, b, ...
//
// A map is identified by the kernel parameter that its address comes from. The
// bits of a descriptor that say how its matrix is swizzled are those that hold
// for whatever address is joined with them.
//
//===----------------------------------------------------------------------===//

#include "TensorCopies.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace warplint {

/// What \p Variable is a copy of, as a whole, if nothing else is written to it: a
/// parameter that was passed on by value.
static const Value *copiedTo(const AllocaInst &Variable) {
  const Value *Source = nullptr;
  for (const User *U : Variable.users()) {
    const auto *Copy = dyn_cast<MemCpyInst>(U);
    if (Copy && Copy->getRawDest() == &Variable) {
      if (Source)
        return nullptr;
      Source = Copy->getRawSource();
    } else if (const auto *Store = dyn_cast<StoreInst>(U);
               Store && Store->getPointerOperand() == &Variable) {
      return nullptr;
    }
  }
  return Source;
}

/// Where \p Pointer, a pointer or an integer made of one, leads back to.
static TensorMapOperand mapAt(const Value *Pointer, const DataLayout &Layout) {
  TensorMapOperand Map;
  constexpr unsigned AddressBits = 64;
  for (;;) {
    if (const auto *Step = dyn_cast<GEPOperator>(Pointer)) {
      APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
      if (!Step->accumulateConstantOffset(Layout, Offset))
        return {};
      Map.Offset += Offset.getSExtValue();
      Pointer = Step->getPointerOperand();
    } else if (isa<IntToPtrInst, PtrToIntInst, BitCastInst, AddrSpaceCastInst>(
                   Pointer) &&
               Layout.getTypeSizeInBits(Pointer->getType()) == AddressBits) {
      Pointer = cast<User>(Pointer)->getOperand(0);
    } else if (const auto *Variable = dyn_cast<AllocaInst>(Pointer)) {
      Pointer = copiedTo(*Variable);
      if (!Pointer)
        return {};
    } else if (const auto *Argument = dyn_cast<llvm::Argument>(Pointer)) {
      Map.Parameter = Argument->getArgNo();
      return Map;
    } else {
      return {};
    }
  }
}

/// PTX ISA: bits 62 and 63 of a descriptor of wgmma, 61 to 63 of one of tcgen05.
static std::optional<SwizzleMode> modeOf(const KnownBits &Known, bool IsWgmma) {
  const unsigned Width = IsWgmma ? 2 : 3;
  if (Known.getBitWidth() != 64)
    return std::nullopt;
  const KnownBits Field = Known.extractBits(Width, 64 - Width);
  if (!Field.isConstant())
    return std::nullopt;
  const uint64_t Value = Field.getConstant().getZExtValue();
  if (Value == 0)
    return SwizzleMode::None;
  if (IsWgmma)
    return SwizzleMode(4 - Value); // 1: 128 bytes, 2: 64, 3: 32.
  switch (Value) {
  case 2:
    return SwizzleMode::Bytes128;
  case 4:
    return SwizzleMode::Bytes64;
  case 6:
    return SwizzleMode::Bytes32;
  default: // 1: 128 bytes in atoms of 32.
    return std::nullopt;
  }
}

namespace {

class TensorReader {
public:
  TensorReader(const LaneContext &Context, AccessTags &Tags, ExprBuilder &Exprs,
               Placement &Places)
      : Context(Context), Tags(Tags), Exprs(Exprs), Places(Places) {}

  void visit(const CallBase &Call);

  TensorFacts Facts;

private:
  void addCopy(const CallBase &Call, const PtxMemoryOp &Op);
  void addDescriptors(const CallBase &Call, const PtxMemoryOp &Op);
  const LaneExpr *argument(const CallBase &Call, unsigned N) {
    return Exprs.resize(Exprs.build(Call.getArgOperand(N)), 64);
  }

  const LaneContext &Context;
  AccessTags &Tags;
  ExprBuilder &Exprs;
  Placement &Places;
};

} // namespace

void TensorReader::addCopy(const CallBase &Call, const PtxMemoryOp &Op) {
  if (!Op.Source || !Op.Source->Address || !Op.Location.Address)
    return;
  TensorCopy Copy;
  Copy.Source = Tags.placeOf(Call);
  Copy.FillsTile = Op.Location.mayBeShared();
  if (!Copy.Source || Copy.FillsTile == Op.Source->mayBeShared())
    return;
  const unsigned Tile =
      Copy.FillsTile ? *Op.Location.Address : *Op.Source->Address;
  const unsigned Map =
      Copy.FillsTile ? *Op.Source->Address : *Op.Location.Address;
  Places.place(Call, Copy);
  Copy.Instruction = Op.Name;
  Copy.Tile = argument(Call, Tile);
  Copy.Map = mapAt(Call.getArgOperand(Map), Call.getDataLayout());
  // Of the other operands the only one that is an address in shared memory.
  for (unsigned N = 0; Copy.FillsTile && N != Call.arg_size(); ++N) {
    if (N == Tile || N == Map ||
        !Call.getArgOperand(N)->getType()->isIntOrPtrTy())
      continue;
    const LaneExpr *Other = argument(Call, N);
    forEachNode(Context, Other, [&](const LaneExpr *E) {
      if (E->op() == LaneOp::Symbol && Exprs.arrayOf(E->index()))
        Copy.Barrier = Other;
    });
  }
  Facts.Copies.push_back(std::move(Copy));
}

void TensorReader::addDescriptors(const CallBase &Call, const PtxMemoryOp &Op) {
  const SourceAccess *Source = Tags.placeOf(Call);
  if (!Source || StringRef(Op.Name).starts_with("tcgen05.cp"))
    return;
  // A of registers has no descriptor.
  char Operand = Op.Descriptors.size() == 1 ? 'B' : 'A';
  for (unsigned N : Op.Descriptors) {
    MatrixDescriptor D;
    D.Source = Source;
    Places.place(Call, D);
    D.Instruction = Op.Name;
    D.Operand = Operand++;
    const Value *V = Call.getArgOperand(N);
    D.Value = argument(Call, N);
    if (V->getType()->isIntegerTy(64))
      D.Mode = modeOf(computeKnownBits(V, Call.getDataLayout()),
                      StringRef(Op.Name).starts_with("wgmma"));
    Facts.Descriptors.push_back(std::move(D));
  }
}

void TensorReader::visit(const CallBase &Call) {
  if (!Call.isInlineAsm())
    return;
  const PtxStatement Statement = readPtxStatement(Call);
  if (!Statement.Memory)
    return;
  const PtxMemoryOp &Op = *Statement.Memory;
  if (Op.Kind == PtxMemoryKind::RegionCopy &&
      StringRef(Op.Name).contains("bulk.tensor"))
    addCopy(Call, Op);
  else if (Op.Kind == PtxMemoryKind::DescriptorMma)
    addDescriptors(Call, Op);
}

TensorFacts readTensors(const LaneContext &Context, AccessTags &Tags,
                        ExprBuilder &Exprs, Placement &Places) {
  TensorReader Reader(Context, Tags, Exprs, Places);
  for (const BasicBlock *Block : Places.blocks())
    for (const Instruction &I : *Block)
      if (const auto *Call = dyn_cast<CallBase>(&I))
        Reader.visit(*Call);
  return std::move(Reader.Facts);
}

} // namespace warplint
