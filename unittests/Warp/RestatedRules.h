//===- RestatedRules.h - The rules once more --------------------*- C++ -*-===//
//
// A second statement of the model's rules, written byte by byte and without
// regard to speed, for tests to compare with.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_UNITTESTS_WARP_RESTATEDRULES_H
#define WARPLINT_UNITTESTS_WARP_RESTATEDRULES_H

#include "WarpNotation.h"
#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace warplint {

using Lanes = std::vector<unsigned>;

inline bool countsLanes(CostRule Rule) {
  return Rule == CostRule::LanesPerBank ||
         Rule == CostRule::LanesPerBankTwice ||
         Rule == CostRule::LanesPerBankHalves ||
         Rule == CostRule::LanesPerBankHalvesTwice ||
         Rule == CostRule::LanesPerBankQuarters ||
         Rule == CostRule::LanesPerBankQuartersTwice;
}

struct Restatement {
  const WarpRequest &R;

  Lanes active(unsigned First, unsigned End) const {
    Lanes Result;
    for (unsigned L = First; L < End; ++L)
      if (R.Active & (LaneMask(1) << L))
        Result.push_back(L);
    return Result;
  }

  std::set<uint64_t> bytes(const Lanes &S) const {
    std::set<uint64_t> Result;
    for (unsigned L : S)
      for (unsigned B = 0; B < R.BytesPerLane; ++B)
        Result.insert(R.ByteAddress[L] + B);
    return Result;
  }

  unsigned segments(const Lanes &S, unsigned Size) const {
    std::set<uint64_t> Result;
    for (uint64_t Byte : bytes(S))
      Result.insert(Byte / Size);
    return Result.size();
  }

  unsigned distinctWords(const Lanes &S, unsigned Bank) const {
    std::set<uint64_t> Words;
    for (uint64_t Byte : bytes(S))
      if (Byte / 4 % 32 == Bank)
        Words.insert(Byte / 4);
    return Words.size();
  }

  /// What a collision in \p Bank counts: lanes, words, or elements of 2 bytes.
  size_t waysIn(unsigned Bank, CostRule Rule) const {
    const Lanes S = active(0, 32);
    if (Rule == CostRule::RetryLoop)
      return bytes(S).size() / 2;
    return countsLanes(Rule) ? S.size() : distinctWords(S, Bank);
  }

  unsigned conflict(const Lanes &S) const {
    unsigned Most = 0;
    for (unsigned Bank = 0; Bank < 32; ++Bank)
      Most = std::max(Most, distinctWords(S, Bank));
    return Most;
  }

  unsigned lanesInFullestBank(const Lanes &S) const {
    std::map<unsigned, std::set<unsigned>> LanesOf;
    for (unsigned L : S)
      for (uint64_t Byte : bytes({L}))
        LanesOf[Byte / 4 % 32].insert(L);
    size_t Most = 0;
    for (auto &[Bank, Set] : LanesOf)
      Most = std::max(Most, Set.size());
    return Most;
  }

  unsigned lanesAtOneAddress(const Lanes &S) const {
    std::map<uint64_t, unsigned> Count;
    unsigned Most = 0;
    for (unsigned L : S)
      Most = std::max(Most, ++Count[R.ByteAddress[L]]);
    return Most;
  }

  bool pairsAgree(unsigned X) const {
    for (unsigned L : active(0, 32))
      for (unsigned P : active(0, 32))
        if ((L ^ X) == P && R.ByteAddress[L] != R.ByteAddress[P])
          return false;
    return true;
  }

  /// Sum of conflict over groups of \p Size lanes up to lane \p End; the ideal
  /// is the number of groups with an active lane.
  Figure groups(unsigned Size, unsigned End = 32) const {
    Figure F{0, 0};
    for (unsigned First = 0; First < End; First += Size)
      if (Lanes S = active(First, First + Size); !S.empty()) {
        F.Predicted += conflict(S);
        F.Ideal += 1;
      }
    return F;
  }

