//===- NvccEffort.cpp - How much of a kernel nvcc optimizes ---------------===//

#include "NvccEffort.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

NvccEffort effortOf(const Module &M) {
  const NamedMDNode *Recorded = M.getNamedMetadata("llvm.commandline");
  if (!Recorded || Recorded->getNumOperands() == 0)
    return NvccEffort::Full;
  const auto *Text = dyn_cast<MDString>(Recorded->getOperand(0)->getOperand(0));
  return StringSwitch<NvccEffort>(Text ? Text->getString() : "")
      .Case("nvcc-effort=none", NvccEffort::None)
      .Case("nvcc-effort=llvm", NvccEffort::LlvmAlone)
      .Case("nvcc-effort=some", NvccEffort::Some)
      .Case("nvcc-effort=linked", NvccEffort::Linked)
      .Case("nvcc-effort=assembler", NvccEffort::Assembler)
      .Default(NvccEffort::Full);
}

void setEffort(Module &M, StringRef Effort) {
  LLVMContext &C = M.getContext();
  M.getOrInsertNamedMetadata("llvm.commandline")
      ->addOperand(
          MDNode::get(C, MDString::get(C, ("nvcc-effort=" + Effort).str())));
}

} // namespace warplint
