//===- KnownBitsFolding.cpp - Numbers whose bits are all known ------------===//

#include "KnownBitsFolding.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace warplint {
namespace {

class BitReader {
public:
  explicit BitReader(const DataLayout &DL) : DL(DL) {}
  /// Notes the bits of \p I, whose operands were read before it or lie in a
  /// later iteration.
  const KnownBits &read(const Instruction &I) {
    return Bits.insert_or_assign(&I, bitsOf(I)).first->second;
  }

private:
  KnownBits operand(const Value *V) const {
    if (auto It = Bits.find(V); It != Bits.end())
      return It->second;
    if (const auto *C = dyn_cast<ConstantInt>(V))
      return KnownBits::makeConstant(C->getValue());
    return KnownBits(V->getType()->getIntegerBitWidth());
  }
  KnownBits bitsOf(const Instruction &I) const;
  std::optional<KnownBits> stepOf(const Instruction &I) const;

  const DataLayout &DL;
  DenseMap<const Value *, KnownBits> Bits;
};

std::optional<KnownBits> BitReader::stepOf(const Instruction &I) const {
  const unsigned Width = I.getType()->getIntegerBitWidth();
  auto Left = [&] { return operand(I.getOperand(0)); };
  auto Right = [&] { return operand(I.getOperand(1)); };
  switch (I.getOpcode()) {
  case Instruction::And:
    return Left() & Right();
  case Instruction::Or:
    return Left() | Right();
  case Instruction::Xor:
    return Left() ^ Right();
  case Instruction::Add:
    return KnownBits::add(Left(), Right());
  case Instruction::Shl:
    return KnownBits::shl(Left(), Right());
  case Instruction::LShr:
    return KnownBits::lshr(Left(), Right());
  case Instruction::AShr:
    return KnownBits::ashr(Left(), Right());
  case Instruction::Trunc:
    return Left().trunc(Width);
  case Instruction::ZExt:
    return Left().zext(Width);
  case Instruction::SExt:
    return Left().sext(Width);
  case Instruction::Select:
    return operand(I.getOperand(1)).intersectWith(operand(I.getOperand(2)));
  case Instruction::PHI: {
    std::optional<KnownBits> Common;
    for (const Value *In : cast<PHINode>(I).incoming_values())
      Common = Common ? Common->intersectWith(operand(In)) : operand(In);
    return Common;
  }
  default:
    return std::nullopt;
  }
}

KnownBits BitReader::bitsOf(const Instruction &I) const {
  if (std::optional<KnownBits> Known = stepOf(I);
      Known && !Known->hasConflict())
    return *Known;
  return computeKnownBits(&I, DL);
}

} // namespace

bool foldKnownBits(Function &F) {
  BitReader Reader(F.getDataLayout());
  bool Changed = false;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB) {
      if (!I.getType()->isIntegerTy())
        continue;
      const KnownBits &Known = Reader.read(I);
      if (!Known.isConstant() || I.use_empty() || I.mayHaveSideEffects() ||
          I.isTerminator())
        continue;
      I.replaceAllUsesWith(ConstantInt::get(I.getType(), Known.getConstant()));
      Changed = true;
    }
  return Changed;
}

} // namespace warplint
