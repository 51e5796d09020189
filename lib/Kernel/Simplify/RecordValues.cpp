//===- RecordValues.cpp - Records in registers ----------------------------===//

#include "RecordValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace warplint {

bool foldRecordValues(Function &F) {
  SmallVector<WeakVH> Dead;
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    if (isa<InsertValueInst>(I))
      Dead.push_back(&I);
    auto *Extract = dyn_cast<ExtractValueInst>(&I);
    if (!Extract)
      continue;
    Dead.push_back(Extract);
    // The inner steps of a chain go with the last one.
    if (Extract->getType()->isAggregateType())
      continue;
    Value *Element = FindInsertedValue(Extract->getAggregateOperand(),
                                       Extract->getIndices());
    if (!Element || Element == Extract)
      continue;
    Extract->replaceAllUsesWith(Element);
    Changed = true;
  }
  // Last use first: a record goes once nothing is taken out of it.
  for (WeakVH &V : reverse(Dead)) {
    Value *Held = V;
    if (auto *I = dyn_cast_or_null<Instruction>(Held); I && I->use_empty()) {
      I->eraseFromParent();
      Changed = true;
    }
  }
  return Changed;
}

} // namespace warplint
