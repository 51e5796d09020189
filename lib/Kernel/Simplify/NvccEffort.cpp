//===- NvccEffort.cpp - How much of a kernel nvcc optimizes ---------------===//

#include "NvccEffort.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Function.h"
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

bool isForBlackwell(const Function &F) {
  constexpr unsigned Oldest = 100;
  StringRef Cpu = F.getFnAttribute("target-cpu").getValueAsString();
  unsigned Number = 0;
  return Cpu.consume_front("sm_") && !Cpu.consumeInteger(10, Number) &&
         Number >= Oldest;
}

void setEffort(Module &M, StringRef Effort) {
  LLVMContext &C = M.getContext();
  M.getOrInsertNamedMetadata("llvm.commandline")
      ->addOperand(
          MDNode::get(C, MDString::get(C, ("nvcc-effort=" + Effort).str())));
}

} // namespace warplint
