//===- ShiftPatterns.cpp - Requests under a shift of rows -----------------===//

#include "ShiftPatterns.h"
#include "BankCounts.h"
#include <map>

namespace warplint {

ShiftPatterns::ShiftPatterns(const AccessPatterns &Patterns, uint64_t Every)
    : Patterns(Patterns), Every(Every), Floor(Patterns.floor()) {
  const uint32_t ElementBytes = Patterns.problem().Array.ElementBytes;
  std::map<std::vector<uint32_t>, size_t> Known;
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
    const uint32_t FirstQuotient = Start / Every / PerWord * PerWord;
    std::vector<uint32_t> Key = {uint32_t(G.Count), G.BytesPerLane};
    std::vector<Touched> Moved;
    for (const TouchedElement &T : Patterns.elements(G)) {
      const uint32_t Quotient = T.Element / Every;
      Moved.push_back({T.Element - By, Quotient - FirstQuotient, T.Lanes});
      Key.insert(Key.end(), {Moved.back().Element, Moved.back().Quotient,
                             Moved.back().Lanes});
    }
    auto [Found, IsNew] = Known.insert({std::move(Key), Groups.size()});
    if (!IsNew) {
      Groups[Found->second].Weight += G.Weight;
      Groups[Found->second].Floor += G.Floor;
      continue;
    }
    Groups.push_back({uint32_t(Elements.size()),
                      uint32_t(Elements.size() + Moved.size()), G.Count,
                      G.BytesPerLane, G.Weight, G.Floor});
    Elements.insert(Elements.end(), Moved.begin(), Moved.end());
  }
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
