//===- Witness.cpp - Values that show a case's outcome --------------------===//

#include "Witness.h"
#include "InverseEvaluation.h"
#include "PlainEvaluation.h"
#include <algorithm>
#include <utility>

namespace warplint {
namespace {

/// Values tried of a case that has more than can be tried all.
constexpr unsigned MaxTries = 96;
constexpr unsigned MaxCombinations = 256;

/// After so many tries that end at an unknown part of the guard, none is assumed
/// to get past it.
constexpr unsigned MaxUnknowableCases = 16;

/// Iterations tried of a loop that has to be stepped to get there.
constexpr int64_t MostSteps = 64;

class WitnessSearch {
public:
  WitnessSearch(const ProofGround &Ground, const WarpThreads &Threads,
                const JudgedCase &Case)
      : Ground(Ground), Threads(Threads), Case(Case),
        StepsLeft(Ground.MaxSteps -
                  std::min(Ground.MaxSteps, Ground.WitnessSteps)),
        Plain(Ground, StepsLeft) {}

  WitnessResult run() {
    WitnessResult Result = search();
    Ground.WitnessSteps = Ground.MaxSteps - StepsLeft;
    return Result;
  }

private:
  /// The quotients that an atom can have in the case, and the one that is
  /// tried.
  struct Unknown {
    AtomId Atom = 0;
    Congruence Known;
    bool IsStepped = false; ///< Plain evaluation steps a loop to get there.
    bool IsPlace = false;   ///< Where an array lies: matters to nothing.
    int64_t Quotient = 0;
    int64_t Value = 0; ///< Of that quotient, or what a thread of it needs.
    unsigned Uses = 0; ///< Bounds of the case that it is in.
  };

  WitnessResult search();
  /// For one look at all of what is asked; false where the steps are used up.
  bool takeSteps() {
    StepsLeft -= std::min<uint64_t>(StepsLeft, Ground.Loops.numNodes());
    return StepsLeft != 0;
  }
  void collectUnknowns();
  bool isMerePlace(AtomId Atom) const;
  std::optional<uint64_t> combinations() const;
  void chooseCombination(uint64_t Number);
  bool chooseAtRandom(unsigned Try);
  void meetBounds();
  bool meet(const LinearBound &Bound);
  std::optional<Wide> sumOf(const LinearTerms &Terms) const;
  int64_t sampleOf(const Unknown &U, unsigned Try);
  std::optional<WarpLeaves> leaves();
  void fitBlock();
  int64_t along(const AxisValue &Axis, unsigned Lane) const;
  bool setLeaf(const LaneExpr *Leaf, uint64_t Value);
  bool approach(InverseEvaluation &Goals, const WarpLeaves &Leaves);
  bool approachFacts(InverseEvaluation &Goals, const WarpLeaves &Leaves);
  std::optional<WarpLeaves> approached();
  uint64_t random() {
    Seed ^= Seed << 13;
    Seed ^= Seed >> 7;
    Seed ^= Seed << 17;
    return Seed;
  }

