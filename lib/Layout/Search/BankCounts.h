//===- BankCounts.h - The fullest bank, quickly -----------------*- C++ -*-===//
//
// Counts for elements of which no two are the same, as AccessPatterns has them.
// \p Place maps a TouchedElement-like value to the number of its place.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LAYOUT_SEARCH_BANKCOUNTS_H
#define WARPLINT_LIB_LAYOUT_SEARCH_BANKCOUNTS_H

#include "warplint/Warp/LaneMask.h"
#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace warplint {

/// Numbers met so far, of the few that one group of lanes can touch.
class FewNumbers {
public:
  bool insert(uint64_t Number) {
    for (unsigned I = Number % Slots;; I = (I + 1) % Slots) {
      if (!Used[I]) {
        Used[I] = true;
        Numbers[I] = Number;
        return true;
      }
      if (Numbers[I] == Number)
        return false;
    }
  }

private:
  static constexpr unsigned Slots = 4 * WarpSize;
  std::array<bool, Slots> Used = {};
  std::array<uint64_t, Slots> Numbers;
};

/// An access being as wide as a word or wider: its words are aligned, so that
/// it is enough to look at the first bank of each.
template <typename Touched, typename PlaceOf>
unsigned fullestBank(std::span<const Touched> Elements, unsigned ElementBytes,
                     unsigned BytesPerLane, unsigned Banks, bool CountLanes,
                     PlaceOf Place) {
  const unsigned Shift =
      std::countr_zero(BytesPerLane) - std::countr_zero(ElementBytes);
  const uint64_t Mask = 4 * Banks / BytesPerLane - 1;
  std::array<uint8_t, WarpSize> Turns = {};
  unsigned Most = 0;
  for (const Touched &T : Elements) {
    uint8_t &Here = Turns[Place(T) >> Shift & Mask];
    Here += CountLanes ? T.Lanes : 1;
    Most = std::max<unsigned>(Most, Here);
  }
  return Most;
}

/// An access being a part of a word.
template <typename Touched, typename PlaceOf>
unsigned fullestBankOfParts(std::span<const Touched> Elements,
                            unsigned ElementBytes, unsigned Banks,
                            PlaceOf Place) {
  std::array<uint8_t, WarpSize> Words = {};
  FewNumbers Met;
  unsigned Most = 0;
  for (const Touched &T : Elements) {
    const uint64_t Word = Place(T) * ElementBytes / 4;
    if (Met.insert(Word))
      Most = std::max<unsigned>(Most, ++Words[Word & (Banks - 1)]);
  }
  return Most;
}

template <typename Touched, typename PlaceOf>
unsigned touchedLines(std::span<const Touched> Elements, unsigned ElementBytes,
                      unsigned LineBytes, PlaceOf Place) {
  FewNumbers Met;
  unsigned Lines = 0;
  for (const Touched &T : Elements)
    Lines += Met.insert(Place(T) * ElementBytes / LineBytes);
  return Lines;
}

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_SEARCH_BANKCOUNTS_H
