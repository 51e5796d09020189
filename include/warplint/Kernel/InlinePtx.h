//===- InlinePtx.h - What an inline PTX block does to memory ----*- C++ -*-===//
//
// Much of what moves shared memory in real kernels is written in inline PTX:
// ldmatrix, cp.async, TMA copies, red.async. In LLVM IR such a block is one
// call of an InlineAsm value, opaque to every pass. This reader turns its text
// into facts: which memory instructions it holds, at which address, of what
// width, under which predicate, and what it returns. It knows strings only,
// neither Clang nor IR.
//
// Worked example. The source
//
//   asm volatile("{\n  .reg .pred p;\n  setp.ne.b32 p, %0, 0;\n"
//                "  @p cp.async.cg.shared.global [%1], [%2 + 64], %3;\n}\n"
//                :: "r"(ok), "r"(smem), "l"(src), "n"(16) : "memory");
//
// is in IR a call of the asm text with `$0` for `%0` and the constraint string
// "r,r,l,n,~{memory}", with four arguments. It is read as one PtxMemoryOp:
//
//   Kind      AsyncCopy, named "cp.async.cg 16" once the caller has put 16 for
//             argument 3 (Bytes is the linear form `arg3`)
//   Location  shared, address `arg1`
//   Source    global, address `arg2 + 64`
//   Guard     arg0 != 0
//
// Operands. Clang numbers `$N` through the outputs, then the inputs, then one
// tied input for each "+r" output. A call argument is one input, or the address
// of an output in memory ("=*m", which comes first); a direct output is one
// field of the result. PtxOperand gives both numbers, so the rest of this
// header speaks of *call arguments* (`arg2`) only.
//
// Values are followed through the registers that the block declares, in program
// order, as *linear forms*: a sum of call arguments, special registers,
// variables and results of operations, each with a constant factor, and a
// constant. Operations are what is not linear (and, shr, bfe, selp, shfl): each
// is put together from a few of PtxOperator's. What none of them describes is
// unknown, and never guessed. Conversions between generic addresses and those
// of a state space (cvta) count as identity, as address space casts do in IR:
// the start of the window is the same for all lanes.
//
// Unknown is not nothing: a statement that could not be read is listed in
// InlinePtx::Unread, and whoever needs a proof has to look there first.
//
// Source of forms and semantics: NVIDIA's PTX ISA 9.0 (sections 4 to 10), and
// how Clang 22 writes InlineAsm for the nvptx64 target. Not thread-safe by
// object, but free of global state.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_INLINEPTX_H
#define WARPLINT_KERNEL_INLINEPTX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// What `$N` of the asm text stands for.
struct PtxOperand {
  /// Field of the call's result (0 when the result is no struct).
  std::optional<unsigned> Output;
  /// Call argument that the operand holds when the block starts. For a "+r"
  /// output the tied input. Both are absent for a label.
  std::optional<unsigned> Argument;
  /// Width of the register by its constraint letter: "h" 16, "r" and "f" 32,
  /// "l" and "d" 64, "q" 128; 0 where the constraint does not say ("n").
  unsigned Bits = 0;
  /// "n" or "i" alone: the argument is a constant.
  bool IsImmediate = false;
  /// "*m": the argument is the address, and the operand is written without [ ].
  bool IsMemory = false;
  /// A tied input ("0"): the operand whose register it shares.
  std::optional<unsigned> TiedTo;
};

struct PtxConstraints {
  std::vector<PtxOperand> Operands; ///< By N of `$N`.
  unsigned NumOutputs = 0;          ///< Fields of the result.
  unsigned NumArguments = 0;        ///< Arguments of the call.
  bool ClobbersMemory = false;      ///< "~{memory}".
};

/// Reads a constraint string as it stands in IR. Accepts anything: what is not
/// understood becomes an operand with nothing known.
PtxConstraints readPtxConstraints(llvm::StringRef Constraints);

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// State spaces. Shared is the block's own (.shared, .shared::cta);
/// SharedCluster may be that of another block of the cluster (distributed
/// shared memory).
enum class PtxSpace : uint8_t {
  Generic,
  Shared,
  SharedCluster,
  Global,
  Local,
  Param,
  Const,
  Tensor, ///< Tensor memory of tcgen05.
};

