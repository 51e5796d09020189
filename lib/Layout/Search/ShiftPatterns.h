//===- ShiftPatterns.h - Requests under a shift of rows ---------*- C++ -*-===//
//
// Layouts that shift each group of Every elements by By more than the one
// before: padding, and rotation of rows that are a multiple of a row of banks
// (there, what wraps around stays in its bank). Element e goes to bank e + e /
// Every * By, so that
//
//   * quotients are worked out once for all By;
//   * groups of lanes that differ by a shift of all elements, and of all
//     quotients, cost the same: they are made one.
//
// Example: the 32 columns of float[32][32] are one group up to a shift.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LAYOUT_SEARCH_SHIFTPATTERNS_H
#define WARPLINT_LIB_LAYOUT_SEARCH_SHIFTPATTERNS_H

#include "AccessPatterns.h"

namespace warplint {

class ShiftPatterns {
public:
  ShiftPatterns(const AccessPatterns &Patterns, uint64_t Every);

  /// The total under padding, or nothing as soon as it is sure to be above
  /// \p Limit.
  std::optional<uint64_t> totalOfPadding(uint64_t By, uint64_t Limit) const;

  /// The same under rotation by \p By of rows that are a multiple of a row of
  /// banks. Only where coversRotation().
  std::optional<uint64_t> totalOfRotation(uint64_t By, uint64_t Limit) const {
    return totalOfShift(By, Limit);
  }
  /// Not where lines are counted, which depend on more than banks, nor where
  /// parts of words leave the word that they were in.
  bool coversRotation(uint64_t By) const {
    return Others.empty() &&
           (!HasParts || By * Patterns.problem().Array.ElementBytes % 4 == 0);
  }

private:
  struct Touched {
    uint32_t Element;
    uint32_t Quotient;
    uint32_t Lanes;
    friend bool operator==(const Touched &, const Touched &) = default;
  };
  struct Group {
    uint32_t First, Last;
    PatternCount Count;
    unsigned BytesPerLane;
    uint64_t Weight;
    uint64_t Floor;
  };

  const AccessPatterns &Patterns;
  uint64_t Every;
  uint64_t Floor = 0; ///< Of everything.
  std::vector<Group> Groups;
  std::vector<Touched> Elements;
  std::vector<const PatternGroup *> Others; ///< Lines, and what costOf() does.
  bool HasParts = false;

  /// They touch the same up to a shift, in the same way.
  bool isAlike(const Group &A, const Group &B) const;
  std::optional<uint64_t> totalOfShift(uint64_t By, uint64_t Limit) const;
  uint64_t cost(const Group &G, uint64_t By) const;
};

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_SEARCH_SHIFTPATTERNS_H
