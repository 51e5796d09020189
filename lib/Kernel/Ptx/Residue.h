//===- Residue.h - Statements that stay inline assembly ---------*- C++ -*-===//
//
// A statement of a block that IR has no instruction for becomes a call of its
// own: the registers that it writes are outputs, what it reads are arguments.
//
//   @p ld.shared.v2.f32 {$0, t}, [a + 8];
//   =>  {i32, i32} asm "@$3 ld.shared.v2.f32 {$0, $1}, [$2];"(i64 %a8, i1 %p)
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTX_RESIDUE_H
#define WARPLINT_LIB_KERNEL_PTX_RESIDUE_H

#include "Registers.h"
#include "warplint/Kernel/InlinePtx.h"

namespace warplint::ptx {

struct Residue {
  llvm::CallInst *Call = nullptr;
  /// By destination, see destinationsOf; null for what is no register.
  llvm::SmallVector<llvm::Value *, 8> Results;
};

/// Leaves \p S where \p B stands, with the attributes of \p Block; null: it is a
/// statement of a module. \p Guard, unless it is null, becomes its predicate.
Residue leaveStatement(const Statement &S, llvm::Value *Guard,
                       const llvm::CallInst *Block, RegisterFile &Registers,
                       Builder &B);
/// Leaves text that is no PTX, with all arguments of \p Block.
llvm::CallInst *leaveText(llvm::StringRef Text, const llvm::CallInst &Block,
                          Builder &B);
/// Leaves \p Text in a comment.
llvm::CallInst *leaveComment(llvm::StringRef Text, const llvm::CallInst &Block,
                             Builder &B);

/// Notes what messages call \p Call, and its PtxStatement::Part.
void describe(llvm::CallInst &Call, llvm::StringRef Text, unsigned Part);

/// The argument that \p Operand, `$N`, stands for; nothing for anything else.
PtxArgument argumentOf(Tokens Operand, const Constraints &OfCall);

/// Reads \p S, an instruction of a family that touches memory, all operands of
/// which are those of \p Call. Nothing when it is none of its family's.
std::optional<PtxMemoryOp> describeMemoryOp(const Statement &S,
                                            const Constraints &OfCall,
                                            const llvm::CallBase &Call);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_RESIDUE_H