/// "shared", "shared::cluster", ...
llvm::StringRef spaceName(PtxSpace Space);

/// Special registers that are constant while a thread runs (%clock is not).
enum class PtxSpecial : uint8_t {
  Tid,   ///< Axis says .x, .y, .z.
  NTid,  ///< Axis.
  CtaId, ///< Axis.
  NCtaId,
  LaneId,
  WarpId,
  NWarpId,
  SmId,
  NSmId,
  GridId,
  ClusterId,     ///< Axis.
  NClusterId,    ///< Axis.
  ClusterCtaId,  ///< Axis.
  ClusterNCtaId, ///< Axis.
  ClusterCtaRank,
  ClusterNCtaRank,
  IsExplicitCluster,
  LaneMaskEq,
  LaneMaskLe,
  LaneMaskLt,
  LaneMaskGe,
  LaneMaskGt,
  TotalSmemSize,
  AggrSmemSize,
  DynamicSmemSize,
  Other, ///< One of the rest (%envreg3, %reserved_smem_offset_begin): see Name.
};

/// Coefficient * leaf.
struct PtxTerm {
  enum class LeafKind : uint8_t { Argument, Special, Symbol, Operation };
  LeafKind Leaf = LeafKind::Argument;
  /// Number of the call argument, or index into InlinePtx::Operations.
  unsigned Argument = 0;
  PtxSpecial Special = PtxSpecial::Other; ///< Which special register.
  unsigned Axis = 0;                      ///< 0, 1, 2 for .x, .y, .z.
  /// Special: as written, "%tid.x". Symbol: address of this variable, "smem".
  /// Operation: in words, "(arg0 & 7)".
  std::string Name;
  int64_t Coefficient = 1;
  /// Only so many low bits of the leaf enter, zero- or sign-extended (after
  /// cvt.u64.u32, mul.wide.s32). 0: the leaf as it is.
  unsigned LowBits = 0;
  bool SignExtend = false;
};

/// Sum of Terms plus Constant, modulo 2^Bits. At most one term for a leaf with
/// one LowBits and SignExtend.
struct PtxLinear {
  llvm::SmallVector<PtxTerm, 2> Terms;
  int64_t Constant = 0;
  /// Width of the register that held it, 0 when nothing says (a literal).
  unsigned Bits = 0;
  /// A sum was widened: right as long as the narrow sum did not wrap around.
  bool AssumesNoWrap = false;

  bool isConstant() const { return Terms.empty(); }
  std::optional<int64_t> asConstant() const;
  /// The call argument that the form is equal to, modulo 2^Bits.
  std::optional<unsigned> asArgument() const;
  /// The special register that the form is equal to, modulo 2^Bits.
  std::optional<PtxSpecial> asSpecial() const;
  /// "arg1 + 4*%tid.x + 16".
  std::string print() const;
};

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

enum class PtxCompare : uint8_t { Eq, Ne, Lt, Le, Gt, Ge };

/// One condition on a lane.
struct PtxCondition {
  enum class Kind : uint8_t {
    Compare, ///< Left Op Right. A negation is folded into Op.
    OneLane, ///< elect.sync: true for one lane of the warp.
    Unknown, ///< See Text.
  };
  Kind What = Kind::Unknown;
  bool Negated = false; ///< Of OneLane and Unknown.
  PtxCompare Op = PtxCompare::Ne;
  bool Signed = false; ///< Of Lt, Le, Gt, Ge.
  unsigned Bits = 0;   ///< Width of the comparison.
  PtxLinear Left, Right;
  std::string Text; ///< The statement that decides it, or its name.
};

/// An access happens in the lanes for which all conditions hold; empty: in all.
using PtxGuard = llvm::SmallVector<PtxCondition, 1>;

/// "arg0 != 0 and not (vote.any.pred p, q)"; "" for the empty guard.
std::string printGuard(const PtxGuard &Guard);

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Operands are Bits wide, and so is the result where nothing else is said.
enum class PtxOperator : uint8_t {
  Product, ///< Its low half.
  UnsignedQuotient,
  SignedQuotient,
  UnsignedRemainder,
  SignedRemainder,
  And,
  Or,
  Xor,
  ShiftLeft,        ///< By less than Bits, here and below.
  ShiftRight,       ///< Zeros come in.
  ShiftRightSigned, ///< Copies of the sign come in.
  PopCount,
  LeadingZeros, ///< Bits for 0.
  ReverseBits,
  Truth,   ///< No operands; one bit: Condition holds.
  Select,  ///< Operand 0 where Condition holds, else operand 1.
  Shuffle, ///< Operand 0 of the lane that operand 1 names, modulo 32.
};

