//===- KernelFlow.h - The paths of threads through a kernel -----*- C++ -*-===//
//
// What the threads of a block do one after the other: blocks of code with the
// steps that others can see (accesses to shared memory, barriers), and the
// conditions under which a thread takes each way out of a block. No pass moves
// an access or a barrier, so the order of the steps is that of the source.
//
//   for (k = 0; k < n; ++k) {     block 0: ->1
//     tile[t] = in[k];            block 1: header of loop 0; ->2 if k < n, else ->3
//     __syncthreads();            block 2: access 0, barrier 0; ->1
//   }                             block 3: a thread ends here
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_KERNELFLOW_H
#define WARPLINT_KERNEL_KERNELFLOW_H

#include "warplint/Lane/LaneExpr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace warplint {

/// What a thread writes, as far as that tells two threads' values apart.
struct StoredValue {
  const LaneExpr *Value = nullptr; ///< Null where it has no expression.
  /// The value is computed from constants and what is loaded from these
  /// addresses alone; empty where more goes into it.
  std::vector<const LaneExpr *> LoadedFrom;
};

struct FlowStep {
  enum class Kind : uint8_t {
    Access,  ///< Number is that of KernelModel::Accesses.
    Barrier, ///< Number is that of KernelModel::Barriers.
    Warp,    ///< A shuffle, vote or reduction of lanes: Mask names them, and
             ///< Number is that of KernelModel::FlowPlaces.
    Unknown, ///< It may wait for other threads in a way that is not modelled.
  };
  Kind What = Kind::Unknown;
  unsigned Number = 0;
  StoredValue Stored = {};        ///< Of a plain store.
  const LaneExpr *Mask = nullptr; ///< Of Warp.
  /// Some threads may pass over it; of a wait for an object: not known to come
  /// back only when what it waits for has happened.
  bool IsPredicated = false;
  /// Of Unknown: an atomic, relaxed as CUDA's are. What it says of other threads'
  /// accesses holds behind a fence alone (PTX ISA, "Causality order").
  bool NeedsFence = false;
};

/// A thread at the end of a block goes to block \p To where \p When holds.
struct FlowWay {
  unsigned To = 0;
  const LaneExpr *When = nullptr; ///< Null: always.
};

struct FlowBlock {
  std::vector<FlowStep> Steps;
  std::vector<FlowWay> Ways;
  bool IsEnd = false;          ///< A thread that comes to its end has ended.
  std::vector<unsigned> Loops; ///< Numbers in the context, outermost first.
  bool IsHeader = false;       ///< Of the innermost of Loops.
  /// The first block that all threads that leave this one come to, if they do
  /// not end before.
  std::optional<unsigned> Join;
  /// It touches memory or calls something: others can tell that it ran.
  bool HasEffect = false;
  /// Where, in KernelModel::FlowPlaces.
  std::optional<unsigned> Effect;
  /// Where the condition of its ways stands, in KernelModel::FlowPlaces.
  std::optional<unsigned> Branch;
};

/// The blocks of a loop follow one another, the header first; what comes behind
/// a loop has a higher number. A way into a trap counts as never taken.
struct KernelFlow {
  std::vector<FlowBlock> Blocks; ///< The first is where threads begin.
  /// Symbols that all threads of a block share: each reads one value where it
  /// is in the same iteration of the loops around. Beside these parameters,
  /// the numbers of the block and the places of variables.
  llvm::DenseSet<unsigned> OfBlock;
  /// The innermost loop that gives a symbol another value in each iteration.
  llvm::DenseMap<unsigned, unsigned> ChangesIn;
  /// Symbols that stand for one of the few values of a recurrence: what they are
  /// in each iteration, by recurrences.
  llvm::DenseMap<unsigned, const LaneExpr *> Cycles;
  /// Symbols with a LeftBy whose value has none that stands for values of a loop.
  llvm::DenseSet<unsigned> Left;
  /// Opaque values that the kernel loads from where it writes nothing: each may
  /// be any number. From which address.
  llvm::DenseMap<unsigned, const LaneExpr *> Inputs;
  /// The innermost loop around the place where an opaque value is made; -1: none.
  llvm::DenseMap<unsigned, int> MadeIn;
  /// Opaque values and symbols that are computed from loads which are neither
  /// atomic nor volatile: nvcc may keep such a value, so that nobody waits by one.
  llvm::DenseSet<unsigned> Plain, PlainSymbols;
  /// Comparisons of such an input with what no data decide: each may be true or
  /// not. The address of the input.
  llvm::DenseMap<unsigned, const LaneExpr *> Compared;
  /// A thread may tell other blocks or grids that what its block did before is done, or
  /// give memory back: a barrier before that orders what nobody in the block sees.
  bool TellsOthers = false;
  /// By number in KernelModel::Accesses: the positive number that an atomic adds.
  llvm::DenseMap<unsigned, int64_t> Added;
  /// Opaque values that such an atomic gives, as `atomicAdd(&n, 1)`: its access.
  llvm::DenseMap<unsigned, unsigned> Tickets;
  /// Opaque values that depend on such inputs.
  llvm::DenseSet<unsigned> OfData;
};

} // namespace warplint

#endif // WARPLINT_KERNEL_KERNELFLOW_H
