//===- ShiftPatterns.cpp - Requests under a shift of rows -----------------===//

#include "ShiftPatterns.h"
#include "BankCounts.h"
#include "Layout/Maps/Divisor.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>

namespace warplint {

ShiftPatterns::ShiftPatterns(const AccessPatterns &Patterns, uint64_t Every)
    : Patterns(Patterns), Every(Every), Floor(Patterns.floor()) {
  const uint32_t ElementBytes = Patterns.problem().Array.ElementBytes;
  // The last group of each hash (of 63 bits, for DenseMap has two keys of its
  // own). Two that share one are kept apart.
  llvm::DenseMap<uint64_t, size_t> Known;
  const Divisor ByEvery(std::min<uint64_t>(Every, ~uint32_t(0)));
  for (const PatternGroup &G : Patterns.groups()) {
    if (G.Count != PatternCount::Words && G.Count != PatternCount::Lanes) {
      Others.push_back(&G);
      continue;
    }
    // A shift by whole words goes through all banks alike. Accesses as wide as
    // a word are shifted by whole words anyway.
    const bool IsPart = G.BytesPerLane < 4;
    HasParts |= IsPart;
    const uint32_t PerWord = IsPart ? std::max(1u, 4 / ElementBytes) : 1;
    const uint32_t Start = Patterns.elements(G)[0].Element;
    const uint32_t By = Start / PerWord * PerWord;
    const uint32_t FirstQuotient = ByEvery.quotient(Start) / PerWord * PerWord;
    const uint32_t First = Elements.size();
    uint64_t Hash = uint64_t(G.Count) << 32 | G.BytesPerLane;
    for (const TouchedElement &T : Patterns.elements(G)) {
      const Touched Moved = {
          T.Element - By, ByEvery.quotient(T.Element) - FirstQuotient, T.Lanes};
      Elements.push_back(Moved);
      for (uint32_t Number : {Moved.Element, Moved.Quotient, Moved.Lanes})
        Hash = (Hash ^ Hash >> 29 ^ Number) * 0x9e3779b97f4a7c15;
    }
    const Group New = {First,    uint32_t(Elements.size()),
                       G.Count,  G.BytesPerLane,
                       G.Weight, G.Floor};
    auto [Found, IsNew] = Known.insert({Hash >> 1, Groups.size()});
    if (!IsNew && isAlike(Groups[Found->second], New)) {
      Groups[Found->second].Weight += G.Weight;
      Groups[Found->second].Floor += G.Floor;
      Elements.resize(First);
      continue;
    }
    Groups.push_back(New);
  }
}

bool ShiftPatterns::isAlike(const Group &A, const Group &B) const {
  return A.Count == B.Count && A.BytesPerLane == B.BytesPerLane &&
         std::equal(Elements.begin() + A.First, Elements.begin() + A.Last,
                    Elements.begin() + B.First, Elements.begin() + B.Last);
}

uint64_t ShiftPatterns::cost(const Group &G, uint64_t By) const {
  const ArrayProblem &Problem = Patterns.problem();
  const unsigned Bytes = Problem.Array.ElementBytes;
  const std::span<const Touched> All(Elements);
  const auto Own = All.subspan(G.First, G.Last - G.First);
  auto Place = [&](const Touched &T) { return T.Element + T.Quotient * By; };
  if (G.BytesPerLane < 4)
    return G.Weight * fullestBankOfParts(Own, Bytes, Problem.Banks, Place);
  return G.Weight * fullestBank(Own, Bytes, G.BytesPerLane, Problem.Banks,
                                G.Count == PatternCount::Lanes, Place);
}

std::optional<uint64_t> ShiftPatterns::totalOfShift(uint64_t By,
                                                    uint64_t Limit) const {
  uint64_t Sum = Floor;
  for (const Group &G : Groups) {
    Sum += cost(G, By) - G.Floor;
    if (Sum > Limit)
      return std::nullopt;
  }
  return Sum;
}

std::optional<uint64_t> ShiftPatterns::totalOfPadding(uint64_t By,
                                                      uint64_t Limit) const {
  std::optional<uint64_t> Sum = totalOfShift(By, Limit);
  if (!Sum)
    return std::nullopt;
  const Layout L(Padding{Every, By});
  for (const PatternGroup *G : Others) {
    *Sum += Patterns.cost(*G, L) - G->Floor;
    if (*Sum > Limit)
      return std::nullopt;
  }
  return Sum;
}

} // namespace warplint
