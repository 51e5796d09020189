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
// predicate of what it skips. What it cannot follow (registers that are
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

#include "warplint/Basic/MemorySpace.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class CallBase;
class Instruction;
class Module;
} // namespace llvm

namespace warplint {

/// Lifts all inline assembly of \p M. Total: any text has an answer, in time
/// proportional to its length but for labels.
void liftInlinePtx(llvm::Module &M);

/// A block of assembly repeats \p I, which tests something, until it holds.
bool isRepeatedUntilTrue(const llvm::Instruction &I);

/// \p I was lifted out of a block that another instruction stands for.
bool isPartOfPtxBlock(const llvm::Instruction &I);

/// A statement's memory instruction by what it moves.
enum class PtxMemoryKind : uint8_t {
  // One address a lane, BytesPerLane bytes there.
  Load,      ///< ld, ldu.
  Store,     ///< st.
  Atomic,    ///< atom.
  Reduction, ///< red.
  AsyncCopy, ///< cp.async: Location is shared, Source is global.

  // The warp together.
  LoadMatrix,  ///< ldmatrix; RowGroups has its shape.
  StoreMatrix, ///< stmatrix.
  WmmaLoad,    ///< wmma.load; Fragment says which.
  WmmaStore,   ///< wmma.store.

  // Whole regions, moved by one thread's order.
  RegionCopy, ///< cp.async.bulk, cp.reduce.async.bulk, with or without a tensor
              ///< (TMA).
  RegionPrefetch, ///< cp.async.bulk.prefetch.
  RegionFill,     ///< st.bulk.
  DescriptorMma,  ///< wgmma.mma_async, tcgen05.mma, tcgen05.cp: shared operands
                  ///< by descriptor.

  // Other memories.
  AsyncStore, ///< st.async, to shared memory of the cluster or global memory.
  AsyncReduction, ///< red.async.
  TensorMemory,   ///< tcgen05.ld, .st, .shift.
  Texture,        ///< tex, tld4, suld, sust, sured.

  /// Barrier objects, tensor maps, cache hints, multimem.*, tcgen05.alloc.
  Other,
};

/// The number of a call argument.
using PtxArgument = std::optional<unsigned>;

struct PtxLocation {
  /// What the instruction names: all for a generic address, the cluster's for
  /// distributed shared memory, none for the tensor memory of tcgen05.
  MemorySpaces Spaces = MemorySpaces::all();
  /// Byte address. Absent where there is none: a matrix descriptor.
  PtxArgument Address;

  bool isGeneric() const { return Spaces == MemorySpaces::all(); }
  bool mayBeShared() const {
    return Spaces.intersects({MemorySpace::Shared, MemorySpace::Cluster});
  }
};

struct PtxAtomic {
  std::string Operation; ///< "add", "cas", ...
  std::string Type;      ///< "u32", "f16x2", "v2.f32".
  /// The operand, unless it is a vector; for cas the value compared with.
  PtxArgument Operand;
};

/// What one memory instruction says of itself. Its operands are arguments of
/// the call of inline assembly that holds it, so that addresses and predicates
/// are values like any other.
struct PtxMemoryOp {
  PtxMemoryKind Kind = PtxMemoryKind::Other;
  /// For messages: "ld.shared.v4", "ldmatrix.x4.trans", "cp.async.cg",
  /// "red.shared.add.u32".
  std::string Name;

  /// The address; of a copy, the destination.
  PtxLocation Location;
  /// Of a copy: where from.
  std::optional<PtxLocation> Source;
  /// Type size times vector length, 16 for rows of matrices. 0 where a lane has
  /// no width, or where it is an argument: Bytes.
  unsigned BytesPerLane = 0;

  /// LoadMatrix, StoreMatrix: groups of eight row addresses, 1, 2 or 4. Every
  /// row is 16 bytes at an address that one lane gives.
  unsigned RowGroups = 0;
  std::optional<PtxAtomic> Atomic; ///< Atomic, Reduction, AsyncReduction.
  /// WmmaLoad, WmmaStore: "wmma.load.a.sync.aligned.row.m16n16k16.f16", without
  /// a state space, as parseFragment of Fragment.h reads it.
  std::string Fragment;
  /// Of it the leading dimension in elements. Absent when not given: dense.
  PtxArgument Stride;
  /// AsyncCopy: bytes written to shared memory.
  PtxArgument Bytes;
  /// AsyncCopy: bytes read, the rest is filled with zeros. Absent: all of them.
  PtxArgument SourceBytes;
  /// DescriptorMma: the shared-memory descriptors.
  llvm::SmallVector<unsigned, 2> Descriptors;

  /// What the instruction returns is what it read.
  bool returnsData() const { return Kind <= PtxMemoryKind::WmmaStore; }
};

/// What a call of inline assembly holds after lifting.
struct PtxStatement {
  std::string Text;   ///< As in the source, with `$N`.
  std::string Opcode; ///< "bar.sync"; empty for what is no instruction.
  /// It happens in the lanes where this is true; absent: in all.
  PtxArgument Guard;
  /// Its number among the memory instructions of its block; those that may
  /// access shared memory come first.
  unsigned Part = 0;
  /// Present for an instruction that touches memory and was understood.
  std::optional<PtxMemoryOp> Memory;
  /// "cluster_ctarank" where it only reads this special register.
  std::string SpecialRegister;
  /// It may touch memory, in a way that was not understood.
  bool IsUnread = false;
};

PtxStatement readPtxStatement(const llvm::CallBase &Call);

} // namespace warplint

#endif // WARPLINT_KERNEL_INLINEPTX_H
