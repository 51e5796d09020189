//===- NumberTrial.cpp - Races with numbers of the launch -----------------===//
//
// Numbers that the launch gives may decide how often loops are executed:
//
//   for (d = n / 2; d > 0; d /= 2) {      n = 256: 128, 64, ...
//     if (t < d)
//       s[t] += s[t + d];
//   }
//
// With a number in its place the block is executed to its end. The caller may
// know what suits the kernel. So numbers are tried with which threads load what
// the block has stored, each place is stored by one of them at a time, and nothing
// leaves its array: this is a race only if it is one with each of these.
//
//===----------------------------------------------------------------------===//

#include "Lane/Expr/LaneWalk.h"
#include "Lane/Expr/ScalarArithmetic.h"
#include "Trace.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Numbers that are tried together.
static constexpr size_t MostNumbers = 2;
/// Up to there few iterations of a loop may leave nothing to see.
static constexpr int64_t LastSmall = 3;
/// Fewer are none of a kernel that works.
static constexpr size_t FewLoads = 4;
/// Of the work of all proofs, for one combination.
static constexpr uint64_t PartOfWork = 32;
/// Without one that suits the kernel among so many the search is given up.
static constexpr size_t MostInVain = 40;

namespace {
/// How a kernel may be written for a block.
enum class Fit : uint8_t { Unknown, No, Yes };

/// One execution of a block.
struct Execution {
  Fit Is = Fit::Unknown;
  bool IsSpent = false; ///< It is too much work.
  size_t Loads = 0;
  std::vector<SharedRace> Races;
  std::vector<WitnessValue> With; ///< What was tried.
};
} // namespace

/// The kernel may be written for a block of \p Shape that loads only words that it
/// stores, and within their arrays.
static Execution execute(const KernelModel &Kernel, SymbolBinding &Known,
                         const LaunchShape &Shape, uint64_t MostWork) {
  BlockEvaluation Values(*Kernel.Context, Kernel.Flow, Known, Shape, Shape,
                         MostWork);
  const auto Threads = unsigned(Shape.threads());
  FlowRegions Regions(Kernel, Threads);
  PathConditions Paths(Kernel, Regions, Known, Shape, MostWork);
  PhaseAccesses Accesses(Kernel, Values, Paths);
  Trace T(Kernel, Values, Regions, Paths, &Accesses, Threads, {});
  T.followPossibleStores();
  T.run();
  Execution Done;
  Done.IsSpent = Values.isSpent();
  const std::optional<bool> AreStored = Accesses.areLoadsStored();
  if (Done.IsSpent || !T.knowsStores() || !hasFlowAlone(Kernel) || !AreStored)
    return Done;
  Done.Is = *AreStored ? Fit::Yes : Fit::No;
  Done.Loads = Accesses.loads();
  Done.Races = Accesses.takeRaces();
  return Done;
}

/// Adds the numbers that the launch gives and \p E, specialized, is made of.
static void addNumbers(const LaneExpr *E, const LaneContext &C,
                       std::set<unsigned> &To) {
  if (!E)
    return;
  forEachNode(C, E, [&](const LaneExpr *N) {
    if (N->op() != LaneOp::Symbol)
      return;
    const UniformSymbol &S = C.symbolAt(N->index());
    const bool IsConstant = S.Kind == SymbolKind::UniformLoad && S.Bytes;
    if ((S.Kind == SymbolKind::Parameter || IsConstant) && S.Width == 32)
      To.insert(N->index());
  });
}

/// Those that places in shared memory are made of, or conditions if there are none.
static std::vector<unsigned> numbersOf(const KernelModel &Kernel,
                                       SymbolBinding &Known) {
  const LaneContext &C = *Kernel.Context;
  std::set<unsigned> Of;
  for (const KernelAccess &A :
       ArrayRef(Kernel.Accesses).take_front(Kernel.NumShared))
    addNumbers(Known(A.Address), C, Of);
  if (Of.empty())
    for (const FlowBlock &B : Kernel.Flow.Blocks)
      for (const FlowWay &Way : B.Ways)
        addNumbers(Known(Way.When), C, Of);
  return {Of.begin(), Of.end()};
}

/// \p Known before the first expression was asked for; nothing where a symbol has
/// another form.
static std::optional<SymbolBinding> restarted(LaneContext &C,
                                              SymbolBinding &Known) {
  SymbolBinding Same(C);
  for (unsigned N = 0, End = C.numSymbols(); N != End; ++N) {
    const LaneExpr *Symbol = C.symbol(N), *Is = Known(Symbol);
    if (Is == Symbol)
      continue;
    if (Is->op() != LaneOp::Symbol && !Is->isConst())
      return std::nullopt;
    SymbolValues Values;
    if (Is->isConst()) {
      Values = SymbolValues::exactly(signedValue(Is->constant(), Is->width()));
    } else {
      const UniformSymbol &S = C.symbolAt(Is->index());
      Values = {S.Lo, S.Hi, S.MultipleOf, 0};
    }
    if (!Same.restrict(N, Values))
      return std::nullopt;
  }
  return Same;
}