  Figure loadOrStore(bool IsLoad) const {
    const bool Merges = IsLoad && (pairsAgree(1) || pairsAgree(2));
    if (R.BytesPerLane == 16)
      return groups(Merges ? 16 : 8);
    if (R.BytesPerLane == 8)
      return groups(Merges ? 32 : 16);
    return groups(32);
  }

  /// Lanes in the fullest bank of each group; the least is what \p Least says
  /// of the group.
  template <typename Function> Figure turns(Function Least) const {
    const unsigned Size = R.BytesPerLane == 16  ? 8
                          : R.BytesPerLane == 8 ? 16
                                                : 32;
    Figure F{0, 0};
    for (unsigned First = 0; First < 32; First += Size)
      if (Lanes S = active(First, First + Size); !S.empty()) {
        F.Predicted += lanesInFullestBank(S);
        F.Ideal += Least(S);
      }
    return F;
  }

  Figure asyncCopy() const {
    const Lanes All = active(0, 32);
    if (R.Kind == RequestKind::CpAsync && R.BytesPerLane == 16)
      return {segments(All, 128), unsigned((bytes(All).size() + 127) / 128)};
    return turns([](const Lanes &) { return 1u; });
  }

  Figure atomic(unsigned Times) const {
    Figure F = turns([&](const Lanes &S) { return lanesAtOneAddress(S); });
    return {Times * F.Predicted, Times * F.Ideal};
  }

  Figure combined() const {
    const unsigned Count = active(0, 32).size();
    const bool IsOne = R.Kind == RequestKind::SharedAtomicCombined ||
                       Count == 32 || Count == 0;
    const unsigned Wavefronts = IsOne ? Count != 0 : Count;
    return {Wavefronts, Wavefronts};
  }

  /// What a load by the lanes \p Left takes, and would take at least.
  Figure loadBy(LaneMask Left) const {
    WarpRequest Load = R;
    Load.Active = Left;
    return Restatement{Load}.loadOrStore(true);
  }

  /// Until none is left: load, and let one lane of each bank of each half swap.
  /// Where every word has banks of its own, one lane of each word.
  unsigned swapLoop(bool OwnBanks) const {
    unsigned Wavefronts = 0;
    for (LaneMask Left = R.Active; Left;) {
      const Figure Load = loadBy(Left);
      Wavefronts += OwnBanks ? Load.Ideal : Load.Predicted;
      std::set<uint64_t> Changed;
      LaneMask Succeeded = 0;
      const unsigned Size = R.BytesPerLane == 8 ? 16 : 32;
      for (unsigned First = 0; First < 32; First += Size) {
        std::map<uint64_t, unsigned> LaneOf;
        for (unsigned L = First; L < First + Size; ++L)
          if (Left >> L & 1)
            LaneOf.emplace(
                OwnBanks ? R.ByteAddress[L] : R.ByteAddress[L] / 4 % 32, L);
        Wavefronts += LaneOf.empty() ? 0 : 2;
        std::set<uint64_t> ChangedHere;
        for (auto [Place, L] : LaneOf) {
          if (!Changed.contains(R.ByteAddress[L]))
            Succeeded |= LaneMask(1) << L;
          ChangedHere.insert(R.ByteAddress[L]);
        }
        Changed.insert(ChangedHere.begin(), ChangedHere.end());
      }
      Left &= ~Succeeded;
    }
    return Wavefronts;
  }

  Figure triedLoop() const {
    const Figure Halves = groups(R.BytesPerLane == 8 ? 16 : 32);
    const unsigned Tries =
        R.Kind == RequestKind::SharedTriedSwapLoop ? Halves.Ideal : 0;
    const unsigned Given = swapLoop(false), Apart = swapLoop(true);
    return {Tries + Given, Tries + std::min(Given, Apart)};
  }

  unsigned packed(const Lanes &S) const { return (bytes(S).size() + 31) / 32; }

  /// The n-th lane of every address is in turn n.
  Figure sectorTurns() const {
    std::map<uint64_t, unsigned> Before;
    std::map<unsigned, Lanes> Turns;
    for (unsigned L : active(0, 32))
      Turns[Before[R.ByteAddress[L]]++].push_back(L);
    Figure F{0, 0};
    for (const auto &[Turn, S] : Turns) {
      F.Predicted += segments(S, 32);
      F.Ideal += packed(S);
    }
    return F;
  }

