//===- OpenBlocks.cpp - Blocks of which not all extents are known ---------===//

#include "OpenBlocks.h"
#include "Lane/Expr/LaneWalk.h"
#include "RowShapes.h"
#include "warplint/Messages/Races.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace warplint {

/// Largest blocks that are looked at one by one.
static constexpr size_t MostShapes = 4;

using Extents = std::array<unsigned, 3>;

/// What the kernel's conditions, barriers and first \p Accesses are computed from.
static std::vector<const LaneExpr *> expressionsOf(const KernelModel &Kernel,
                                                   size_t Accesses) {
  std::vector<const LaneExpr *> All;
  auto Add = [&](const LaneExpr *E) {
    if (E)
      All.push_back(E);
  };
  for (const KernelAccess &A : ArrayRef(Kernel.Accesses).take_front(Accesses)) {
    Add(A.Address);
    Add(A.Guard);
  }
  for (const KernelBarrier &B : Kernel.Barriers)
    for (const LaneExpr *E : {B.Number, B.Threads, B.Place, B.Bytes})
      Add(E);
  for (const FlowBlock &B : Kernel.Flow.Blocks)
    for (const FlowWay &Way : B.Ways)
      Add(Way.When);
  return All;
}

/// Something of \p Of asks for axis \p Axis of the block.
static bool askForAxis(const LaneContext &C, ArrayRef<const LaneExpr *> Of,
                       unsigned Axis) {
  return any_of(Of, [&](const LaneExpr *Root) {
    bool Asks = false;
    forEachNode(C, Root, [&](const LaneExpr *N) {
      Asks |= (N->op() == LaneOp::ThreadIdx || N->op() == LaneOp::BlockDim) &&
              N->index() == Axis;
    });
    return Asks;
  });
}

/// The extents of "float[32][33]", the innermost first, and the bytes of an
/// element behind them. Empty: it is no such type.
static std::vector<uint64_t> dimensionsOf(const SourceVariable &Array) {
  std::vector<uint64_t> All;
  StringRef Type = Array.Type;
  uint64_t Elements = 1;
  while (Type.consume_back("]")) {
    const auto [Rest, Extent] = Type.rsplit('[');
    uint64_t Number = 0;
    if (Extent.getAsInteger(10, Number) || Number == 0)
      return {};
    All.push_back(Number);
    Elements *= Number;
    Type = Rest.rtrim();
  }
  if (All.empty() || Array.Bytes % Elements)
    return {};
  All.push_back(Array.Bytes / Elements);
  return All;
}

/// Each of \p Factors is that of one axis, in the bytes of an address: the axes
/// that index a dimension of \p Array are below its extent.
static void boundBy(const SourceVariable &Array, const AxisFactors &Factors,
                    Extents &Most) {
  const std::vector<uint64_t> Of = dimensionsOf(Array);
  if (Of.empty())
    return;
  Extents New = Most;
  std::array<bool, 8> IsTaken{};
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    if (!Factors[Axis])
      continue;
    uint64_t Stride = Of.back();
    size_t Dimension = 0;
    while (Dimension + 1 != Of.size() && int64_t(Stride) != Factors[Axis])
      Stride *= Of[Dimension++];
    if (Dimension + 1 == Of.size() || Dimension >= IsTaken.size() ||
        std::exchange(IsTaken[Dimension], true))
      return;
    New[Axis] = unsigned(std::min<uint64_t>(New[Axis], Of[Dimension]));
  }
  Most = New;
}

/// A thread that executes \p A executes \p B, too.
static bool entails(const KernelAccess &A, const KernelAccess &B) {
  auto IsGuarded = [&] {
    const auto Here = conjunctsOf(A.Guard);
    return all_of(conjunctsOf(B.Guard),
                  [&](const LaneExpr *E) { return is_contained(Here, E); });
  };
  return all_of(B.Loops,
                [&](unsigned L) { return is_contained(A.Loops, L); }) &&
         (A.Guard == B.Guard || IsGuarded());
}

