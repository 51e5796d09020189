//===- LaneExpr.h - A value as a function of the lane -----------*- C++ -*-===//
//
// The idea. Every address in a kernel is a function of three things: which
// thread computes it, values that all lanes of a warp share, and, sometimes,
// data that is unknown before the kernel runs. A LaneExpr is that
// function: a DAG over exact two's-complement arithmetic of 1 to 64 bits, whose
// leaves are
//
//   ThreadIdx    threadIdx.x/.y/.z, the only source of variation between lanes
//   BlockDim     blockDim.x/.y/.z, known once the launch shape is
//   Symbol       one unknown value for the whole warp: a kernel parameter,
//                ctaid, a value loaded from a uniform address, the base of an
//                array
//   Iteration    which iteration a loop is in: 0, 1, 2, ... Active lanes of a
//                warp run a loop in step, so it is uniform
//   Recurrence   a loop-carried value that is no affine function of Iteration
//                (s *= 2, stage ^= 1): given by its first and its next value
//   Opaque       a value that may differ from lane to lane and that only
//                running the kernel reveals (an index loaded from memory)
//
// Example: tile[threadIdx.y][k] in a float tile[32][33] inside `for (k = 0;
// ...)`:
//
//   Base(tile) + 132 * zext(ThreadIdx.y) + 4 * zext(Iteration(loop0))
//
// A LaneContext owns the nodes and hands out one node for one structure, so
// equal pointers mean equal expressions (Recurrence nodes are told apart by
// identity). No Clang and no LLVM IR in here: building from IR is lib/Kernel's
// work, proving is Prover.h's.
//
// Values are bit vectors: every operation is taken modulo 2^Width, as in LLVM
// IR; Width 1 is a truth value. The NoWrap flag on Add, Mul, Shl says that the
// source language promises that the signed result does not overflow.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LANE_LANEEXPR_H
#define WARPLINT_LANE_LANEEXPR_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplint {

enum class LaneOp : uint8_t {
  Const,
  ThreadIdx,  ///< Index = axis 0, 1, 2. 32 bits wide.
  BlockDim,   ///< Index = axis 0, 1, 2. 32 bits wide.
  Symbol,     ///< Index = number of the symbol.
  Opaque,     ///< Index = number of the opaque value.
  Iteration,  ///< Index = number of the loop. 32 bits wide.
  Recurrence, ///< Index = number of the recurrence.
  Add,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  And,
  Or,
  Xor,
  Shl,
  LShr,
  AShr,
  Select, ///< Operands: condition (1 bit), value if true, value if false.
  CmpEq,  ///< Comparisons give 1 bit; the others are Not of these or swapped.
  CmpULt,
  CmpSLt,
  Not,               ///< Of 1 bit.
  PopCount,          ///< Bits that are one. Results of these three have the
  CountLeadingZeros, ///< operand's width; of 0 it is the width, as for __clz.
  BitReverse,
  /// Operands: a value, a source lane (32 bits). In lane L: the value in lane
  /// (source lane in L) mod 32 of the warp. Both are evaluated lane by lane. A
  /// source lane that the warp does not have (past the end of the block) gives
  /// an unknown value. One that is idle there counts as giving its
  /// value: CUDA leaves that undefined.
  Shuffle,
  ZExt,
  SExt,
  Trunc,
};

/// Where a uniform symbol comes from: decides how it is named to the user and
/// what may be assumed of it.
enum class SymbolKind : uint8_t {
  Parameter, ///< A kernel parameter, or a field of a by-value struct one.
  BlockIdx,
  GridDim,
  ArrayBase,   ///< Address of a shared (or other) array in its address space.
  UniformLoad, ///< Loaded from an address that the whole warp shares.
  Other,       ///< A uniform result of a call, a phi that joins uniform values.
};

class LaneExpr;

