//===- RequestEnumeration.cpp - Every request of an access, exactly -------===//

#include "RequestEnumeration.h"
#include "Lane/Affine/AffineForm.h"
#include "Lane/Expr/LaneWalk.h"
#include "Lane/Expr/LoopPeriods.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SaveAndRestore.h"
#include <map>

using namespace llvm;

namespace warplint {
namespace {

using Reason = UnlistedRequests::Reason;

/// Iterations of a loop whose end nobody knows. What doubles or halves is
/// through with an array long before.
constexpr uint64_t MostOpenIterations = 64;

/// Nothing where all went well.
using Failure = std::optional<UnlistedRequests>;

Failure because(Reason Why, std::string Name = {}, bool IsParameter = false) {
  return UnlistedRequests{Why, std::move(Name), IsParameter};
}

/// What an expression rests on.
struct Leaves {
  DenseSet<unsigned> Loops;
  /// Beside the base of an array, and what is one of a few.
  const UniformSymbol *Unknown = nullptr;
  /// Symbols that have a few values: the stage of a pipeline.
  SmallVector<unsigned, 2> Choices;
  const OpaqueValue *Opaque = nullptr;
  unsigned Axes = 0; ///< Bit 0 for threadIdx.x, and so on.

  bool isComputable() const { return !Unknown && Choices.empty() && !Opaque; }
};

/// How many values a symbol has that the kernel goes through in turn; 0 where
/// they are many, or not for the kernel to choose.
uint64_t numChoices(const UniformSymbol &S) {
  constexpr uint64_t MostChoices = 16;
  if (S.Kind != SymbolKind::Other || S.Hi < S.Lo || S.MultipleOf == 0)
    return 0;
  const uint64_t Count = (uint64_t(S.Hi) - uint64_t(S.Lo)) / S.MultipleOf + 1;
  return Count <= MostChoices ? Count : 0;
}

void addLeaves(const LaneContext &C, const LaneExpr *Root, Leaves &Found) {
  forEachNode(C, Root, [&](const LaneExpr *E) {
    switch (E->op()) {
    case LaneOp::Symbol:
      if (const UniformSymbol &S = C.symbolAt(E->index()); numChoices(S))
        Found.Choices.push_back(E->index());
      else if (S.Kind != SymbolKind::ArrayBase)
        Found.Unknown = &S;
      break;
    case LaneOp::ThreadIdx:
      Found.Axes |= 1u << E->index();
      break;
    case LaneOp::Opaque:
      Found.Opaque = &C.opaqueAt(E->index());
      break;
    case LaneOp::Iteration:
      Found.Loops.insert(E->index());
      break;
    case LaneOp::Recurrence:
      Found.Loops.insert(C.recurrenceAt(E->index()).Loop);
      break;
    default:
      break;
    }
  });
}

/// The conditions that \p E joins with 'and'.
void addConditions(const LaneExpr *E,
                   SmallVectorImpl<const LaneExpr *> &Conditions) {
  if (!E)
    return;
  if (E->op() != LaneOp::And || E->width() != 1) {
    Conditions.push_back(E);
    return;
  }
  addConditions(E->operand(0), Conditions);
  addConditions(E->operand(1), Conditions);
}

class Enumeration {
public:
  Enumeration(const LaneContext &C, const AccessProblem &Problem,
              const LoopNest &Nest, const LaunchShape &Shape, uint64_t Bytes,
              CaseBudget &Budget)
      : C(C), Problem(Problem), Nest(Nest), Shape(Shape), Bytes(Bytes),
        Budget(Budget) {}

