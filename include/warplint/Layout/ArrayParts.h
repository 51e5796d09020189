//===- ArrayParts.h - Parts of a buffer that no access leaves ---*- C++ -*-===//
//
// extern __shared__ half s[]; half *as = s, *bs = s + 128 * 32: two tiles with rows
// of two lengths are one array, and no layout of it helps both. Where each access
// keeps to one part, each part is an array of its own.
//
// Accesses of elements 0 to 4095, 0 to 3832 and 4096 to 8191 make two parts.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LAYOUT_ARRAYPARTS_H
#define WARPLINT_LAYOUT_ARRAYPARTS_H

#include "warplint/Layout/ArrayProblem.h"
#include <optional>
#include <vector>

namespace warplint {

/// From Begin to before End, in elements or bytes.
struct TouchedRange {
  uint64_t Begin = 0, End = 0;

  bool contains(const TouchedRange &Other) const {
    return Begin <= Other.Begin && Other.End <= End;
  }
};

/// A whole row of banks, in bytes: parts begin on a multiple, as arrays do.
inline constexpr uint64_t BytesOfRow = 128;

/// From the first to the last element that \p Access touches, or \p Case of it;
/// nothing if it touches none.
std::optional<TouchedRange> touchedBy(const ArrayAccess &Access,
                                      const ArrayShape &Array);
std::optional<TouchedRange> touchedBy(const AccessCase &Case,
                                      const ArrayAccess &Access,
                                      const ArrayShape &Array);

/// The parts that \p Touched, what each access touches, falls into, in their
/// order. They begin on multiples of \p Row, the first with the array, and leave no
/// gap.
std::vector<TouchedRange> partsOf(std::vector<TouchedRange> Touched,
                                  uint64_t Row);

/// The requests of \p Whole that \p Part, one of its parts, has: of an array of its
/// own, which may grow. Its rows are those that tiles of wmma lie in, if any.
ArrayProblem restrictedTo(const TouchedRange &Part, ArrayProblem Whole);

} // namespace warplint

#endif // WARPLINT_LAYOUT_ARRAYPARTS_H