/// An unknown that is the same in all lanes of a warp.
struct UniformSymbol {
  std::string Name; ///< As the user knows it: "pitch", "blockIdx.x".
  SymbolKind Kind = SymbolKind::Other;
  unsigned Width = 32;
  /// The value, read as a signed number, lies in [Lo, Hi].
  int64_t Lo = INT32_MIN;
  int64_t Hi = INT32_MAX;
  /// The value is a multiple of this power of two (alignment of a base).
  uint64_t MultipleOf = 1;
  /// For SymbolKind::Parameter: the number of the kernel's parameter, and at
  /// which byte of it the value lies (0 but for fields of a struct). Without a
  /// number where that is not known.
  std::optional<unsigned> Parameter = {};
  uint64_t ParameterOffset = 0;
  /// For SymbolKind::ArrayBase: how large the array is; 0 where that is not
  /// known. For SymbolKind::UniformLoad: of one place of constant memory, whose
  /// value the host gives as it gives parameters; else 0.
  uint64_t Bytes = 0;
  /// What a loop leaves behind that all lanes leave in one iteration, in one place:
  /// Value in that iteration.
  struct LeftValue {
    unsigned Loop = 0;
    const LaneExpr *Value = nullptr;
    /// It is the first iteration in which LaneLoop::Continue does not hold.
    bool IsBeforeBody = false;
  };
  std::optional<LeftValue> LeftBy = {};
};

/// Why a value can differ between lanes in a way that cannot be computed.
enum class OpaqueReason : uint8_t {
  LoadedFromMemory, ///< The index comes from memory: idx[i].
  LoadedFromLocal,  ///< From an array in registers that is indexed at run time.
  Shuffle,          ///< From another lane.
  AtomicResult,
  CallResult, ///< A function whose body is not at hand.
  AsmResult,
  FloatingPoint, ///< Converted from floating point.
  DivergentLoop, ///< Leaves a loop that lanes leave at different iterations.
  LongLoop,      ///< Leaves a loop that is not followed to its end.
  NotModelled,   ///< An operation that LaneExpr has no node for.
};

struct OpaqueValue {
  OpaqueReason Reason = OpaqueReason::NotModelled;
  std::string What; ///< As the user knows it: "idx[i]".
  unsigned Width = 32;
  /// For a value that is only made of what the reason tells, that: "key[pos]"
  /// for a pos that lanes count up while key[pos] is small.
  std::string Source = {};
  /// Of a load from memory that all lanes share: its address; or null.
  const LaneExpr *From = nullptr;
};

class LaneExpr {
public:
  LaneOp op() const { return Op; }
  bool isConst() const { return Op == LaneOp::Const; }
  unsigned width() const { return Width; }
  unsigned index() const { return Index; }
  bool noWrap() const { return NoWrap; }
  unsigned numOperands() const { return NumOperands; }
  const LaneExpr *operand(unsigned I) const { return Operands[I]; }
  llvm::ArrayRef<const LaneExpr *> operands() const {
    return {Operands, NumOperands};
  }
  /// The bits of a Const, zero-extended to 64.
  uint64_t constant() const { return Value; }
  /// Creation order: operands come before their users (recurrence edges aside).
  unsigned id() const { return Id; }
  /// Lanes of one warp can differ in the value: something below depends on
  /// ThreadIdx or on an Opaque value. A Shuffle varies only if both its value
  /// and its source lane do: from one source lane all lanes get one value,
  /// which is uniform in the warp, though unknown and different from warp to
  /// warp (as for a Symbol). For recurrences it is known only once
  /// setRecurrence was called.
  bool isLaneVarying() const { return LaneVarying; }

private:
  friend class LaneContext;
  LaneOp Op = LaneOp::Const;
  uint8_t Width = 32;
  uint8_t NumOperands = 0;
  bool NoWrap = false;
  bool LaneVarying = false;
  unsigned Index = 0;
  unsigned Id = 0;
  uint64_t Value = 0;
  const LaneExpr *Operands[3] = {};
};

/// What a loop of unknown length counts as where executions are weighed against
/// each other. A guess for an order alone: no figure is printed that rests on
/// it.
inline constexpr uint64_t UnknownTripCount = 16;

/// A loop that Iteration and Recurrence nodes refer to.
struct LaneLoop {
  std::string Counter; ///< The user's name of the counter, or empty.
  /// The counter in terms of Iteration ("1 + 2 * iteration"), for messages.
  /// Null where it is the number of the iteration, or a Recurrence of that
  /// name.
  const LaneExpr *CounterValue = nullptr;
  unsigned Depth = 1;
  int Parent = -1; ///< Number of the enclosing loop, -1 if none.
  /// Number of iterations where it is the same for all lanes and known; an
  /// upper bound of it when IsUpperBound.
  std::optional<uint64_t> TripCount;
  bool IsUpperBound = false;
  /// Truth value in terms of Iteration and Recurrence nodes of this loop: a
  /// lane executes iteration n only if it holds at n. Null when not known.
  const LaneExpr *Continue = nullptr;
  /// Nothing else ends the loop (no break, no return): a lane that is in it
  /// executes iteration n exactly if Continue holds at n.
  bool IsContinueExact = false;
};

