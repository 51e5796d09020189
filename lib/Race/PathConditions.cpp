//===- PathConditions.cpp - What sends threads to an access ---------------===//

#include "PathConditions.h"
#include "Race/Values/FormWitness.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Branches of one trace that are remembered, and pairs of threads that are tried
/// in vain.
static constexpr size_t MaxBranches = 20000;
static constexpr unsigned MaxFailures = 32;
/// Conditions that have to hold together.
static constexpr size_t MostForms = 400;

std::vector<uint32_t> iterations(const LoopState &At) {
  std::vector<uint32_t> All;
  for (auto [Loop, Iteration] : At)
    All.push_back(Iteration);
  return All;
}

PathConditions::PathConditions(const KernelModel &Kernel, FlowRegions &Regions,
                               SymbolBinding &Known, const LaunchShape &Shape,
                               uint64_t MostWork)
    : Context(*Kernel.Context), Blocks(Kernel.Flow.Blocks), Regions(Regions),
      Values(*Kernel.Context, Kernel.Flow, Known, Shape, Shape, MostWork) {
  Values.Table.keepBoundsApart();
}

void PathConditions::add(unsigned Block, unsigned Way, uint32_t Time,
                         const ThreadSet &Of, LoopState At) {
  if (Branches.size() < MaxBranches)
    Branches.push_back({Block, Way, Time, Of, std::move(At)});
}

/// \p At is reached by the way that was taken at \p B, which no join has closed.
bool PathConditions::isOpen(const PathBranch &B, const PathPoint &At) {
  if (B.Time >= At.Time || !B.Of.test(At.Thread) ||
      !Regions.arm(B.Block, B.Way).test(At.Block))
    return false;
  const std::optional<unsigned> Join = Blocks[B.Block].Join;
  for (auto [Before, Now] : zip(B.At, At.At)) {
    if (Before.first != Now.first)
      return true;
    if (Before.second != Now.second)
      return !Join || !is_contained(Blocks[*Join].Loops, Now.first);
  }
  return true;
}

void PathConditions::setIterations(const LoopState &At, bool AreKnown) {
  for (auto [Loop, Iteration] : At)
    Values.setIteration(Loop, AreKnown ? std::optional(LoopIteration{Iteration})
                                       : std::nullopt);
}

FormsOfBlock PathConditions::valueAt(const LaneExpr *E, const LoopState &At) {
  setIterations(At, true);
  FormsOfBlock Found = Values(E);
  setIterations(At, false);
  return Found;
}

ThreadRange PathConditions::freeRangeAt(const LaneExpr *E, const LoopState &At,
                                        unsigned T,
                                        ArrayRef<unsigned> Threads) {
  setIterations(At, true);
  const LaneExpr *Known = Values.known(E);
  const ThreadRange Found =
      Known ? freeRangeOf(Known, T, Threads, Context, Values) : ThreadRange();
  setIterations(At, false);
  return Found;
}

/// Adds what has to be true where each of \p Of takes the way of \p B.
void PathConditions::addForms(const PathBranch &B, const ThreadSet &Of,
                              std::vector<ThreadForm> &To) {
  setIterations(B.At, true);
  const std::vector<FlowWay> &Ways = Blocks[B.Block].Ways;
  for (unsigned Way = 0; Way <= B.Way; ++Way) {
    // The last way is the one for whom no other is.
    if (!Ways[Way].When || Way + 1 == Ways.size())
      continue;
    const FormsOfBlock &Each = Values(Ways[Way].When);
    for (unsigned T = 0; T != Of.size() && To.size() <= MostForms; ++T) {
      if (!Of.test(T) || !Each[T].isKnown())
        continue;
      ThreadForm If = Each[T];
      if (Way != B.Way)
        If = Values.Table.unary(LaneOp::Not, If, 1, 1);
      if (If.isKnown() && !is_contained(To, If))
        To.push_back(If);
    }
  }
  setIterations(B.At, false);
}

void PathConditions::addForms(const PathPoint &Of,
                              std::vector<ThreadForm> &To) {
  ThreadSet One;
  One.set(Of.Thread);
  for (const PathBranch &B : Branches)
    if (isOpen(B, Of))
      addForms(B, One, To);
}

/// One of \p All says which block of the grid this is, another one where it lies
/// in the data: the grid is made for the data, and only the host knows how.
static bool needGridAndData(ArrayRef<ThreadForm> All, const FormTable &Table) {
  bool OfGrid = false, OfData = false;
  for (ThreadForm F : All) {
    const SharedUnknown *U = Table.truth(F);
    if (!U || !U->From || !U->IsOfBlockIdx)
      continue;
    const bool IsOfData =
        any_of(ArrayRef{U->From->L, U->From->R}, [&](ThreadForm Side) {
          return any_of(Table.terms(Side.Sum), [&](const FormTable::Term &T) {
            const SharedUnknown &Of = Table.unknown(T.first);
            return Of.IsLaunch && !Of.IsOfBlockIdx && !Of.IsOfGridDim;
          });
        });
    // In `i + gridDim.x < n` the grid is a step through the data.
    OfData |= IsOfData;
    OfGrid |= U->IsOfGridDim && !IsOfData;
  }
  return OfGrid && OfData;
}

/// Some values of the unknowns make all of \p All true.
bool PathConditions::haveWitness(std::vector<ThreadForm> All) {
  llvm::sort(All);
  auto [Known, IsNew] = Outcomes.try_emplace(All);
  if (IsNew && !needGridAndData(All, Values.Table))
    if (FormWitness Witness(Values.Table, std::move(All)); Witness.find())
      Known->second = Witness.named();
  if (Known->second)
    Last = *Known->second;
  return Known->second.has_value();
}

bool PathConditions::mayAllHappen(const std::optional<PathBranch> &Another) {
  std::vector<ThreadForm> All;
  if (Another)
    addForms(*Another, Another->Of, All);
  for (const PathBranch &B : Branches) {
    addForms(B, B.Of, All);
    if (All.size() > MostForms || !Values.spend(B.Of.count()))
      return false;
  }
  if (Branches.size() == MaxBranches)
    return false;
  return haveWitness(std::move(All));
}

bool PathConditions::mayBothHappen(const PathPoint &X, const PathPoint &Y) {
  unsigned &Tried = Failures[std::minmax(X.Block, Y.Block)];
  if (Tried == MaxFailures)
    return false;
  std::vector<ThreadForm> All;
  addForms(X, All);
  addForms(Y, All);
  if (Assumed)
    All.push_back(Values(Assumed)[0]);
  const bool IsFound = all_of(All, [](ThreadForm F) { return F.isKnown(); }) &&
                       haveWitness(std::move(All));
  Tried += !IsFound;
  return IsFound;
}

} // namespace warplint