  std::variant<AccessCases, UnlistedRequests> run();

private:
  Failure checkLeaves();
  void readGuard(const Leaves &OfAddress);
  void settleLoops();
  bool isEndKnown(const LaneLoop &Loop) const;
  std::optional<uint64_t> trips(const LaneLoop &Loop) const;
  Failure addWarp(unsigned Warp);
  Failure addFrom(size_t Depth, LaneMask In, uint64_t Weight);
  Failure leave(const LaneLoop &Loop, LaneMask &In);
  Failure addLoop(size_t Depth, LaneMask In, uint64_t Weight);
  std::optional<uint64_t> periodAt(size_t Depth,
                                   SmallVectorImpl<const LaneExpr *> &Periodic);
  Failure addPeriod(size_t Depth, uint64_t Period, LaneMask In,
                    uint64_t Weight);
  Failure addRequest(LaneMask In, uint64_t Weight);
  Failure addChoices(size_t First, LaneMask In, LaneMask Sure, uint64_t Weight);
  Failure addOffsets(LaneMask In, LaneMask Sure, uint64_t Weight);
  LaneValues evaluated(const LaneExpr *E, const WarpLeaves &Leaves);
  void holdAt(unsigned Loop, uint64_t Iteration);

  const LaneContext &C;
  const AccessProblem &Problem;
  const LoopNest &Nest;
  const LaunchShape &Shape;
  const uint64_t Bytes;
  CaseBudget &Budget;

  SmallVector<unsigned, 2> Choices; ///< Symbols of the address.
  DenseSet<unsigned> Relevant;      ///< Loops that are stepped through.
  DenseSet<unsigned> Aperiodic; ///< Those that were found to repeat nothing.
  /// All of them have to hold for a lane to go on.
  SmallVector<const LaneExpr *> Guards;
  bool HasAllGuards = true; ///< They are all that Problem.Guard says.
  /// Symbols have no value in Lanes; in OfAddress, all are 0: there only bases
  /// of arrays are met, and offsets are wanted.
  WarpLeaves Lanes, OfAddress;
  LaneMask Existing = AllLanes;
  unsigned Requests = 0;
  AccessCases Result;
  /// Where each case is in the result.
  std::map<std::pair<LaneMask, std::array<int64_t, WarpSize>>, size_t> Known;
};

/// \p OfAddress: what the address is made of.
void Enumeration::readGuard(const Leaves &OfAddress) {
  if (isHuge(C, Problem.Guard)) {
    Result.IsExact = HasAllGuards = false;
    return;
  }
  Leaves Of;
  addLeaves(C, Problem.Guard, Of);
  addConditions(Problem.Guard, Guards);
  if (Of.isComputable()) {
    Relevant.insert_range(Of.Loops);
    return;
  }
  Result.IsExact = false;
  // Parts of it may be known in each iteration: not worth stepping through.
  size_t All = Guards.size();
  erase_if(Guards, [&](const LaneExpr *G) {
    Leaves OfOne;
    addLeaves(C, G, OfOne);
    return any_of(OfOne.Loops, [&](unsigned Loop) {
      return !OfAddress.Loops.contains(Loop);
    });
  });
  HasAllGuards = Guards.size() == All;
}

Failure Enumeration::checkLeaves() {
  if (isHuge(C, Problem.Address))
    return because(Reason::TooMany);
  Leaves Of;
  addLeaves(C, Problem.Address, Of);
  if (Of.Opaque)
    return because(Reason::OpaqueIndex, Of.Opaque->What);
  if (Of.Unknown)
    return because(Reason::UnknownSymbol, Of.Unknown->Name,
                   Of.Unknown->Kind == SymbolKind::Parameter);
  Relevant = Of.Loops;
  Choices = Of.Choices;
  Result.IsExact &= Choices.empty();
  readGuard(Of);
  for (unsigned Loop : Of.Loops)
    if (!llvm::is_contained(Nest.Loops, Loop))
      return because(Reason::EndedLoop);
  return std::nullopt;
}

std::optional<uint64_t> Enumeration::trips(const LaneLoop &Loop) const {
  return Loop.IsUpperBound ? std::nullopt : Loop.TripCount;
}

bool Enumeration::isEndKnown(const LaneLoop &Loop) const {
  Leaves Of;
  if (!Loop.Continue || !Loop.IsContinueExact)
    return false;
  addLeaves(C, Loop.Continue, Of);
  return Of.isComputable();
}

/// Loops are stepped through as well where their end depends on the lane, or on
/// another loop.
void Enumeration::settleLoops() {
  for (unsigned Number : Nest.Loops)
    if (const LaneLoop &L = C.loopAt(Number); !trips(L) && isEndKnown(L))
      Relevant.insert(Number);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned Number : Nest.Loops) {
      const LaneLoop &L = C.loopAt(Number);
      if (!Relevant.contains(Number) || !isEndKnown(L))
        continue;
      Leaves Of;
      addLeaves(C, L.Continue, Of);
      for (unsigned Other : Of.Loops)
        Changed |= Relevant.insert(Other).second;
    }
  }
}

