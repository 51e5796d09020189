//===- SpaceQueries.cpp - Answers to __isShared and its like --------------===//

#include "SpaceQueries.h"
#include "AddressSpaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace warplint {

/// The memory that a query asks for; that of the cluster holds the block's own.
static std::optional<MemorySpace> askedFor(Intrinsic::ID Query) {
  switch (Query) {
  case Intrinsic::nvvm_isspacep_shared:
  case Intrinsic::nvvm_isspacep_shared_cluster:
    return MemorySpace::Shared;
  case Intrinsic::nvvm_isspacep_global:
    return MemorySpace::Global;
  case Intrinsic::nvvm_isspacep_local:
    return MemorySpace::Local;
  case Intrinsic::nvvm_isspacep_const:
    return MemorySpace::Constant;
  default:
    return std::nullopt;
  }
}

/// Nothing where the memories of \p Spaces would answer differently. A
/// parameter of the kernel may be copied to local memory first.
static std::optional<bool> answer(MemorySpace Asked, MemorySpaces Spaces) {
  if (Spaces.isOnly(Asked))
    return true;
  if (Spaces.contains(Asked) ||
      Spaces.intersects({MemorySpace::Parameter, MemorySpace::Cluster}))
    return std::nullopt;
  return false;
}

bool foldSpaceQueries(Function &F) {
  PointerAnalysis Pointers(F);
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Query = dyn_cast<IntrinsicInst>(&I);
    if (!Query)
      continue;
    std::optional<MemorySpace> Asked = askedFor(Query->getIntrinsicID());
    if (!Asked)
      continue;
    std::optional<bool> Known =
        answer(*Asked, Pointers.basesOf(Query->getArgOperand(0)).spaces());
    if (!Known)
      continue;
    Query->replaceAllUsesWith(ConstantInt::getBool(Query->getType(), *Known));
    Query->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

} // namespace warplint
