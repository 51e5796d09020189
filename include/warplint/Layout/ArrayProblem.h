//===- ArrayProblem.h - A shared array and all its accesses -----*- C++ -*-===//
//
// The input of the search for a layout: one `__shared__` array, and every
// access of it in every phase of the kernel. An access is a list of *cases*,
// one for each request that differs (a warp, an iteration of a loop), each with
// the element that every active lane touches first and how often a block makes
// it.
//
// Elements are numbered row-major, as declared: in float tile[32][33] the
// element tile[r][c] is r*33 + c. An access of 16 bytes a lane to float names
// the first of its four elements; the hardware wants it aligned, so that is a
// multiple of 4. What widths and kinds mean, WarpModel.h says; ldmatrix names
// the first element of each row address.
//
// Example, the column read of an 8x8 tile with 8 banks, one case:
//
//   Array    {{8, 8}, 4}
//   Banks    8
//   Access   SharedLoad, 4 bytes, lanes 0-7 active, Element[l] = 8 * l
//
// The number of banks is a parameter because drawings and proofs are often done
// with fewer. With B banks a warp counts as B lanes, and groups of lanes shrink
// alike: 8 bytes a lane are served by B/2 lanes, 16 by B/4.
//
// Assumption: the array begins on a multiple of a whole row of banks.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LAYOUT_ARRAYPROBLEM_H
#define WARPLINT_LAYOUT_ARRAYPROBLEM_H

#include "warplint/Layout/Layout.h"
#include "warplint/Support/SharedList.h"
#include "warplint/Warp/Target.h"
#include "warplint/Warp/WarpModel.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// An array as declared, its last extent varying fastest.
struct ArrayShape {
  std::vector<uint64_t> Extents;
  unsigned ElementBytes = 4; ///< 1, 2, 4, 8 or 16.

  uint64_t elements() const;
  uint64_t bytes() const { return elements() * ElementBytes; }
  /// The last extent: elements of a row.
  uint64_t rowLength() const { return Extents.back(); }
  uint64_t rows() const { return elements() / rowLength(); }
};

/// What is left of \p Shape without the columns that \p L leaves out.
inline ArrayShape restOf(const Layout &L, ArrayShape Shape) {
  Shape.Extents.back() -= L.leftOut().Count;
  return Shape;
}

/// The element that each lane touches first; ignored for inactive lanes.
using LaneElements = std::array<uint64_t, WarpSize>;

/// Requests of one access that are alike.
struct AccessCase {
  LaneMask Active = AllLanes;
  LaneElements Element = {};
  /// How often a block makes this request: trip count times warps.
  uint64_t Weight = 1;
  /// Which launch of which kernel makes it, by a number.
  unsigned Launch = 0;
  friend bool operator==(const AccessCase &, const AccessCase &) = default;
  friend llvm::hash_code hash_value(const AccessCase &C) {
    return llvm::hash_combine(
        C.Active, C.Weight, C.Launch,
        llvm::hash_combine_range(C.Element.begin(), C.Element.end()));
  }
};

/// What is accessed at once depends on the layout where the compiler joins
/// accesses: it sees that elements lie side by side as long as they stay where
/// they are but for padding between aligned runs, and not behind an index that
/// is computed in another way.
enum class Joining : uint8_t {
  None,   ///< A request under every layout.
  Joined, ///< A request of the joined accesses, where they stay so.
  Apart,  ///< One of these accesses alone, under all other layouts.
};

struct ArrayAccess {
  std::string Name; ///< For messages: "the load in line 47".
  Joining When = Joining::None;
  /// Where it is one of several readings of an access: a number they share.
  std::optional<unsigned> ReadingOf;
  RequestKind Kind = RequestKind::SharedLoad;
  unsigned BytesPerLane = 4;
  /// As in WarpRequest: each case is one of them.
  unsigned Instructions = 1;
  /// Of a tile of wmma, whose first element is that of the first lane: elements
  /// from one of its lines to the next; else 0.
  uint64_t Pitch = 0;
  uint64_t LineLength = 0; ///< Elements of such a line.
  SharedList<AccessCase> Cases;
  /// The lanes may be dealt out anew: which lane works on which element does
  /// not matter, as long as all accesses that say so agree.
  bool LanesMayMove = false;
};

/// Who fills the array.
enum class ArrayFill : uint8_t {
  Lanes, ///< Stores and cp.async, which can go anywhere.
  /// The copy engine (cp.async.bulk.tensor), which knows four layouts: none and
  /// its three swizzle modes.
  TensorCopy,
};

/// What memory a block has left for the array.
struct MemoryBudget {
  Target On = measuredTarget();
  /// Bytes of shared memory that the block uses beside this array.
  uint64_t OtherBytes = 0;
  /// Declared with a size that the compiler knows; else the launch gives it.
  bool IsStatic = true;
  /// So it is, of a type that launches pass the size of: dynamic memory.
  bool IsOfLaunch = false;
  /// Threads of a block; 0: not known.
  unsigned ThreadsPerBlock = 0;
  /// The most bytes that the array may take, where it can not grow as it likes
  /// (a part of a buffer that others follow).
  std::optional<uint64_t> MostBytes;
};

struct ArrayProblem {
  ArrayShape Array;
  std::vector<ArrayAccess> Accesses;
  unsigned Banks = 32; ///< 4, 8, 16 or 32.
  MemoryBudget Budget;
  ArrayFill Fill = ArrayFill::Lanes;
  /// Elements that stay together, whatever is accessed: those of the source
  /// where parts of them are accessed, which are the elements here then.
  uint64_t LeastRun = 1;
  /// Of an array whose length is not known: elements leave no aligned run of so
  /// many. Array has the most that it may be.
  std::optional<uint64_t> MostBlock;
  /// Only swizzles that cute::Swizzle accepts are allowed.
  bool IsForCute = false;
};

/// Tiles of wmma stay tiles, at addresses that wmma takes: no element moves, or
/// the rows that their lines are parts of are longer.
bool keepsFragments(const ArrayProblem &Problem, const Layout &L);

/// Says what is wrong with \p Problem: extents of 0, an element outside of the
/// array, one that is not aligned for its access, a width or kind without a
/// rule, a number of banks that is none of those above.
llvm::Error check(const ArrayProblem &Problem);

/// The columns that no access touches, of an array of several extents; as many
/// as leave what is accessed at once together.
DeadColumns deadColumns(const ArrayProblem &Problem);

/// \p Problem without columns that no access touches.
ArrayProblem without(const DeadColumns &Dead, ArrayProblem Problem);

/// The swizzle mode in which the copy engine fills \p Array laid out as \p L,
/// "CU_TENSOR_MAP_SWIZZLE_128B"; empty where there is none. The modes are the
/// XOR swizzles <1,4,3>, <2,4,3>, <3,4,3> of byte addresses, for rows of 32, 64
/// and 128 bytes; the array must then begin on a multiple of 8 such rows.
/// Source: CUDA Driver API, cuTensorMapEncodeTiled.
std::string tensorCopyMode(const Layout &L, const ArrayShape &Array);

/// The request of case \p C of \p Access when \p Array lies as \p L says.
WarpRequest requestOf(const ArrayShape &Array, const ArrayAccess &Access,
                      const AccessCase &C, const Layout &L);

/// Elements of the longest run that some access of \p Problem touches at once,
/// joined ones not counted: a layout must keep aligned runs of that length
/// together. 16 bytes for ldmatrix and stmatrix.
uint64_t wholeRun(const ArrayProblem &Problem);

} // namespace warplint

#endif // WARPLINT_LAYOUT_ARRAYPROBLEM_H
