//===- Folds.cpp - Instructions that are one in machine code --------------===//

#include "Folds.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warplint {
namespace {

enum class Part { None, Sum, Logic, Product, Shift };

Part partOf(const Value *V) {
  const auto *I = dyn_cast<BinaryOperator>(V);
  if (!I || !I->getType()->isIntegerTy() || I->getType()->isIntegerTy(1))
    return Part::None;
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    return Part::Sum;
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return Part::Logic;
  case Instruction::Mul:
    return Part::Product;
  case Instruction::Shl:
    return isa<ConstantInt>(I->getOperand(1)) ? Part::Shift : Part::None;
  default:
    return Part::None;
  }
}

/// The upper half of such a product is an instruction of its own.
bool isMerged(Part Inner, Part Outer) {
  if (Outer == Part::Sum)
    return Inner == Part::Sum || Inner == Part::Product || Inner == Part::Shift;
  return Outer == Part::Logic && Inner == Part::Logic;
}

/// An index, or what it is multiplied with.
bool widensByItself(const User *U) {
  if (isa<GetElementPtrInst, TruncInst>(U))
    return true;
  const auto *I = dyn_cast<BinaryOperator>(U);
  if (!I)
    return false;
  switch (I->getOpcode()) {
  case Instruction::Mul:
    return true;
  case Instruction::Shl: // Of an index.
    return isa<ConstantInt>(I->getOperand(1));
  default:
    return false;
  }
}

/// A byte or half of a register, which conversions to floats take out themselves.
bool isByteOf(const Instruction &I) {
  constexpr unsigned Byte = 8;
  const auto IsConverted = [](const User *U) {
    return isa<SIToFPInst, UIToFPInst>(U);
  };
  const auto IsConvertedByte = [&](const User *U) {
    return isa<TruncInst>(U) &&
           U->getType()->getScalarSizeInBits() <= 2 * Byte &&
           all_of(U->users(), IsConverted);
  };
  const APInt *By = nullptr;
  return match(&I, m_LShr(m_Value(), m_APInt(By))) && By->urem(Byte) == 0 &&
         all_of(I.users(), IsConvertedByte);
}

/// F2I rounds as it is told to.
bool isRoundedFor(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call || !Call->hasOneUse() ||
      !isa<FPToSIInst, FPToUIInst>(*Call->user_begin()))
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
    return true;
  default:
    return false;
  }
}

} // namespace

bool isInShared(const Value &Pointer) {
  return memoryOf(getUnderlyingObject(&Pointer)
                      ->getType()
                      ->getPointerAddressSpace()) == MemorySpace::Shared;
}

bool isExtended(const Value *V) {
  const auto *C = dyn_cast<ConstantInt>(V);
  constexpr unsigned Narrow = 32;
  return C ? C->getValue().isSignedIntN(Narrow) || C->getValue().isIntN(Narrow)
           : isa<SExtInst, ZExtInst>(V);
}

Folds::Folds(const Function &F) {
  DenseSet<const Instruction *> Full; // Has another one in it.
  for (const Instruction &I : instructions(F)) {
    if ((isa<SExtInst>(I) && all_of(I.users(), widensByItself)) ||
        isByteOf(I) || isRoundedFor(I))
      Parts.insert(&I);
    const Part Outer = partOf(&I);
    if (Outer == Part::None)
      continue;
    for (const Value *Operand : I.operands()) {
      const auto *Inner = dyn_cast<Instruction>(Operand);
      if (!Inner || !Inner->hasOneUse() || Full.contains(Inner) ||
          Inner->getParent() != I.getParent() ||
          !isMerged(partOf(Inner), Outer))
        continue;
      Parts.insert(Inner);
      Full.insert(&I);
      if (partOf(Inner) == Part::Product)
        Products.insert(&I);
      break;
    }
  }
}

} // namespace warplint
