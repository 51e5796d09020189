//===- Problems.h - Arrays and accesses for the tests -----------*- C++ -*-===//
//
// Problems are written as in a drawing: the shape, the banks, and for each
// access a function from the lane to the element. Costs are counted here once
// more, without anything of the search.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_UNITTESTS_REMEDY_PROBLEMS_H
#define WARPLINT_UNITTESTS_REMEDY_PROBLEMS_H

#include "warplint/Layout/Search.h"
#include "warplint/Warp/Banks.h"
#include "gtest/gtest.h"
#include <set>

namespace warplint {

inline ArrayProblem arrayOf(std::vector<uint64_t> Extents,
                            unsigned ElementBytes = 4, unsigned Banks = 32) {
  ArrayProblem P;
  P.Array = {std::move(Extents), ElementBytes};
  P.Banks = Banks;
  return P;
}

/// One case: \p ElementOf maps each of \p Lanes lanes to its element.
template <typename Callable>
AccessCase caseOf(unsigned Lanes, Callable ElementOf, uint64_t Weight = 1) {
  AccessCase C;
  C.Active = laneRange(0, Lanes);
  C.Weight = Weight;
  for (unsigned L = 0; L < Lanes; ++L)
    C.Element[L] = ElementOf(L);
  return C;
}

inline ArrayAccess &addAccess(ArrayProblem &P, RequestKind Kind,
                              unsigned BytesPerLane) {
  ArrayAccess A;
  A.Name = "access " + std::to_string(P.Accesses.size());
  A.Kind = Kind;
  A.BytesPerLane = BytesPerLane;
  P.Accesses.push_back(A);
  return P.Accesses.back();
}

/// All aligned tiles of \p Rows x \p Columns elements of a two-dimensional
/// array, one lane for each element; the rows of a tile are \p RowStep apart.
inline void addTileLoads(ArrayProblem &P, uint64_t Rows, uint64_t Columns,
                         uint64_t RowStep = 1) {
  ArrayAccess &A = addAccess(P, RequestKind::SharedLoad, P.Array.ElementBytes);
  const uint64_t Length = P.Array.rowLength();
  for (uint64_t Row = 0; Row < P.Array.rows(); ++Row) {
    // Tiles with a step start in any of the rows that they leave out.
    if (Row / RowStep % Rows != 0)
      continue;
    for (uint64_t Column = 0; Column + Columns <= Length; Column += Columns)
      A.Cases.push_back(caseOf(Rows * Columns, [&](unsigned L) {
        return (Row + L / Columns * RowStep) * Length + Column + L % Columns;
      }));
  }
}

/// Distinct words in the fullest bank.
inline uint64_t fullestBank(const std::vector<uint64_t> &ByteAddresses,
                            unsigned Bytes, unsigned Banks) {
  std::vector<std::set<uint64_t>> Words(Banks);
  uint64_t Most = 0;
  for (uint64_t Address : ByteAddresses)
    for (uint64_t W = Address / 4; W <= (Address + Bytes - 1) / 4; ++W) {
      Words[W % Banks].insert(W);
      Most = std::max<uint64_t>(Most, Words[W % Banks].size());
    }
  return Most;
}

/// The cost of one access, counted from scratch: costOf() for 32 banks, and for
/// fewer the definition, of loads and stores that are no wider than a word.
inline uint64_t countedCost(const ArrayProblem &P, const ArrayAccess &A,
                            const Layout &L,
                            const LaneOrder &Order = LaneOrder()) {
  uint64_t Sum = 0;
  for (const AccessCase &C : A.Cases) {
    WarpRequest R;
    R.Kind = A.Kind;
    R.BytesPerLane = A.BytesPerLane;
    R.Active = C.Active;
    std::vector<uint64_t> Addresses;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      if (C.Active >> Lane & 1) {
        R.ByteAddress[Lane] = L.place(C.Element[Lane]) * P.Array.ElementBytes;
        Addresses.push_back(R.ByteAddress[Lane]);
      }
    if (P.Banks == 32)
      Sum += C.Weight *
             costOf(A.LanesMayMove ? reordered(R, Order) : R)->Predicted;
    else
      Sum += C.Weight * fullestBank(Addresses, A.BytesPerLane, P.Banks);
  }
  return Sum;
}

inline uint64_t countedTotal(const ArrayProblem &P, const Layout &L) {
  uint64_t Sum = 0;
  for (const ArrayAccess &A : P.Accesses)
    Sum += countedCost(P, A, L);
  return Sum;
}

inline RemedyRanking rankingOf(const ArrayProblem &P,
                               const SearchOptions &Options = {}) {
  llvm::Expected<RemedyRanking> R = findRemedies(P, Options);
  if (!R) {
    ADD_FAILURE() << llvm::toString(R.takeError());
    return {};
  }
  return std::move(*R);
}

/// \p Named is as good as the best, which has no bank conflict left.
inline void expectFree(const ArrayProblem &P, const Layout &Named) {
  const RemedyRanking Ranking = rankingOf(P);
  ASSERT_FALSE(Ranking.Remedies.empty());
  const Remedy &Best = Ranking.Remedies.front();
  std::optional<Remedy> Expected = judge(P, Named);
  ASSERT_TRUE(Expected) << describe(Named);
  EXPECT_EQ(Best.Total, Expected->Total)
      << describe(Best.To) << " / " << describe(Named);
  uint64_t Requests = 0;
  for (const ArrayAccess &A : P.Accesses)
    for (const AccessCase &C : A.Cases)
      Requests += C.Weight;
  EXPECT_EQ(countedTotal(P, Best.To), Requests) << describe(Best.To);
  EXPECT_TRUE(Best.IsOptimal);
  EXPECT_EQ(Best.ExtraBytes, 0u) << describe(Best.To);
}

/// The best is \p Named itself, and free.
inline void expectBest(const ArrayProblem &P, const Layout &Named) {
  expectFree(P, Named);
  const RemedyRanking Ranking = rankingOf(P);
  ASSERT_FALSE(Ranking.Remedies.empty());
  EXPECT_EQ(Ranking.Remedies.front().To, Named)
      << describe(Ranking.Remedies.front().To);
}

} // namespace warplint

#endif // WARPLINT_UNITTESTS_REMEDY_PROBLEMS_H
