//===- PtxMemoryOp.h - A memory instruction of inline PTX -------*- C++ -*-===//
//
// What one memory instruction says of itself: its kind, the state space, the
// width. Its operands are arguments of the call of inline assembly that holds
// it (InlinePtx.h), so that addresses and predicates are values like any other.
//
// Source of names and semantics: NVIDIA's PTX ISA 9.0, sections 4 to 10.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_PTXMEMORYOP_H
#define WARPLINT_KERNEL_PTXMEMORYOP_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>

namespace warplint {

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

/// The number of a call argument.
using PtxArgument = std::optional<unsigned>;

struct PtxLocation {
  /// The space that the instruction names.
  PtxSpace Space = PtxSpace::Generic;
  /// The instruction takes generic addresses.
  bool IsGeneric = false;
  /// Address is that of a tensor map; its data lies where the map says.
  bool IsTensorMap = false;
  /// Byte address. Absent where there is none: a matrix descriptor.
  PtxArgument Address;
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
  /// The operand, unless it is a vector; for cas the value compared with.
  PtxArgument Operand;
};

/// wmma.load and wmma.store.
struct PtxFragment {
  char Matrix = 'a'; ///< a, b, c or d.
  unsigned M = 16, N = 16, K = 16;
  bool RowMajor = true;
  std::string Type; ///< "f16".
  /// Leading dimension in elements. Absent when not given: dense.
  PtxArgument Stride;
};

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
  /// no width, or where it is an argument: Bytes of AsyncCopy.
  unsigned BytesPerLane = 0;
  /// The access happens in the lanes where this is true; absent: in all.
  PtxArgument Guard;

  std::optional<PtxMatrix> Matrix;     ///< LoadMatrix, StoreMatrix.
  std::optional<PtxAtomic> Atomic;     ///< Atomic, Reduction, AsyncReduction.
  std::optional<PtxFragment> Fragment; ///< WmmaLoad, WmmaStore.
  /// AsyncCopy: bytes written to shared memory. Bulk kinds: size of the region.
  PtxArgument Bytes;
  /// AsyncCopy: bytes read, the rest is filled with zeros. Absent: all of them.
  PtxArgument SourceBytes;
  /// AsyncCopy: lanes that write zeros instead of reading (ignore-src).
  PtxArgument IgnoreSource;
  /// DescriptorMma: the shared-memory descriptors.
  llvm::SmallVector<unsigned, 2> Descriptors;

  /// What the instruction returns is what it read.
  bool returnsData() const { return isPerLane(Kind) || Matrix || Fragment; }
};

} // namespace warplint

#endif // WARPLINT_KERNEL_PTXMEMORYOP_H
