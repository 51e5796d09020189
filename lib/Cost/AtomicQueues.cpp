//===- AtomicQueues.cpp - Atomics that wait for one another ---------------===//

#include "AtomicQueues.h"
#include "Lane/Expr/AddressForm.h"
#include "Lane/Expr/LaneWalk.h"
#include "warplint/Lane/LaneEvaluation.h"
#include "warplint/Warp/L2Rates.h"
#include "warplint/Warp/LaneMask.h"
#include "warplint/Warp/Target.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <set>

using namespace llvm;

namespace warplint {
namespace {

/// What a value rests on.
enum class Rests : uint8_t { OnLaunch, OnSizes, OnData };

/// What an atomic of a lane takes, of L2.
struct AtomicRate {
  explicit AtomicRate(const KernelAccess &A) {
    const StringRef Type =
        A.Atomic ? StringRef(A.Atomic->Type) : StringRef(A.Instruction);
    const bool IsFloat =
        Type.contains(A.Atomic ? "f" : ".f") || Type.contains("bf16");
    const bool IsWide = Type.contains("64");
    const bool IsSwap =
        A.Atomic ? A.Atomic->Operation == "cas" : Type.contains(".cas");
    OfPlace = IsFloat ? FloatAtomicCycles : IntegerAtomicCycles;
    OfLane = AtomicLaneCycles * (IsWide ? 2 : 1) * (IsSwap ? 2 : 1) *
             (IsWide && IsFloat ? 2 : 1);
  }

  double OfPlace, OfLane;
};

/// Those who wait for one place, or for one slice of L2.
struct QueueName {
  bool IsSlice = false;
  uint32_t Number = 0;
  auto operator<=>(const QueueName &) const = default;
};
using Queues = std::map<QueueName, double>;

class QueueCounter {
public:
  QueueCounter(const LaneContext &Context, const KernelAccess &A,
               const LaunchRecord &Launch)
      : Context(Context), A(A), Launch(Launch) {}

  std::optional<AtomicQueues> count(const LaneExpr *Address,
                                    const LaneExpr *Guard);

private:
  Rests restsOn(const LaneExpr *E) const;
  bool takeGuard(const LaneExpr *Guard);
  bool takeAddress(const LaneExpr *Address);
  LeafValues leavesOf(uint64_t Block, uint64_t Thread) const;
  bool countWarp(uint64_t Block, uint64_t Warp, Queues &All) const;
  std::optional<uint32_t> placeOf(const LeafValues &Leaves) const;

