//===- TriedValues.cpp - What parameters are tried to be ------------------===//

#include "TriedValues.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace warplint {

/// Combinations that are all tried, and that are drawn where there are more.
static constexpr size_t MostCombinations = 4000, MostDrawn = 2000;
/// Each value is tried up to there: of one unknown alone, and of several.
static constexpr int64_t LastAlone = 1100, LastOfSeveral = 34;
/// More than any block or array has, as a number of elements may be.
static constexpr int64_t Large = 1 << 20;

TriedValues::TriedValues(const FormTable &Table,
                         const std::vector<uint32_t> &Roots,
                         const LaunchShape &Block)
    : Table(Table), Roots(Roots), Now(Roots.size()) {
  Unknowns = size_t(count_if(
      Roots, [&](uint32_t Root) { return !Table.unknown(Root).Array; }));
  for (uint32_t Root : Roots) {
    Candidates.push_back(candidatesOf(Table.unknown(Root), Block));
    Most = std::min(Most * Candidates.back().size(), MostCombinations + 1);
  }
  IsDrawn = Most > MostCombinations;
  if (IsDrawn)
    Most = MostDrawn;
}

bool TriedValues::isAllowed(const SharedUnknown &U, int64_t Value) const {
  return Value >= U.Lo && Value <= U.Hi && Value % U.MultipleOf == 0;
}

std::vector<int64_t> TriedValues::candidatesOf(const SharedUnknown &U,
                                               const LaunchShape &Block) const {
  if (U.Array)
    return {0};
  std::vector<int64_t> All = {48,  64,  65,  96,   127,  128,  129,
                              256, 257, 512, 1000, 1024, Large};
  for (int64_t Size : {int64_t(Block.threads()), int64_t(*Block.X),
                       int64_t(*Block.Y), int64_t(*Block.Z)})
    if (Size > 1)
      append_range(
          All, ArrayRef<int64_t>{Size, Size / 2, Size + 1, Size + 2, 2 * Size});
  for (int64_t Value = 2; Value <= (Unknowns == 1 ? LastAlone : LastOfSeveral);
       ++Value)
    All.push_back(Value);
  if (U.IsOfBlockIdx)
    All = {0, 1, 2, 5};
  else if (U.IsOfGridDim)
    All = {8, 13, 1024};
  else if (U.Hi < 2)
    All = {0, 1};
  llvm::sort(All);
  All.erase(llvm::unique(All), All.end());
  llvm::erase_if(All, [&](int64_t Value) { return !isAllowed(U, Value); });
  return All;
}

size_t TriedValues::random(size_t Below) {
  Seed = Seed * 1664525u + 1013904223u;
  return size_t((uint64_t(Seed >> 8) * Below) >> 24);
}

/// Draws each by itself. Of one each candidate has its turn; others are as another
/// one, a product of two, or as large as may be, now and then.
void TriedValues::draw() {
  for (auto [Value, Each] : zip(Now, Candidates))
    Value = random(4) ? Each[random(Each.size())] : Each.back();
  const std::vector<int64_t> First = Now;
  for (auto [Value, Root] : zip(Now, Roots)) {
    const SharedUnknown &U = Table.unknown(Root);
    const int64_t One = First[random(First.size())],
                  Other = First[random(First.size())];
    const size_t Kind = random(8);
    const int64_t New = Kind == 0 ? One : One * Other;
    if (Kind < 2 && New >= 2 && New <= Large && !U.Array && !U.IsOfBlockIdx &&
        !U.IsOfGridDim && isAllowed(U, New))
      Value = New;
  }
  const size_t Turn = Number % Now.size();
  const std::vector<int64_t> &Each = Candidates[Turn];
  Now[Turn] = Each[Number / Now.size() % Each.size()];
}

bool TriedValues::next() {
  if (Number == Most || any_of(Candidates, [](auto &Of) { return Of.empty(); }))
    return false;
  if (IsDrawn) {
    draw();
  } else {
    size_t Rest = Number;
    for (size_t Root = Now.size(); Root-- != 0;) {
      const std::vector<int64_t> &Each = Candidates[Root];
      Now[Root] = Each[Rest % Each.size()];
      Rest /= Each.size();
    }
  }
  ++Number;
  return true;
}

size_t TriedValues::enough() const {
  constexpr size_t OfDrawn = 60;
  return IsDrawn ? OfDrawn : 2 * Unknowns;
}

std::vector<WitnessValue> TriedValues::named() const {
  std::vector<WitnessValue> All;
  for (auto [Root, Value] : zip(Roots, Now))
    if (const std::string &Name = Table.unknown(Root).Name; !Name.empty())
      All.push_back({Name, Value});
  llvm::sort(All);
  return All;
}

} // namespace warplint
