//===- Banks.h - How a set of lanes spreads over the banks ------*- C++ -*-===//
//
// Shared memory is a row of banks, each of which gives one word in a cycle:
// bank(word) = word mod 32, a word being 4 bytes. Lanes that touch the same
// word of a bank are served together; different words of one bank take turns. A
// BankTally counts both for one set of lanes S:
//
//   words(b)  the distinct words of bank b that the lanes of S touch
//   lanes(b)  the lanes of S that touch bank b
//
// and conflict(S) is the maximum of words(b) over the banks.
//
// Example: lanes 0, 1, 2 touch words 5, 5 and 37. All are in bank 5: words(5) =
// 2, lanes(5) = {0, 1, 2}, conflict = 2.
//
// Source: CUDA C++ Programming Guide, "Shared Memory" of each compute
// capability.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_BANKS_H
#define WARPLINT_WARP_BANKS_H

#include "warplint/Warp/LaneMask.h"
#include "warplint/Warp/Target.h"
#include <array>
#include <cstdint>

namespace warplint {

class BankTally {
public:
  /// The widest access of one lane.
  static constexpr unsigned MaxBytesPerLane = 16;

  /// Lane l of \p Lanes touches the words of \p BytesPerLane bytes (1 to
  /// MaxBytesPerLane) from its address on.
  BankTally(const LaneAddresses &ByteAddress, unsigned BytesPerLane,
            LaneMask Lanes);

  unsigned words(unsigned Bank) const { return DistinctWords[Bank]; }
  LaneMask lanes(unsigned Bank) const { return LanesOf[Bank]; }

private:
  std::array<uint8_t, NumBanks> DistinctWords = {};
  std::array<LaneMask, NumBanks> LanesOf = {};
};

} // namespace warplint

#endif // WARPLINT_WARP_BANKS_H
