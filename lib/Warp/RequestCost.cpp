//===- RequestCost.cpp - What a request of one warp costs -----------------===//
//
// A shared-memory request follows a Scheme: which lanes take part, how they
// fall into groups that are served one after the other, and whether a bank
// spends a wavefront on each distinct word or on each lane. costOf and
// collisionsOf walk the groups of that scheme. Loops of compare-and-swap are
// counted in SharedLoops.
//
//===----------------------------------------------------------------------===//

#include "Segments.h"
#include "SharedLoops.h"
#include "warplint/Warp/Banks.h"
#include <algorithm>
#include <bit>
#include <tuple>

namespace warplint {

namespace {

/// What a bank spends one wavefront on.
enum class BankTurn : uint8_t { Word, Lane };

/// What no layout can avoid.
enum class Floor : uint8_t { Groups, SharedAddresses };

struct Scheme {
  CostUnit Unit = CostUnit::Wavefronts;
  CostRule Rule = CostRule::WholeWarp;
  LaneMask Lanes = 0;
  unsigned GroupLanes = WarpSize;
  BankTurn Turn = BankTurn::Word;
  Floor Least = Floor::Groups;
  unsigned WavefrontsPerTurn = 1;

  /// Calls \p Visit for every group that has an active lane.
  template <typename Callable> void forEachGroup(Callable Visit) const {
    for (unsigned First = 0; First < WarpSize; First += GroupLanes)
      if (LaneMask Group = Lanes & laneRange(First, GroupLanes))
        Visit(Group);
  }

