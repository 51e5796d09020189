//===- TileNeighbours.cpp - Requests of a tile beside each other ----------===//

#include "TileNeighbours.h"
#include "Analysis/OpenGuard.h"
#include "LaneStretches.h"
#include "TypicalLeaves.h"
#include "warplint/Finding/KernelCost.h"
#include "warplint/Messages/Checks.h"
#include "warplint/Warp/Sectors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <bitset>
#include <map>

using namespace llvm;

namespace warplint {
namespace {

/// Addresses that one answer may take: some hundredths of a second.
constexpr unsigned MostAddresses = 30000;
/// Rounds of a loop that are looked at, from its first one on.
constexpr uint64_t MostRounds = 16;
/// Shorter pieces of a sector are no row of a tile.
constexpr int64_t ShortestRow = SectorBytes / 2;
/// Of a warp: a tile of one row for each of them. More are a column walk.
constexpr unsigned MostLanesOfColumn = WarpSize / 2;
/// Of a block in which what one of them does once is little.
constexpr unsigned FewestWarps = 4;
/// The column next to a tile lies as near to it.
constexpr int64_t EdgeBytes = SectorBytes;

struct Request {
  LaneMask Active = 0;
  LaneAddresses Address = {};
};

/// Distinct bytes that a request touches, by the first of each stretch: their
/// ends, and how many lanes each stretch is of.
struct Row {
  int64_t End = 0;
  unsigned Lanes = 0;
};

class Tile {
public:
  explicit Tile(const TileRequest &R)
      : R(R), C(*R.Kernel.Context), Base(typicalLeaves(R.Kernel, R.Shape, 0)) {
    for (uint64_t &Round : Base.Iterations)
      Round = 0;
  }

  /// Nothing where an active lane's address is not known.
  std::optional<Request> requestOf(const KernelAccess &A,
                                   const LeafValues &Leaves, unsigned Warp) {
    LaneMask Existing = 0;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
      const unsigned Thread = Warp * WarpSize + Lane;
      LeafValues &At = Lanes[Lane];
      At = Leaves;
      At.ThreadIdx = {Thread % At.BlockDim[0],
                      Thread / At.BlockDim[0] % At.BlockDim[1],
                      Thread / At.BlockDim[0] / At.BlockDim[1]};
      if (Thread < threads())
        Existing |= LaneMask(1) << Lane;
    }
    const LaneExpr *Guard = openGuard(A);
    const LaneValues Takes =
        Guard ? evaluateWarp(C, Guard, Lanes, Existing) : LaneValues();
    const LaneValues Address = evaluateWarp(C, A.Address, Lanes, Existing);
    Request Found;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
      if (!(Existing >> Lane & 1) || Takes[Lane].value_or(1) == 0)
        continue;
      if (!Address[Lane])
        return std::nullopt;
      Found.Active |= LaneMask(1) << Lane;
      Found.Address[Lane] = SignExtend64(*Address[Lane], A.Address->width());
    }
    Taken += WarpSize;
    return Found;
  }

  unsigned threads() const {
    return Base.BlockDim[0] * Base.BlockDim[1] * Base.BlockDim[2];
  }
  unsigned warps() const { return warpsOf(threads()); }

  /// Calls \p Visit with all requests of \p A by the block whose blockIdx is
  /// \p Move away along \p Axis. Stops where it returns false, and where too
  /// many were looked at.
  void forEachRequest(const KernelAccess &A, unsigned Axis, int Move,
                      function_ref<bool(const Request &)> Visit) {
    LeafValues At = Base;
    for (unsigned N = 0; N < C.numSymbols(); ++N)
      if (const UniformSymbol &S = C.symbolAt(N);
          S.Kind == SymbolKind::BlockIdx &&
          StringRef(S.Name).ends_with("xyz"[Axis]))
        At.Symbols[N] += Move;
    inRounds(A, A.Loops, At, [&] {
      for (unsigned Warp = 0; Warp < warps() && Taken < MostAddresses; ++Warp) {
        const auto Found = requestOf(A, At, Warp);
        if (!Found || !Visit(*Found))
          return false;
      }
      return Taken < MostAddresses;
    });
  }

