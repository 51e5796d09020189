//===- FreedomLoops.cpp - Iterations that stand for all -------------------===//

#include "FreedomProof.h"
#include "warplint/Messages/Races.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace warplint {

/// A number of threads is 0 after so many halvings.
static constexpr uint32_t MostHalvings = 12;

bool FreedomProof::next(unsigned &Block, Arrival &At) {
  while (true) {
    auto First = Waiting.begin();
    if (!Loops.empty() &&
        (First == Waiting.end() || First->first >= Loops.back().End)) {
      if (!advance())
        return false;
      continue;
    }
    if (First == Waiting.end())
      return false;
    Block = First->first;
    At = std::move(First->second);
    Waiting.erase(First);
    if (Blocks[Block].IsHeader &&
        (Loops.empty() || Loops.back().Header != Block))
      enter(Block, At);
    return true;
  }
}

/// Begins the next iteration of the innermost loop, or leaves it. False where
/// nothing is proven.
bool FreedomProof::advance() {
  ActiveLoop &L = Loops.back();
  const uint32_t Last = L.IsFree ? 2 * L.Period - 1 : 2 * L.Period;
  if (L.Next.Of.none() || (L.Period && L.Iteration == Last)) {
    // What the first iterations left open the last ones must have ended.
    for (const auto &[Number, How] : L.Next.Open)
      if (L.Period && !L.IsFree && How.Pending && Number < L.FirstSeen)
        fail(messages::RaceNeverWaited(name(Seen[Number])),
             &placeOf(Seen[Number]));
    reopen(L);
    leaveLoop();
    return !isDone();
  }
  if (!L.Period && L.Iteration == std::max(MostCounted, MostHalvings)) {
    Uncounted.insert(L.Header);
    return false;
  }
  ++L.Iteration;
  if (L.Iteration == L.Period + 1)
    L.FirstSeen = uint32_t(Seen.size());
  setIteration(L);
  Waiting[L.Header] = std::exchange(L.Next, Arrival());
  return true;
}

void FreedomProof::leaveLoop() {
  const ActiveLoop &L = Loops.back();
  Values.setIteration(L.Number, std::nullopt);
  Values.setLeft(L.Number, L.Period ? std::nullopt : L.Exit.ofAll());
  Loops.pop_back();
}

void FreedomProof::setIteration(const ActiveLoop &L) {
  LoopIteration I{L.Iteration};
  if (L.IsFree)
    I = {L.Iteration % L.Period, L.Period, L.Entry + L.Iteration / L.Period};
  else if (L.Period && L.Iteration)
    I = {L.Iteration, L.Period, L.Entry};
  Values.setIteration(L.Number, I);
}

void FreedomProof::enter(unsigned Header, const Arrival &At) {
  ActiveLoop L;
  L.Header = Header;
  L.End = Regions.endOf(Header);
  L.Number = Blocks[Header].Loops.back();
  L.Entry = Entries;
  L.Before = uint32_t(Seen.size());
  Entries += 2;
  Loops.push_back(L);
  Values.setIteration(L.Number, LoopIteration());
  ActiveLoop &Here = Loops.back();
  if (!isCounted(Here, At.Of)) {
    Here.IsFree = isFree(Here);
    Here.Period = periodOf(Here);
  }
  setIteration(Here);
}

/// Some way out of the loop depends on numbers alone, in its first iteration, or
/// is taken by all threads in one of few:
///
///   for (s = blockDim.x / 2; s > 0; s /= 2)
bool FreedomProof::isCounted(const ActiveLoop &L, const ThreadSet &Of) {
  if (Uncounted.contains(L.Header) || Regions.isQuiet(L.Header))
    return false;
  for (unsigned B = L.Header; B != L.End; ++B)
    for (const FlowWay &Way : Blocks[B].Ways)
      if (Way.When && (Way.To < L.Header || Way.To >= L.End) &&
          (isNumberFor(Way.When, Of) || endsSoon(Way.When, L.Number)))
        return true;
  return false;
}

/// \p When is a number for each of \p Of.
bool FreedomProof::isNumberFor(const LaneExpr *When, const ThreadSet &Of) {
  const FormsOfBlock &If = Values(When);
  for (unsigned T = 0; T != Threads; ++T)
    if (Of.test(T) && !If[T].isNumber())
      return false;
  return true;
}

/// \p When, the same in all threads, is true in one of the first iterations.
bool FreedomProof::endsSoon(const LaneExpr *When, unsigned Loop) {
  bool Ends = false;
  for (uint32_t N = 1; N != MostHalvings && !Ends && Values(When).isOne();
       ++N) {
    Values.setIteration(Loop, LoopIteration{N});
    const FormsOfBlock &If = Values(When);
    Ends = If.isOne() && If[0].isNumber() && If[0].Number != 0;
  }
  Values.setIteration(Loop, LoopIteration());
  return Ends;
}

/// There is a way through the loop's body without a barrier of the block.
bool FreedomProof::isFree(const ActiveLoop &L) const {
  auto IsClosed = [&](unsigned Block) {
    return any_of(Blocks[Block].Steps, [&](const FlowStep &Step) {
      return (Regions.isOfWholeBlock(Step) && !Without.contains(Step.Number)) ||
             waitsFully(Step);
    });
  };
  BitVector Reached(unsigned(Blocks.size()));
  SmallVector<unsigned> Work = {L.Header};
  while (!Work.empty()) {
    const unsigned B = Work.pop_back_val();
    if (IsClosed(B))
      continue;
    for (const FlowWay &Way : Blocks[B].Ways) {
      if (Way.To == L.Header)
        return true;
      if (Way.To > L.Header && Way.To < L.End && !Reached.test(Way.To)) {
        Reached.set(Way.To);
        Work.push_back(Way.To);
      }
    }
  }
  return false;
}

/// After how many iterations the buffers of the loop come round.
uint32_t FreedomProof::periodOf(const ActiveLoop &L) {
  constexpr uint32_t MostPeriod = 16;
  uint32_t Period = 1;
  bool Copies = false, HasParity = false;
  auto Join = [&](const LaneExpr *E) {
    if (!E)
      return;
    const uint32_t Of = Values.periodOf(E, L.Number, MostPeriod);
    if (std::lcm(Period, Of) <= MostPeriod)
      Period = std::lcm(Period, Of);
  };
  for (unsigned B = L.Header; B != L.End; ++B)
    for (const FlowStep &Step : Blocks[B].Steps) {
      if (Step.What == FlowStep::Kind::Access)
        Join(Kernel.Accesses[Step.Number].Address);
      if (Step.What != FlowStep::Kind::Barrier)
        continue;
      const KernelBarrier &Barrier = Kernel.Barriers[Step.Number];
      Copies |= Barrier.Kind == BarrierKind::CopyCommit;
      if (Barrier.Kind != BarrierKind::Object)
        continue;
      HasParity |= objectStepOf(Barrier) == ObjectStep::Wait;
      Join(Barrier.Number);
      Join(Barrier.Threads);
    }
  if (HasParity && Period % 2)
    Period *= 2;
  // Copies stay open over several iterations.
  while (Copies && Period < 4)
    Period *= 2;
  return Period;
}

} // namespace warplint
