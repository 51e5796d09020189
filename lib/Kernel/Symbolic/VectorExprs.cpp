//===- VectorExprs.cpp - Elements of vectors and fields of results --------===//

#include "ExprBuilder.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

/// Operations that are followed from a vector to its elements.
static constexpr unsigned MaxDepth = 64;

static const FixedVectorType *fixedVector(const Value *V) {
  return dyn_cast<FixedVectorType>(V->getType());
}

/// Element \p Index of \p Vector.
const LaneExpr *ExprBuilder::buildElement(Value *Vector, unsigned Index,
                                          unsigned Depth) {
  if (const LaneExpr *Known = Elements.lookup({Vector, Index}))
    return Known;
  const LaneExpr *E = buildElementUncached(Vector, Index, Depth);
  if (!E) {
    unsigned Width = widthOf(fixedVector(Vector)->getElementType());
    const auto *I = dyn_cast<Instruction>(Vector);
    E = unknown(I && isa<LoadInst>(sourceOf(I)) ? OpaqueReason::LoadedFromMemory
                                                : OpaqueReason::NotModelled,
                Vector, Width ? Width : 32);
  }
  Elements[{Vector, Index}] = E;
  return E;
}

/// Null where the vector's elements are not known one by one.
const LaneExpr *ExprBuilder::buildElementUncached(Value *Vector, unsigned Index,
                                                  unsigned Depth) {
  unsigned Width = widthOf(fixedVector(Vector)->getElementType());
  if (Depth == MaxDepth || Width == 0)
    return nullptr;
  auto Of = [&](Value *V) { return buildElement(V, Index, Depth + 1); };
  if (auto *Const = dyn_cast<llvm::Constant>(Vector)) {
    llvm::Constant *Element = Const->getAggregateElement(Index);
    return Element ? buildConstant(Element) : nullptr;
  }
  if (auto *Insert = dyn_cast<InsertElementInst>(Vector)) {
    auto *At = dyn_cast<ConstantInt>(Insert->getOperand(2));
    if (!At)
      return nullptr;
    return At->getZExtValue() == Index ? build(Insert->getOperand(1))
                                       : Of(Insert->getOperand(0));
  }
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(Vector)) {
    int From = Shuffle->getMaskValue(Index);
    int Size = fixedVector(Shuffle->getOperand(0))->getNumElements();
    if (From < 0)
      return C.constant(0, Width);
    return buildElement(Shuffle->getOperand(From >= Size),
                        From >= Size ? From - Size : From, Depth + 1);
  }
  if (auto *Select = dyn_cast<SelectInst>(Vector);
      Select && Select->getCondition()->getType()->isIntegerTy(1))
    return C.select(build(Select->getCondition()), Of(Select->getTrueValue()),
                    Of(Select->getFalseValue()));
  if (auto *Freeze = dyn_cast<FreezeInst>(Vector))
    return Of(Freeze->getOperand(0));
  if (auto *Cast = dyn_cast<BitCastInst>(Vector)) {
    Value *From = Cast->getOperand(0);
    // The numbers of a vector of the same shape, or of one wide number.
    if (const FixedVectorType *Ty = fixedVector(From))
      return widthOf(Ty->getElementType()) == Width ? Of(From) : nullptr;
    unsigned FromWidth = widthOf(From->getType());
    if (FromWidth == 0)
      return nullptr;
    return C.cast(LaneOp::Trunc,
                  C.binary(LaneOp::LShr, build(From),
                           C.constant(uint64_t(Index) * Width, FromWidth)),
                  Width);
  }
  if (auto *Cast = dyn_cast<CastInst>(Vector))
    if (isa<ZExtInst, SExtInst, TruncInst>(Cast))
      return C.cast(isa<ZExtInst>(Cast)   ? LaneOp::ZExt
                    : isa<SExtInst>(Cast) ? LaneOp::SExt
                                          : LaneOp::Trunc,
                    Of(Cast->getOperand(0)), Width);
  return nullptr;
}

const LaneExpr *ExprBuilder::buildExtract(ExtractElementInst &I) {
  auto *Index = dyn_cast<ConstantInt>(I.getIndexOperand());
  const FixedVectorType *Ty = fixedVector(I.getVectorOperand());
  if (Index && Ty && Index->getValue().ult(Ty->getNumElements()))
    return buildElement(I.getVectorOperand(), Index->getZExtValue());
  return unknown(OpaqueReason::NotModelled, &I, widthOf(I.getType()));
}

/// The bits of a short vector as one number; null where they are not known.
const LaneExpr *ExprBuilder::buildFromParts(Value *Vector, unsigned Width) {
  const FixedVectorType *Ty = fixedVector(Vector);
  if (!Ty || isa<LoadInst>(Vector))
    return nullptr;
  unsigned Part = widthOf(Ty->getElementType());
  if (Part == 0 || Part * Ty->getNumElements() != Width)
    return nullptr;
  const LaneExpr *Whole = C.constant(0, Width);
  for (unsigned I = 0; I != Ty->getNumElements(); ++I)
    Whole =
        C.binary(LaneOp::Or, Whole,
                 C.binary(LaneOp::Shl,
                          C.cast(LaneOp::ZExt, buildElement(Vector, I), Width),
                          C.constant(uint64_t(I) * Part, Width)));
  return Whole;
}

/// A field of a result that has several, or of a record in registers.
const LaneExpr *ExprBuilder::buildField(ExtractValueInst &I) {
  unsigned Width = widthOf(I.getType());
  Value *From = I.getAggregateOperand();
  while (auto *Insert = dyn_cast<InsertValueInst>(From)) {
    if (Insert->getIndices() == I.getIndices())
      return build(Insert->getInsertedValueOperand());
    From = Insert->getAggregateOperand();
  }
  if (isa<AtomicCmpXchgInst>(From))
    return opaque(OpaqueReason::AtomicResult, &I, Width);
  auto *Call = dyn_cast<CallBase>(From);
  if (!Call || I.getNumIndices() != 1)
    return unknown(OpaqueReason::NotModelled, &I, Width);
  if (Call->isInlineAsm())
    return buildAsmResult(*Call, Width);
  if (const LaneExpr *E = overflowResult(*Call, I.getIndices()[0], Width))
    return E;
  const Function *Callee = Call->getCalledFunction();
  if (Callee && Callee->getName().starts_with("llvm.nvvm."))
    if (const LaneExpr *E = buildCollective(
            *Call, Callee->getName().drop_front(strlen("llvm.nvvm.")), Width,
            I.getIndices()[0]))
      return E;
  return unknown(OpaqueReason::CallResult, &I, Width);
}

} // namespace warplint
