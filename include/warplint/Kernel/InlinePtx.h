//===- InlinePtx.h - Inline PTX becomes LLVM IR -----------------*- C++ -*-===//
//
// Much of what moves shared memory in real kernels is written in inline PTX:
// ldmatrix, cp.async, TMA copies, red.async. In LLVM IR such a block is one
// call of an InlineAsm value, opaque to every pass. Lifting takes it apart,
// before any pass runs:
//
//   - what computes registers from registers becomes instructions and
//     intrinsics;
//   - what touches memory stays a call of inline assembly, one for each
//     instruction, whose operands are values: its address, its data, and, where
//     it has one, its predicate;
//   - what is not known in IR (mma, ex2.approx, an unknown opcode) stays such a
//     call too.
//
// Worked example. The source
//
//   asm volatile("{\n  .reg .pred p;\n  setp.ne.b32 p, %0, 0;\n"
//                "  @p cp.async.cg.shared.global [%1], [%2 + 64], %3;\n}\n"
//                :: "r"(ok), "r"(smem), "l"(src), "n"(16) : "memory");
//
// becomes
//
//   %p    = icmp ne i32 %ok, 0
//   %to   = zext i32 %smem to i64
//   %from = add i64 %src, 64
//   call void asm sideeffect "@$0 cp.async.cg.shared.global [$1], [$2], $3;",
//       "b,l,l,r"(i1 %p, i64 %to, i64 %from, i32 16)
//
// which readPtxStatement reads as an AsyncCopy with Guard 0, Location 1, Source
// 2 and Bytes 3.
//
// Registers that only some lanes write are selects. A forward branch is the
// predicate of what it skips. What it can not follow (registers that are
// written behind a branch or in a loop of the block) is the result of a call of
// an assembly comment that names the cause: unknown, and never guessed.
// Conversions between generic addresses and those of a state space (cvta) are
// address space casts.
//
// nvcc's optimiser sees a block as one instruction. One call of each block, the
// head, stands for it where that counts; everything else that comes from the
// block is marked (isPartOfPtxBlock).
//
// Source of semantics: NVIDIA's PTX ISA 9.0 (sections 4 to 10), and how Clang
// 22 writes InlineAsm for the nvptx64 target.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_INLINEPTX_H
#define WARPLINT_KERNEL_INLINEPTX_H

#include "warplint/Kernel/PtxMemoryOp.h"

namespace llvm {
class CallBase;
class Instruction;
class Module;
} // namespace llvm

namespace warplint {

/// Lifts all inline assembly of \p M. Total: any text has an answer, in time
/// proportional to its length but for labels.
void liftInlinePtx(llvm::Module &M);

/// \p I was lifted out of a block that another instruction stands for.
bool isPartOfPtxBlock(const llvm::Instruction &I);

/// What a call of inline assembly holds after lifting.
struct PtxStatement {
  std::string Text; ///< As in the source, with `$N`.
  /// Its number among the memory instructions of its block; those that may
  /// access shared memory come first.
  unsigned Part = 0;
  /// Present for an instruction that touches memory.
  std::optional<PtxMemoryOp> Memory;
  /// "cluster_ctarank" where it only reads this special register.
  std::string SpecialRegister;
  /// It may touch memory, in a way that was not understood.
  bool IsUnread = false;
};

PtxStatement readPtxStatement(const llvm::CallBase &Call);

} // namespace warplint

#endif // WARPLINT_KERNEL_INLINEPTX_H
