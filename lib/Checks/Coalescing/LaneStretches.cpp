//===- LaneStretches.cpp - What a lane touches in one go ------------------===//

#include "LaneStretches.h"
#include "Lane/Expr/AddressForm.h"
#include "warplint/Warp/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;

namespace warplint {
namespace {

/// Bytes farther apart do not count as one stretch of a lane.
constexpr int64_t FarthestBytes = 128;

/// Others have to come by for it to end.
bool waits(const KernelBarrier &B) {
  return B.Kind != BarrierKind::Warp && B.Kind != BarrierKind::Fence &&
         B.Kind != BarrierKind::CopyCommit && B.Kind != BarrierKind::Copy;
}

/// Sorted, and those that touch each other made one.
void unite(std::vector<Stretch> &Stretches) {
  llvm::sort(Stretches, [](const Stretch &A, const Stretch &B) {
    return A.Begin < B.Begin;
  });
  std::vector<Stretch> United;
  for (const Stretch &S : Stretches)
    if (!United.empty() && S.Begin <= United.back().End)
      United.back().End = std::max(United.back().End, S.End);
    else
      United.push_back(S);
  Stretches = std::move(United);
}

} // namespace

bool isAsyncCopy(const KernelAccess &A) {
  return A.Source->Verb == AccessVerb::CpAsync;
}

uint64_t LaneStretches::aroundRequest() const {
  for (const Stretch &S : Stretches)
    if (S.Begin <= 0 && S.End > 0)
      return S.End - S.Begin;
  return 0;
}

bool hasNeighbours(const KernelAccess &Access, ArrayRef<KernelAccess> All) {
  const AddressForm Form = formOf(Access.Address);
  return any_of(All, [&](const KernelAccess &Other) {
    return distanceOf(Form, formOf(Other.Address)).value_or(0) != 0;
  });
}

LaneStretches stretchesAt(const KernelModel &Kernel, const KernelAccess &Access,
                          ArrayRef<KernelAccess> All,
                          std::optional<uint64_t> Rounds,
                          std::optional<int64_t> LaneBytes) {
  LaneStretches Touched;
  Touched.Stretches = {{0, Access.BytesPerLane}};
  const AddressForm Form = formOf(Access.Address);
  auto IsApart = [&](unsigned From, unsigned To) {
    return any_of(Kernel.Barriers, [&](const KernelBarrier &B) {
      return waits(B) && B.Position > std::min(From, To) &&
             B.Position < std::max(From, To);
    });
  };
  std::set<int64_t> Distances = {0};
  for (const KernelAccess &Other : All) {
    if (Other.Effect != Access.Effect || Other.Guard != Access.Guard ||
        Other.Loops != Access.Loops ||
        isAsyncCopy(Other) != isAsyncCopy(Access) ||
        IsApart(Access.Position, Other.Position))
      continue;
    const auto Distance = distanceOf(Form, formOf(Other.Address));
    if (!Distance || std::abs(*Distance) > FarthestBytes)
      continue;
    Touched.Stretches.push_back({*Distance, *Distance + Other.BytesPerLane});
    Distances.insert(*Distance);
  }
  Touched.Accesses = Distances.size();
  unite(Touched.Stretches);
  if (Access.Loops.empty())
    return Touched;
  const unsigned Innermost = Access.Loops.back();
  const LaneLoop &Loop = Kernel.Context->loopAt(Innermost);
  const std::optional<int64_t> Step = stepOf(Form, Innermost);
  const bool HasBarrier = any_of(Kernel.Barriers, [&](const KernelBarrier &B) {
    return waits(B) && is_contained(B.Loops, Innermost);
  });
  if (Loop.TripCount && !Loop.IsUpperBound)
    Rounds = Loop.TripCount;
  if (!Step || *Step == 0 || HasBarrier)
    return Touched;
  const bool IsShort = Rounds && *Rounds <= FarthestBytes &&
                       std::abs(*Step) * int64_t(*Rounds) <= FarthestBytes;
  if (!IsShort && LaneBytes && *LaneBytes != 0 &&
      std::abs(*LaneBytes) <= int64_t(SectorBytes) && *LaneBytes % *Step == 0)
    Rounds = std::min(Rounds.value_or(UINT64_MAX),
                      uint64_t(std::abs(*LaneBytes / *Step)));
  else if (!IsShort)
    return Touched;
  Touched.Step = *Step;
  Touched.Rounds = *Rounds;
  const std::vector<Stretch> OfOne = Touched.Stretches;
  for (int64_t Round = 1; Round < int64_t(Touched.Rounds); ++Round)
    for (const Stretch &S : OfOne)
      Touched.Stretches.push_back(
          {S.Begin + Round * *Step, S.End + Round * *Step});
  unite(Touched.Stretches);
  return Touched;
}

SectorUse unitedUse(const LaneStretches &Touched, const WarpCase &Request) {
  SectorUse Worst;
  // Which round the request is of is not known.
  for (int64_t Round = 0; Round < int64_t(Touched.Rounds); ++Round) {
    std::vector<Stretch> All;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      if (Request.Active >> Lane & 1)
        for (const Stretch &S : Touched.Stretches) {
          const int64_t At = Request.Address[Lane] - Round * Touched.Step;
          All.push_back({At + S.Begin, At + S.End});
        }
    unite(All);
    SectorUse Use;
    int64_t Next = INT64_MIN; // The first sector that is not counted yet.
    // Stretches less than a sector apart begin one together.
    unsigned Packed = 0;
    Stretch Row = {0, 0};
    for (const Stretch &S : All) {
      if (Row.Begin == Row.End || S.Begin - Row.End >= int64_t(SectorBytes)) {
        Packed += divideCeil(Row.End - Row.Begin, SectorBytes);
        Row.Begin = S.Begin;
      }
      Row.End = S.End;
      const int64_t First =
          std::max(Next, divideFloorSigned(S.Begin, int64_t(SectorBytes)));
      const int64_t Last = divideFloorSigned(S.End - 1, int64_t(SectorBytes));
      Use.Bytes += S.End - S.Begin;
      Use.Sectors += std::max<int64_t>(0, Last - First + 1);
      Next = std::max(Next, Last + 1);
    }
    Packed += divideCeil(Row.End - Row.Begin, SectorBytes);
    Use.LostToStart = Use.Sectors - std::min(Use.Sectors, Packed);
    if (Use.Sectors > Worst.Sectors)
      Worst = Use;
  }
  return Worst;
}

} // namespace warplint
