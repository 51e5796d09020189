//===- LayoutRecord.h - How an array could be laid out ----------*- C++ -*-===//
//
// What is said to the user of a `__shared__` array whose accesses conflict: the
// layouts that cost less, why its source cannot be rewritten, and the edit
// where it can. Plain data, as everything that a report holds.
//
// Wavefronts are sums over one block: every access of the array, every warp,
// every iteration, all launches and instantiations of the file.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_LAYOUTRECORD_H
#define WARPLINT_FINDING_LAYOUTRECORD_H

#include "warplint/Basic/SourcePlace.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// How a layout is written into the source.
enum class FixStyle : uint8_t {
  Expression, ///< Plain C++ in place of the index.
  Pad,        ///< The declaration grows, indices stay.
  Auto,       ///< Expression or Pad, what reads best: no style of an edit.
};

/// "expression", "pad", "auto".
llvm::StringRef fixStyleName(FixStyle Style);

/// One layout that costs less than the declared one.
struct OfferedLayout {
  std::string Family;      ///< "xor-swizzle", "padding", ...
  std::string Description; ///< "XOR swizzle <3,0,3>".
  /// "tile[row][col ^ row]", "s[i ^ ((i >> 5) & 31)]"; for padding the
  /// declaration "tile[32][33]".
  std::string Formula;
  /// The instantiation that Formula is of, "k<16>", where several have the
  /// array; ExtraBytes is then the most of any.
  std::string Instance;
  std::string Cute; ///< "cute::Swizzle<3,0,3>", or empty.
  /// The copy engine's mode that fills the array so: "CU_TENSOR_MAP_SWIZZLE_
  /// 128B", or empty.
  std::string TensorMode;
  uint64_t Wavefronts = 0;
  /// As ArrayRemedy has it.
  std::optional<uint64_t> WavefrontsIfJoined;
  int64_t ExtraBytes = 0; ///< Negative where it takes less.
  bool IsOptimal = false; ///< No bijective layout costs less.
  /// Accesses that cost more than before.
  std::vector<SourcePlace> Worsened;
  /// "passes the 48 KB of static shared memory", "costs a block of occupancy".
  std::string BudgetProblem;
  /// What it rests on and is not known; or empty.
  std::string Condition;

  friend bool operator==(const OfferedLayout &,
                         const OfferedLayout &) = default;
};

/// The layout that an edit puts into the source: it was parsed and analysed,
/// and holds what it promises.
struct ProvenLayout {
  FixStyle Style = FixStyle::Expression;
  size_t Layout = 0; ///< Which of ArrayRemedy::Layouts.
  size_t Fix = 0;    ///< Which of FileReport::Fixes.
};

struct ArrayRemedy {
  std::string Array;
  std::string ArrayType;
  SourcePlace Declaration;
  /// Other arrays that its layouts are for as well: an edit is one of all.
  std::vector<std::string> LaidOutWith;
  /// Kernels, with template arguments, whose accesses the figures add up.
  std::vector<std::string> Kernels;
  bool IsSearched = false; ///< Else the figures and Layouts are empty.
  uint64_t Wavefronts = 0; ///< As declared.
  /// Where the compiler may join accesses, but need not: what it is if it does.
  std::optional<uint64_t> WavefrontsIfJoined;
  uint64_t Floor = 0; ///< No bijective layout costs less.
  /// Some loop's length or guard is not known: it counts as 16 rounds, or as
  /// open for every lane. Or some accesses are not among the figures.
  bool IsEstimate = false;
  /// Nobody is known to use the template arguments that the figures are for.
  bool IsAssumed = false;
  /// A library declares it, or its type: CUB's TempStorage.
  bool IsOfLibrary = false;
  /// "32 x 8 x 1", where the block's shape is not known and the figures are for
  /// this one.
  std::string AssumedBlock;
  /// What another order of the lanes would do: turns in place of each thread's
  /// own piece, or its wide loads on top of the first layout; or empty.
  std::string LaneOrder;
  /// A layout that helps, and takes too much memory, or merged accesses apart; or
  /// empty.
  std::string Declined;
  /// The file uses CuTe: layouts are also described in its terms.
  bool UsesCute = false;
  std::vector<OfferedLayout> Layouts; ///< Best first.
  /// Why there is no fix, each with its place.
  std::vector<FindingNote> Blockers;
  std::optional<ProvenLayout> Fix;
  /// What stands in the way is about indices alone, and some layout pads the
  /// rows of the declaration: FixStyle::Pad is worth a try.
  bool MayBePadded = false;

  /// The layout that is advised: that of the fix, else the best; or null.
  const OfferedLayout *advised() const {
    return Layouts.empty() ? nullptr : &Layouts[Fix ? Fix->Layout : 0];
  }
};

} // namespace warplint

#endif // WARPLINT_FINDING_LAYOUTRECORD_H
