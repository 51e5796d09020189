//===- UsedVariables.cpp - The variables that a function names ------------===//

#include "UsedVariables.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace warplint {

SmallPtrSet<const GlobalVariable *, 8> usedVariables(const Function &F) {
  SmallPtrSet<const GlobalVariable *, 8> Used;
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const User *> Work;
  auto AddOperands = [&](const User &Of) {
    for (const Value *V : Of.operand_values())
      if (const auto *G = dyn_cast<GlobalVariable>(V))
        Used.insert(G);
      else if (isa<ConstantExpr, ConstantAggregate>(V) && Seen.insert(V).second)
        Work.push_back(cast<User>(V));
  };
  for (const Instruction &I : instructions(F))
    AddOperands(I);
  while (!Work.empty())
    AddOperands(*Work.pop_back_val());
  return Used;
}

} // namespace warplint
