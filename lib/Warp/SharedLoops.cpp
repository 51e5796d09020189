//===- SharedLoops.cpp - Atomics that are loops of compare-and-swap -------===//

#include "SharedLoops.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace warplint {

namespace {

/// The words of a request by number, the smallest address first, and the bank
/// in which each of them is tried for.
struct Words {
  Words(const WarpRequest &Request, unsigned WordBytes,
        WordPlacement Placement);

  unsigned of(unsigned Lane) const { return OfLane[Lane]; }
  unsigned bankOf(unsigned Word) const { return Bank[Word]; }

  std::array<uint8_t, WarpSize> OfLane = {};
  std::array<uint8_t, WarpSize> Bank = {};
};

Words::Words(const WarpRequest &Request, unsigned WordBytes,
             WordPlacement Placement) {
  std::array<uint64_t, WarpSize> Address;
  unsigned Count = 0;
  for (LaneMask Left = Request.Active; Left; Left &= Left - 1)
    Address[Count++] =
        Request.ByteAddress[std::countr_zero(Left)] / WordBytes * WordBytes;
  std::sort(Address.begin(), Address.begin() + Count);
  auto *End = std::unique(Address.begin(), Address.begin() + Count);
  Count = End - Address.begin();
  for (LaneMask Left = Request.Active; Left; Left &= Left - 1) {
    const unsigned Lane = std::countr_zero(Left);
    const uint64_t At = Request.ByteAddress[Lane] / WordBytes * WordBytes;
    OfLane[Lane] = std::lower_bound(Address.begin(), End, At) - Address.begin();
  }
  for (unsigned W = 0; W < Count; ++W)
    Bank[W] = Placement == WordPlacement::OwnBanks
                  ? W
                  : Address[W] / BankBytes % NumBanks;
}

/// One try of all lanes that are left.
struct Pass {
  LaneMask Succeeded = 0;
  unsigned GroupsThatTried = 0;
};

} // namespace

/// In every group the lowest lane of each bank has its turn; it fails when an
/// earlier group has changed its word.
static Pass swapOnce(const Words &W, LaneMask Left, unsigned GroupLanes) {
  Pass P;
  LaneMask Changed = 0; // By number of the word.
  for (unsigned First = 0; First < WarpSize; First += GroupLanes) {
    const LaneMask Group = Left & laneRange(First, GroupLanes);
    P.GroupsThatTried += Group != 0;
    uint64_t Taken = 0; // By bank.
    LaneMask Tried = 0;
    for (LaneMask Rest = Group; Rest; Rest &= Rest - 1) {
      const unsigned Lane = std::countr_zero(Rest);
      const unsigned Word = W.of(Lane);
      const uint64_t Bank = uint64_t(1) << W.bankOf(Word);
      if (Taken & Bank)
        continue;
      Taken |= Bank;
      Tried |= LaneMask(1) << Word;
      if (!(Changed >> Word & 1))
        P.Succeeded |= LaneMask(1) << Lane;
    }
    Changed |= Tried;
  }
  return P;
}

/// What a load of the words of \p Lanes costs.
static unsigned loadCost(const WarpRequest &Request, LaneMask Lanes,
                         WordPlacement Placement) {
  WarpRequest Load = Request;
  Load.Kind = RequestKind::SharedLoad;
  Load.Active = Lanes;
  Load.Instructions = 1;
  const std::optional<WarpCost> Cost = costOf(Load);
  assert(Cost && "loads of up to 8 bytes have a rule");
  return Placement == WordPlacement::OwnBanks ? Cost->Ideal : Cost->Predicted;
}

LoopCost swapLoopCost(const WarpRequest &Request, WordPlacement Placement) {
  assert(Request.BytesPerLane == 4 || Request.BytesPerLane == 8);
  constexpr unsigned WavefrontsPerSwap = 2;
  const unsigned GroupLanes = Request.BytesPerLane == 8 ? 16 : WarpSize;
  const Words W(Request, Request.BytesPerLane, Placement);
  LoopCost Cost;
  for (LaneMask Left = Request.Active; Left;) {
    Cost.Loads += loadCost(Request, Left, Placement);
    const Pass P = swapOnce(W, Left, GroupLanes);
    Cost.Swaps += WavefrontsPerSwap * P.GroupsThatTried;
    Left &= ~P.Succeeded;
  }
  return Cost;
}

LoopCost retryLoopCost(const WarpRequest &Request, WordPlacement Placement) {
  assert(Request.BytesPerLane == 2);
  // A layout can put two elements of one word into two words, no better.
  const bool IsIdeal = Placement == WordPlacement::OwnBanks;
  const Words W(Request, IsIdeal ? Request.BytesPerLane : BankBytes, Placement);
  LoopCost Cost;
  if (Request.Active)
    Cost.Loads = loadCost(Request, Request.Active, Placement);
  for (LaneMask Left = Request.Active; Left;) {
    std::array<uint8_t, 64> InBank = {};
    LaneMask Tried = 0, Succeeded = 0;
    for (LaneMask Rest = Left; Rest; Rest &= Rest - 1) {
      const unsigned Lane = std::countr_zero(Rest), Word = W.of(Lane);
      ++InBank[W.bankOf(Word)];
      if (!(Tried >> Word & 1))
        Succeeded |= LaneMask(1) << Lane;
      Tried |= LaneMask(1) << Word;
    }
    Cost.Swaps += 2 * *std::max_element(InBank.begin(), InBank.end());
    Left &= ~Succeeded;
  }
  return Cost;
}

} // namespace warplint
