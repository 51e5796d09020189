//===- OnlyPtxOp.h - Blocks of one memory instruction -----------*- C++ -*-===//

#ifndef WARPLINT_UNITTESTS_KERNEL_ONLYPTXOP_H
#define WARPLINT_UNITTESTS_KERNEL_ONLYPTXOP_H

#include "LiftedPtx.h"

namespace warplint {

/// The only memory instruction of a block.
class OnlyPtxOp {
public:
  OnlyPtxOp(llvm::StringRef Asm, llvm::StringRef Constraints)
      : Block(Asm, Constraints), Asm(Asm), Ops(Block.memoryOps()) {
    EXPECT_TRUE(Block.unread().empty()) << this->Asm;
    EXPECT_EQ(Ops.size(), 1u) << this->Asm;
  }

  const PtxMemoryOp *operator->() const {
    static const PtxMemoryOp None;
    return Ops.empty() ? &None : &Ops.front().op();
  }
  llvm::Value *operator[](PtxArgument N) const {
    return Ops.empty() ? nullptr : Ops.front()[N];
  }
  /// The constant that an operand is.
  std::optional<int64_t> number(PtxArgument N) const {
    const auto *C = llvm::dyn_cast_or_null<llvm::ConstantInt>((*this)[N]);
    return C ? std::optional(C->getSExtValue()) : std::nullopt;
  }
  void expect(PtxArgument N, const Formula &Expected) const {
    expectEqual(Block, (*this)[N], Expected, Asm);
  }
  void expectAddress(const Formula &Expected) const {
    expect((*this)->Location.Address, Expected);
  }

  LiftedPtx Block;
  std::string Asm;
  std::vector<LiftedPtx::Statement> Ops;
};

/// A 32-bit argument of the block, extended, and a number of bytes.
inline Formula argument(unsigned Number, int64_t Plus = 0) {
  return
      [=](const Numbers &A) { return lowBits(A[Number], 32) + uint64_t(Plus); };
}
inline Formula wideArgument(unsigned Number, int64_t Plus = 0) {
  return [=](const Numbers &A) { return A[Number] + uint64_t(Plus); };
}

} // namespace warplint

#endif // WARPLINT_UNITTESTS_KERNEL_ONLYPTXOP_H