/// As sizes of blocks, tiles, rows and parts are.
static std::vector<int64_t> candidatesFor(const LaunchShape &Shape,
                                          bool AreFew) {
  const auto Threads = int64_t(Shape.threads()), Row = int64_t(*Shape.X);
  // Parts may begin behind a number of elements or bytes: as far as can be.
  constexpr int64_t Far = 1 << 15;
  std::vector<int64_t> All = {
      Threads, Row, 2 * Threads, int64_t(*Shape.Y), 64,           16,
      1,       128, 32,          4 * Threads,       16 * Threads, Far};
  if (!AreFew)
    append_range(All, ArrayRef<int64_t>{Threads / 2, Threads + 1, Row + 1,
                                        Row + 2, 2 * Row, 2, 3, 4, 8, 12, 24,
                                        48, 96, 100, 192, 256, 512, 1024});
  std::vector<int64_t> Each;
  for (int64_t Value : All)
    if (!is_contained(Each, Value))
      Each.push_back(Value);
  return Each;
}

/// Two threads store to one place at one time: with rows of another length, say.
static bool areStoresMixed(ArrayRef<SharedRace> Races,
                           const KernelModel &Kernel) {
  return any_of(Races, [&](const SharedRace &R) {
    return R.First.Iterations == R.Second.Iterations &&
           (R.First.Access == R.Second.Access || R.First.Iterations.empty()) &&
           Kernel.Accesses[R.First.Access].Effect == AccessEffect::Write &&
           Kernel.Accesses[R.Second.Access].Effect == AccessEffect::Write;
  });
}

/// Executes a block with numbers for what \p Kernel asks for. \p Use: whether to go
/// on. False where it is not known whether one suits the kernel.
static bool tryNumbers(const KernelModel &Kernel, SymbolBinding &Known,
                       const LaunchShape &Shape, uint64_t MostWork, bool AreFew,
                       function_ref<bool(Execution &)> Use) {
  const std::vector<unsigned> Numbers = numbersOf(Kernel, Known);
  if (Numbers.empty() || Numbers.size() > MostNumbers)
    return false;
  const std::vector<int64_t> Each =
      candidatesFor(Shape, AreFew || Numbers.size() > 1);
  size_t Combinations = 1;
  for (size_t N = 0; N != Numbers.size(); ++N)
    Combinations *= Each.size();
  size_t Fitting = 0;
  for (size_t N = 0; N != Combinations; ++N) {
    if (N == MostInVain && Fitting == 0)
      return false;
    std::optional<SymbolBinding> Tried = restarted(*Kernel.Context, Known);
    if (!Tried)
      return false;
    std::vector<WitnessValue> With;
    size_t Rest = N;
    bool IsAllowed = true;
    for (unsigned Symbol : Numbers) {
      const int64_t Value = Each[Rest % Each.size()];
      Rest /= Each.size();
      const UniformSymbol &S = Kernel.Context->symbolAt(Symbol);
      With.push_back({S.Name, Value});
      IsAllowed &= Value >= S.Lo && Value <= S.Hi &&
                   Value % int64_t(S.MultipleOf) == 0 &&
                   Tried->restrict(Symbol, SymbolValues::exactly(Value));
    }
    if (!IsAllowed)
      continue;
    Execution Done = execute(Kernel, *Tried, Shape, MostWork / PartOfWork);
    if (Done.Is == Fit::Unknown && !Done.IsSpent)
      return false;
    if (Done.IsSpent || Done.Loads < FewLoads ||
        areStoresMixed(Done.Races, Kernel))
      Done.Is = Fit::No;
    Fitting += Done.Is == Fit::Yes;
    Done.With = std::move(With);
    if (!Use(Done))
      break;
  }
  return true;
}

std::optional<bool> isWrittenFor(const LaunchShape &Shape,
                                 const KernelModel &Kernel,
                                 SymbolBinding &Known, uint64_t MostWork) {
  const Fit Is = execute(Kernel, Known, Shape, MostWork).Is;
  if (Is != Fit::Unknown)
    return Is == Fit::Yes;
  bool FitsSome = false;
  if (!tryNumbers(Kernel, Known, Shape, MostWork, /*AreFew=*/true,
                  [&](const Execution &Done) {
                    FitsSome |= Done.Is == Fit::Yes;
                    return !FitsSome;
                  }))
    return std::nullopt;
  return FitsSome;
}

std::optional<SharedRace> raceWithNumbers(const KernelModel &Kernel,
                                          SymbolBinding &Known,
                                          const LaunchShape &Shape,
                                          uint64_t MostWork) {
  std::optional<SharedRace> First;
  bool IsInAll = true;
  size_t MostLoads = 0, LoadsOfSmall = 0;
  auto Use = [&](Execution &Done) {
    if (Done.Is != Fit::Yes)
      return true;
    if (Done.Races.empty()) {
      LoadsOfSmall = std::max(LoadsOfSmall, Done.Loads);
      return IsInAll = all_of(Done.With, [](const WitnessValue &V) {
               return V.Value <= LastSmall;
             });
    }
    MostLoads = std::max(MostLoads, Done.Loads);
    if (First)
      return true;
    First = std::move(Done.Races.front());
    append_range(First->With, Done.With);
    llvm::sort(First->With);
    return true;
  };
  if (!tryNumbers(Kernel, Known, Shape, MostWork, /*AreFew=*/false, Use) ||
      !IsInAll || LoadsOfSmall > MostLoads / 2)
    return std::nullopt;
  return First;
}

} // namespace warplint
