//===- GridLoops.cpp - Loops that the blocks of a grid share --------------===//

#include "GridLoops.h"
#include "Lane/Expr/LaneWalk.h"
#include "warplint/Warp/LaneMask.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace llvm;

namespace warplint {
namespace {

/// One thread of a launch, in an iteration of a loop.
struct Thread {
  std::array<uint64_t, 3> Block = {}, Index = {};
  unsigned Loop = 0;
  int64_t Iteration = 0;
};

class Evaluator {
public:
  /// \p Middles: of loops around the one that is counted, the iteration in the
  /// middle. A bound that moves with it is there what it is on average.
  Evaluator(const LaneContext &Context, const LaunchRecord &Launch,
            SmallDenseMap<unsigned, int64_t> Middles)
      : Context(Context), Block(extents(Launch.Shape)),
        Grid(extents(Launch.Grid)), Middles(std::move(Middles)) {}

  Thread thread(uint64_t InGrid, uint64_t InBlock) const;
  /// As a signed number.
  std::optional<int64_t> valueOf(const LaneExpr *E, const Thread &Of) const;

private:
  static std::array<uint64_t, 3> extents(const LaunchShape &Shape) {
    return {*Shape.X, *Shape.Y, *Shape.Z};
  }
  std::optional<int64_t> valueOfSymbol(const UniformSymbol &S,
                                       const Thread &Of) const;

  const LaneContext &Context;
  std::array<uint64_t, 3> Block, Grid;
  SmallDenseMap<unsigned, int64_t> Middles;
};

} // namespace

Thread Evaluator::thread(uint64_t InGrid, uint64_t InBlock) const {
  Thread Of;
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    Of.Block[Axis] = InGrid % Grid[Axis];
    InGrid /= Grid[Axis];
    Of.Index[Axis] = InBlock % Block[Axis];
    InBlock /= Block[Axis];
  }
  return Of;
}

std::optional<int64_t> Evaluator::valueOfSymbol(const UniformSymbol &S,
                                                const Thread &Of) const {
  const unsigned Axis = S.Name.empty() ? 3 : S.Name.back() - 'x';
  if (Axis > 2)
    return std::nullopt;
  if (S.Kind == SymbolKind::BlockIdx)
    return Of.Block[Axis];
  if (S.Kind == SymbolKind::GridDim)
    return Grid[Axis];
  return std::nullopt;
}

std::optional<int64_t> Evaluator::valueOf(const LaneExpr *E,
                                          const Thread &Of) const {
  SmallVector<int64_t, 3> Values;
  for (const LaneExpr *Operand : E->operands()) {
    const auto Value = valueOf(Operand, Of);
    if (!Value)
      return std::nullopt;
    Values.push_back(*Value);
  }
  switch (E->op()) {
  case LaneOp::Const:
    return SignExtend64(E->constant(), E->width());
  case LaneOp::ThreadIdx:
    return Of.Index[E->index()];
  case LaneOp::BlockDim:
    return Block[E->index()];
  case LaneOp::Symbol:
    return valueOfSymbol(Context.symbolAt(E->index()), Of);
  case LaneOp::Iteration:
    if (E->index() == Of.Loop)
      return Of.Iteration;
    if (auto Middle = Middles.find(E->index()); Middle != Middles.end())
      return Middle->second;
    return std::nullopt;
  case LaneOp::Add:
    return SignExtend64(uint64_t(Values[0]) + Values[1], E->width());
  case LaneOp::Mul:
    return SignExtend64(uint64_t(Values[0]) * Values[1], E->width());
  case LaneOp::Shl:
    return Values[1] >= 0 && Values[1] < E->width()
               ? std::optional(
                     SignExtend64(uint64_t(Values[0]) << Values[1], E->width()))
               : std::nullopt;
  case LaneOp::ZExt:
    return uint64_t(Values[0]) &
           maskTrailingOnes<uint64_t>(E->operand(0)->width());
  case LaneOp::SExt:
  case LaneOp::Trunc:
    return SignExtend64(Values[0], E->width());
  default:
    return std::nullopt;
  }
}

/// In a round: how far \p Comparison is from failing, at first and in the next
/// one. It fails where the number is 0 or more.
static std::optional<std::pair<int64_t, int64_t>>
distances(const Evaluator &Values, const LaneExpr *Comparison, Thread Of) {
  const bool IsNegated = Comparison->op() == LaneOp::Not;
  const LaneExpr *Less = IsNegated ? Comparison->operand(0) : Comparison;
  if (Less->op() != LaneOp::CmpSLt && Less->op() != LaneOp::CmpULt)
    return std::nullopt;
  std::array<int64_t, 2> Found;
  for (auto [Round, Into] : enumerate(Found)) {
    Of.Iteration = Round;
    const auto L = Values.valueOf(Less->operand(0), Of);
    const auto R = Values.valueOf(Less->operand(1), Of);
    if (!L || !R || (Less->op() == LaneOp::CmpULt && (*L < 0 || *R < 0)))
      return std::nullopt;
    // L < R fails from L - R = 0 on, L >= R from R - L = 1 on.
    Into = IsNegated ? *R - *L - 1 : *L - *R;
  }
  return std::pair(Found[0], Found[1]);
}

