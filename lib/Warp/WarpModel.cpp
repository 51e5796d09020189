//===- WarpModel.cpp - What a request of one warp costs -------------------===//
//
// A shared-memory request follows a Scheme: which lanes take part, how they
// fall into groups that are served one after the other, and whether a bank
// spends a wavefront on each distinct word or on each lane. costOf and
// collisionsOf walk the groups of that scheme. Lines and sectors are counted in
// Segments.
//
//===----------------------------------------------------------------------===//

#include "warplint/Warp/WarpModel.h"
#include "Segments.h"
#include "warplint/Warp/Banks.h"
#include <algorithm>
#include <bit>

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

/// Half-warps for 8 bytes a lane, quarter-warps for 16: the lanes that fill one
/// wavefront when nothing is shared.
static std::optional<Scheme> groupsByWidth(const WarpRequest &Request) {
  Scheme S;
  S.Lanes = Request.Active;
  switch (Request.BytesPerLane) {
  case 1:
  case 2:
  case 4:
    return S;
  case 8:
    S.Rule = CostRule::HalfWarps;
    S.GroupLanes = 16;
    return S;
  case 16:
    S.Rule = CostRule::QuarterWarps;
    S.GroupLanes = 8;
    return S;
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

static std::optional<Scheme> matrixScheme(const WarpRequest &Request,
                                          unsigned Matrices) {
  if (Request.BytesPerLane != 16)
    return std::nullopt;
  Scheme S;
  S.Rule = CostRule::MatrixRows;
  S.GroupLanes = 8;
  S.Lanes = Request.Active & laneRange(0, 8 * Matrices);
  return S;
}

static std::optional<Scheme> atomicScheme(const WarpRequest &Request,
                                          CostRule Rule) {
  if (Request.BytesPerLane != 4)
    return std::nullopt;
  Scheme S;
  S.Rule = Rule;
  S.Lanes = Request.Active;
  if (Rule == CostRule::CountingAtomic)
    return S;
  S.Turn = BankTurn::Lane;
  S.Least = Floor::SharedAddresses;
  S.WavefrontsPerTurn = Rule == CostRule::LanesPerBankTwice ? 2 : 1;
  return S;
}

static std::optional<Scheme> asyncCopyScheme(const WarpRequest &Request) {
  Scheme S;
  S.Lanes = Request.Active;
  S.Turn = BankTurn::Lane;
  switch (Request.BytesPerLane) {
  case 4:
    S.Rule = CostRule::LanesPerBank;
    return S;
  case 8:
    S.Rule = CostRule::LanesPerBankHalves;
    S.GroupLanes = 16;
    return S;
  case 16:
    S.Unit = CostUnit::Lines;
    S.Rule = CostRule::FullLines;
    return S;
  }
  return std::nullopt;
}

static std::optional<Scheme> globalScheme(const WarpRequest &Request) {
  if (!std::has_single_bit(Request.BytesPerLane) || Request.BytesPerLane > 16)
    return std::nullopt;
  Scheme S;
  S.Unit = CostUnit::Sectors;
  S.Rule = CostRule::Sectors;
  S.Lanes = Request.Active;
  return S;
}

static std::optional<Scheme> schemeOf(const WarpRequest &Request) {
  switch (Request.Kind) {
  case RequestKind::SharedLoad:
    return loadScheme(Request);
  case RequestKind::SharedStore:
    return groupsByWidth(Request);
  case RequestKind::LdMatrixX1:
  case RequestKind::StMatrixX1:
    return matrixScheme(Request, 1);
  case RequestKind::LdMatrixX2:
  case RequestKind::StMatrixX2:
    return matrixScheme(Request, 2);
  case RequestKind::LdMatrixX4:
  case RequestKind::StMatrixX4:
    return matrixScheme(Request, 4);
  case RequestKind::SharedAtomicAdd:
    return atomicScheme(Request, CostRule::LanesPerBank);
  case RequestKind::SharedAtomicCount:
    return atomicScheme(Request, CostRule::CountingAtomic);
  case RequestKind::SharedAtomicCas:
    return atomicScheme(Request, CostRule::LanesPerBankTwice);
  case RequestKind::SharedAtomicOther:
    return std::nullopt;
  case RequestKind::CpAsync:
    return asyncCopyScheme(Request);
  case RequestKind::GlobalLoad:
  case RequestKind::GlobalStore:
    return globalScheme(Request);
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

/// Turns that the fullest bank takes whatever the layout is.
static unsigned unavoidableTurns(const Scheme &S, const WarpRequest &Request) {
  return S.Least == Floor::SharedAddresses
             ? mostLanesAtOneAddress(Request.ByteAddress, S.Lanes)
             : 1;
}

static unsigned turns(const Scheme &S, const BankTally &Tally, unsigned Bank) {
  return S.Turn == BankTurn::Word ? Tally.words(Bank)
                                  : std::popcount(Tally.lanes(Bank));
}

/// The fullest bank of a group, the lowest one of several.
static Collision fullestBank(const Scheme &S, const BankTally &Tally) {
  Collision Fullest;
  for (unsigned Bank = 0; Bank < Tally.banks(); ++Bank)
    if (unsigned Ways = turns(S, Tally, Bank); Ways > Fullest.Ways)
      Fullest = {Bank, Tally.lanes(Bank), Ways};
  return Fullest;
}

static void addWavefronts(WarpCost &Cost, const Scheme &S,
                          const WarpRequest &Request,
                          const MemoryGeometry &Geometry) {
  const unsigned Unavoidable = unavoidableTurns(S, Request);
  Collision Worst;
  S.forEachGroup([&](LaneMask Group) {
    BankTally Tally(Request.ByteAddress, Request.BytesPerLane, Group, Geometry);
    Collision Fullest = fullestBank(S, Tally);
    Cost.Predicted += S.WavefrontsPerTurn * Fullest.Ways;
    Cost.Ideal += S.WavefrontsPerTurn * Unavoidable;
    if (Fullest.Ways > Worst.Ways)
      Worst = Fullest;
  });
  if (Worst.Ways > Unavoidable)
    Cost.Worst = Worst;
}

static void addSegments(WarpCost &Cost, const Scheme &S,
                        const WarpRequest &Request, unsigned SegmentBytes) {
  Cost.Predicted = touchedSegments(Request.ByteAddress, Request.BytesPerLane,
                                   S.Lanes, SegmentBytes);
  const unsigned Bytes =
      distinctBytes(Request.ByteAddress, Request.BytesPerLane, S.Lanes);
  Cost.Ideal = (Bytes + SegmentBytes - 1) / SegmentBytes;
}

std::optional<WarpCost> costOf(const WarpRequest &Request,
                               const MemoryGeometry &Geometry) {
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
    addWavefronts(Cost, *S, Request, Geometry);
    break;
  case CostUnit::Lines:
    addSegments(Cost, *S, Request, Geometry.LineBytes);
    break;
  case CostUnit::Sectors:
    addSegments(Cost, *S, Request, Geometry.SectorBytes);
    break;
  }
  return Cost;
}

std::vector<Collision> collisionsOf(const WarpRequest &Request,
                                    const MemoryGeometry &Geometry) {
  std::vector<Collision> Collisions;
  std::optional<Scheme> S = schemeOf(Request);
  if (!S || S->Unit != CostUnit::Wavefronts)
    return Collisions;
  const unsigned Unavoidable = unavoidableTurns(*S, Request);
  S->forEachGroup([&](LaneMask Group) {
    BankTally Tally(Request.ByteAddress, Request.BytesPerLane, Group, Geometry);
    for (unsigned Bank = 0; Bank < Tally.banks(); ++Bank)
      if (unsigned Ways = turns(*S, Tally, Bank); Ways > Unavoidable)
        Collisions.push_back({Bank, Tally.lanes(Bank), Ways});
  });
  return Collisions;
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