/// Threads beyond these execute none of the first \p Accesses: each that does
/// accesses an array that bounds it.
static Extents extentsByArrays(const KernelModel &Kernel, size_t Accesses) {
  constexpr Extents Any{MaxBlockThreads, MaxBlockThreads, MaxBlockExtents[2]};
  constexpr size_t MostAccesses = 256;
  const auto All = ArrayRef(Kernel.Accesses).take_front(Accesses);
  if (All.empty() || All.size() > MostAccesses)
    return Any;
  SmallVector<std::pair<const KernelAccess *, AxisFactors>, 0> Bounding;
  for (const KernelAccess &A : All)
    if (A.Address && A.Arrays.size() == 1 && A.Arrays.front() &&
        A.MayLeadElsewhere.empty())
      if (const auto Factors = axisFactorsOf(*Kernel.Context, A.Address))
        Bounding.push_back({&A, *Factors});
  Extents Most{1, 1, 1};
  for (const KernelAccess &A : All) {
    Extents Here = Any;
    for (const auto &[B, Factors] : Bounding)
      if (entails(A, *B))
        boundBy(*B->Arrays.front(), Factors, Here);
    for (unsigned Axis = 0; Axis != 3; ++Axis)
      Most[Axis] = std::max(Most[Axis], Here[Axis]);
  }
  return Most;
}

/// Threads of a warp order each other, or exchange what they access.
static bool restsOnWarps(const KernelModel &Kernel) {
  return any_of(Kernel.Barriers,
                [](const KernelBarrier &B) {
                  return B.Kind == BarrierKind::Warp;
                }) ||
         any_of(ArrayRef(Kernel.Accesses).take_front(Kernel.NumShared),
                [](const KernelAccess &A) {
                  StringRef Name = A.Instruction;
                  return Name.contains("matrix") || Name.contains("wmma");
                });
}

/// Threads of all blocks of \p Shape have the numbers that they have in the
/// largest one.
static bool keepsNumbers(const LaunchShape &Shape) {
  auto IsOne = [](std::optional<unsigned> Extent) { return Extent == 1u; };
  if (!Shape.X)
    return IsOne(Shape.Y) && IsOne(Shape.Z);
  return Shape.Y || IsOne(Shape.Z);
}

static bool fits(const LaunchShape &Inner, const LaunchShape &Outer) {
  return *Inner.X <= *Outer.X && *Inner.Y <= *Outer.Y && *Inner.Z <= *Outer.Z;
}

/// Blocks of at most \p Most that no other such one contains: all others are in
/// one of them. Empty: there are too many.
static std::vector<LaunchShape> largestBlocks(LaunchShape Shape,
                                              const Extents &Most) {
  std::vector<LaunchShape> All;
  auto Last = [](std::optional<unsigned> Known, unsigned Most) {
    return Known ? *Known : Most;
  };
  for (unsigned Z = Shape.Z.value_or(1); Z <= Last(Shape.Z, Most[2]); ++Z)
    for (unsigned Y = Shape.Y.value_or(1); Y <= Last(Shape.Y, Most[1]); ++Y) {
      if (Y * Z > MaxBlockThreads)
        break;
      LaunchShape New;
      New.X = Last(Shape.X, std::min(Most[0], MaxBlockThreads / (Y * Z)));
      New.Y = Y;
      New.Z = Z;
      if (New.threads() == 0 || New.threads() > MaxBlockThreads)
        continue;
      llvm::erase_if(All, [&](const LaunchShape &S) { return fits(S, New); });
      if (none_of(All, [&](const LaunchShape &S) { return fits(New, S); }))
        All.push_back(New);
      if (All.size() > 16 * MostShapes)
        return {};
    }
  if (All.size() > MostShapes)
    All.clear();
  return All;
}

/// Places in shared memory differ from layer to layer of threads.
static bool hasLayers(const KernelModel &Kernel) {
  std::vector<const LaneExpr *> Places;
  for (const KernelAccess &A :
       ArrayRef(Kernel.Accesses).take_front(Kernel.NumShared))
    if (A.Address)
      Places.push_back(A.Address);
  return askForAxis(*Kernel.Context, Places, 2);
}