  const ProofGround &Ground;
  const WarpThreads &Threads;
  const JudgedCase &Case;
  std::map<AtomId, Unknown> Unknowns;
  uint64_t Seed = 0x243F6A8885A308D3ull;
  uint64_t StepsLeft;
  PlainEvaluation Plain;
};

void WitnessSearch::collectUnknowns() {
  for (AtomId Id = 0; Id < Ground.Atoms.size(); ++Id) {
    const Atom &A = Ground.Atoms[Id];
    if (!A.isBase())
      continue;
    Unknown U{.Atom = Id, .Known = Case.State.congruenceOf(Ground.Atoms, Id)};
    U.IsStepped = A.Kind == AtomKind::Iteration &&
                  !Ground.Loops.recurrencesOf(A.Number).empty();
    U.IsPlace = isMerePlace(Id);
    Unknowns.emplace(Id, U);
  }
  for (const LinearBound &Bound : Case.State.Bounds)
    for (const auto &[Id, Factor] : Bound.Terms)
      if (auto It = Unknowns.find(Id); It != Unknowns.end())
        ++It->second.Uses;
}

/// The base of an array that is only ever added to: the case has dealt with it.
bool WitnessSearch::isMerePlace(AtomId Atom) const {
  const struct Atom &A = Ground.Atoms[Atom];
  if (A.Kind != AtomKind::Symbol ||
      Ground.Context.symbolAt(A.Number).Kind != SymbolKind::ArrayBase)
    return false;
  const LaneExpr *Leaf = Ground.Loops.leafOf(A);
  for (AtomId Id = 0; Id < Ground.Atoms.size(); ++Id)
    if (const struct Atom &Other = Ground.Atoms[Id];
        Other.Kind == AtomKind::Derived &&
        Ground.Loops.leavesOf(Other.Node).contains(Leaf))
      return false;
  return true;
}

/// How many combinations of quotients the case has; nothing when they are many.
std::optional<uint64_t> WitnessSearch::combinations() const {
  Wide Count = 1;
  for (const auto &[Id, U] : Unknowns) {
    if (U.IsStepped &&
        U.Known.valueAt(U.Known.Hi) > Ground.Options.MaxIterations)
      return std::nullopt;
    if (!U.IsPlace)
      Count *= U.Known.count();
    if (Count > MaxCombinations)
      return std::nullopt;
  }
  return static_cast<uint64_t>(Count);
}

void WitnessSearch::chooseCombination(uint64_t Number) {
  for (auto &[Id, U] : Unknowns) {
    U.Quotient = U.Known.Lo;
    if (U.IsPlace)
      continue;
    uint64_t Count = static_cast<uint64_t>(U.Known.count());
    U.Quotient += static_cast<int64_t>(Number % Count);
    Number /= Count;
  }
}

/// False where plain evaluation would have to step a loop too far.
bool WitnessSearch::chooseAtRandom(unsigned Try) {
  for (auto &[Id, U] : Unknowns) {
    if (!U.IsStepped) {
      U.Quotient = sampleOf(U, Try);
      continue;
    }
    // The few iterations that a number can be doubled or halved for, in turn.
    constexpr unsigned Halvings = 33;
    Wide Last = std::max(U.Known.Lo, MostSteps / U.Known.Modulus);
    U.Quotient =
        U.Known.within(std::min(Last, Wide(U.Known.Lo) + Try % Halvings));
    if (U.Known.valueAt(U.Quotient) > Ground.Options.MaxIterations)
      return false;
  }
  meetBounds();
  return true;
}

/// Large, small and in between first: what comparisons with the unknown want.
/// Then at random, small numbers more often than large ones.
int64_t WitnessSearch::sampleOf(const Unknown &U, unsigned Try) {
  const Congruence &C = U.Known;
  if (auto It = Case.Found.Chosen.find(U.Atom);
      It != Case.Found.Chosen.end() && Try % 4 != 3)
    return It->second;
  const Wide First[] = {(Wide(1) << 16) / C.Modulus, 0, 1, -1, C.Lo, C.Hi};
  if (Try < std::size(First) && !Case.Found.IsMost)
    return C.within(First[Try]);
  // Rows of one element, and strides of whole rows of banks.
  if (Case.Found.IsMost)
    return C.within(random() % 2 ? 1 : int64_t(WarpSize) << random() % 4);
  // Sizes and strides are multiples of powers of two.
  if (Try % 4 == 1)
    return C.within(Wide(1 + random() % 3) << random() % 20);
  uint64_t Bits = random() >> (random() % 64);
  if (Try % 2 == 0)
    return C.within(static_cast<int64_t>(Bits >> 1));
  uint64_t Count = static_cast<uint64_t>(std::min<Wide>(C.count(), UINT32_MAX));
  return C.within(Wide(C.Lo) + Bits % Count);
}

/// With the chosen quotients, of numbers that do not wrap; nothing where
/// something else in it is computed, or large.
std::optional<Wide> WitnessSearch::sumOf(const LinearTerms &Terms) const {
  Wide Sum = 0;
  for (const auto &[Atom, Factor] : Terms) {
    Wide Product = 1;
    for (AtomId Id : Ground.Atoms.factorsOf(Atom)) {
      auto It = Unknowns.find(Id);
      if (It == Unknowns.end() && !Ground.Atoms[Id].countsWraps())
        return std::nullopt;
      if (It == Unknowns.end()) {
        Product = 0;
        break;
      }
      Product *= It->second.Quotient;
      if (Product > INT64_MAX || Product < INT64_MIN)
        return std::nullopt;
    }
    Sum += Factor * Product;
  }
  return Sum;
}

/// Moves one of the atoms of \p Bound so that it holds: the one that the
/// fewest other bounds are about, then the one that is moved least. False where
/// nothing had to be or could be moved.
bool WitnessSearch::meet(const LinearBound &Bound) {
  auto Sum = sumOf(Bound.Terms);
  if (!Sum || Bound.Range.contains(*Sum))
    return false;
  Wide Missing =
      *Sum < Bound.Range.Lo ? Bound.Range.Lo - *Sum : Bound.Range.Hi - *Sum;
  Unknown *Best = nullptr;
  int64_t Quotient = 0;
  for (const auto &[Atom, Factor] : Bound.Terms) {
    if (!Ground.Atoms[Atom].isBase())
      continue;
    Unknown &U = Unknowns.at(Atom);
    // To the end that is violated or past it, never short of it.
    Wide Size = Factor < 0 ? -Wide(Factor) : Wide(Factor);
    Wide Step = ceilDivide(Missing < 0 ? -Missing : Missing, Size);
    if ((Missing < 0) != (Factor < 0))
      Step = -Step;
    Wide Moved = U.Quotient + Step;
    if (Moved < U.Known.Lo || Moved > U.Known.Hi ||
        !Bound.Range.contains(*Sum + Factor * Step))
      continue;
    if (Best && Best->Uses <= U.Uses)
      continue;
    Best = &U;
    Quotient = static_cast<int64_t>(Moved);
  }
  if (!Best)
    return false;
  Best->Quotient = Quotient;
  return true;
}

/// Makes the chosen quotients fit the sums that the case has bounds of, as far
/// as moving one at a time does that.
void WitnessSearch::meetBounds() {
  constexpr unsigned Rounds = 8;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    bool HasMoved = false;
    for (const LinearBound &Bound : Case.State.Bounds)
      HasMoved |= meet(Bound);
    if (!HasMoved)
      return;
  }
}

int64_t WitnessSearch::along(const AxisValue &Axis, unsigned Lane) const {
  int64_t Value = Axis.Constant[Lane];
  return Axis.Atom && (Axis.Lanes >> Lane & 1)
             ? Value + Axis.Factor * Unknowns.at(*Axis.Atom).Value
             : Value;
}

/// Makes the block as large as the chosen threads need it, where the case
/// leaves its size open.
void WitnessSearch::fitBlock() {
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    const AxisValue &Extent = Threads.BlockDim[Axis];
    if (!Extent.Atom || Extent.Factor != 1)
      continue;
    int64_t Last = 0;
    for (unsigned L : LanesOf(Threads.Existing))
      Last = std::max(Last, along(Threads.ThreadIdx[Axis], L));
    Unknown &U = Unknowns.at(*Extent.Atom);
    if (U.Value > Last)
      continue;
    Wide Quotient =
        ceilDivide(Wide(Last) + 1 - U.Known.Remainder, U.Known.Modulus);
    U.Value = static_cast<int64_t>(U.Known.valueAt(U.Known.within(Quotient)));
  }
}

