//===- LikelyBlock.cpp - A block for a kernel without a launch ------------===//
//
// Verdicts on a kernel with an unknown block are about all blocks of whole
// warps. A search for a layout wants one: the largest with which the accesses
// of the array stay inside of it. Where the launch gives its size, the largest with
// which threads do not store where others do, nor reach from one part into another.
// Where the same kernel is launched elsewhere with a known block, that comes first.
//
//===----------------------------------------------------------------------===//

#include "ArraySurveyor.h"
#include "warplint/Layout/ArrayParts.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace warplint {

static bool isReadable(const KernelAccess &Access,
                       const SourceVariable &Array) {
  return is_contained(Access.Arrays, &Array) && Access.Obstacle.empty() &&
         Access.Address;
}

const std::vector<LaunchShape> &
ArraySurveyor::launchedBlocks(const JudgedKernel &Kernel) {
  if (BlocksOf.empty())
    for (const JudgedKernel &K : Kernels)
      for (const auto &Launch : K.Launches)
        if (const SourceFunction *F = K.Kernel->Declaration;
            F && Launch->Record.Shape.isKnown())
          if (auto &Blocks = BlocksOf[F->Pattern];
              !is_contained(Blocks, Launch->Record.Shape))
            Blocks.push_back(Launch->Record.Shape);
  const SourceFunction *F = Kernel.Kernel->Declaration;
  return BlocksOf[F ? F->Pattern : nullptr];
}

/// What other launches of \p Kernel, in whichever instantiation, give and \p Known
/// does not rule out: those of \p Own first.
std::vector<LaunchShape> ArraySurveyor::siblingShapes(const LaunchShape &Known,
                                                      const JudgedKernel &Own) {
  auto IsSame = [](std::optional<unsigned> Known, std::optional<unsigned> Is) {
    return !Known || Known == Is;
  };
  std::vector<LaunchShape> Shapes;
  auto Add = [&](const LaunchShape &S) {
    if (S.isKnown() && IsSame(Known.X, S.X) && IsSame(Known.Y, S.Y) &&
        IsSame(Known.Z, S.Z) && !is_contained(Shapes, S))
      Shapes.push_back(S);
  };
  for (const auto &Launch : Own.Launches)
    Add(Launch->Record.Shape);
  for_each(launchedBlocks(Own), Add);
  return Shapes;
}

/// Blocks that agree with \p Known: whole warps along x, the largest first.
/// Along y and z there is more than one thread where an index asks for it.
static std::vector<LaunchShape> likelyShapes(const LaunchShape &Known,
                                             bool UsesY, bool UsesZ) {
  auto Choices = [](std::optional<unsigned> Is, bool IsFree, unsigned Least) {
    std::vector<unsigned> All;
    for (unsigned N = MaxBlockThreads; N >= Least && IsFree && !Is; N /= 2)
      All.push_back(N);
    if (All.empty())
      All.push_back(Is.value_or(Least));
    return All;
  };
  bool IsFlat = !UsesY && !UsesZ;
  std::vector<LaunchShape> Shapes;
  for (unsigned Z : Choices(Known.Z, UsesZ, 1))
    for (unsigned Y : Choices(Known.Y, UsesY, 1))
      for (unsigned X : Choices(Known.X, IsFlat, WarpSize))
        if (uint64_t(X) * Y * Z <= MaxBlockThreads)
          Shapes.push_back({X, Y, Z});
  auto Order = [](const LaunchShape &S) {
    return std::tuple(-int64_t(*S.X) * *S.Y * *S.Z, *S.Z, *S.Y);
  };
  llvm::sort(Shapes, [&](const LaunchShape &A, const LaunchShape &B) {
    return Order(A) < Order(B);
  });
  return Shapes;
}

namespace {

/// What the accesses of an array touch under one block.
struct TouchedByBlock {
  std::vector<TouchedRange> Ranges; ///< Bytes, by access.
  /// How often each access stores to a place, on average.
  std::map<const KernelAccess *, double> TimesStored;

  /// Some access stores to a place clearly more often than with \p Other.
  bool storesAgain(const TouchedByBlock &Other) const {
    constexpr double MostAgain = 1.25;
    return any_of(TimesStored, [&](const auto &Of) {
      auto There = Other.TimesStored.find(Of.first);
      return There != Other.TimesStored.end() &&
             Of.second > MostAgain * There->second;
    });
  }
};

} // namespace