  const TileRequest &R;
  const LaneContext &C;
  LeafValues Base;

private:
  const LaneExpr *openGuard(const KernelAccess &A) {
    auto [It, IsNew] = Guards.try_emplace(A.Guard);
    if (IsNew)
      It->second = withoutBounds(*R.Kernel.Context, A.Guard);
    return It->second;
  }

  bool inRounds(const KernelAccess &A, ArrayRef<unsigned> Loops, LeafValues &At,
                function_ref<bool()> Visit) {
    if (Loops.empty())
      return Visit();
    const uint64_t Rounds = std::min(
        MostRounds, C.loopAt(Loops.front()).TripCount.value_or(MostRounds));
    for (uint64_t Round = 0; Round < Rounds; ++Round) {
      At.Iterations[Loops.front()] = Round;
      if (!inRounds(A, Loops.drop_front(), At, Visit))
        return false;
    }
    return true;
  }

  WarpLeaves Lanes;
  std::map<const LaneExpr *, const LaneExpr *> Guards;
  unsigned Taken = 0;
};

std::map<int64_t, Row> rowsOf(const Request &Q, unsigned Bytes) {
  std::vector<int64_t> Begins;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Q.Active >> Lane & 1)
      Begins.push_back(Q.Address[Lane]);
  llvm::sort(Begins);
  std::map<int64_t, Row> Rows;
  for (int64_t Begin : Begins)
    if (!Rows.empty() && Begin <= Rows.rbegin()->second.End) {
      Row &Last = Rows.rbegin()->second;
      Last.End = std::max(Last.End, Begin + int64_t(Bytes));
      ++Last.Lanes;
    } else {
      Rows[Begin] = {Begin + int64_t(Bytes), 1};
    }
  return Rows;
}

/// Which bytes of sectors are touched.
class TouchedSectors {
public:
  explicit TouchedSectors(const std::map<int64_t, Row> &Rows) {
    for (const auto &[Begin, Its] : Rows)
      for (int64_t S = sectorOf(Begin); S <= sectorOf(Its.End - 1); ++S)
        Sectors[S];
    touch(Rows);
  }

  void touch(const std::map<int64_t, Row> &Rows) {
    for (const auto &[Begin, Its] : Rows)
      for (auto It = Sectors.lower_bound(sectorOf(Begin));
           It != Sectors.end() && It->first * SectorBytes < Its.End; ++It) {
        const int64_t At = It->first * SectorBytes;
        for (int64_t B = std::max(Begin, At);
             B < std::min<int64_t>(Its.End, At + SectorBytes); ++B)
          It->second.set(B - At);
      }
  }

  bool areFull() const {
    return all_of(Sectors, [](const auto &S) { return S.second.all(); });
  }

private:
  static int64_t sectorOf(int64_t Byte) {
    return divideFloorSigned(Byte, int64_t(SectorBytes));
  }
  std::map<int64_t, std::bitset<SectorBytes>> Sectors;
};

/// Rows of at least half a sector, of lanes side by side or of few lanes.
bool isNarrowTile(const std::map<int64_t, Row> &Rows) {
  unsigned Lanes = 0;
  for (const auto &[Begin, Its] : Rows)
    Lanes += Its.Lanes;
  return all_of(Rows, [&](const auto &R) {
    return R.second.End - R.first >= ShortestRow &&
           (R.second.Lanes > 1 || Lanes <= MostLanesOfColumn);
  });
}

std::string narrowTileExcuse(Tile &T, const std::map<int64_t, Row> &Rows) {
  const KernelAccess &A = T.R.Access;
  TouchedSectors Touched(Rows);
  struct Neighbour {
    unsigned Axis;
    int Move;
  };
  // Two on either side: a row may begin anywhere in its sectors.
  for (const auto &[Axis, Move] : {Neighbour{0, 0},
                                   {0, 1},
                                   {0, -1},
                                   {0, 2},
                                   {0, -2},
                                   {1, 1},
                                   {1, -1},
                                   {1, 2},
                                   {1, -2}}) {
    for (const KernelAccess &Other : T.R.All)
      if (Other.Effect == A.Effect && isAsyncCopy(Other) == isAsyncCopy(A))
        T.forEachRequest(Other, Axis, Move, [&](const Request &Q) {
          Touched.touch(rowsOf(Q, Other.BytesPerLane));
          return !Touched.areFull();
        });
    if (Touched.areFull())
      return Move == 0 ? messages::RestUsedByBlock()
                       : messages::RestUsedByNeighbors();
  }
  return "";
}