/// Some of \p Shape, of different sizes: of several warps, if \p Kernel has a
/// barrier for these.
static std::vector<LaunchShape> usualBlocks(const KernelModel &Kernel,
                                            const LaunchShape &Shape,
                                            const Extents &Most) {
  std::vector<LaunchShape> All;
  const bool HasBarrier = any_of(Kernel.Barriers, [](const KernelBarrier &B) {
    return B.Kind == BarrierKind::Block;
  });
  // Arrays for one warp let no more threads be.
  const bool IsOfWarp = uint64_t(Shape.X.value_or(Most[0])) *
                            Shape.Y.value_or(Most[1]) *
                            Shape.Z.value_or(Most[2]) <=
                        WarpSize;
  const unsigned Least = HasBarrier && !IsOfWarp ? WarpSize + 1 : 2;
  const bool IsOfLayers = !Shape.Z && hasLayers(Kernel);
  auto Add = [&](unsigned X, unsigned Y, unsigned Z) {
    const bool IsRow = Shape.Y && !Shape.X;
    LaunchShape New = Shape;
    New.X = Shape.X.value_or(X);
    New.Y = Shape.Y.value_or(Y);
    New.Z = Shape.Z.value_or(Z);
    if ((Shape.Y || Y != 1) && (!IsRow || Y == 1) && IsOfLayers == (Z != 1) &&
        *New.X <= Most[0] && *New.Y <= Most[1] && *New.Z <= Most[2] &&
        New.threads() >= Least && New.threads() <= MaxBlockThreads &&
        !is_contained(All, New))
      All.push_back(New);
  };
  constexpr std::array<std::array<unsigned, 3>, 11> Sizes = {{{32, 1, 1},
                                                              {64, 1, 1},
                                                              {256, 1, 1},
                                                              {8, 8, 1},
                                                              {16, 16, 1},
                                                              {32, 8, 1},
                                                              {32, 32, 1},
                                                              {4, 4, 1},
                                                              {4, 4, 4},
                                                              {8, 8, 8},
                                                              {32, 4, 4}}};
  for (auto [X, Y, Z] : Sizes)
    Add(X, Y, Z);
  // Of what small arrays bound, few of these are.
  for (unsigned X : {Most[0], Most[0] / 2})
    if (All.size() <= 1)
      Add(X, 1, 1);
  return All;
}

/// Rows as long as \p Most lets them be, or as warps if nothing says how long, and
/// as many as a block may have: powers of two, as beside the edges of a tile.
static LaunchShape largestUsual(const LaunchShape &Shape, const Extents &Most) {
  LaunchShape New = Shape;
  New.Z = Shape.Z.value_or(1);
  const unsigned Left = MaxBlockThreads / std::max(*New.Z, 1u);
  const bool IsOpen = Most[0] == MaxBlockThreads && Shape.Y != 1u;
  New.X = Shape.X.value_or(bit_floor(std::min(
      IsOpen ? WarpSize : Most[0], Left / std::max(Shape.Y.value_or(1), 1u))));
  New.Y = Shape.Y.value_or(
      bit_floor(std::min(Most[1], Left / std::max(*New.X, 1u))));
  return New;
}

OpenBlocks openBlocksOf(const KernelModel &Kernel, LaunchShape Shape) {
  OpenBlocks Open;
  const LaneContext &C = *Kernel.Context;
  const auto All = expressionsOf(Kernel, Kernel.Accesses.size());
  if (!(Shape.Y && Shape.Z) && !Shape.X &&
      askForRanksAlone(C, expressionsOf(Kernel, Kernel.NumShared))) {
    Shape = {.Y = 1, .Z = 1};
  } else if (!Shape.X && !Shape.Y && Shape.Z.value_or(1) == 1 &&
             (Shape.Z || !askForAxis(C, All, 2)) &&
             askForRanksOfLayer(C, expressionsOf(Kernel, Kernel.NumShared))) {
    if (!Shape.Z)
      Open.Assumption = messages::RaceBlocksOfOneLayer();
    Shape = {.Y = 1, .Z = 1};
  } else if (!Shape.X && !(Shape.Y && Shape.Z) && askForNoRows(C, All)) {
    Shape.Y = Shape.Y.value_or(1);
    Shape.Z = Shape.Z.value_or(1);
    Open.Assumption = messages::RaceBlocksOfOneRow();
  } else if (!Shape.Z && !(Shape.X && Shape.Y) && !askForAxis(C, All, 2)) {
    Shape.Z = 1;
    Open.Assumption = messages::RaceBlocksOfOneLayer();
  }
  const Extents Most = extentsByArrays(Kernel, Kernel.NumShared);
  Open.HasAllOthers = Most == extentsByArrays(Kernel, Kernel.Accesses.size());
  Open.Shape = Shape;
  if (keepsNumbers(Shape) || !restsOnWarps(Kernel))
    Open.Largest = largestBlocks(Shape, Most);
  Open.Usual = Open.UsualAndLargest = usualBlocks(Kernel, Shape, Most);
  if (const LaunchShape Largest = largestUsual(Shape, Most);
      !Open.Usual.empty() && *Open.Usual.front().Z == *Largest.Z &&
      !is_contained(Open.Usual, Largest))
    Open.UsualAndLargest.push_back(Largest);
  return Open;
}

} // namespace warplint
