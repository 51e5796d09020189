//===- BlockShape.cpp - The threads of one warp ---------------------------===//

#include "BlockShape.h"
#include "LoopDependence.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <set>

namespace warplint {
namespace {

AxisValue known(unsigned Value) {
  AxisValue Axis;
  Axis.Constant.fill(Value);
  return Axis;
}

AxisValue unknown(AtomTable &Atoms, AtomKind Kind, unsigned Number,
                  const Congruence &Initial) {
  AxisValue Axis;
  Axis.Atom = Atoms.base(Kind, Number, Initial);
  Axis.Factor = 1;
  return Axis;
}

/// How far an axis can reach when the others take at least \p Others threads.
unsigned longestAxis(unsigned Others) {
  return std::max(1u, MaxBlockThreads / std::max(1u, Others));
}

/// blockDim and threadIdx of an axis of which a warp has one index only.
void setUniformAxis(WarpThreads &W, AtomTable &Atoms, unsigned Axis,
                    std::optional<unsigned> Extent, unsigned Longest) {
  unsigned Last = Extent.value_or(Longest) - 1;
  W.BlockDim[Axis] = Extent ? known(*Extent)
                            : unknown(Atoms, AtomKind::BlockDim, Axis,
                                      multiplesWithin(1, Longest));
  W.ThreadIdx[Axis] = Last == 0 ? known(0)
                                : unknown(Atoms, AtomKind::ThreadIdx, Axis,
                                          multiplesWithin(0, Last));
}

/// One warp that stands for all: it lies in one row along x, and which row and
/// where in it are unknown uniform numbers.
WarpThreads warpWithinRow(const LaunchShape &Shape, AtomTable &Atoms) {
  unsigned Row = Shape.X.value_or(WarpSize);
  unsigned Y = Shape.Y.value_or(1), Z = Shape.Z.value_or(1);
  unsigned LongestX = std::max(WarpSize, longestAxis(Y * Z));
  WarpThreads W;
  setUniformAxis(W, Atoms, 1, Shape.Y, longestAxis(Row * Z));
  setUniformAxis(W, Atoms, 2, Shape.Z, longestAxis(Row * Y));
  W.BlockDim[0] =
      Shape.X ? known(*Shape.X)
              : unknown(Atoms, AtomKind::BlockDim, 0,
                        Shape.IsAnyRow
                            ? multiplesWithin(1, LongestX)
                            : multiplesWithin(WarpSize, LongestX, WarpSize));
  unsigned WarpsInRow = Shape.X.value_or(LongestX) / WarpSize;
  for (unsigned L = 0; L < WarpSize; ++L)
    W.ThreadIdx[0].Constant[L] = L;
  if (WarpsInRow > 1) {
    W.ThreadIdx[0].Atom =
        Atoms.base(AtomKind::WarpInRow, 0, multiplesWithin(0, WarpsInRow - 1));
    W.ThreadIdx[0].Factor = WarpSize;
  }
  return W;
}

WarpThreads warpOfBlock(unsigned Number, const LaunchShape &Known) {
  WarpThreads W{.Number = Number};
  W.Existing = 0;
  for (unsigned L = 0; L < WarpSize; ++L) {
    unsigned Thread = Number * WarpSize + L;
    if (Thread >= Known.threads())
      continue;
    W.Existing |= LaneMask(1) << L;
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      W.ThreadIdx[Axis].Constant[L] = Known.threadIdx(Thread)[Axis];
  }
  W.BlockDim = {known(*Known.X), known(*Known.Y), known(*Known.Z)};
  return W;
}

/// A warp spans rows and the number of rows or of layers is not known: enough
/// of them for every way that a whole warp can lie across them.
BlockWarps warpsAcrossRows(const LaunchShape &Shape, AtomTable &Atoms) {
  BlockWarps Block{.IsPartlyUnknown = true};
  unsigned X = *Shape.X;
  unsigned Y = Shape.Y.value_or(longestAxis(X * Shape.Z.value_or(1)));
  unsigned Z = Shape.Z.value_or(Shape.Y ? longestAxis(X * Y) : 1);
  unsigned Threads = X * Y * Z;
  unsigned Warps =
      std::min(std::max(1u, Threads / WarpSize), MaxBlockThreads / WarpSize);
  for (unsigned Number = 0; Number < Warps; ++Number) {
    WarpThreads W = warpOfBlock(Number, {X, Y, Z});
    if (!Shape.Y)
      W.BlockDim[1] =
          unknown(Atoms, AtomKind::BlockDim, 1, multiplesWithin(1, Y));
    if (!Shape.Z)
      W.BlockDim[2] = unknown(Atoms, AtomKind::BlockDim, 2,
                              multiplesWithin(1, longestAxis(X)));
    Block.Warps.push_back(W);
  }
  return Block;
}

/// Rows of more than a warp: how many lanes come before the end of theirs is
/// known of each warp, and where that is and which row are not.
BlockWarps warpsInLongRows(AtomTable &Atoms) {
  BlockWarps Block{.IsPartlyUnknown = true};
  const unsigned Rows = longestAxis(WarpSize + 1);
  for (unsigned Before = 1; Before <= WarpSize; ++Before) {
    const bool Crosses = Before != WarpSize;
    WarpThreads W{.Number = Before};
    AxisValue &X = W.ThreadIdx[0], &Y = W.ThreadIdx[1];
    // A block with a second row has rows of half of its threads at most.
    X.Atom =
        Atoms.base(AtomKind::WarpInRow, Before,
                   Crosses ? multiplesWithin(WarpSize + 1 - Before,
                                             MaxBlockThreads / 2 - Before)
                           : multiplesWithin(0, MaxBlockThreads - WarpSize));
    X.Factor = 1;
    X.Lanes = AllLanes >> (WarpSize - Before);
    Y = unknown(Atoms, AtomKind::ThreadIdx, 1, multiplesWithin(0, Rows - 1));
    for (unsigned L = 0; L < WarpSize; ++L) {
      X.Constant[L] = L < Before ? L : L - Before;
      Y.Constant[L] = L >= Before;
    }
    W.BlockDim[0] = known(Before);
    W.BlockDim[0].Atom = X.Atom;
    W.BlockDim[0].Factor = 1;
    if (!Crosses)
      W.BlockDim[0] = unknown(Atoms, AtomKind::BlockDim, 0,
                              multiplesWithin(WarpSize + 1, MaxBlockThreads));
    W.BlockDim[1] =
        unknown(Atoms, AtomKind::BlockDim, 1, multiplesWithin(1, Rows));
    W.BlockDim[2] =
        unknown(Atoms, AtomKind::BlockDim, 2, multiplesWithin(1, Rows));
    Block.Warps.push_back(W);
  }
  return Block;
}

/// Axes of threadIdx and blockDim that matter to an access.
using ThreadLeaves = std::set<std::pair<LaneOp, unsigned>>;

/// What \p E, an \p Op of two operands, has beside the leaf; null without it.
const LaneExpr *beside(const LaneExpr *E, LaneOp Op, LaneOp Leaf,
                       unsigned Axis) {
  for (unsigned I : {0u, 1u})
    if (E && E->op() == Op && E->operand(I)->op() == Leaf &&
        E->operand(I)->index() == Axis)
      return E->operand(1 - I);
  return nullptr;
}

/// Whether \p E is (x + X*(y + Y*z)) & 31, the lane in warps of any block.
bool isLaneNumber(const LaneExpr *E) {
  if (E->op() != LaneOp::And)
    return false;
  for (unsigned I : {0u, 1u}) {
    const LaneExpr *Rest = E->operand(I);
    Rest = beside(Rest, LaneOp::Add, LaneOp::ThreadIdx, 0);
    Rest = beside(Rest, LaneOp::Mul, LaneOp::BlockDim, 0);
    Rest = beside(Rest, LaneOp::Add, LaneOp::ThreadIdx, 1);
    Rest = beside(Rest, LaneOp::Mul, LaneOp::BlockDim, 1);
    if (Rest && Rest->op() == LaneOp::ThreadIdx && Rest->index() == 2 &&
        E->operand(1 - I)->isConst() &&
        E->operand(1 - I)->constant() == WarpSize - 1)
      return true;
  }
  return false;
}

ThreadLeaves threadLeaves(const LaneContext &Context,
                          llvm::ArrayRef<const LaneExpr *> Roots) {
  ThreadLeaves Found;
  llvm::SmallVector<const LaneExpr *> Rest(Roots);
  llvm::DenseSet<const LaneExpr *> Seen;
  while (!Rest.empty()) {
    const LaneExpr *E = Rest.pop_back_val();
    if (!E || !Seen.insert(E).second || isLaneNumber(E))
      continue;
    if (E->op() == LaneOp::ThreadIdx || E->op() == LaneOp::BlockDim)
      Found.insert({E->op(), E->index()});
    llvm::append_range(Rest, sourcesOf(Context, E));
  }
  return Found;
}

bool areAlike(const WarpThreads &A, const WarpThreads &B,
              const ThreadLeaves &Leaves) {
  return A.Existing == B.Existing &&
         llvm::all_of(Leaves, [&](const auto &Leaf) {
           return Leaf.first == LaneOp::ThreadIdx
                      ? A.ThreadIdx[Leaf.second] == B.ThreadIdx[Leaf.second]
                      : A.BlockDim[Leaf.second] == B.BlockDim[Leaf.second];
         });
}

} // namespace

void joinAlike(BlockWarps &Block, const LaneContext &Context,
               llvm::ArrayRef<const LaneExpr *> Roots) {
  if (Block.Warps.size() == 1)
    return;
  const ThreadLeaves Leaves = threadLeaves(Context, Roots);
  std::vector<WarpThreads> Kept;
  for (const WarpThreads &W : Block.Warps) {
    const auto Known = llvm::find_if(Kept, [&](const WarpThreads &Other) {
      return areAlike(W, Other, Leaves);
    });
    if (Known == Kept.end())
      Kept.push_back(W);
    else
      ++Known->Alike;
  }
  Block.Warps = std::move(Kept);
}

BlockWarps warpsOf(const LaunchShape &Shape, AtomTable &Atoms) {
  if (Shape.IsAnyRow && !Shape.Y)
    return warpsInLongRows(Atoms);
  if (!Shape.X || (!Shape.isKnown() && *Shape.X % WarpSize == 0))
    return {.Warps = {warpWithinRow(Shape, Atoms)}, .IsPartlyUnknown = true};
  if (!Shape.isKnown())
    return warpsAcrossRows(Shape, Atoms);
  BlockWarps Block;
  unsigned Threads = std::min(*Shape.X * *Shape.Y * *Shape.Z, MaxBlockThreads);
  for (unsigned First = 0; First < Threads; First += WarpSize)
    Block.Warps.push_back(warpOfBlock(First / WarpSize, Shape));
  return Block;
}

} // namespace warplint
