//===- FreedomWays.cpp - Which ways threads may take ----------------------===//

#include "FreedomProof.h"
#include "Race/Values/TruthForms.h"
#include "warplint/Warp/WarpModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

void FreedomProof::takeWays(unsigned Block, const Arrival &At) {
  const FlowBlock &B = Blocks[Block];
  Values.spend(At.Of.count());
  // Threads that may take some way, and those that may take several.
  std::vector<ThreadSet> Taking(B.Ways.size());
  ThreadSet Rest = At.Of;
  bool IsOne = true;
  ThreadForm Answer;  // Of all of them.
  uint32_t Mixed = 0; // Warps whose lanes may answer differently.
  for (unsigned Way = 0; Way != B.Ways.size(); ++Way) {
    const LaneExpr *When = B.Ways[Way].When;
    if (!When || (Way + 1 == B.Ways.size() && Way > 0)) {
      Taking[Way] = Rest;
      break;
    }
    const FormsOfBlock &If = Values(When);
    std::optional<ThreadForm> One, OfWarp;
    for (unsigned T = 0; T != Threads; ++T) {
      if (T % WarpSize == 0)
        OfWarp.reset();
      if (!Rest.test(T))
        continue;
      const ThreadForm F = If[T];
      IsOne &= F.isKnown() && (!One || *One == F);
      if (!F.isKnown() || (OfWarp && *OfWarp != F))
        Mixed |= 1u << T / WarpSize;
      One = OfWarp = Answer = F;
      if (!F.isNumber() || F.Number != 0)
        Taking[Way].set(T);
      if (F.isNumber() && F.Number != 0)
        Rest.reset(T);
    }
  }
  if (!IsOne)
    part(Block, Taking, Mixed, At.Open);
  const bool IsTruth = IsOne && B.Ways.size() == 2 && !Answer.isNumber();
  for (unsigned Way = 0; Way != B.Ways.size(); ++Way) {
    if (Taking[Way].none())
      continue;
    if (!IsTruth) {
      send(Block, B.Ways[Way].To, Taking[Way], At);
      continue;
    }
    Arrival Going = At;
    assume({Answer.Number ^ Way, Answer.Sum}, Going.Open);
    send(Block, B.Ways[Way].To, Taking[Way], Going);
  }
}

/// On this way \p Truth holds: what is open only where it does not is not.
///
///   for (k = 4; k <= n; k += 4) {
///     ...                          open under n <= k
///     if (k < n)                   behind that; the next
///       __syncthreads();           iteration needs more
///   }
void FreedomProof::assume(ThreadForm Truth, OpenSet &Open) {
  constexpr size_t Most = 4;
  for (auto It = Open.begin(); It != Open.end();) {
    auto &When = It->second.When;
    if (any_of(When, [&](ThreadForm F) {
          return areExclusive(F, Truth, Values.Table);
        })) {
      It = Open.erase(It);
      continue;
    }
    if (When.size() < Most && !is_contained(When, Truth))
      When.push_back(Truth);
    ++It;
  }
}

/// How many ways out of \p Block lead to a step that others may see.
unsigned FreedomProof::countBusyWays(unsigned Block) const {
  unsigned Busy = 0;
  for (const FlowWay &Way : Blocks[Block].Ways) {
    BitVector Reached(unsigned(Blocks.size()));
    SmallVector<unsigned> Work = {Way.To};
    Reached.set(Way.To);
    bool IsBusy = false;
    while (!Work.empty()) {
      const unsigned B = Work.pop_back_val();
      IsBusy |= any_of(Blocks[B].Steps, [&](const FlowStep &Step) {
        return Step.What != FlowStep::Kind::Access || !Without.empty() ||
               Step.Number < Kernel.NumShared;
      });
      for (const FlowWay &Next : Blocks[B].Ways)
        if (!Reached.test(Next.To)) {
          Reached.set(Next.To);
          Work.push_back(Next.To);
        }
    }
    Busy += IsBusy;
  }
  return Busy;
}

/// At most one way out of \p Block leads to anything that others see: the threads
/// that take another one end.
bool FreedomProof::othersEnd(unsigned Block) {
  auto [It, IsNew] = OthersEnd.try_emplace(Block);
  if (IsNew)
    It->second = countBusyWays(Block) <= 1;
  return It->second;
}

bool FreedomProof::PartedRegion::isOneSide(const ThreadSet &Some) const {
  return any_of(Sides,
                [&](const ThreadSet &Side) { return (Some & ~Side).none(); });
}

/// What others do meanwhile between the branch and its join. What threads did
/// that took one way as a whole, those who come that way know themselves.
void FreedomProof::joinParted(const PartedRegion &R, Arrival &At) const {
  if (!R.isOneSide(At.Of))
    return joinInto(At.Open, R.Open, R.Warps);
  OpenSet Others;
  for (const auto &[Number, How] : R.Open)
    if ((Seen[Number].Of & ~At.Of).any())
      Others.try_emplace(Number, How);
  joinInto(At.Open, Others, R.Warps);
}

/// \p Some that meet in \p Block may be on several sides of a branch around it.
/// Lanes of a warp that all give one answer are not.
bool FreedomProof::mayPart(const ThreadSet &Some, unsigned Block,
                           bool IsOfWarps) const {
  return any_of(Parted, [&](const PartedRegion &R) {
    return R.Blocks.test(Block) && !R.isOneSide(Some) &&
           (!IsOfWarps || (R.Warps & warpsOf(Some)));
  });
}

/// Threads leave \p Block both ways.
void FreedomProof::part(unsigned Block, const std::vector<ThreadSet> &Taking,
                        uint32_t Mixed, const OpenSet &Open) {
  if (othersEnd(Block))
    return;
  PartedAt.insert(Block);
  uint32_t One = 0, Several = 0;
  ThreadSet Once, Twice;
  for (const ThreadSet &Some : Taking) {
    const uint32_t Warps = warpsOf(Some);
    Several |= One & Warps;
    One |= Warps;
    Twice |= Once & Some;
    Once |= Some;
  }
  auto Found =
      find_if(Parted, [&](const PartedRegion &R) { return R.Branch == Block; });
  if (Found != Parted.end()) {
    Found->Warps |= Several & Mixed;
    Found->Sides.clear();
    return joinInto(Found->Open, Open, ~0u);
  }
  Parted.push_back({Block, Regions.behind(Block).Blocks, Several & Mixed, Open,
                    Twice.any() ? std::vector<ThreadSet>() : Taking});
}

void FreedomProof::send(unsigned Block, unsigned To, const ThreadSet &Of,
                        const Arrival &From) {
  for (ActiveLoop &L : Loops)
    if (Block >= L.Header && Block < L.End && (To < L.Header || To >= L.End))
      L.Exit.leaveIn(L.Iteration);
  Arrival *Into = &Waiting[To];
  for (ActiveLoop &L : Loops)
    if (L.Header == To && Block >= L.Header && Block < L.End) {
      if (Into->Of.none())
        Waiting.erase(To);
      Into = &L.Next;
      break;
    }
  joinLate(Into->Open, Into->Of, From.Open, Of);
  joinObjects(Into->Objects, Into->Of, From.Objects, Of);
  Into->Unfenced.insert(From.Unfenced.begin(), From.Unfenced.end());
  Into->Of |= Of;
  joinInto(Into->Open, From.Open, warpsOf(Of));
}

} // namespace warplint