/// The chosen quotients as leaves of each lane; nothing when no block has them.
std::optional<WarpLeaves> WitnessSearch::leaves() {
  LeafValues Leaves;
  // Symbols that no case met can be anything.
  for (unsigned S = 0; S < Ground.Context.numSymbols(); ++S)
    Leaves.Symbols.push_back(
        static_cast<uint64_t>(Ground.Context.symbolAt(S).Lo));
  Leaves.Iterations.assign(Ground.Context.numLoops(), 0);
  for (auto &[Id, U] : Unknowns) {
    const Atom &A = Ground.Atoms[Id];
    U.Value = static_cast<int64_t>(U.Known.valueAt(U.Quotient));
    if (A.Kind == AtomKind::Symbol)
      Leaves.Symbols[A.Number] = static_cast<uint64_t>(U.Value);
    if (A.Kind == AtomKind::Iteration)
      Leaves.Iterations[A.Number] = static_cast<uint64_t>(U.Value);
  }
  fitBlock();
  WarpLeaves Result;
  for (unsigned L = 0; L < WarpSize; ++L) {
    Result[L] = Leaves;
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      int64_t Extent = along(Threads.BlockDim[Axis], L);
      int64_t Index = along(Threads.ThreadIdx[Axis], L);
      bool Exists = Threads.Existing >> L & 1;
      if (Exists && Index >= Extent)
        return std::nullopt;
      Result[L].BlockDim[Axis] = static_cast<uint32_t>(Extent);
      Result[L].ThreadIdx[Axis] = static_cast<uint32_t>(Index);
    }
  }
  return Result;
}

/// Gives the atom of \p Leaf the value, or the closest one that the case leaves
/// it.
bool WitnessSearch::setLeaf(const LaneExpr *Leaf, uint64_t Value) {
  bool IsLoop = Leaf->op() == LaneOp::Iteration;
  for (auto &[Id, U] : Unknowns) {
    const Atom &A = Ground.Atoms[Id];
    if (A.Kind != (IsLoop ? AtomKind::Iteration : AtomKind::Symbol) ||
        A.Number != Leaf->index())
      continue;
    Wide Number = IsLoop || Leaf->width() == 1
                      ? Wide(Value)
                      : Wide(signedValue(Value, Leaf->width()));
    int64_t Quotient = U.Known.within(
        floorDivide(Number - U.Known.Remainder, U.Known.Modulus));
    if (U.IsStepped && U.Known.valueAt(Quotient) > MostSteps)
      return false;
    return std::exchange(U.Quotient, Quotient) != Quotient;
  }
  return false;
}