/// \p Other touches rows of the tile whose edge \p Rows are.
bool isEdgeOf(Tile &T, const std::map<int64_t, Row> &Rows,
              const KernelAccess &Other) {
  std::map<int64_t, bool> IsBeside;
  bool IsDense = true, IsOwn = false;
  T.forEachRequest(Other, 0, 0, [&](const Request &Q) {
    const SectorUse Use = sectorUse(Q.Address, Other.BytesPerLane, Q.Active);
    IsDense &= Use.Sectors - Use.LostToStart < 2 * Use.ideal() || !Q.Active;
    for (const auto &[Begin, Its] : rowsOf(Q, Other.BytesPerLane))
      for (auto It = Rows.lower_bound(Begin - EdgeBytes);
           It != Rows.end() && It->first < Its.End + EdgeBytes; ++It) {
        IsBeside[It->first] = true;
        IsOwn |= It->first < Its.End && It->second.End > Begin;
      }
    return IsDense && !IsOwn;
  });
  return IsDense && !IsOwn && IsBeside.size() == Rows.size();
}

} // namespace

bool isMinorTypically(const TileRequest &R,
                      function_ref<bool(const WarpCost &)> IsMinor) {
  Tile T(R);
  KernelAccess OfAllLanes = R.Access;
  OfAllLanes.Guard = nullptr;
  for (unsigned Trial : {0, 1})
    for (uint64_t Round : {0, 1, 3, 7}) {
      LeafValues At = typicalLeaves(R.Kernel, R.Shape, Trial);
      for (uint64_t &Iteration : At.Iterations)
        Iteration = Round;
      auto Q = T.requestOf(R.Access, At, R.Verdict.Worst.Warp);
      // Typical values may lie beyond a bound.
      if (Q && !Q->Active)
        Q = T.requestOf(OfAllLanes, At, R.Verdict.Worst.Warp);
      if (!Q || !Q->Active)
        return false;
      const SectorUse Use =
          sectorUse(Q->Address, R.Access.BytesPerLane, Q->Active);
      WarpCost Cost;
      Cost.Predicted = Use.Sectors;
      Cost.Ideal = Use.ideal();
      if (!IsMinor(Cost))
        return false;
    }
  return true;
}

bool isOncePerBlock(const TileRequest &R) {
  LaunchShape Shape = R.Shape;
  if (!Shape.X) {
    Shape.X = UsualThreads;
    Shape.Y = Shape.Y.value_or(1);
  }
  const TileRequest Sized = {R.Kernel, R.Access, R.All, Shape, R.Verdict};
  Tile T(Sized);
  if (!R.Access.Loops.empty() || T.warps() < FewestWarps)
    return false;
  unsigned Warps = 0, Taking = 0;
  T.forEachRequest(R.Access, 0, 0, [&](const Request &Q) {
    ++Warps;
    Taking += Q.Active != 0;
    return true;
  });
  return Warps == T.warps() && Taking == 1;
}

std::string tileExcuse(const TileRequest &R) {
  const KernelAccess &A = R.Access;
  if (A.Effect == AccessEffect::Update)
    return "";
  Tile T(R);
  const unsigned Warp = std::min(R.Verdict.Worst.Warp, T.warps() - 1);
  const auto Own = T.requestOf(A, T.Base, Warp);
  if (!Own || !Own->Active)
    return "";
  const std::map<int64_t, Row> Rows = rowsOf(*Own, A.BytesPerLane);
  if (isNarrowTile(Rows))
    return narrowTileExcuse(T, Rows);
  if (A.Effect == AccessEffect::Read && !isAsyncCopy(A))
    for (const KernelAccess &Other : R.All)
      if (Other.Effect != AccessEffect::Update && !isAsyncCopy(Other) &&
          Other.Loops.size() >= A.Loops.size() && isEdgeOf(T, Rows, Other))
        return messages::EdgeOfTile();
  return "";
}

} // namespace warplint