struct PtxOperation {
  PtxOperator Op = PtxOperator::And;
  unsigned Bits = 32;
  llvm::SmallVector<PtxLinear, 2> Operands;
  PtxGuard Condition; ///< Of Truth and Select.
};

//===----------------------------------------------------------------------===//
// Memory instructions
//===----------------------------------------------------------------------===//

enum class PtxMemoryKind : uint8_t {
  // One address a lane, BytesPerLane bytes there.
  Load,      ///< ld, ldu.
  Store,     ///< st.
  Atomic,    ///< atom.
  Reduction, ///< red.
  AsyncCopy, ///< cp.async: Location is shared, Source is global.

  // The warp together.
  LoadMatrix,  ///< ldmatrix; Matrix has its shape.
  StoreMatrix, ///< stmatrix.
  WmmaLoad,    ///< wmma.load; Fragment says which.
  WmmaStore,   ///< wmma.store.

  // Whole regions, moved by one thread's order.
  BulkCopy,        ///< cp.async.bulk: Bytes says how much.
  BulkReduction,   ///< cp.reduce.async.bulk.
  TensorCopy,      ///< cp.async.bulk.tensor (TMA).
  TensorReduction, ///< cp.reduce.async.bulk.tensor.
  BulkPrefetch,    ///< cp.async.bulk.prefetch, with or without a tensor.
  BulkFill,        ///< st.bulk.
  DescriptorMma, ///< wgmma.mma_async, tcgen05.mma, tcgen05.cp: shared operands
                 ///< by descriptor.

  // Other memories.
  AsyncStore, ///< st.async, to shared memory of the cluster or global memory.
  AsyncReduction, ///< red.async.
  Multimem,       ///< multimem.*: global memory of several devices.
  TensorMemory,   ///< tcgen05.ld, .st, .shift.
  Texture,        ///< tex, tld4, suld, sust, sured.

  // No data of the user's.
  CacheHint, ///< prefetch, prefetchu, applypriority, discard.
  Other,     ///< Barrier objects, tensor maps, tcgen05.alloc.
};

/// True for the kinds that read or write one address in each lane.
bool isPerLane(PtxMemoryKind Kind);

struct PtxLocation {
  /// What is known of the space: from the instruction, or, for an instruction
  /// with generic addresses, from a cvta or a variable of the block.
  PtxSpace Space = PtxSpace::Generic;
  /// The instruction takes generic addresses.
  bool IsGeneric = false;
  /// Address is that of a tensor map; its data lies where the map says.
  bool IsTensorMap = false;
  /// Byte address. Absent when it is no linear form.
  std::optional<PtxLinear> Address;
  /// Where Address is absent: the statement that computes it.
  std::string Unknown;
};

/// ldmatrix and stmatrix. Every row is 16 bytes at an address that one lane
/// gives.
struct PtxMatrix {
  unsigned Count = 1; ///< .x1, .x2, .x4.
  unsigned RowsPerMatrix =
      8; ///< Addresses for each matrix: 8, or 16 of .m16n16.
  bool Transposed = false;
  unsigned ElementBits = 16; ///< 16 or 8 in registers.
  /// Groups of eight row addresses: 1, 2 or 4.
  unsigned rowGroups() const { return Count * RowsPerMatrix / 8; }
};

struct PtxAtomic {
  std::string Operation; ///< "add", "cas", ...
  std::string Type;      ///< "u32", "f16x2", "v2.f32".
  /// The operand where it is a linear form; for cas the value compared with.
  std::optional<PtxLinear> Operand;
};

/// wmma.load and wmma.store.
struct PtxFragment {
  char Matrix = 'a'; ///< a, b, c or d.
  unsigned M = 16, N = 16, K = 16;
  bool RowMajor = true;
  std::string Type; ///< "f16".
  /// Leading dimension in elements. Absent when not given (dense) or not
  /// linear.
  std::optional<PtxLinear> Stride;
  bool HasStride = false;
};

