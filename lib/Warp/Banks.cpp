//===- Banks.cpp - How a set of lanes spreads over the banks --------------===//

#include "warplint/Warp/Banks.h"
#include <algorithm>
#include <bit>
#include <cassert>

namespace warplint {

namespace {

/// The distinct words met so far, chained by bank. Most banks hold one word, so
/// that looking a word up is one comparison.
class WordChains {
public:
  WordChains() { First.fill(None); }

  /// True when \p Word of \p Bank was not there before.
  bool insert(unsigned Bank, uint64_t Word) {
    for (uint8_t I = First[Bank]; I != None; I = Next[I])
      if (Words[I] == Word)
        return false;
    Words[Size] = Word;
    Next[Size] = First[Bank];
    First[Bank] = Size++;
    return true;
  }

private:
  // A misaligned access reaches into one word more.
  static constexpr unsigned Capacity =
      WarpSize * (BankTally::MaxBytesPerLane / 4 + 1);
  static constexpr uint8_t None = 255;
  static_assert(Capacity < None);

  uint8_t Size = 0;
  std::array<uint8_t, NumBanks> First;
  std::array<uint8_t, Capacity> Next;
  std::array<uint64_t, Capacity> Words;
};

} // namespace

BankTally::BankTally(const LaneAddresses &ByteAddress, unsigned BytesPerLane,
                     LaneMask Lanes) {
  assert(BytesPerLane >= 1 && BytesPerLane <= MaxBytesPerLane);

  WordChains Chains;
  const uint64_t LastWord = ~uint64_t(0) / BankBytes;
  for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
    const unsigned Lane = std::countr_zero(Left);
    const uint64_t Address = ByteAddress[Lane];
    const unsigned Covered = Address % BankBytes + BytesPerLane;
    for (unsigned I = 0; I * BankBytes < Covered; ++I) {
      // Modulo 2^64 bytes: the word after the last one is word 0.
      const uint64_t Word = (Address / BankBytes + I) & LastWord;
      const unsigned Bank = Word & (NumBanks - 1);
      DistinctWords[Bank] += Chains.insert(Bank, Word);
      LanesOf[Bank] |= LaneMask(1) << Lane;
    }
  }
}

} // namespace warplint
