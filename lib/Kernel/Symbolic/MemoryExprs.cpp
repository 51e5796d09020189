//===- MemoryExprs.cpp - Values that come from memory ---------------------===//
//
// Memory can change between two loads, so each load is an unknown of its own;
// only what nobody writes while the kernel runs (parameters, constant memory)
// has one value for one address.
//
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Memory/PointerOrigin.h"
#include "Lane/Expr/LaneWalk.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

/// Whether memory at \p Pointer never changes while the kernel runs.
static bool isConstantMemory(const Value *Base) {
  if (const auto *Arg = dyn_cast<Argument>(Base))
    return Arg->hasByValAttr();
  if (const auto *G = dyn_cast<GlobalVariable>(Base))
    return memoryOf(G->getAddressSpace()) == MemorySpace::Constant ||
           G->isConstant();
  return false;
}

/// Memory that is one and the same for all lanes.
static bool isCommonMemory(PointerOrigin Origin) {
  return Origin == PointerOrigin::External || Origin == PointerOrigin::Constant;
}

/// \p E is computed from symbols of \p Kinds and numbers alone, and of blockDim.
static bool isOf(const LaneContext &C, const LaneExpr *E,
                 ArrayRef<SymbolKind> Kinds) {
  bool IsSo = true;
  forEachNode(C, E, [&](const LaneExpr *N) {
    IsSo &= N->numOperands() || N->isConst() || N->op() == LaneOp::BlockDim ||
            (N->op() == LaneOp::Symbol &&
             is_contained(Kinds, C.symbolAt(N->index()).Kind));
  });
  return IsSo;
}

/// \p E is the same in all threads of a block, and wherever it is computed.
static bool isOfLaunch(const LaneContext &C, const LaneExpr *E) {
  return isOf(C, E,
              {SymbolKind::Parameter, SymbolKind::ArrayBase,
               SymbolKind::BlockIdx, SymbolKind::GridDim});
}

const LaneExpr *ExprBuilder::buildLoad(LoadInst &Load) {
  unsigned Width = widthOf(Load.getType());
  Value *Pointer = Load.getPointerOperand();
  const Value *Base = getUnderlyingObject(Pointer);
  if (const LaneExpr *Entry = fromTable(Load))
    return Entry;
  if (isa<AllocaInst>(Base))
    return unknown(OpaqueReason::LoadedFromLocal, &Load, Width,
                   Base->hasName() ? nameOf(Base) : "");
  const LaneExpr *Address = build(Pointer);
  bool IsLocal = !isCommonMemory(originOf(Pointer));
  if (!Uniform.isUniform(&Load) && (IsLocal || Address->isLaneVarying()))
    return opaque(OpaqueReason::LoadedFromMemory, &Load, Width, {}, {},
                  IsLocal ? nullptr : Address);
  std::string Text = nameOf(&Load);
  if (!isConstantMemory(Base) || Address->isLaneVarying())
    // A pointer that a local variable holds can lead into shared memory.
    return freshSymbol(std::move(Text), Width, &Load,
                       IsLocal ? SymbolKind::Other : SymbolKind::UniformLoad);
  UniformSymbol S = symbolOfWidth(
      Names.Load(Load).empty() ? nameOf(Base) : Text,
      isa<Argument>(Base) ? SymbolKind::Parameter : SymbolKind::UniformLoad,
      Width);
  if (const auto *Arg = dyn_cast<Argument>(Base); Arg && Arg->hasByValAttr()) {
    const DataLayout &DL = F.getParent()->getDataLayout();
    APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
    if (Pointer->stripAndAccumulateConstantOffsets(
            DL, Offset, /*AllowNonInbounds=*/true) == Arg &&
        Offset.isNonNegative()) {
      S.Parameter = Arg->getArgNo();
      S.ParameterOffset = Offset.getZExtValue();
    }
  }
  if (Load.getType()->isPointerTy())
    S.Lo = 0;
  if (!isa<Argument>(Base) && Load.getType()->isIntegerTy() &&
      isOf(C, Address, SymbolKind::ArrayBase))
    S.Bytes = divideCeil(Width, 8);
  // One symbol for one address of memory that never changes.
  const LaneExpr *E = namedSymbol(
      "load:" + utostr(Address->id()) + ":" + utostr(Width), std::move(S));
  if (isOfLaunch(C, Address))
    SymbolValues[E->index()] = &Load;
  return E;
}

/// A number made from something that is none: a float, a wide integer.
const LaneExpr *ExprBuilder::buildConversion(Instruction &I) {
  unsigned Width = widthOf(I.getType());
  const auto *Load = dyn_cast<LoadInst>(sourceOf(&I));
  if (Load && isCommonMemory(originOf(Load->getPointerOperand())))
    return unknown(OpaqueReason::LoadedFromMemory, &I, Width, {},
                   SymbolKind::UniformLoad);
  bool IsFloating = I.getOperand(0)->getType()->isFPOrFPVectorTy() ||
                    I.getType()->isFPOrFPVectorTy();
  return unknown(IsFloating ? OpaqueReason::FloatingPoint
                            : OpaqueReason::NotModelled,
                 &I, Width);
}

} // namespace warplint
