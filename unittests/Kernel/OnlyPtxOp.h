//===- OnlyPtxOp.h - Blocks of one memory instruction -----------*- C++ -*-===//

#ifndef WARPLINT_UNITTESTS_KERNEL_ONLYPTXOP_H
#define WARPLINT_UNITTESTS_KERNEL_ONLYPTXOP_H

#include "warplint/Kernel/InlinePtx.h"
#include "gtest/gtest.h"

namespace warplint {

/// The only memory instruction of the block.
inline PtxMemoryOp onlyOp(llvm::StringRef Asm, llvm::StringRef Constraints) {
  InlinePtx Block = readInlinePtx(Asm, Constraints);
  EXPECT_TRUE(Block.Unread.empty()) << Asm.str();
  EXPECT_EQ(Block.MemoryOps.size(), 1u) << Asm.str();
  return Block.MemoryOps.empty() ? PtxMemoryOp() : Block.MemoryOps.front();
}

inline std::string print(const std::optional<PtxLinear> &Form) {
  return Form ? Form->print() : "?";
}

} // namespace warplint

#endif // WARPLINT_UNITTESTS_KERNEL_ONLYPTXOP_H