LaneValues Enumeration::evaluated(const LaneExpr *E, const WarpLeaves &Leaves) {
  if (Budget.EvaluationsLeft)
    --Budget.EvaluationsLeft;
  return evaluateWarp(C, E, Leaves, Existing);
}

void Enumeration::holdAt(unsigned Loop, uint64_t Iteration) {
  for (unsigned L = 0; L < WarpSize; ++L)
    Lanes[L].Iterations[Loop] = OfAddress[L].Iterations[Loop] = Iteration;
}

Failure Enumeration::addRequest(LaneMask In, uint64_t Weight) {
  LaneMask Sure = HasAllGuards ? In : 0;
  for (const LaneExpr *Guard : Guards) {
    LaneValues Goes = evaluated(Guard, Lanes);
    for (unsigned L : LanesOf(In))
      if (!Goes[L])
        Sure &= ~(LaneMask(1) << L);
      else if (*Goes[L] == 0)
        In &= ~(LaneMask(1) << L);
    if (!In)
      return std::nullopt;
  }
  In &= lanesWithAddress(Problem.Kind);
  return In ? addChoices(0, In, Sure, Weight) : std::nullopt;
}

/// Each value of the symbols from \p First on, as often as the others.
Failure Enumeration::addChoices(size_t First, LaneMask In, LaneMask Sure,
                                uint64_t Weight) {
  if (First == Choices.size())
    return addOffsets(In, Sure, Weight);
  const UniformSymbol &S = C.symbolAt(Choices[First]);
  const uint64_t Count = numChoices(S);
  for (uint64_t N = 0; N < Count; ++N) {
    for (unsigned L = 0; L < WarpSize; ++L)
      OfAddress[L].Symbols[Choices[First]] = S.Lo + int64_t(N * S.MultipleOf);
    const uint64_t Share = Weight / Count + (N < Weight % Count);
    if (Failure F =
            addChoices(First + 1, In, Sure, std::max<uint64_t>(1, Share)))
      return F;
  }
  return std::nullopt;
}

Failure Enumeration::addOffsets(LaneMask In, LaneMask Sure, uint64_t Weight) {
  if (++Requests > Budget.MaxRequests || Budget.EvaluationsLeft == 0)
    return because(Reason::TooMany);
  OffsetCase Case;
  LaneValues Address = evaluated(Problem.Address, OfAddress);
  unsigned Width = Problem.Address->width();
  for (unsigned L : LanesOf(In)) {
    if (!Address[L])
      return because(Reason::UnknownIndex);
    int64_t Offset = SignExtend64(*Address[L], Width);
    if (Offset >= 0 && uint64_t(Offset) + Problem.BytesPerLane <= Bytes) {
      Case.Offset[L] = Offset;
      continue;
    }
    if (Sure >> L & 1)
      return because(Reason::LeavesArray);
    In &= ~(LaneMask(1) << L);
  }
  if (!In)
    return std::nullopt;
  Case.Active = In;
  Case.Weight = 0;
  auto [It, New] = Known.try_emplace({In, Case.Offset}, Result.Cases.size());
  if (New)
    Result.Cases.push_back(Case);
  Result.Cases[It->second].Weight += Weight;
  return std::nullopt;
}

