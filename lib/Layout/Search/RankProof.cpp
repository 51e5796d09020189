//===- RankProof.cpp - Why a linear layout has no conflicts ---------------===//

#include "warplint/Layout/RankProof.h"
#include "AccessPatterns.h"
#include <bit>

namespace warplint {

/// The rank of bits [First, End) of the places of \p Directions.
static unsigned rankOfBits(const BitMatrix &M,
                           const std::vector<uint64_t> &Directions,
                           unsigned First, unsigned End) {
  const uint64_t Mask =
      ((uint64_t(1) << End) - 1) & ~((uint64_t(1) << First) - 1);
  std::vector<uint64_t> Images;
  for (uint64_t D : Directions)
    Images.push_back(M.place(D) & Mask);
  return bitRank(Images);
}

static void add(std::vector<RankArgument> &Arguments, RankArgument New) {
  for (RankArgument &A : Arguments)
    if (A.Access == New.Access && A.Directions == New.Directions &&
        A.Words == New.Words) {
      A.Groups += New.Groups;
      return;
    }
  Arguments.push_back(std::move(New));
}

static std::optional<std::vector<uint64_t>>
directionsOf(std::span<const TouchedElement> Touched) {
  std::vector<uint64_t> Elements;
  for (const TouchedElement &T : Touched)
    Elements.push_back(T.Element);
  return affineDirections(Elements);
}

std::optional<RankProof> rankProof(const ArrayProblem &Problem,
                                   const Layout &L) {
  const unsigned Bits = std::bit_width(Problem.Array.elements() - 1);
  std::optional<BitMatrix> M = L.matrix(Bits);
  if (!M)
    return std::nullopt;
  RankProof Proof;
  Proof.Matrix = *M;
  std::vector<uint64_t> Columns;
  for (unsigned C = 0; C < Bits; ++C)
    Columns.push_back(M->column(C));
  Proof.Rank = bitRank(Columns);
  const unsigned WordBits =
      std::countr_zero(std::max(1u, 4 / Problem.Array.ElementBytes));
  const unsigned End =
      std::countr_zero(4 * Problem.Banks / Problem.Array.ElementBytes);
  Proof.FirstBankBit = WordBits;
  Proof.BankBits = End - WordBits;

  const AccessPatterns Patterns(Problem);
  for (const PatternGroup &G : Patterns.groups()) {
    auto Directions = directionsOf(Patterns.elements(G));
    if (G.Count != PatternCount::Words || !Directions) {
      Proof.Uncovered += G.Groups;
      continue;
    }
    // A wide access takes several banks: its first one is a multiple of that.
    const unsigned WidthBits = std::countr_zero(std::max<unsigned>(
        1, std::max(4u, G.BytesPerLane) / Problem.Array.ElementBytes));
    RankArgument A;
    A.Access = G.Access;
    A.Groups = G.Groups;
    A.Rank = rankOfBits(*M, *Directions, WidthBits, End);
    A.Words = 1u << (rankOfBits(*M, *Directions, WidthBits, 63) - A.Rank);
    A.Directions = std::move(*Directions);
    add(Proof.Arguments, std::move(A));
  }
  return Proof;
}

} // namespace warplint