/// How often \p Of goes round.
static std::optional<double>
roundsOf(const Evaluator &Values, const LaneExpr *Continue, const Thread &Of) {
  std::optional<double> Least;
  for (const LaneExpr *Comparison : conjunctsOf(Continue)) {
    const auto Distance = distances(Values, Comparison, Of);
    if (!Distance)
      return std::nullopt;
    const auto [First, Second] = *Distance;
    if (First >= 0)
      return 0;
    if (Second <= First)
      continue; // It holds as long as another does.
    const double Rounds = divideCeil(-First, Second - First);
    Least = std::min(Least.value_or(Rounds), Rounds);
  }
  return Least;
}

namespace {

/// The rounds of the warps of a launch, added up. Blocks are looked at where those
/// around them differ: few may work while all others only test their bound.
class RoundsOfBlocks {
public:
  RoundsOfBlocks(const LaneContext &Context, unsigned Number,
                 const LaunchRecord &Launch,
                 SmallDenseMap<unsigned, int64_t> Middles)
      : Values(Context, Launch, std::move(Middles)), Number(Number),
        Continue(Context.loopAt(Number).Continue),
        Blocks(Launch.Grid.threads()), Threads(Launch.Shape.threads()) {}

  std::optional<double> average();

private:
  double roundsIn(uint64_t Block);
  double between(uint64_t Low, double AtLow, uint64_t High, double AtHigh);

  const Evaluator Values;
  const unsigned Number;
  const LaneExpr *Continue;
  const uint64_t Blocks, Threads;
  unsigned Left = 256; ///< Blocks to look at.
  bool IsUnknown = false;
};

} // namespace

/// Of a warp of \p Block, on average over some of them, the last one among them.
double RoundsOfBlocks::roundsIn(uint64_t Block) {
  constexpr uint64_t MostWarps = 4;
  const uint64_t Warps = warpsOf(Threads);
  const uint64_t SomeWarps = std::min(Warps, MostWarps);
  Left -= Left > 0;
  double Sum = 0;
  for (uint64_t W = 0; W != SomeWarps; ++W) {
    const uint64_t Warp = (W + 1) * Warps / SomeWarps - 1;
    double OfWarp = 0;
    for (uint64_t Lane : {uint64_t(0), uint64_t(WarpSize - 1)}) {
      Thread Of =
          Values.thread(Block, std::min(Threads - 1, Warp * WarpSize + Lane));
      Of.Loop = Number;
      const auto Rounds = roundsOf(Values, Continue, Of);
      IsUnknown |= !Rounds;
      OfWarp = std::max(OfWarp, Rounds.value_or(0));
    }
    Sum += OfWarp;
  }
  return Sum / SomeWarps;
}

/// The sum of the blocks behind \p Low, up to \p High.
double RoundsOfBlocks::between(uint64_t Low, double AtLow, uint64_t High,
                               double AtHigh) {
  if (AtLow == AtHigh || High - Low == 1 || Left == 0 || IsUnknown)
    return AtHigh + (High - Low - 1) * (AtLow + AtHigh) / 2;
  const uint64_t Middle = Low + (High - Low) / 2;
  const double AtMiddle = roundsIn(Middle);
  return between(Low, AtLow, Middle, AtMiddle) +
         between(Middle, AtMiddle, High, AtHigh);
}

std::optional<double> RoundsOfBlocks::average() {
  constexpr uint64_t MostParts = 64;
  const uint64_t Parts = std::min(Blocks, MostParts);
  double AtLow = roundsIn(0);
  double Sum = AtLow;
  for (uint64_t Part = 1, Low = 0; Part <= Parts; ++Part) {
    const uint64_t High = Part * (Blocks - 1) / Parts;
    if (High == Low)
      continue;
    const double AtHigh = roundsIn(High);
    Sum += between(Low, AtLow, High, AtHigh);
    AtLow = AtHigh;
    Low = High;
  }
  if (IsUnknown)
    return std::nullopt;
  return Sum / Blocks;
}

/// Of the loops around \p Number on whose iterations its bound depends.
static SmallDenseMap<unsigned, int64_t> middlesOf(const LaneContext &Context,
                                                  unsigned Number,
                                                  const LaunchRecord &Launch) {
  SmallDenseSet<int> Moving;
  forEachBelow(Context.loopAt(Number).Continue, [&](const LaneExpr *E, auto &) {
    if (E->op() == LaneOp::Iteration)
      Moving.insert(int(E->index()));
  });
  SmallDenseMap<unsigned, int64_t> Middles;
  for (int Outer = Context.loopAt(Number).Parent; Outer >= 0;
       Outer = Context.loopAt(Outer).Parent) {
    if (!Moving.contains(Outer))
      continue;
    const LaneLoop &Its = Context.loopAt(Outer);
    const std::optional<double> Rounds =
        Its.TripCount && !Its.IsUpperBound
            ? std::optional<double>(*Its.TripCount)
            : averageRounds(Context, Outer, Launch);
    if (Rounds)
      Middles[Outer] = int64_t(*Rounds / 2);
  }
  return Middles;
}

std::optional<double> averageRounds(const LaneContext &Context, unsigned Number,
                                    const LaunchRecord &Launch) {
  const LaneLoop &L = Context.loopAt(Number);
  if (!L.Continue || !L.IsContinueExact || !Launch.Shape.isKnown() ||
      !Launch.Grid.isKnown())
    return std::nullopt;
  return RoundsOfBlocks(Context, Number, Launch,
                        middlesOf(Context, Number, Launch))
      .average();
}

} // namespace warplint
