//===- AddressExprs.cpp - Constants, arrays and what is added to them -----===//

#include "ExprBuilder.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "warplint/Warp/Limits.h"
#include "warplint/Warp/Target.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

/// Whether \p F names \p C, or a function does that is no kernel.
static bool mayBeUsedBy(const Function &F, const Constant &C) {
  return any_of(C.users(), [&](const User *U) {
    if (const auto *I = dyn_cast<Instruction>(U))
      return I->getFunction() == &F ||
             I->getFunction()->getCallingConv() != CallingConv::PTX_Kernel;
    return isa<Constant>(U) && mayBeUsedBy(F, *cast<Constant>(U));
  });
}

/// Whether nvcc may begin \p G, of the kernel \p F, inside a word: it lays the
/// variables out as they follow each other, each at the alignment that it is
/// declared with.
static bool mayBeginInWord(const GlobalVariable &G, uint64_t Alignment,
                           const Function &F) {
  if (Alignment % BankBytes == 0 || G.isDeclaration())
    return false;
  const DataLayout &DL = G.getParent()->getDataLayout();
  for (const GlobalVariable &Other : G.getParent()->globals()) {
    if (&Other == &G)
      return false;
    if (!Other.isDeclaration() && sharedVariable(&Other) &&
        DL.getTypeAllocSize(Other.getValueType()) % BankBytes != 0 &&
        mayBeUsedBy(F, Other))
      return true;
  }
  return false;
}

const LaneExpr *ExprBuilder::buildGlobal(const GlobalVariable &G,
                                         unsigned Width) {
  UniformSymbol S = symbolOfWidth(Names.Array(G), SymbolKind::ArrayBase, Width);
  const DataLayout &DL = F.getParent()->getDataLayout();
  S.Lo = 0;
  uint64_t Alignment =
      G.getAlign().value_or(DL.getABITypeAlign(G.getValueType())).value();
  if (sharedVariable(&G)) {
    S.Hi = int64_t(MaxSMShared);
    // The compiler lays arrays out from a 1024-byte boundary; one that spans
    // whole lines is taken to begin on one.
    uint64_t Size = DL.getTypeAllocSize(G.getValueType()).getFixedValue();
    if ((G.isDeclaration() || Size == 0 || Size >= 128) &&
        !mayBeginInWord(G, Alignment, F))
      Alignment = std::max<uint64_t>(Alignment, 128);
    S.Bytes = G.isDeclaration() ? MaxBlockShared : Size;
  }
  S.MultipleOf = Alignment;
  unsigned Number = C.addSymbol(std::move(S));
  Arrays[Number] = &G;
  return C.symbol(Number);
}

const LaneExpr *ExprBuilder::buildConstant(const llvm::Constant *Const) {
  unsigned Width = widthOf(Const->getType());
  if (const auto *Int = dyn_cast<ConstantInt>(Const))
    return C.constant(Int->getZExtValue(), Width);
  if (const auto *Float = dyn_cast<ConstantFP>(Const))
    return C.constant(Float->getValueAPF().bitcastToAPInt().getZExtValue(),
                      Width);
  if (isa<ConstantPointerNull, UndefValue>(Const))
    return C.constant(0, Width);
  if (const auto *G = dyn_cast<GlobalVariable>(Const))
    return buildGlobal(*G, Width);
  if (const auto *E = dyn_cast<ConstantExpr>(Const)) {
    if (const auto *Gep = dyn_cast<GEPOperator>(E))
      return buildGep(*Gep);
    if (E->isCast())
      return resize(build(E->getOperand(0)), Width);
    if (E->getOpcode() == Instruction::Add ||
        E->getOpcode() == Instruction::Sub) {
      const LaneExpr *L = build(E->getOperand(0)), *R = build(E->getOperand(1));
      return E->getOpcode() == Instruction::Add ? C.binary(LaneOp::Add, L, R)
                                                : C.sub(L, R);
    }
  }
  // The address of a function, or of nothing that an index is made of: the same
  // in all lanes.
  return freshSymbol("the address of a function", Width, nullptr);
}

const LaneExpr *ExprBuilder::gepOffset(const GEPOperator &Gep) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  const LaneExpr *Offset = C.constant(0, 64);
  for (gep_type_iterator It = gep_type_begin(Gep), End = gep_type_end(Gep);
       It != End; ++It) {
    Value *Index = It.getOperand();
    const LaneExpr *Term;
    if (StructType *Struct = It.getStructTypeOrNull()) {
      unsigned Field = cast<ConstantInt>(Index)->getZExtValue();
      Term = C.constant(
          DL.getStructLayout(Struct)->getElementOffset(Field).getFixedValue(),
          64);
    } else {
      uint64_t Stride = It.getSequentialElementStride(DL).getFixedValue();
      const LaneExpr *I = build(Index);
      if (I->width() != 64)
        I = C.cast(I->width() < 64 ? LaneOp::SExt : LaneOp::Trunc, I, 64);
      Term = C.binary(LaneOp::Mul, I, C.constant(Stride, 64), true);
    }
    Offset = C.binary(LaneOp::Add, Offset, Term, true);
  }
  return Offset;
}

const LaneExpr *ExprBuilder::buildGep(const GEPOperator &Gep) {
  return C.binary(LaneOp::Add,
                  build(const_cast<Value *>(Gep.getPointerOperand())),
                  gepOffset(Gep), true);
}

} // namespace warplint
