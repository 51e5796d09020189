//===- PlaceSamples.h - Where an address leads, by trying it ----*- C++ -*-===//
//
// Whether an index applies a swizzle is a question about its shape. Of rows and
// columns that lanes, iterations and unknowns count, a place in a tile is a sum:
// what one bit of one counter adds is always the same. XOR of row and column is no
// such sum, but becomes one where the swizzle is taken back. So the address is
// evaluated for all threads, and for iterations and unknowns around a few points,
// and it is tried which swizzle, taken back, leaves sums alone. Places count modulo
// 1024 there, after which every swizzle repeats: that the stages of a pipeline go
// round does not matter.
//
//   tile + 128 * row + 16 * chunk                a sum; with 128B taken back none
//   tile + 128 * row + 16 * (chunk ^ row % 8)    none; with 128B taken back a sum
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_TMASWIZZLE_PLACESAMPLES_H
#define WARPLINT_LIB_CHECKS_TMASWIZZLE_PLACESAMPLES_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Basic/TensorMap.h"
#include "warplint/Lane/LaneExpr.h"
#include "warplint/Warp/LaneMask.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <optional>
#include <set>

namespace warplint {

/// What is sampled.
struct SampledAddress {
  const LaneExpr *Address = nullptr;
  /// Truth values that all have to hold where it is used; those that cannot be
  /// evaluated count as true.
  std::vector<const LaneExpr *> Guards;
  LaneMask Lanes = AllLanes; ///< Of a warp, that give an address.
  /// Only places are asked for: around fewer points.
  bool IsForPlaces = false;
};

class PlaceSamples {
public:
  /// Arrays begin at \p ArrayPlace, or the next place that they are aligned to.
  PlaceSamples(const LaneContext &Context, const SampledAddress &Of,
               const LaunchShape &Shape, uint64_t ArrayPlace = 0);

  /// All of them could be evaluated, and lie in one array.
  bool isKnown() const { return IsKnown && Array; }
  /// It is in no array, but in what a parameter of the kernel points to.
  bool isElsewhere() const { return !Array && IsOfParameter; }
  /// The symbol of the array.
  unsigned array() const { return *Array; }
  /// The same, where the place in it is not known.
  std::optional<unsigned> onlyArray() const {
    return HasSeveralArrays ? std::nullopt : Array;
  }
  /// From the beginning of the array, where that is at 0.
  const std::set<uint64_t> &places() const { return Places; }
  /// With \p Mode taken back, the places are sums.
  bool isSumWithout(SwizzleMode Mode) const { return IsSum[unsigned(Mode)]; }
  /// Some place is another with \p Mode.
  bool isMovedBy(SwizzleMode Mode) const;
  /// A thread whose place is another with \p Mode, and the place.
  std::optional<std::pair<unsigned, uint64_t>> example(SwizzleMode Mode) const;

private:
  /// A counter that is no thread: its first values.
  struct Counter {
    bool IsLoop = false;
    unsigned Number = 0;
    uint64_t First = 0, Step = 1;
    unsigned Count = 1;
  };
  /// By counter, which of its values.
  using Point = std::vector<unsigned>;
  using ThreadPlaces = std::vector<std::optional<uint64_t>>;

  void findCounters(const SampledAddress &Of);
  bool addSymbol(unsigned Number);
  ThreadPlaces placesAt(const Point &At, const SampledAddress &Of);
  void compareThreads(const ThreadPlaces &Of);
  void comparePoints(const ThreadPlaces &From, const ThreadPlaces &To,
                     unsigned Step);
  void note(unsigned Step, uint64_t From, uint64_t To);
  unsigned bitOf(unsigned Counter, unsigned Bit) const;

  const LaneContext &C;
  LaunchShape Shape;
  uint64_t ArrayPlace;
  unsigned NumThreads = 0;
  bool IsKnown = true, IsOfParameter = false, HasSeveralArrays = false;
  std::optional<unsigned> Array;
  std::vector<Counter> Counters;
  std::set<uint64_t> Places;
  ThreadPlaces First;
  std::array<bool, AllSwizzleModes.size()> IsSum = {true, true, true, true};
  /// What a bit of a counter adds, by mode; nothing before it was seen.
  std::vector<std::array<std::optional<uint64_t>, AllSwizzleModes.size()>> Adds;
};

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_TMASWIZZLE_PLACESAMPLES_H