/// First and next value of a loop-carried value. Next may contain this
/// recurrence and others of the same loop; all of a loop step together.
struct LaneRecurrence {
  unsigned Loop = 0;
  std::string Name;
  const LaneExpr *Init = nullptr;
  const LaneExpr *Next = nullptr;
};

/// Owns expressions, symbols and loops of one kernel. Not thread-safe.
/// The factory functions fold constants and apply identities; they never change
/// the value for any assignment of the leaves.
class LaneContext {
public:
  LaneContext();
  ~LaneContext();
  LaneContext(const LaneContext &) = delete;
  LaneContext &operator=(const LaneContext &) = delete;

  const LaneExpr *constant(uint64_t Value, unsigned Width);
  const LaneExpr *boolean(bool Value) { return constant(Value, 1); }
  const LaneExpr *threadIdx(unsigned Axis);
  const LaneExpr *blockDim(unsigned Axis);
  const LaneExpr *iteration(unsigned Loop);

  unsigned addSymbol(UniformSymbol Symbol);
  const LaneExpr *symbol(unsigned Number);
  unsigned addOpaque(OpaqueValue Value);
  const LaneExpr *opaque(unsigned Number);
  unsigned addLoop(LaneLoop Loop);
  /// A recurrence whose first and next value are given later, since the next
  /// one usually refers to the node itself. Until then it counts as uniform.
  const LaneExpr *recurrence(unsigned Loop, unsigned Width, std::string Name);
  /// \p LaneVarying: whether the first value or anything that the next one adds
  /// varies by lane.
  void setRecurrence(const LaneExpr *Recurrence, const LaneExpr *Init,
                     const LaneExpr *Next, bool LaneVarying);

  /// Add, Mul, ..., AShr, comparisons. Both operands have the same width.
  const LaneExpr *binary(LaneOp Op, const LaneExpr *L, const LaneExpr *R,
                         bool NoWrap = false);
  const LaneExpr *sub(const LaneExpr *L, const LaneExpr *R,
                      bool NoWrap = false);
  const LaneExpr *select(const LaneExpr *C, const LaneExpr *T,
                         const LaneExpr *F);
  const LaneExpr *logicalNot(const LaneExpr *E);
  /// PopCount, CountLeadingZeros or BitReverse.
  const LaneExpr *unary(LaneOp Op, const LaneExpr *E);
  /// Zeros below the lowest one; of 0 it is the width. (cttz; __ffs is one more
  /// than it, or 0 of 0.)
  const LaneExpr *countTrailingZeros(const LaneExpr *E);
  /// \p SourceLane is 32 bits wide and counts modulo 32. Clamping (__shfl_up,
  /// __shfl_down) and narrower groups are for the caller to select.
  const LaneExpr *shuffle(const LaneExpr *Value, const LaneExpr *SourceLane);
  /// ZExt, SExt or Trunc to \p Width; returns \p E itself when it has that
  /// width.
  const LaneExpr *cast(LaneOp Op, const LaneExpr *E, unsigned Width);

  /// The node of \p E, one of another context, as it stands: nothing is folded.
  /// \p Index: what that of a leaf is here. No Recurrence.
  const LaneExpr *like(const LaneExpr &E, unsigned Index,
                       llvm::ArrayRef<const LaneExpr *> Operands);

  const UniformSymbol &symbolAt(unsigned Number) const;
  UniformSymbol &symbolAt(unsigned Number);
  const OpaqueValue &opaqueAt(unsigned Number) const;
  const LaneLoop &loopAt(unsigned Number) const;
  LaneLoop &loopAt(unsigned Number);
  const LaneRecurrence &recurrenceAt(unsigned Number) const;
  unsigned numLoops() const;
  unsigned numSymbols() const;

  /// Appends nodes, symbols, opaque values, loops and recurrences to \p Bytes.
  /// Contexts with the same bytes have the same answers to every question about
  /// them.
  void appendTo(std::string &Bytes) const;

  /// Infix text with the user's names: "tile + 132*threadIdx.y + 4*k".
  std::string print(const LaneExpr *E) const;

private:
  struct Storage;
  std::unique_ptr<Storage> S;
};

} // namespace warplint

#endif // WARPLINT_LANE_LANEEXPR_H
