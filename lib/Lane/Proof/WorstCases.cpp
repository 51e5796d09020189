//===- WorstCases.cpp - The worst case of each warp -----------------------===//

#include "WorstCases.h"
#include <algorithm>

namespace warplint {

namespace {

/// Cases of one warp for which values are looked for, and of all warps for
/// which they were in vain because the guard rests on what nobody knows.
constexpr unsigned MaxSearches = 32, MaxUnknowable = 4;

class Search {
public:
  Search(const ProofGround &Ground, const BlockWarps &Block,
         SearchedCases &Searched)
      : Ground(Ground), Block(Block), Searched(Searched),
        IsEmpty(Searched.Cases.size()) {}

  std::optional<WorstCase> worstOf(std::vector<size_t> Cases);
  const std::vector<bool> &emptyCases() const { return IsEmpty; }

private:
  const Outcome &outcomeOf(size_t Case) const {
    return Searched.Cases[Case].Found.Result;
  }
  bool comesBefore(size_t A, size_t B) const {
    if (outcomeOf(A).isWorseThan(outcomeOf(B)))
      return true;
    return !outcomeOf(B).isWorseThan(outcomeOf(A)) && A < B;
  }

  const ProofGround &Ground;
  const BlockWarps &Block;
  SearchedCases &Searched;
  std::vector<bool> IsEmpty;
  unsigned Unknowable = 0;
};

bool mayHaveAnotherOutcome(const JudgedCase &Case) {
  return Case.State.IsInexact || Case.Found.Open != 0;
}

/// \p Cases are those of one warp.
std::optional<WorstCase> Search::worstOf(std::vector<size_t> Cases) {
  auto Before = [this](size_t A, size_t B) { return comesBefore(A, B); };
  std::sort(Cases.begin(), Cases.end(), Before);
  std::optional<WorstCase> Uncertain;
  unsigned Searches = 0;
  for (size_t Next = 0; Next < Cases.size(); ++Next) {
    size_t Index = Cases[Next];
    JudgedCase &Case = Searched.Cases[Index];
    if (Uncertain && outcomeOf(Uncertain->Case).isWorseThan(outcomeOf(Index)))
      break;
    if (!mayHaveAnotherOutcome(Case) || Case.Found.Result.excess() == 0)
      return WorstCase{Index, true};
    // The guard is the same in all cases.
    if (Searches++ == MaxSearches || Unknowable == MaxUnknowable)
      return Uncertain ? Uncertain : WorstCase{Index, false};
    WitnessResult Result = findWitness(Ground, Block.Warps[Case.Warp], Case);
    if (Result.Witness)
      return WorstCase{Index, true};
    if (!Result.IsRefuted) {
      if (!Uncertain)
        Uncertain = WorstCase{Index, false};
      Unknowable += Result.IsUnknowable;
      continue;
    }
    if (!Result.Actual) {
      IsEmpty[Index] = true;
      continue;
    }
    // The case goes back into the order with the outcome that it does have.
    Case.Found = *Result.Actual;
    Case.Found.Open = 0;
    Case.State.IsInexact = false;
    std::sort(Cases.begin() + static_cast<ptrdiff_t>(Next), Cases.end(),
              Before);
    --Next;
  }
  return Uncertain;
}

} // namespace

std::vector<std::optional<WorstCase>> findWorstCases(const ProofGround &Ground,
                                                     const BlockWarps &Block,
                                                     SearchedCases &Searched) {
  std::vector<std::vector<size_t>> CasesOfWarp(Block.Warps.size());
  for (size_t I = 0; I < Searched.Cases.size(); ++I)
    CasesOfWarp[Searched.Cases[I].Warp].push_back(I);
  Search S(Ground, Block, Searched);
  std::vector<std::optional<WorstCase>> Worst;
  for (std::vector<size_t> &Cases : CasesOfWarp)
    Worst.push_back(S.worstOf(std::move(Cases)));
  // Take out the empty cases; indices move down by those before them.
  std::vector<size_t> NewIndex;
  std::vector<JudgedCase> Kept;
  for (size_t I = 0; I < Searched.Cases.size(); ++I) {
    NewIndex.push_back(Kept.size());
    if (!S.emptyCases()[I])
      Kept.push_back(std::move(Searched.Cases[I]));
  }
  Searched.Cases = std::move(Kept);
  for (std::optional<WorstCase> &W : Worst)
    if (W)
      W->Case = NewIndex[W->Case];
  return Worst;
}

} // namespace warplint
