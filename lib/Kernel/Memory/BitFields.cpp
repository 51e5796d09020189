//===- BitFields.cpp - Accesses to bit-fields -----------------------------===//

#include "BitFields.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

void markBitFields(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      const auto *Store = dyn_cast<StoreInst>(&I);
      const Value *Named = Store ? Store->getValueOperand() : &I;
      if ((Store || isa<LoadInst>(I)) && Named->getName().starts_with("bf."))
        I.setMetadata(PartOfBitField, MDNode::get(I.getContext(), {}));
    }
}

} // namespace warplint