/// After how many iterations of the loop at \p Depth all repeats, under the
/// conditions \p Periodic: those that are not known may as well be left out.
std::optional<uint64_t>
Enumeration::periodAt(size_t Depth,
                      SmallVectorImpl<const LaneExpr *> &Periodic) {
  const unsigned Number = Nest.Loops[Depth];
  const uint64_t Now = Lanes[0].Iterations[Number];
  auto ValuesAt = [&](const LaneExpr *E, uint64_t N) {
    holdAt(Number, N);
    return evaluated(E, Lanes);
  };
  LoopPeriods Periods(C, Number, ArrayRef(Nest.Loops).take_front(Depth),
                      ValuesAt);
  auto All = Periods.of(Problem.Address);
  for (unsigned Inner : ArrayRef(Nest.Loops).drop_front(Depth + 1))
    if (Relevant.contains(Inner) && isEndKnown(C.loopAt(Inner)))
      All = LoopPeriods::both(All, Periods.of(C.loopAt(Inner).Continue));
  for (const LaneExpr *Guard : Guards) {
    if (!All)
      break;
    auto Both = LoopPeriods::both(All, Periods.of(Guard));
    Leaves Of;
    addLeaves(C, Guard, Of);
    if (Both)
      Periodic.push_back(Guard);
    if (Both || Of.isComputable())
      All = Both;
  }
  holdAt(Number, Now);
  return All;
}

/// The requests of \p Period iterations stand for those of all others.
Failure Enumeration::addPeriod(size_t Depth, uint64_t Period, LaneMask In,
                               uint64_t Weight) {
  const LaneLoop &Loop = C.loopAt(Nest.Loops[Depth]);
  std::optional<uint64_t> Trips = trips(Loop);
  Result.IsExact &= Trips.has_value();
  const uint64_t Most = Loop.TripCount.value_or(~uint64_t(0));
  const uint64_t Steps = std::min(Period, Most);
  // Every stage has its turn, however short the loop may be.
  const uint64_t Times =
      Trips.value_or(std::max(std::min(UnknownTripCount, Most), Steps));
  for (uint64_t N = 0; N < Steps; ++N) {
    holdAt(Nest.Loops[Depth], N);
    if (Failure F = addFrom(Depth + 1, In,
                            Weight * (Times / Steps + (N < Times % Steps))))
      return F;
  }
  return std::nullopt;
}

/// Takes those of \p In that leave \p Loop here out.
Failure Enumeration::leave(const LaneLoop &Loop, LaneMask &In) {
  LaneValues Goes = evaluated(Loop.Continue, Lanes);
  for (unsigned L : LanesOf(In)) {
    if (!Goes[L])
      return because(Reason::UnknownEnd);
    if (*Goes[L] == 0)
      In &= ~(LaneMask(1) << L);
  }
  return std::nullopt;
}

Failure Enumeration::addLoop(size_t Depth, LaneMask In, uint64_t Weight) {
  unsigned Number = Nest.Loops[Depth];
  const LaneLoop &Loop = C.loopAt(Number);
  std::optional<uint64_t> Trips = trips(Loop);
  bool HasEnd = isEndKnown(Loop);
  bool IsOnceMore = Depth + 1 == Nest.Loops.size() && Nest.IsInCondition;
  bool IsLong = !Trips || *Trips > LoopPeriods::MostIterations;
  if (IsLong && !HasEnd && !IsOnceMore && !Aperiodic.contains(Number)) {
    SmallVector<const LaneExpr *> Periodic;
    if (auto Period = periodAt(Depth, Periodic)) {
      SaveAndRestore IsAll(HasAllGuards,
                           HasAllGuards && Periodic.size() == Guards.size());
      SaveAndRestore Known(Guards, Periodic);
      return addPeriod(Depth, *Period, In, Weight);
    }
    Aperiodic.insert(Number);
  }
  // A bound is enough to see every request, if not how often. Without one, or
  // with that of an int, the loop goes on until it leaves the array or does
  // nothing new.
  const bool IsOpen =
      !Trips && !HasEnd &&
      Loop.TripCount.value_or(~uint64_t(0)) > Budget.MaxRequests;
  if (!Trips && !HasEnd) {
    Trips = Loop.TripCount;
    Result.IsExact = false;
  }
  SaveAndRestore MayLeave(HasAllGuards, HasAllGuards && !IsOpen);
  for (uint64_t N = 0;; ++N) {
    const size_t Before = Result.Cases.size();
    holdAt(Number, N);
    bool IsPast = Trips && N >= *Trips;
    if (IsPast && !IsOnceMore)
      break;
    if (IsOnceMore)
      if (Failure F = addFrom(Depth + 1, In, Weight))
        return F;
    if (IsPast)
      break;
    if (HasEnd)
      if (Failure F = leave(Loop, In))
        return F;
    if (!In)
      break;
    if (!IsOnceMore)
      if (Failure F = addFrom(Depth + 1, In, Weight))
        return F;
    if (IsOpen && Result.Cases.size() == Before)
      break;
    if (IsOpen && N == MostOpenIterations)
      return because(Reason::EndlessLoop);
    if (N > Budget.MaxRequests)
      return because(Reason::TooMany);
  }
  return std::nullopt;
}