  unsigned groups() const {
    unsigned Count = 0;
    forEachGroup([&](LaneMask) { ++Count; });
    return Count;
  }
};

} // namespace

static Scheme schemeBy(CostRule Rule, const WarpRequest &Request,
                       unsigned GroupLanes = WarpSize) {
  return {.Rule = Rule, .Lanes = Request.Active, .GroupLanes = GroupLanes};
}

/// Half-warps for 8 bytes a lane, quarter-warps for 16: the lanes that fill one
/// wavefront when nothing is shared.
static std::optional<Scheme> groupsByWidth(const WarpRequest &Request) {
  switch (Request.BytesPerLane) {
  case 1:
  case 2:
  case 4:
    return schemeBy(CostRule::WholeWarp, Request);
  case 8:
    return schemeBy(CostRule::HalfWarps, Request, 16);
  case 16:
    return schemeBy(CostRule::QuarterWarps, Request, 8);
  }
  return std::nullopt;
}

static std::optional<Scheme> loadScheme(const WarpRequest &Request) {
  std::optional<Scheme> Apart = groupsByWidth(Request);
  if (!Apart || Apart->GroupLanes == WarpSize || !pairDistance(Request))
    return Apart;
  Scheme Merged = *Apart;
  Merged.GroupLanes *= 2;
  Merged.Rule = CostRule::PairMerged;
  // Where each merged group has one active part, there was nothing to merge.
  return Merged.groups() < Apart->groups() ? Merged : *Apart;
}

static std::optional<Scheme> matrixScheme(const WarpRequest &Request) {
  if (Request.BytesPerLane != 16)
    return std::nullopt;
  Scheme S = schemeBy(CostRule::MatrixRows, Request, 8);
  S.Lanes &= lanesWithAddress(Request.Kind);
  return S;
}

/// Lanes take turns in a bank, those at one word too.
static std::optional<Scheme> turnsOfLanes(const WarpRequest &Request) {
  std::optional<Scheme> S = groupsByWidth(Request);
  if (!S || Request.BytesPerLane < 4)
    return std::nullopt;
  S->Turn = BankTurn::Lane;
  S->Rule = S->GroupLanes == 8    ? CostRule::LanesPerBankQuarters
            : S->GroupLanes == 16 ? CostRule::LanesPerBankHalves
                                  : CostRule::LanesPerBank;
  return S;
}

static std::optional<Scheme> atomicScheme(const WarpRequest &Request) {
  std::optional<Scheme> S = turnsOfLanes(Request);
  if (!S)
    return std::nullopt;
  S->Least = Floor::SharedAddresses;
  return S;
}

static std::optional<Scheme> swapScheme(const WarpRequest &Request) {
  std::optional<Scheme> S = atomicScheme(Request);
  if (!S)
    return std::nullopt;
  S->WavefrontsPerTurn = 2;
  S->Rule = S->GroupLanes == 8    ? CostRule::LanesPerBankQuartersTwice
            : S->GroupLanes == 16 ? CostRule::LanesPerBankHalvesTwice
                                  : CostRule::LanesPerBankTwice;
  return S;
}

/// Atomics that count lanes, and those whose figure is no sum over banks:
/// combined ones, and loops.
static std::optional<Scheme> tallyScheme(const WarpRequest &Request,
                                         CostRule Rule) {
  const unsigned Bytes = Request.BytesPerLane;
  const bool HasRule = Rule == CostRule::RetryLoop  ? Bytes == 2
                       : Rule == CostRule::SwapLoop ? Bytes == 4 || Bytes == 8
                                                    : Bytes == 4;
  return HasRule ? std::optional(schemeBy(Rule, Request)) : std::nullopt;
}

static std::optional<Scheme> asyncCopyScheme(const WarpRequest &Request) {
  if (Request.BytesPerLane != 16)
    return turnsOfLanes(Request);
  Scheme S = schemeBy(CostRule::FullLines, Request);
  S.Unit = CostUnit::Lines;
  return S;
}

/// Sectors, of lanes that access between \p Least and \p Most bytes.
static std::optional<Scheme> sectorScheme(const WarpRequest &Request,
                                          CostRule Rule, unsigned Least,
                                          unsigned Most) {
  if (!std::has_single_bit(Request.BytesPerLane) ||
      Request.BytesPerLane < Least || Request.BytesPerLane > Most)
    return std::nullopt;
  Scheme S = schemeBy(Rule, Request);
  S.Unit = CostUnit::Sectors;
  return S;
}

/// Two bytes of one word are two addresses.
static std::optional<Scheme> constantScheme(const WarpRequest &Request) {
  if (!std::has_single_bit(Request.BytesPerLane) || Request.BytesPerLane > 16)
    return std::nullopt;
  Scheme S = schemeBy(CostRule::ConstantTurns, Request);
  S.Unit = CostUnit::Passes;
  return S;
}

/// Such loads of 16 bytes never merge; of 8, no pairs were measured.
static std::optional<Scheme> genericLoadScheme(const WarpRequest &Request) {
  if (Request.BytesPerLane == 8 && pairDistance(Request))
    return std::nullopt;
  return groupsByWidth(Request);
}

static std::optional<Scheme> schemeOf(const WarpRequest &Request) {
  switch (Request.Kind) {
  case RequestKind::SharedLoad:
    return loadScheme(Request);
  case RequestKind::SharedStore:
    return groupsByWidth(Request);
  case RequestKind::LdMatrixX1:
  case RequestKind::LdMatrixX2:
  case RequestKind::LdMatrixX4:
  case RequestKind::StMatrixX1:
  case RequestKind::StMatrixX2:
  case RequestKind::StMatrixX4:
    return matrixScheme(Request);
  case RequestKind::SharedAtomic:
    return atomicScheme(Request);
  case RequestKind::SharedAtomicCount:
    return tallyScheme(Request, CostRule::CountingAtomic);
  case RequestKind::SharedAtomicCas:
    return swapScheme(Request);
  case RequestKind::SharedAtomicCombined:
  case RequestKind::SharedAtomicCombinedIfFull:
    return tallyScheme(Request, CostRule::CombinedAtomic);
  case RequestKind::SharedSwapLoop:
  case RequestKind::SharedTriedSwapLoop:
    return tallyScheme(Request, CostRule::SwapLoop);
  case RequestKind::SharedRetryLoop:
    return tallyScheme(Request, CostRule::RetryLoop);
  case RequestKind::SharedAtomicOther:
    return std::nullopt;
  case RequestKind::CpAsync:
    return asyncCopyScheme(Request);
  case RequestKind::CpAsyncCached:
    return Request.BytesPerLane == 16 ? turnsOfLanes(Request) : std::nullopt;
  case RequestKind::SharedGenericLoad:
    return genericLoadScheme(Request);
  case RequestKind::CpAsyncZero:
    return Request.BytesPerLane == 8 ? std::nullopt : turnsOfLanes(Request);
  case RequestKind::GlobalLoad:
  case RequestKind::GlobalStore:
    return sectorScheme(Request, CostRule::Sectors, 1, SectorBytes);
  case RequestKind::GlobalReduction:
  case RequestKind::GlobalAtomic:
  case RequestKind::GlobalCas:
    return sectorScheme(Request, CostRule::SectorTurns, 4, 16);
  case RequestKind::RemoteLoad:
    return sectorScheme(Request, CostRule::RemoteSectors, 1, 16);
  case RequestKind::RemoteStore:
    return sectorScheme(Request, CostRule::RemoteSectors, 4, 16);
  case RequestKind::RemoteUpdate:
    return sectorScheme(Request, CostRule::RemoteTurns, 4, 16);
  case RequestKind::LocalAccess:
    return sectorScheme(Request, CostRule::LocalSectors, 1, 16);
  case RequestKind::ConstantLoad:
    return constantScheme(Request);
  }
  return std::nullopt;
}

/// The largest number of \p Lanes at one address.
static unsigned mostLanesAtOneAddress(const LaneAddresses &ByteAddress,
                                      LaneMask Lanes) {
  unsigned Most = 0;
  while (Lanes) {
    const uint64_t Address = ByteAddress[std::countr_zero(Lanes)];
    LaneMask Same = 0;
    for (LaneMask Left = Lanes; Left; Left &= Left - 1)
      if (ByteAddress[std::countr_zero(Left)] == Address)
        Same |= Left & -Left;
    Most = std::max<unsigned>(Most, std::popcount(Same));
    Lanes &= ~Same;
  }
  return Most;
}

/// Turns that the fullest bank of \p Group takes whatever the layout is.
static unsigned unavoidableTurns(const Scheme &S, const WarpRequest &Request,
                                 LaneMask Group) {
  return S.Least == Floor::SharedAddresses
             ? mostLanesAtOneAddress(Request.ByteAddress, Group)
             : 1;
}

static unsigned turns(const Scheme &S, const BankTally &Tally, unsigned Bank) {
  return S.Turn == BankTurn::Word ? Tally.words(Bank)
                                  : std::popcount(Tally.lanes(Bank));
}

/// The fullest bank of a group, the lowest one of several.
static Collision fullestBank(const Scheme &S, const BankTally &Tally) {
  Collision Fullest;
  for (unsigned Bank = 0; Bank < NumBanks; ++Bank)
    if (unsigned Ways = turns(S, Tally, Bank); Ways > Fullest.Ways)
      Fullest = {Bank, Tally.lanes(Bank), Ways};
  return Fullest;
}

static void addWavefronts(WarpCost &Cost, const Scheme &S,
                          const WarpRequest &Request) {
  Collision Worst;
  S.forEachGroup([&](LaneMask Group) {
    BankTally Tally(Request.ByteAddress, Request.BytesPerLane, Group);
    const unsigned Unavoidable = unavoidableTurns(S, Request, Group);
    Collision Fullest = fullestBank(S, Tally);
    Cost.Predicted += S.WavefrontsPerTurn * Fullest.Ways;
    Cost.Ideal += S.WavefrontsPerTurn * Unavoidable;
    if (Fullest.Ways > Unavoidable && Fullest.Ways > Worst.Ways)
      Worst = Fullest;
  });
  if (Worst.Ways)
    Cost.Worst = Worst;
}

/// The lanes of a warp are combined first, or take turns at their one word.
static unsigned combinedCost(const WarpRequest &Request) {
  const bool IsCombined = Request.Kind == RequestKind::SharedAtomicCombined ||
                          Request.Active == AllLanes;
  return IsCombined ? 1 : std::popcount(Request.Active);
}

static LoopCost loopCost(const WarpRequest &Request, WordPlacement Placement) {
  return Request.Kind == RequestKind::SharedRetryLoop
             ? retryLoopCost(Request, Placement)
             : swapLoopCost(Request, Placement);
}

/// Every bank of \p Scheme's groups in which \p Request has too many turns.
static std::vector<Collision> collisionsIn(const Scheme &S,
                                           const WarpRequest &Request) {
  std::vector<Collision> Collisions;
  S.forEachGroup([&](LaneMask Group) {
    BankTally Tally(Request.ByteAddress, Request.BytesPerLane, Group);
    const unsigned Unavoidable = unavoidableTurns(S, Request, Group);
    for (unsigned Bank = 0; Bank < NumBanks; ++Bank)
      if (unsigned Ways = turns(S, Tally, Bank); Ways > Unavoidable)
        Collisions.push_back({Bank, Tally.lanes(Bank), Ways});
  });
  return Collisions;
}

/// Banks in which lanes touch different elements.
static std::vector<Collision> elementCollisions(const WarpRequest &Request) {
  std::vector<Collision> Collisions;
  const BankTally Tally(Request.ByteAddress, Request.BytesPerLane,
                        Request.Active);
  for (unsigned Bank = 0; Bank < NumBanks; ++Bank) {
    std::vector<uint64_t> Elements;
    for (LaneMask Left = Tally.lanes(Bank); Left; Left &= Left - 1)
      Elements.push_back(Request.ByteAddress[std::countr_zero(Left)]);
    std::sort(Elements.begin(), Elements.end());
    const unsigned Ways =
        std::unique(Elements.begin(), Elements.end()) - Elements.begin();
    if (Ways > 1)
      Collisions.push_back({Bank, Tally.lanes(Bank), Ways});
  }
  return Collisions;
}

/// What costs a loop more loads and more passes: different words in one bank,
/// for 16 bits different elements in one bank. Those of the first pass are
/// named; where that has none, those of different groups meet in a later one.
static std::vector<Collision> loopCollisions(const WarpRequest &Request) {
  if (Request.Kind == RequestKind::SharedRetryLoop)
    return elementCollisions(Request);
  WarpRequest Load = Request;
  Load.Kind = RequestKind::SharedLoad;
  std::optional<Scheme> FirstPass = loadScheme(Load);
  std::vector<Collision> Collisions = collisionsIn(*FirstPass, Load);
  if (!Collisions.empty())
    return Collisions;
  FirstPass->GroupLanes = WarpSize;
  return collisionsIn(*FirstPass, Load);
}

static void addLoop(WarpCost &Cost, const WarpRequest &Request) {
  const LoopCost Given = loopCost(Request, WordPlacement::AsGiven);
  const LoopCost Least = loopCost(Request, WordPlacement::OwnBanks);
  const unsigned Tries = Request.Kind == RequestKind::SharedTriedSwapLoop
                             ? groupsByWidth(Request)->groups()
                             : 0;
  Cost.Predicted = Tries + Given.total();
  Cost.LoadsOfLoop = Given.Loads;
  Cost.Ideal = std::min(Tries + Least.total(), Cost.Predicted);
  if (Cost.excess() == 0)
    return;
  for (const Collision &C : loopCollisions(Request))
    if (!Cost.Worst || C.Ways > Cost.Worst->Ways)
      Cost.Worst = C;
}

/// Wavefronts by the request's rule.
static void addByRule(WarpCost &Cost, const Scheme &S,
                      const WarpRequest &Request) {
  switch (S.Rule) {
  case CostRule::CombinedAtomic:
    Cost.Predicted = Cost.Ideal = combinedCost(Request);
    return;
  case CostRule::SwapLoop:
  case CostRule::RetryLoop:
    return addLoop(Cost, Request);
  default:
    return addWavefronts(Cost, S, Request);
  }
}

static void addSegments(WarpCost &Cost, const Scheme &S,
                        const WarpRequest &Request, unsigned SegmentBytes) {
  Cost.Predicted = touchedSegments(Request.ByteAddress, Request.BytesPerLane,
                                   S.Lanes, SegmentBytes);
  const unsigned Bytes =
      distinctBytes(Request.ByteAddress, Request.BytesPerLane, S.Lanes);
  Cost.Ideal = (Bytes + SegmentBytes - 1) / SegmentBytes;
}

static void addSectors(WarpCost &Cost, const Scheme &S,
                       const WarpRequest &Request) {
  switch (S.Rule) {
  case CostRule::SectorTurns:
  case CostRule::RemoteTurns:
    std::tie(Cost.Predicted, Cost.Ideal) = sectorsInTurns(Request);
    return;
  case CostRule::LocalSectors:
    std::tie(Cost.Predicted, Cost.Ideal) = localSectors(Request);
    return;
  default:
    return addSegments(Cost, S, Request, SectorBytes);
  }
}

std::optional<WarpCost> costOf(const WarpRequest &Request) {
  std::optional<Scheme> S = schemeOf(Request);
  if (!S)
    return std::nullopt;
  WarpCost Cost;
  Cost.Unit = S->Unit;
  Cost.Rule = S->Lanes ? S->Rule : CostRule::NoActiveLane;
  if (!S->Lanes)
    return Cost;
  switch (S->Unit) {
  case CostUnit::Wavefronts:
    addByRule(Cost, *S, Request);
    break;
  case CostUnit::Lines:
    addSegments(Cost, *S, Request, LineBytes);
    break;
  case CostUnit::Sectors:
    addSectors(Cost, *S, Request);
    break;
  case CostUnit::Passes:
    std::tie(Cost.Predicted, Cost.Ideal) = constantPasses(Request);
    break;
  }
  Cost.Predicted *= Request.Instructions;
  Cost.LoadsOfLoop *= Request.Instructions;
  Cost.Ideal *= Request.Instructions;
  return Cost;
}

std::vector<Collision> collisionsOf(const WarpRequest &Request) {
  std::optional<Scheme> S = schemeOf(Request);
  if (!S || S->Unit != CostUnit::Wavefronts)
    return {};
  switch (S->Rule) {
  case CostRule::CombinedAtomic:
    return {};
  case CostRule::SwapLoop:
  case CostRule::RetryLoop:
    return costOf(Request)->excess() ? loopCollisions(Request)
                                     : std::vector<Collision>();
  default:
    return collisionsIn(*S, Request);
  }
}

std::optional<unsigned> passesInL1(const WarpRequest &Request) {
  const std::optional<Scheme> Apart = groupsByWidth(Request);
  if (!Apart)
    return std::nullopt;
  Scheme S = *Apart;
  S.Turn = BankTurn::Lane;
  switch (Request.Kind) {
  case RequestKind::LocalAccess:
    return std::max(1u, Request.BytesPerLane / BankBytes);
  case RequestKind::GlobalLoad:
    // Whether pairs merge was not measured.
    if (Request.BytesPerLane >= 8 && pairDistance(Request) &&
        mostLanesAtOneAddress(Request.ByteAddress, Request.Active) > 1)
      return std::nullopt;
    [[fallthrough]];
  case RequestKind::GlobalStore:
    S.Turn = BankTurn::Word;
    break;
  case RequestKind::GlobalReduction:
    break;
  case RequestKind::GlobalAtomic:
    S.WavefrontsPerTurn = 2;
    break;
  case RequestKind::GlobalCas:
    S.WavefrontsPerTurn = 4;
    break;
  default:
    return std::nullopt;
  }
  WarpCost Cost;
  addWavefronts(Cost, S, Request);
  return Cost.Predicted;
}

static bool pairsAgree(const WarpRequest &Request, unsigned Distance) {
  for (LaneMask Left = Request.Active; Left; Left &= Left - 1) {
    const unsigned Lane = std::countr_zero(Left);
    const unsigned Partner = Lane ^ Distance;
    if ((Request.Active >> Partner & 1) &&
        Request.ByteAddress[Lane] != Request.ByteAddress[Partner])
      return false;
  }
  return true;
}

std::optional<unsigned> pairDistance(const WarpRequest &Request) {
  for (unsigned Distance : {1u, 2u})
    if (pairsAgree(Request, Distance))
      return Distance;
  return std::nullopt;
}

} // namespace warplint
