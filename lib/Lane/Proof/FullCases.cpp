//===- FullCases.cpp - Cases without those of idle lanes ------------------===//

#include "FullCases.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <bit>
#include <map>

namespace warplint {

namespace {

/// Of one unknown, whose wraps are in it where it is read as unsigned.
bool isOfOneUnknown(const LinearBound &Bound, const AtomTable &Atoms) {
  return llvm::count_if(Bound.Terms, [&](const auto &T) {
           return !Atoms[T.first].countsWraps();
         }) == 1;
}

/// What the case decided but for bounds of sums.
std::vector<int64_t> decidedFacts(const JudgedCase &Case,
                                  const AtomTable &Atoms) {
  std::vector<int64_t> Facts = {Case.Warp};
  for (const auto &[Id, C] : Case.State.Known)
    Facts.insert(Facts.end(), {Id, C.Modulus, C.Remainder, C.Lo, C.Hi});
  for (const auto &[Loop, Point] : Case.State.Loops)
    for (uint64_t Fact : {uint64_t(Loop), Point.First, Point.Period})
      Facts.push_back(static_cast<int64_t>(Fact));
  for (const LinearBound &Bound : Case.State.Bounds)
    if (isOfOneUnknown(Bound, Atoms))
      for (Wide End : {Bound.Range.Lo, Bound.Range.Hi})
        Facts.push_back(
            static_cast<int64_t>(std::clamp<Wide>(End, INT64_MIN, INT64_MAX)));
  return Facts;
}

bool isPartOf(const JudgedCase &Case, const JudgedCase &Full) {
  const LaneMask Lanes = Case.Found.Active, Of = Full.Found.Active;
  return Lanes != Of && (Lanes & ~Of) == 0 &&
         !Case.Found.Result.isWorseThan(Full.Found.Result);
}

/// All numbers of \p Part are among those of \p All.
bool isWithin(const Congruence &Part, const Congruence &All) {
  return Part.Modulus % All.Modulus == 0 &&
         (Part.Remainder - All.Remainder) % All.Modulus == 0 &&
         Part.valueAt(Part.Lo) >= All.valueAt(All.Lo) &&
         Part.valueAt(Part.Hi) <= All.valueAt(All.Hi);
}

/// The facts of \p Full are those of \p Case and more: of fewer lanes less is
/// asked.
bool knowsMore(const JudgedCase &Full, const JudgedCase &Case,
               const AtomTable &Atoms) {
  return Full.Warp == Case.Warp && Case.State.Loops.empty() &&
         llvm::none_of(Case.State.Bounds,
                       [&](const LinearBound &Bound) {
                         return isOfOneUnknown(Bound, Atoms);
                       }) &&
         llvm::all_of(Case.State.Known, [&](const auto &Fact) {
           auto It = Full.State.Known.find(Fact.first);
           return It != Full.State.Known.end() &&
                  isWithin(It->second, Fact.second);
         });
}

using FullestCases = std::map<std::vector<int64_t>, const JudgedCase *>;

/// Each of \p Fullest that splits \p Case further has its lanes and more.
bool isPartOfAll(const JudgedCase &Case, const FullestCases &Fullest,
                 const AtomTable &Atoms) {
  // Comparing each with each takes time, and so many are no table for a user.
  constexpr size_t MostCompared = 128;
  if (Fullest.size() > MostCompared)
    return false;
  bool HasMore = false;
  for (const auto &[Facts, Full] : Fullest) {
    if (Full->Found.Active == Case.Found.Active ||
        !knowsMore(*Full, Case, Atoms))
      continue;
    HasMore = true;
    if (!isPartOf(Case, *Full))
      return false;
  }
  return HasMore;
}

} // namespace

std::vector<const JudgedCase *>
casesOfMostLanes(const AtomTable &Atoms, const std::vector<JudgedCase> &Cases) {
  FullestCases Fullest;
  for (const JudgedCase &Case : Cases) {
    const JudgedCase *&Full = Fullest[decidedFacts(Case, Atoms)];
    if (!Full ||
        std::popcount(Case.Found.Active) > std::popcount(Full->Found.Active))
      Full = &Case;
  }
  std::vector<const JudgedCase *> Kept;
  for (const JudgedCase &Case : Cases)
    if (!isPartOf(Case, *Fullest.at(decidedFacts(Case, Atoms))) &&
        !isPartOfAll(Case, Fullest, Atoms))
      Kept.push_back(&Case);
  return Kept;
}

} // namespace warplint
