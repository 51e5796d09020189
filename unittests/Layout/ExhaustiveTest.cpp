//===- ExhaustiveTest.cpp - The search against trying everything ----------===//
//
// On small arrays every layout of a family is tried, with loops as plain as
// they can be and costs counted from scratch. The search must find one that
// costs as little; it may find a better one, since it knows more row lengths.
//
//===----------------------------------------------------------------------===//

#include "Problems.h"
#include <bit>
#include <random>

using namespace warplint;

namespace {

/// Stores of 4 bytes by as many lanes as there are banks, some of 8 bytes by
/// half of them, which are served at once.
ArrayProblem smallProblem(std::mt19937 &Numbers, unsigned Banks,
                          std::vector<uint64_t> Extents, bool IsWide) {
  ArrayProblem P = arrayOf(std::move(Extents), 4, Banks);
  const uint64_t Elements = P.Array.elements();
  const unsigned Accesses = 1 + Numbers() % 4;
  for (unsigned A = 0; A < Accesses; ++A) {
    const unsigned Width = IsWide && A == 0 ? 2 : 1;
    ArrayAccess &Access = addAccess(P, RequestKind::SharedStore, 4 * Width);
    const unsigned Cases = 1 + Numbers() % 3;
    // A lane bit adds one direction each, or lanes go in steps.
    std::vector<uint64_t> Directions(5);
    for (unsigned C = 0; C < Cases; ++C) {
      const uint64_t Start = Numbers(), Step = 1 + Numbers() % 12;
      const bool IsLinear = Numbers() % 2;
      for (uint64_t &D : Directions)
        D = Numbers();
      Access.Cases.push_back(caseOf(Banks / Width, [&](unsigned L) {
        uint64_t E = Start;
        if (IsLinear)
          for (unsigned B = 0; B < 5; ++B)
            E ^= L >> B & 1 ? Directions[B] : 0;
        else
          E += L * Step;
        return E % (Elements / Width) * Width;
      }));
    }
  }
  return P;
}

/// The best of a family, however poor.
template <typename T> uint64_t bestFound(const ArrayProblem &P) {
  SearchOptions Options;
  Options.LeastSaving = 0;
  const RemedyRanking Ranking = rankingOf(P, Options);
  uint64_t Best = Ranking.Before;
  for (const Remedy &R : Ranking.Remedies)
    if (R.To.as<T>())
      Best = std::min(Best, R.Total);
  return Best;
}

/// The least cost of the layouts that \p Each calls its argument with.
template <typename Callable>
uint64_t leastOf(const ArrayProblem &P, Callable Each) {
  uint64_t Least = countedTotal(P, Layout());
  Each([&](const Layout &L) {
    if (L.fits(P.Array.elements()) && L.keepsWhole(wholeRun(P)))
      Least = std::min(Least, countedTotal(P, L));
  });
  return Least;
}

} // namespace

TEST(ExhaustiveTest, NoXorSwizzleIsBelowTheSearch) {
  std::mt19937 Numbers(11);
  for (unsigned I = 0; I < 150; ++I) {
    const ArrayProblem P = smallProblem(Numbers, I % 2 ? 8 : 16,
                                        {16, I % 3 ? 16u : 24u}, I % 5 == 0);
    const uint64_t Least = leastOf(P, [](auto Try) {
      for (unsigned Bits = 1; Bits <= 9; ++Bits)
        for (unsigned Base = 0; Base <= 9; ++Base)
          for (int Shift = -9; Shift <= 9; ++Shift)
            if (Shift)
              Try(Layout(XorSwizzle{Bits, Base, Shift}));
    });
    EXPECT_LE(bestFound<XorSwizzle>(P), Least) << I;
  }
}

TEST(ExhaustiveTest, NoXorOfRowsIsBelowTheSearch) {
  std::mt19937 Numbers(12);
  for (unsigned I = 0; I < 100; ++I) {
    const ArrayProblem P = smallProblem(Numbers, 8, {16, 24}, I % 5 == 0);
    const uint64_t Least = leastOf(P, [](auto Try) {
      for (uint64_t Length : {12, 24, 48, 96, 192})
        for (unsigned Bits = 1; Bits <= 6; ++Bits)
          for (unsigned Base = 0; Base <= 6; ++Base)
            for (unsigned Shift = 0; Shift <= 6; ++Shift)
              Try(Layout(RowXor{Length, Bits, Base, Shift}));
    });
    EXPECT_LE(bestFound<RowXor>(P), Least) << I;
  }
}

TEST(ExhaustiveTest, NoPaddingOfRowsIsBelowTheSearch) {
  std::mt19937 Numbers(13);
  for (unsigned I = 0; I < 100; ++I) {
    const ArrayProblem P = smallProblem(Numbers, 8, {16, 12}, I % 5 == 0);
    const uint64_t Least = leastOf(P, [](auto Try) {
      for (uint64_t Rows = 1; Rows < 16; Rows *= 2)
        for (uint64_t By = 1; By <= 24; ++By)
          Try(Layout(Padding{12 * Rows, By}));
    });
    EXPECT_LE(bestFound<Padding>(P), Least) << I;
  }
}

TEST(ExhaustiveTest, NoRotationOrInterleavingOfRowsIsBelowTheSearch) {
  std::mt19937 Numbers(14);
  for (unsigned I = 0; I < 100; ++I) {
    const ArrayProblem P = smallProblem(Numbers, 8, {16, 9 + I % 4}, false);
    const uint64_t Length = P.Array.rowLength();
    EXPECT_LE(bestFound<RowRotation>(P),
              leastOf(P,
                      [&](auto Try) {
                        for (uint64_t Step = 1; Step < Length; ++Step)
                          for (unsigned Shift = 0; Shift < 3; ++Shift)
                            Try(Layout(RowRotation{Length, Step, Shift}));
                      }))
        << I;
    EXPECT_LE(bestFound<RowInterleave>(P),
              leastOf(P,
                      [&](auto Try) {
                        for (uint64_t Ways : {2, 4, 8})
                          Try(Layout(RowInterleave{Length, 16, Ways}));
                      }))
        << I;
  }
}

namespace {

/// All matrices that are bijections of four bits.
std::vector<BitMatrix> invertibleMatrices() {
  std::vector<BitMatrix> Result;
  for (unsigned Columns = 0; Columns < 1u << 16; ++Columns) {
    BitMatrix M(4);
    for (unsigned C = 0; C < 4; ++C)
      M.setColumn(C, Columns >> 4 * C & 15);
    if (M.inverse())
      Result.push_back(M);
  }
  return Result;
}

} // namespace

TEST(ExhaustiveTest, NoLinearMapIsBelowTheSearch) {
  const std::vector<BitMatrix> All = invertibleMatrices();
  // (2^4 - 1)(2^4 - 2)(2^4 - 4)(2^4 - 8) bases of GF(2)^4.
  ASSERT_EQ(All.size(), 15u * 14 * 12 * 8);
  std::mt19937 Numbers(15);
  for (unsigned I = 0; I < 25; ++I) {
    const ArrayProblem P = smallProblem(Numbers, 4, {4, 4}, false);
    const RemedyRanking Ranking = rankingOf(P);
    const uint64_t Found = Ranking.Remedies.empty()
                               ? Ranking.Before
                               : Ranking.Remedies.front().Total;
    EXPECT_LE(Found, leastOf(P,
                             [&](auto Try) {
                               for (const BitMatrix &M : All)
                                 Try(Layout(M));
                             }))
        << I;
  }
}