struct PtxMemoryOp {
  PtxMemoryKind Kind = PtxMemoryKind::Other;
  /// For messages: "ld.shared.v4", "ldmatrix.x4.trans", "cp.async.cg 16",
  /// "red.shared.add.u32".
  std::string Name;
  std::string Text; ///< The statement, with `$N`.

  /// The address; of a copy, the destination.
  PtxLocation Location;
  /// Of a copy: where from.
  std::optional<PtxLocation> Source;
  /// Type size times vector length, 16 for rows of matrices; the copy size of
  /// AsyncCopy when it is a literal. 0 where a lane has no width, or where the
  /// size is an argument.
  unsigned BytesPerLane = 0;

  PtxGuard Guard;
  /// Lies in a loop inside the block.
  bool Repeats = false;

  std::optional<PtxMatrix> Matrix;     ///< LoadMatrix, StoreMatrix.
  std::optional<PtxAtomic> Atomic;     ///< Atomic, Reduction, AsyncReduction.
  std::optional<PtxFragment> Fragment; ///< WmmaLoad, WmmaStore.
  /// AsyncCopy: bytes written to shared memory. Bulk kinds: size of the region.
  std::optional<PtxLinear> Bytes;
  /// AsyncCopy: bytes read, the rest is filled with zeros. Absent: all of them,
  /// or unknown when HasSourceBytes.
  std::optional<PtxLinear> SourceBytes;
  bool HasSourceBytes = false;
  /// AsyncCopy: lanes that write zeros instead of reading (ignore-src).
  std::optional<PtxGuard> IgnoreSource;
  /// DescriptorMma: the shared-memory descriptors that are linear forms.
  llvm::SmallVector<PtxLinear, 2> Descriptors;

  /// "cp.async.cg 16": Name with the copy size that the caller found for Bytes.
  std::string nameWithBytes(uint64_t CopyBytes) const;
};

/// What an output holds when the block ends.
struct PtxValue {
  enum class Kind : uint8_t {
    Unknown, ///< See Why.
    Linear,  ///< Linear.
    Loaded,  ///< Made from what memory instruction MemoryOp read.
  };
  Kind What = Kind::Unknown;
  PtxLinear Linear;
  unsigned MemoryOp = 0; ///< Index into InlinePtx::MemoryOps.
  /// Where a generic address points, when a cvta or a variable says so.
  PtxSpace PointsInto = PtxSpace::Generic;
  std::string Why; ///< The statement that made it unknown, or "never written".
};

//===----------------------------------------------------------------------===//
// The block
//===----------------------------------------------------------------------===//

/// A statement that was not understood.
struct PtxUnread {
  enum class Kind : uint8_t {
    Malformed,          ///< No PTX.
    UnknownInstruction, ///< Not in the tables of this reader.
    Call,               ///< Calls a function.
  };
  Kind What = Kind::Malformed;
  std::string Text;
  /// False only for a malformed directive, which can not touch memory.
  bool MayTouchMemory = true;
};

struct InlinePtx {
  PtxConstraints Constraints;
  std::vector<PtxMemoryOp> MemoryOps; ///< In program order.
  std::vector<PtxValue> Outputs;      ///< By field of the result.
  /// An operation refers to earlier ones only.
  std::vector<PtxOperation> Operations;
  std::vector<PtxUnread> Unread;

  /// The first statement that may touch memory in a way that was not
  /// understood, for "unproven: inline PTX 'xyz' is not modelled"; null when
  /// there is none.
  const PtxUnread *firstUnreadMemory() const;
};

/// The call arguments that are numbers; may be shorter than the arguments.
using PtxKnownArguments = llvm::ArrayRef<std::optional<int64_t>>;

/// Reads \p Asm, the text of an InlineAsm value, with its constraint string.
/// Arguments that \p Known gives are numbers in the forms: with them what is no
/// linear form of an argument (the position of a bfe) can be read. Total: any
/// text gives an answer, in time proportional to its length but for labels.
InlinePtx readInlinePtx(llvm::StringRef Asm, llvm::StringRef Constraints,
                        PtxKnownArguments Known = {});

} // namespace warplint

#endif // WARPLINT_KERNEL_INLINEPTX_H
