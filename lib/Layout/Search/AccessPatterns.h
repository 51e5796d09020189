//===- AccessPatterns.h - Requests made ready to be counted -----*- C++ -*-===//
//
// The search asks for the cost of the same requests under hundreds of layouts.
// What a layout can not change is worked out once: which lanes are served
// together, which of them share an element, and whether a bank spends a
// wavefront on each word or on each lane. What is left is to put the distinct
// elements of each group into banks and to find the fullest.
//
// The figures are those of costOf() in WarpModel.h, which the tests hold them
// against; loops of compare-and-swap are given to costOf() itself.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LAYOUT_SEARCH_ACCESSPATTERNS_H
#define WARPLINT_LIB_LAYOUT_SEARCH_ACCESSPATTERNS_H

#include "warplint/Layout/ArrayProblem.h"
#include "warplint/Layout/Layout.h"
#include <span>
#include <unordered_map>

namespace warplint {

/// What a group's cost counts.
enum class PatternCount : uint8_t {
  Words, ///< Distinct words of the fullest bank.
  Lanes, ///< Lanes of the fullest bank.
  Lines, ///< Lines of shared memory.
  Model, ///< Whatever costOf() says.
};

/// Lanes at one element.
struct TouchedElement {
  uint32_t Element = 0;
  uint32_t Lanes = 1;
  friend bool operator==(const TouchedElement &,
                         const TouchedElement &) = default;
};

/// Lanes that are served together.
struct PatternGroup {
  uint32_t First = 0, Last = 0; ///< In AccessPatterns::elements().
  unsigned Access = 0;
  PatternCount Count = PatternCount::Words;
  unsigned BytesPerLane = 4;
  uint64_t Weight = 1; ///< Wavefronts per turn times the weight of the case.
  uint32_t Case = 0;   ///< For Model: which case of the access.
  uint64_t Floor = 0;  ///< Weighted.
  unsigned Groups = 1; ///< That touch the same: Weight is theirs together.
};

class AccessPatterns {
public:
  /// Of a problem that check() accepts.
  explicit AccessPatterns(const ArrayProblem &Problem);

  const ArrayProblem &problem() const { return *Problem; }
  std::span<const PatternGroup> groups() const { return Groups; }
  std::span<const TouchedElement> elements(const PatternGroup &G) const {
    return std::span(Elements).subspan(G.First, G.Last - G.First);
  }
  /// Sum of all floors.
  uint64_t floor() const { return Floor; }

  /// The weighted cost of \p G under \p L.
  uint64_t cost(const PatternGroup &G, const Layout &L) const;

  /// The sum over all groups, or nothing as soon as it is sure to be above
  /// \p Limit.
  std::optional<uint64_t> total(const Layout &L, uint64_t Limit) const;

  /// The weighted cost of each access.
  std::vector<uint64_t> costsByAccess(const Layout &L) const;

private:
  template <typename Form>
  uint64_t costOfForm(const PatternGroup &G, const Form &F) const;
  template <typename Form>
  std::optional<uint64_t> totalOfForm(const Form &F, uint64_t Limit) const;
  /// The groups of one access so far, by a hash of what they touch.
  using KnownGroups = std::unordered_multimap<uint64_t, size_t>;
  void addCase(unsigned Access, uint32_t Case, KnownGroups &Known);
  void addGroup(PatternGroup G, const AccessCase &C, LaneMask Lanes,
                KnownGroups &Known);
  uint64_t floorOf(const PatternGroup &G) const;
  WarpRequest requestOf(const PatternGroup &G, const Layout &L) const;

  const ArrayProblem *Problem;
  uint64_t Run; ///< wholeRun()
  uint64_t Floor = 0;
  std::vector<PatternGroup> Groups;
  std::vector<TouchedElement> Elements;
};

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_SEARCH_ACCESSPATTERNS_H
