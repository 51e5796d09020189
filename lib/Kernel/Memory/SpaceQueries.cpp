//===- SpaceQueries.cpp - Which memory a pointer leads to -----------------===//

#include "SpaceQueries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Operator.h"
#include <optional>

using namespace llvm;

namespace warplint {
namespace {

enum class Memory : uint8_t { Shared, Global, Local, Constant };

/// NVPTX address spaces, PTX ISA section "State Spaces".
constexpr unsigned ClusterSpace = 7;

std::optional<Memory> memoryOfSpace(unsigned AddressSpace) {
  switch (AddressSpace) {
  case 1:
    return Memory::Global;
  case 3:
    return Memory::Shared;
  case 4:
    return Memory::Constant;
  case 5:
    return Memory::Local;
  default:
    return std::nullopt;
  }
}

std::optional<Memory> memoryOf(const Value *Pointer, unsigned Depth);

/// The pointer that the address \p Number was computed from, if there is one.
const Value *pointerBehind(const Value *Number, unsigned Depth) {
  const auto *Op = dyn_cast<Operator>(Number);
  if (!Op || Depth == 0)
    return nullptr;
  switch (Op->getOpcode()) {
  case Instruction::PtrToInt:
    return Op->getOperand(0);
  case Instruction::Add:
  case Instruction::And:
  case Instruction::Or: {
    const Value *L = pointerBehind(Op->getOperand(0), Depth - 1);
    const Value *R = pointerBehind(Op->getOperand(1), Depth - 1);
    return L && R ? nullptr : L ? L : R;
  }
  case Instruction::Sub:
    return pointerBehind(Op->getOperand(0), Depth - 1);
  default:
    return nullptr;
  }
}

std::optional<Memory> memoryOfObject(const Value *Object, unsigned Depth) {
  if (std::optional<Memory> Known =
          memoryOfSpace(Object->getType()->getPointerAddressSpace()))
    return Known;
  if (isa<AllocaInst>(Object))
    return Memory::Local;
  if (isa<GlobalVariable>(Object))
    return Memory::Global;
  if (const auto *Parameter = dyn_cast<Argument>(Object))
    return Parameter->hasByValAttr() ? std::nullopt
                                     : std::optional(Memory::Global);
  if (Depth == 0)
    return std::nullopt;
  if (const auto *Load = dyn_cast<LoadInst>(Object)) {
    const Value *From = getUnderlyingObject(Load->getPointerOperand());
    if (const auto *Parameter = dyn_cast<Argument>(From);
        Parameter && Parameter->hasByValAttr())
      return Memory::Global;
    std::optional<Memory> Holder = memoryOf(From, Depth - 1);
    return Holder == Memory::Global || Holder == Memory::Constant
               ? std::optional(Memory::Global)
               : std::nullopt;
  }
  if (const auto *Cast = dyn_cast<IntToPtrInst>(Object))
    if (const Value *Pointer = pointerBehind(Cast->getOperand(0), Depth))
      return memoryOf(Pointer, Depth - 1);
  return std::nullopt;
}

/// Where \p Pointer leads, if all that it can be made from leads there.
std::optional<Memory> memoryOf(const Value *Pointer, unsigned Depth) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  std::optional<Memory> Common;
  for (const Value *Object : Objects) {
    std::optional<Memory> M = memoryOfObject(Object, Depth);
    if (!M || (Common && Common != M))
      return std::nullopt;
    Common = M;
  }
  return Common;
}

/// The memory that a query asks for; that of the cluster holds the block's own.
std::optional<Memory> askedFor(Intrinsic::ID Query) {
  switch (Query) {
  case Intrinsic::nvvm_isspacep_shared:
  case Intrinsic::nvvm_isspacep_shared_cluster:
    return Memory::Shared;
  case Intrinsic::nvvm_isspacep_global:
    return Memory::Global;
  case Intrinsic::nvvm_isspacep_local:
    return Memory::Local;
  case Intrinsic::nvvm_isspacep_const:
    return Memory::Constant;
  default:
    return std::nullopt;
  }
}

} // namespace

bool isDistributed(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return any_of(Objects, [](const Value *Object) {
    if (Object->getType()->getPointerAddressSpace() == ClusterSpace)
      return true;
    if (const auto *Cast = dyn_cast<IntToPtrInst>(Object))
      Object = Cast->getOperand(0);
    const auto *Call = dyn_cast<CallBase>(Object);
    if (!Call)
      return false;
    if (const auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
      return StringRef(Asm->getAsmString()).contains("mapa.");
    switch (Call->getIntrinsicID()) {
    case Intrinsic::nvvm_mapa:
    case Intrinsic::nvvm_mapa_shared_cluster:
      return true;
    default:
      return false;
    }
  });
}

bool foldSpaceQueries(Function &F) {
  // A pointer in a struct in a struct.
  constexpr unsigned MaxDepth = 4;
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Query = dyn_cast<IntrinsicInst>(&I);
    if (!Query)
      continue;
    std::optional<Memory> Asked = askedFor(Query->getIntrinsicID());
    if (!Asked)
      continue;
    std::optional<Memory> Answer = memoryOf(Query->getArgOperand(0), MaxDepth);
    if (!Answer)
      continue;
    Query->replaceAllUsesWith(
        ConstantInt::getBool(Query->getType(), *Answer == *Asked));
    Query->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

} // namespace warplint