static void addTouched(const AccessCases &Cases, const KernelAccess &Access,
                       TouchedByBlock &To) {
  ArrayAccess Bytes;
  Bytes.BytesPerLane = Access.BytesPerLane;
  Bytes.Instructions = Access.Instructions;
  Bytes.Pitch = Access.PitchBytes.value_or(0);
  Bytes.LineLength = Access.LineBytes;
  for (const OffsetCase &C : Cases.Cases) {
    AccessCase &Case = Bytes.Cases.edit().emplace_back();
    Case.Active = C.Active;
    copy(C.Offset, Case.Element.begin());
  }
  if (auto Touched = touchedBy(Bytes, {{1}, 1}))
    To.Ranges.push_back(*Touched);
  if (Access.Effect != AccessEffect::Write)
    return;
  uint64_t Stores = 0;
  DenseSet<int64_t> Places;
  for (const OffsetCase &C : Cases.Cases) {
    Stores += C.Weight * popcount(C.Active);
    for (LaneMask Left = C.Active; Left; Left &= Left - 1)
      Places.insert(C.Offset[countr_zero(Left)]);
  }
  if (Stores)
    To.TimesStored[&Access] = double(Stores) / double(Places.size());
}

/// Why the array does not fit the block \p Shape; nothing if it does. Accesses that
/// cannot be listed for other reasons do not count.
static std::optional<UnlistedRequests::Reason>
unfit(const JudgedKernel &In, LaunchCase &Launch, const SourceVariable &Array,
      const LaunchShape &Shape, uint64_t Bytes, KnownCases &Listings,
      TouchedByBlock &Touched) {
  CaseBudget Budget;
  for (const KernelAccess &Access : In.Kernel->sharedAccesses()) {
    if (!isReadable(Access, Array))
      continue;
    AccessProblem P = Launch.known(problemOf(Access));
    auto Listed =
        Listings.casesOfForm(*In.Kernel->Context, P, Launch.nestOf(Access),
                             Shape, Bytes, Budget, /*MaySample=*/false);
    if (auto *Why = std::get_if<UnlistedRequests>(&Listed);
        Why && (Why->Why == UnlistedRequests::Reason::LeavesArray ||
                Why->Why == UnlistedRequests::Reason::TooMany))
      return Why->Why;
    if (const auto *Cases = std::get_if<AccessCases>(&Listed))
      addTouched(*Cases, Access, Touched);
  }
  return std::nullopt;
}

void ArraySurveyor::assumeShape(const JudgedKernel &In, LaunchCase &Launch,
                                bool IsSizeUnknown) {
  const LaunchShape &Known = Launch.Record.Shape;
  auto Tell = [&](const LaunchShape &S) {
    Result.Report.AssumedBlock = std::to_string(*S.X) + " x " +
                                 std::to_string(*S.Y) + " x " +
                                 std::to_string(*S.Z);
  };
  if (Known.isKnown()) {
    if (Launch.Record.hasAssumedBlock())
      Tell(Known);
    return;
  }
  auto DependsOn = [&](unsigned Axis) {
    return any_of(In.Kernel->sharedAccesses(), [&](const KernelAccess &A) {
      return isReadable(A, *Variable) &&
             (dependsOnThread(*In.Kernel->Context, A.Address, Axis) ||
              dependsOnThread(*In.Kernel->Context, A.Guard, Axis));
    });
  };
  const std::vector<LaunchShape> Siblings = siblingShapes(Known, In);
  std::vector<LaunchShape> Shapes = Siblings;
  append_range(Shapes, likelyShapes(Known, DependsOn(1), DependsOn(2)));
  erase_if(Shapes, [&](const LaunchShape &S) {
    return S.threads() > Launch.Record.MostThreads.value_or(MaxBlockThreads);
  });
  TouchedByBlock Best;
  for (const LaunchShape &Shape : Shapes) {
    TouchedByBlock Touched;
    const auto Why =
        unfit(In, Launch, *Variable, Shape, VariableBytes, Listings, Touched);
    if (Why == UnlistedRequests::Reason::TooMany)
      TooManyFor.insert(&Launch);
    if (Why)
      continue;
    // In memory of unknown size, threads too many store where others do, or reach
    // into the next part.
    auto PartsOf = [](const TouchedByBlock &T) {
      return partsOf(T.Ranges, BytesOfRow).size();
    };
    if (!AssumedShapes.contains(&Launch) ||
        (!Touched.storesAgain(Best) &&
         (Best.storesAgain(Touched) || PartsOf(Touched) > PartsOf(Best)))) {
      Best = std::move(Touched);
      AssumedShapes[&Launch] = Shape;
    }
    if (!IsSizeUnknown || is_contained(Siblings, Shape))
      break;
  }
  if (auto Found = AssumedShapes.find(&Launch); Found != AssumedShapes.end())
    Tell(Found->second);
}

} // namespace warplint