  const LaneContext &Context;
  const KernelAccess &A;
  const LaunchRecord &Launch;
  SmallVector<const LaneExpr *, 4> Conditions;
  SmallVector<AddressForm::Term, 4> Terms; ///< Without those of all lanes.
};

} // namespace

Rests QueueCounter::restsOn(const LaneExpr *E) const {
  Rests Most = Rests::OnLaunch;
  forEachNode(Context, E, [&](const LaneExpr *Node) {
    if (Node->op() == LaneOp::Opaque || Node->op() == LaneOp::Shuffle)
      Most = Rests::OnData;
    if (Node->op() != LaneOp::Symbol)
      return;
    const SymbolKind Kind = Context.symbolAt(Node->index()).Kind;
    const bool IsGrid = Kind == SymbolKind::BlockIdx ||
                        (Kind == SymbolKind::GridDim && Launch.Grid.isKnown());
    const bool IsSize =
        Kind == SymbolKind::Parameter || Kind == SymbolKind::GridDim;
    Most = std::max(Most, IsGrid   ? Rests::OnLaunch
                          : IsSize ? Rests::OnSizes
                                   : Rests::OnData);
  });
  return Most;
}

bool QueueCounter::takeGuard(const LaneExpr *Guard) {
  for (const LaneExpr *Condition : conjunctsOf(Guard)) {
    const Rests On = restsOn(Condition);
    const LaneExpr *Compared =
        Condition->op() == LaneOp::Not ? Condition->operand(0) : Condition;
    if (On == Rests::OnData ||
        (On == Rests::OnSizes && Compared->op() != LaneOp::CmpSLt &&
         Compared->op() != LaneOp::CmpULt))
      return false;
    if (On == Rests::OnLaunch)
      Conditions.push_back(Condition);
  }
  return true;
}

bool QueueCounter::takeAddress(const LaneExpr *Address) {
  for (const AddressForm::Term &Term : formOf(Address).Terms) {
    const Rests On = restsOn(Term.first);
    if (On == Rests::OnLaunch)
      Terms.push_back(Term);
    else if (On == Rests::OnData || Term.first->isLaneVarying() ||
             withoutExtensions(Term.first)->op() != LaneOp::Symbol)
      return false;
  }
  return true;
}

LeafValues QueueCounter::leavesOf(uint64_t Block, uint64_t Thread) const {
  LeafValues Leaves;
  Leaves.ThreadIdx = Launch.Shape.threadIdx(Thread);
  Leaves.BlockDim = {*Launch.Shape.X, *Launch.Shape.Y, *Launch.Shape.Z};
  Leaves.Iterations.assign(Context.numLoops(), 0);
  Leaves.Symbols.assign(Context.numSymbols(), 0);
  const LaunchShape Grid =
      Launch.Grid.isKnown() ? Launch.Grid : LaunchShape{1u << 31, 1, 1};
  const std::array<uint32_t, 3> Of = Grid.threadIdx(Block);
  const std::array Extents = {*Grid.X, *Grid.Y, *Grid.Z};
  for (auto [Number, Value] : enumerate(Leaves.Symbols)) {
    const UniformSymbol &S = Context.symbolAt(Number);
    const unsigned Axis = S.Name.empty() ? 3 : S.Name.back() - 'x';
    if (Axis < 3 && S.Kind == SymbolKind::BlockIdx)
      Value = Of[Axis];
    else if (Axis < 3 && S.Kind == SymbolKind::GridDim)
      Value = Extents[Axis];
  }
  return Leaves;
}

/// Behind what all lanes of the launch have in common.
std::optional<uint32_t> QueueCounter::placeOf(const LeafValues &Leaves) const {
  uint32_t Place = 0;
  for (const auto &[Atom, Coefficient] : Terms) {
    const auto Value = evaluate(Context, Atom, Leaves);
    if (!Value)
      return std::nullopt;
    Place += uint32_t(*Value) * Coefficient;
  }
  return Place;
}

/// Adds what the atomics of a warp take to the queues that they wait in.
bool QueueCounter::countWarp(uint64_t Block, uint64_t Warp, Queues &All) const {
  const uint64_t Threads = Launch.Shape.threads();
  std::map<uint32_t, unsigned> Lanes; ///< By place.
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const uint64_t Thread = Warp * WarpSize + Lane;
    if (Thread >= Threads)
      break;
    const LeafValues Leaves = leavesOf(Block, Thread);
    bool IsActive = true;
    for (const LaneExpr *Condition : Conditions) {
      const auto Holds = evaluate(Context, Condition, Leaves);
      if (!Holds)
        return false;
      IsActive &= *Holds != 0;
    }
    if (!IsActive)
      continue;
    const auto Place = placeOf(Leaves);
    if (!Place)
      return false;
    ++Lanes[*Place];
  }
  const bool IsCombined = A.Atomic && A.Atomic->MayBeCombined;
  const AtomicRate Rate(A);
  struct OfSlice {
    unsigned Lanes = 0;
    std::set<uint32_t> Sectors = {};
  };
  std::map<uint32_t, OfSlice> Slices;
  for (auto [Place, Count] : Lanes) {
    const unsigned Asking = IsCombined ? 1 : Count;
    All[{false, Place}] += Asking * Rate.OfPlace;
    OfSlice &Slice = Slices[sliceOf(Place)];
    Slice.Lanes += Asking;
    Slice.Sectors.insert(Place / SectorBytes);
  }
  for (const auto &[Number, Slice] : Slices)
    All[{true, Number}] += std::max(Slice.Lanes * Rate.OfLane,
                                    Slice.Sectors.size() * AtomicSectorCycles);
  return true;
}

std::optional<AtomicQueues> QueueCounter::count(const LaneExpr *Address,
                                                const LaneExpr *Guard) {
  if (!takeGuard(Guard) || !takeAddress(Address))
    return std::nullopt;
  constexpr uint64_t MostBlocks = 8;
  constexpr double Golden = 0.6180339887498949;
  const uint64_t Blocks =
      Launch.Grid.isKnown() ? Launch.Grid.threads() : uint64_t(1) << 16;
  const uint64_t Some = std::min(Blocks, MostBlocks);
  const uint64_t Warps = warpsOf(Launch.Shape.threads());
  struct Queue {
    double Cycles = 0;
    unsigned Blocks = 0;
  };
  std::map<QueueName, Queue> All;
  for (uint64_t B = 0; B != Some; ++B) {
    // Spread without a period.
    const double Part = double(B) * Golden;
    const uint64_t Block =
        Blocks == Some ? B : uint64_t((Part - std::floor(Part)) * Blocks);
    Queues Own;
    for (uint64_t Warp = 0; Warp != Warps; ++Warp)
      if (!countWarp(Block, Warp, Own))
        return std::nullopt;
    for (auto [Name, Cycles] : Own) {
      All[Name].Cycles += Cycles;
      ++All[Name].Blocks;
    }
  }
  AtomicQueues Longest;
  for (const auto &[Name, Of] : All) {
    double &Into = Of.Blocks > 1 ? Longest.OfDevice : Longest.OfBlock;
    Into = std::max(Into, Of.Blocks > 1 ? Of.Cycles / Some : Of.Cycles);
  }
  return Longest;
}

std::optional<AtomicQueues> atomicQueues(const LaneContext &Context,
                                         const KernelAccess &A,
                                         const LaneExpr *Address,
                                         const LaneExpr *Guard,
                                         const LaunchRecord &Launch) {
  if (!Address || !Launch.Shape.isKnown())
    return std::nullopt;
  return QueueCounter(Context, A, Launch).count(Address, Guard);
}

} // namespace warplint
