//===- LinearCost.h - What linear maps cost ---------------------*- C++ -*-===//
//
// The groups of lanes of an AccessPatterns, reduced to what a linear map of run
// numbers can see; see LinearSearch.h.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LAYOUT_SEARCH_LINEARCOST_H
#define WARPLINT_LIB_LAYOUT_SEARCH_LINEARCOST_H

#include "AccessPatterns.h"

namespace warplint {

/// For each bit of the run's number, what it is XORed to the run's position in
/// a row of banks.
using BankColumns = std::vector<uint8_t>;

class LinearCost {
public:
  static std::optional<LinearCost> create(const AccessPatterns &Patterns);

  /// Bits of a run's number, and of its position in a row of banks.
  unsigned runBits() const { return RunBits; }
  unsigned bankBits() const { return BankBits; }
  /// Low bits of an element's number that stay as they are.
  unsigned fixedBits() const { return FixedBits; }
  /// Some access counts lines: bits above a row of banks stay as they are.
  bool keepsUpperBits() const { return KeepsUpperBits; }

  uint64_t of(const BankColumns &K) const;
  /// Of all groups together; no K is below.
  uint64_t floor() const { return Floor; }
  /// Groups whose cost column \p Column can change.
  unsigned groupsOf(unsigned Column) const { return GroupsOf[Column]; }

private:
  /// Lanes that are served together, up to a ^ that all have in common.
  struct Group {
    /// Directions of runs at one offset, where the lanes form a ^ span.
    std::vector<uint32_t> Directions;
    /// Else each lane's run, offset (0 to 3) and weight.
    struct Touched {
      uint32_t Run;
      uint8_t Offset;
      uint8_t Lanes;
      friend bool operator==(const Touched &, const Touched &) = default;
    };
    std::vector<Touched> Each;
    unsigned LanesPerElement = 1;
    uint64_t Weight = 0;

    bool isLike(const Group &G) const {
      return Directions == G.Directions && Each == G.Each &&
             LanesPerElement == G.LanesPerElement;
    }
  };

  unsigned RunBits = 0, BankBits = 0, FixedBits = 0;
  bool KeepsUpperBits = false;
  uint64_t Floor = 0;
  std::vector<Group> Groups;
  std::vector<unsigned> GroupsOf;

  Group reduce(const AccessPatterns &Patterns, const PatternGroup &G) const;
  void add(Group G);
  uint64_t costOf(const Group &G, const BankColumns &K) const;
  uint64_t floorOf(const Group &G) const;
};

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_SEARCH_LINEARCOST_H
