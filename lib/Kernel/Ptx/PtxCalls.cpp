//===- PtxCalls.cpp - The inline PTX of a kernel --------------------------===//

#include "PtxCalls.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace warplint {

const InlinePtx &PtxCalls::of(const CallBase &Call) {
  std::unique_ptr<InlinePtx> &Block = Read[&Call];
  if (Block)
    return *Block;
  SmallVector<std::optional<int64_t>, 8> Known;
  for (const Value *Argument : Call.args()) {
    const auto *Number = dyn_cast<ConstantInt>(Argument);
    Known.push_back(Number && Number->getBitWidth() <= 64
                        ? std::optional(Number->getSExtValue())
                        : std::nullopt);
  }
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  Block = std::make_unique<InlinePtx>(
      readInlinePtx(Asm->getAsmString(), Asm->getConstraintString(), Known));
  return *Block;
}

} // namespace warplint