/// What the case knows of numbers that are computed. True when some leaf was
/// moved for one of them.
bool WitnessSearch::approachFacts(InverseEvaluation &Goals,
                                  const WarpLeaves &Leaves) {
  for (const auto &[Id, Known] : Case.State.Known) {
    const Atom &A = Ground.Atoms[Id];
    if (A.Kind != AtomKind::Derived || A.Step)
      continue;
    auto Wanted = Plain.valueOfFact(A, Known, Leaves);
    if (Wanted && Goals.reach(A.Node, *Wanted, Leaves[A.Lane]))
      return true;
  }
  return false;
}

/// Moves a leaf for the sake of what is not yet as the case says: its facts,
/// then the guard of one of the lanes. False when there is nothing to move.
bool WitnessSearch::approach(InverseEvaluation &Goals,
                             const WarpLeaves &Leaves) {
  if (approachFacts(Goals, Leaves))
    return true;
  const LaneExpr *Guard = Ground.Asked.Guard;
  if (!Guard)
    return false;
  LaneValues Guards = Plain.valuesOf(Guard, Leaves, Threads.Existing);
  LaneMask Wrong = 0;
  const CaseOutcome &Claimed = Case.Found;
  for (unsigned L : LanesOf(Threads.Existing & ~Claimed.Forced))
    if (Guards[L] && *Guards[L] != (Claimed.Active >> L & 1))
      Wrong |= LaneMask(1) << L;
  constexpr unsigned LanesTried = 3;
  for (unsigned Try = 0; Try < LanesTried && Wrong; ++Try) {
    unsigned L = static_cast<unsigned>(random() % WarpSize);
    while (!(Wrong >> L & 1))
      L = (L + 1) % WarpSize;
    if (Goals.reach(Guard, Claimed.Active >> L & 1, Leaves[L]))
      return true;
    Wrong &= ~(LaneMask(1) << L);
  }
  return false;
}

/// The chosen quotients, moved towards what the case says.
std::optional<WarpLeaves> WitnessSearch::approached() {
  constexpr unsigned MaxMoves = 24;
  InverseEvaluation Goals(
      Ground.Context,
      [this](const LaneExpr *Leaf, uint64_t Value) {
        return setLeaf(Leaf, Value);
      },
      [this] { return random(); }, StepsLeft);
  auto Leaves = leaves();
  for (unsigned Move = 0; Leaves && Move < MaxMoves; ++Move) {
    if (!takeSteps() || !approach(Goals, *Leaves) || StepsLeft == 0)
      break;
    meetBounds();
    Leaves = leaves();
  }
  return Leaves;
}

WitnessResult WitnessSearch::search() {
  collectUnknowns();
  for (const auto &[Id, U] : Unknowns)
    if (U.Known.isEmpty())
      return {.IsRefuted = true};
  std::optional<uint64_t> All = combinations();
  std::optional<CaseOutcome> Worst;
  for (uint64_t Try = 0; Try < All.value_or(MaxTries); ++Try) {
    if (!takeSteps())
      return {};
    if (All)
      chooseCombination(Try);
    else if (!chooseAtRandom(static_cast<unsigned>(Try)))
      continue;
    auto Leaves = All ? leaves() : approached();
    auto Found = Leaves ? Plain.outcomeOf(Case.Found, *Leaves, Threads.Existing)
                        : std::nullopt;
    if (StepsLeft == 0)
      return {};
    if (!All && Plain.unknowable() == MaxUnknowableCases)
      return {.IsUnknowable = true};
    if (!Found || Found->Active == 0)
      continue;
    if (Found->Result == Case.Found.Result)
      return {.Witness = Leaves};
    if (!Worst || Found->Result.isWorseThan(Worst->Result))
      Worst = Found;
  }
  // Where a guard has no value the case may have its outcome all the same.
  if (!All || Plain.unknowable())
    return {.IsUnknowable = Plain.unknowable() != 0};
  return {.IsRefuted = true, .Actual = Worst};
}

} // namespace

WitnessResult findWitness(const ProofGround &Ground, const WarpThreads &Threads,
                          const JudgedCase &Case) {
  return WitnessSearch(Ground, Threads, Case).run();
}

} // namespace warplint