Failure Enumeration::addFrom(size_t Depth, LaneMask In, uint64_t Weight) {
  if (Depth == Nest.Loops.size())
    return addRequest(In, Weight);
  if (Relevant.contains(Nest.Loops[Depth]))
    return addLoop(Depth, In, Weight);
  std::optional<uint64_t> Trips = trips(C.loopAt(Nest.Loops[Depth]));
  if (!Trips)
    Result.IsExact = false;
  bool IsOnceMore = Depth + 1 == Nest.Loops.size() && Nest.IsInCondition;
  uint64_t Times = Trips.value_or(UnknownTripCount) + IsOnceMore;
  if (Times == 0)
    return std::nullopt;
  return addFrom(Depth + 1, In, Weight * Times);
}

Failure Enumeration::addWarp(unsigned Warp) {
  Existing = 0;
  for (unsigned L = 0; L < WarpSize; ++L) {
    uint64_t T = uint64_t(Warp) * WarpSize + L;
    if (T >= Shape.threads())
      continue;
    Existing |= LaneMask(1) << L;
    Lanes[L].ThreadIdx = OfAddress[L].ThreadIdx = Shape.threadIdx(T);
  }
  return addFrom(0, Existing, 1);
}

std::variant<AccessCases, UnlistedRequests> Enumeration::run() {
  if (!Shape.isKnown())
    return UnlistedRequests{Reason::UnknownBlock};
  if (Failure F = checkLeaves())
    return std::move(*F);
  settleLoops();
  LeafValues All;
  All.BlockDim = {*Shape.X, *Shape.Y, *Shape.Z};
  All.Iterations.resize(C.numLoops());
  Lanes.fill(All);
  All.Symbols.resize(C.numSymbols());
  OfAddress.fill(All);
  for (unsigned Warp = 0; Warp * uint64_t(WarpSize) < Shape.threads(); ++Warp)
    if (Failure F = addWarp(Warp))
      return std::move(*F);
  return std::move(Result);
}

} // namespace

bool isHuge(const LaneContext &Context, const LaneExpr *E) {
  constexpr size_t MostNodes = 1u << 13;
  return countNodes(Context, E, MostNodes) > MostNodes;
}

std::variant<AccessCases, UnlistedRequests>
casesOf(const LaneContext &Context, const AccessProblem &Problem,
        const LoopNest &Nest, const LaunchShape &Shape, uint64_t Bytes,
        CaseBudget &Budget) {
  return Enumeration(Context, Problem, Nest, Shape, Bytes, Budget).run();
}

bool dependsOnThread(const LaneContext &Context, const LaneExpr *E,
                     unsigned Axis) {
  Leaves Of;
  addLeaves(Context, E, Of);
  return Of.Axes >> Axis & 1;
}

} // namespace warplint