  Figure localSectors() const {
    std::set<std::pair<uint64_t, unsigned>> Sectors;
    std::set<unsigned> Columns;
    for (unsigned L : active(0, 32)) {
      for (uint64_t Byte : bytes({L}))
        Sectors.emplace(Byte / 4, L / 8);
      Columns.insert(L / 8);
    }
    const unsigned Words = std::max(1u, R.BytesPerLane / 4);
    return {unsigned(Sectors.size()), unsigned(Columns.size()) * Words};
  }

  unsigned retryLoop(bool OwnBanks) const {
    std::multiset<uint64_t> Left; // Words or, apart, elements.
    for (unsigned L : active(0, 32))
      Left.insert(OwnBanks ? R.ByteAddress[L] : R.ByteAddress[L] / 4);
    const Figure Load = loadBy(R.Active);
    unsigned Wavefronts = OwnBanks ? Load.Ideal : Load.Predicted;
    while (!Left.empty()) {
      std::map<uint64_t, unsigned> InBank;
      unsigned Most = 0;
      for (uint64_t Word : Left)
        Most = std::max(Most, ++InBank[OwnBanks ? Word : Word % 32]);
      Wavefronts += 2 * Most;
      for (auto It = Left.begin(); It != Left.end();) {
        auto Next = Left.upper_bound(*It);
        Left.erase(It);
        It = Next;
      }
    }
    return Wavefronts;
  }

  Figure constantTurns() const {
    std::set<uint64_t> Addresses;
    for (unsigned L : active(0, 32))
      Addresses.insert(R.ByteAddress[L]);
    const unsigned Loads = R.BytesPerLane == 16 ? 2 : 1;
    return {Loads * unsigned(Addresses.size()), Addresses.empty() ? 0 : Loads};
  }

  Figure figure() const {
    const Lanes All = active(0, 32);
    switch (R.Kind) {
    case RequestKind::SharedLoad:
      return loadOrStore(true);
    case RequestKind::SharedStore:
      return loadOrStore(false);
    case RequestKind::LdMatrixX1:
    case RequestKind::StMatrixX1:
      return groups(8, 8);
    case RequestKind::LdMatrixX2:
    case RequestKind::StMatrixX2:
      return groups(8, 16);
    case RequestKind::LdMatrixX4:
    case RequestKind::StMatrixX4:
      return groups(8, 32);
    case RequestKind::SharedAtomic:
      return atomic(1);
    case RequestKind::SharedAtomicCas:
      return atomic(2);
    case RequestKind::SharedAtomicCombined:
    case RequestKind::SharedAtomicCombinedIfFull:
      return combined();
    case RequestKind::SharedSwapLoop:
    case RequestKind::SharedTriedSwapLoop:
      return triedLoop();
    case RequestKind::SharedRetryLoop:
      return {retryLoop(false), retryLoop(true)};
    case RequestKind::SharedAtomicCount:
      return groups(32);
    case RequestKind::SharedAtomicOther:
      break;
    case RequestKind::CpAsync:
    case RequestKind::CpAsyncCached:
    case RequestKind::CpAsyncZero:
      return asyncCopy();
    case RequestKind::SharedGenericLoad:
      return loadOrStore(false);
    case RequestKind::GlobalLoad:
    case RequestKind::GlobalStore:
    case RequestKind::RemoteLoad:
    case RequestKind::RemoteStore:
      return {segments(All, 32), packed(All)};
    case RequestKind::GlobalReduction:
    case RequestKind::GlobalAtomic:
    case RequestKind::GlobalCas:
    case RequestKind::RemoteUpdate:
      return sectorTurns();
    case RequestKind::LocalAccess:
      return localSectors();
    case RequestKind::ConstantLoad:
      return constantTurns();
    }
    return {0, 0};
  }
};

} // namespace warplint

#endif // WARPLINT_UNITTESTS_WARP_RESTATEDRULES_H
