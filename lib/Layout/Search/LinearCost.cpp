//===- LinearCost.cpp - What linear maps cost -----------------------------===//

#include "LinearCost.h"
#include "warplint/Layout/BitMatrix.h"
#include <algorithm>
#include <bit>

namespace warplint {

std::optional<LinearCost> LinearCost::create(const AccessPatterns &Patterns) {
  const ArrayProblem &Problem = Patterns.problem();
  const uint64_t Elements = Problem.Array.elements();
  const uint64_t ElementBytes = Problem.Array.ElementBytes;
  const uint64_t RunBytes =
      std::max<uint64_t>(4, wholeRun(Problem) * ElementBytes);
  if (!std::has_single_bit(Elements) || Elements * ElementBytes <= RunBytes)
    return std::nullopt;
  LinearCost Cost;
  Cost.FixedBits = std::countr_zero(RunBytes / ElementBytes);
  Cost.RunBits = std::countr_zero(Elements) - Cost.FixedBits;
  Cost.BankBits = std::min<unsigned>(
      std::countr_zero(uint64_t(4) * Problem.Banks / RunBytes), Cost.RunBits);
  for (const PatternGroup &G : Patterns.groups()) {
    if (G.Count == PatternCount::Words || G.Count == PatternCount::Lanes)
      Cost.add(Cost.reduce(Patterns, G));
    Cost.KeepsUpperBits |= G.Count == PatternCount::Lines;
  }
  Cost.GroupsOf.resize(Cost.RunBits);
  for (const Group &G : Cost.Groups) {
    Cost.Floor += Cost.floorOf(G);
    uint32_t Seen = 0;
    for (uint32_t D : G.Directions)
      Seen |= D;
    for (const Group::Touched &T : G.Each)
      Seen |= T.Run;
    for (unsigned C = 0; C < Cost.RunBits; ++C)
      Cost.GroupsOf[C] += Seen >> C & 1;
  }
  return Cost;
}

/// Directions among \p Basis's span that leave the low \p Bits alone, without
/// these.
static std::vector<uint32_t> atOneOffset(std::span<const uint64_t> Basis,
                                         unsigned Bits) {
  // A basis that is reduced in the low bits first: what has none of them left
  // spans the rest.
  const uint64_t Low = (uint64_t(1) << Bits) - 1;
  std::vector<uint64_t> Rotated;
  for (uint64_t B : Basis)
    Rotated.push_back(B >> Bits | (B & Low) << 32);
  std::vector<uint32_t> Directions;
  for (uint64_t B : reducedBasis(Rotated))
    if (B >> 32 == 0)
      Directions.push_back(B);
  return Directions;
}

LinearCost::Group LinearCost::reduce(const AccessPatterns &Patterns,
                                     const PatternGroup &G) const {
  const uint64_t ElementBytes = Patterns.problem().Array.ElementBytes;
  const uint64_t RunBytes = ElementBytes << FixedBits;
  // What a bank serves in one turn, or the first of its words.
  const uint64_t UnitBytes = std::max(4u, G.BytesPerLane);
  const unsigned OffsetBits = std::countr_zero(RunBytes / UnitBytes);
  std::vector<uint64_t> Units;
  std::vector<uint8_t> Lanes;
  for (const TouchedElement &T : Patterns.elements(G)) {
    const uint64_t Unit = T.Element * ElementBytes / UnitBytes;
    if (!Units.empty() && Units.back() == Unit)
      continue; // Another part of the word.
    Units.push_back(Unit);
    Lanes.push_back(G.Count == PatternCount::Lanes ? T.Lanes : 1);
  }
  Group Result;
  Result.Weight = G.Weight;
  const bool AllAlike = std::count(Lanes.begin(), Lanes.end(), Lanes[0]) ==
                        std::ptrdiff_t(Lanes.size());
  if (auto Basis = affineDirections(Units); Basis && AllAlike) {
    Result.Directions = atOneOffset(*Basis, OffsetBits);
    Result.LanesPerElement = Lanes[0];
    return Result;
  }
  const uint64_t Common = Units[0] >> OffsetBits;
  for (size_t I = 0; I < Units.size(); ++I)
    Result.Each.push_back({uint32_t(Units[I] >> OffsetBits ^ Common),
                           uint8_t(Units[I] & ((1u << OffsetBits) - 1)),
                           Lanes[I]});
  return Result;
}

void LinearCost::add(Group G) {
  for (Group &Like : Groups)
    if (Like.isLike(G)) {
      Like.Weight += G.Weight;
      return;
    }
  Groups.push_back(std::move(G));
}

static uint8_t imageOf(uint32_t Run, const BankColumns &K) {
  uint8_t Image = 0;
  for (; Run; Run &= Run - 1)
    Image ^= K[std::countr_zero(Run)];
  return Image;
}

uint64_t LinearCost::costOf(const Group &G, const BankColumns &K) const {
  if (G.Each.empty()) {
    // 2^(dim - rank); rank by elimination on the images.
    std::array<uint8_t, 8> WithLeading = {};
    unsigned Lost = 0;
    for (uint32_t D : G.Directions) {
      uint8_t Image = imageOf(D, K);
      while (Image) {
        uint8_t &Row = WithLeading[std::bit_width(Image) - 1];
        if (!Row) {
          Row = Image;
          break;
        }
        Image ^= Row;
      }
      Lost += Image == 0;
    }
    return G.Weight * G.LanesPerElement << Lost;
  }
  std::array<uint8_t, size_t(4) * WarpSize> Turns = {};
  unsigned Most = 0;
  for (const Group::Touched &T : G.Each) {
    uint8_t &Here = Turns[imageOf(T.Run, K) * 4 + T.Offset];
    Here += T.Lanes;
    Most = std::max<unsigned>(Most, Here);
  }
  return G.Weight * Most;
}

uint64_t LinearCost::of(const BankColumns &K) const {
  uint64_t Sum = 0;
  for (const Group &G : Groups)
    Sum += costOf(G, K);
  return Sum;
}

uint64_t LinearCost::floorOf(const Group &G) const {
  if (G.Each.empty()) {
    const unsigned Size = G.Directions.size();
    return G.Weight * G.LanesPerElement
           << (Size > BankBits ? Size - BankBits : 0);
  }
  std::array<unsigned, 4> AtOffset = {};
  unsigned Most = 1;
  for (const Group::Touched &T : G.Each) {
    AtOffset[T.Offset] += T.Lanes;
    Most = std::max<unsigned>(Most, T.Lanes);
  }
  const unsigned Positions = 1 << BankBits;
  for (unsigned Count : AtOffset)
    Most = std::max(Most, (Count + Positions - 1) / Positions);
  return G.Weight * Most;
}

} // namespace warplint
