//===- LinearLayoutTest.cpp - The optimum of linear layouts ---------------===//
//
// A register layout is linear over GF(2) when each bit of the register, lane
// and warp number adds (XORs) a vector to the position in a tensor. For a pair
// of them, one that stores a tensor and one that loads it, Zhou et al., "Linear
// Layouts: Robust Code Generation of Efficient Tensor Computation Using F2"
// (2025), choose an optimal linear layout of shared memory:
//
//   * V, a basis of the vectors that one instruction of either side moves:
//     registers that both have in common, up to 16 bytes;
//   * a subspace S of what a bank holds beside V, as large as it has to be,
//     that meets the lanes of either side served together as little as
//     possible: first directions that neither side's lanes have, then sums of
//     one that only the stores have and one that only the loads have;
//   * banks by a complement of V + S.
//
// This is rebuilt here, its cost counted by the hardware model, and held
// against what the search finds for the same requests.
//
//===----------------------------------------------------------------------===//

#include "Problems.h"
#include <algorithm>
#include <bit>

using namespace warplint;

namespace {

using Basis = std::vector<uint64_t>;

/// The vectors that the bits of register, lane and warp number add; 0 for bits
/// that only repeat.
struct RegisterLayout {
  Basis Registers, Lanes, Warps;
};

struct LayoutPair {
  const char *Name;
  unsigned ElementBytes;
  RegisterLayout Stored, Loaded;
};

/// The position of (row, column) in rows of 2^Bits elements.
class At {
public:
  explicit At(unsigned ColumnBits) : ColumnBits(ColumnBits) {}
  Basis rows(std::vector<uint64_t> Rows) const {
    for (uint64_t &R : Rows)
      R <<= ColumnBits;
    return Rows;
  }

private:
  unsigned ColumnBits;
};

Basis operator+(Basis A, const Basis &B) {
  A.insert(A.end(), B.begin(), B.end());
  return A;
}

uint64_t combined(const Basis &Vectors, uint64_t Number) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < Vectors.size(); ++I)
    if (Number >> I & 1)
      Sum ^= Vectors[I];
  return Sum;
}

unsigned tensorBits(const RegisterLayout &L) {
  uint64_t All = 0;
  for (uint64_t V : L.Registers + L.Lanes + L.Warps)
    All |= V;
  return std::bit_width(All);
}

bool contains(const Basis &B, uint64_t V) {
  return std::find(B.begin(), B.end(), V) != B.end();
}

/// Registers that both sides have, up to 16 bytes.
Basis commonVector(const LayoutPair &Pair) {
  Basis Common;
  for (uint64_t V : Pair.Stored.Registers)
    if (contains(Pair.Loaded.Registers, V) &&
        (Pair.ElementBytes << (Common.size() + 1)) <= 16)
      Common.push_back(V);
  return Common;
}

/// The array's elements are numbered so that V comes first: what one
/// instruction moves lies together.
class Numbering {
public:
  Numbering(const Basis &Vector, unsigned Bits) : Bits(Bits) {
    for (uint64_t V : Vector)
      Order.push_back(std::countr_zero(V));
    for (unsigned B = 0; B < Bits; ++B)
      if (std::find(Order.begin(), Order.end(), B) == Order.end())
        Order.push_back(B);
  }
  uint64_t element(uint64_t Position) const {
    uint64_t Element = 0;
    for (unsigned I = 0; I < Bits; ++I)
      Element |= (Position >> Order[I] & 1) << I;
    return Element;
  }
  Basis elements(Basis Positions) const {
    for (uint64_t &P : Positions)
      P = element(P);
    return Positions;
  }

private:
  unsigned Bits;
  std::vector<unsigned> Order;
};

/// All requests of one side.
void addSide(ArrayProblem &P, RequestKind Kind, const RegisterLayout &Side,
             const Basis &Vector, const Numbering &Number) {
  ArrayAccess &A = addAccess(P, Kind, P.Array.ElementBytes << Vector.size());
  Basis Instructions;
  for (uint64_t R : Side.Registers)
    if (!contains(Vector, R))
      Instructions.push_back(R);
  const Basis Outer = Instructions + Side.Warps;
  for (uint64_t I = 0; I < uint64_t(1) << Outer.size(); ++I)
    A.Cases.push_back(caseOf(32, [&](unsigned Lane) {
      return Number.element(combined(Outer, I) ^ combined(Side.Lanes, Lane));
    }));
}

ArrayProblem problemOf(const LayoutPair &Pair) {
  const unsigned Bits = tensorBits(Pair.Stored);
  const Basis Vector = commonVector(Pair);
  const Numbering Number(Vector, Bits);
  ArrayProblem P = arrayOf(
      {(uint64_t(1) << Bits) >> Vector.size(), uint64_t(1) << Vector.size()},
      Pair.ElementBytes);
  if (Vector.empty())
    P.Array.Extents.pop_back();
  addSide(P, RequestKind::SharedStore, Pair.Stored, Vector, Number);
  addSide(P, RequestKind::SharedLoad, Pair.Loaded, Vector, Number);
  return P;
}

/// Lane directions that are served together by a width of 2^VectorBits
/// elements, in element numbers.
Basis servedTogether(const RegisterLayout &Side, unsigned Bytes,
                     const Numbering &Number) {
  Basis Lanes;
  const unsigned Count = Bytes <= 4 ? 5 : Bytes == 8 ? 4 : 3;
  for (unsigned I = 0; I < Count; ++I)
    if (Side.Lanes[I])
      Lanes.push_back(Number.element(Side.Lanes[I]));
  return Lanes;
}

/// Adds \p V to \p B where it is not in its span yet.
bool addIndependent(Basis &B, uint64_t V) {
  Basis With = B;
  With.push_back(V);
  if (bitRank(With) != With.size())
    return false;
  B = With;
  return true;
}

/// The layout of the paper, as a matrix from elements to places.
BitMatrix paperLayout(const LayoutPair &Pair) {
  const unsigned Bits = tensorBits(Pair.Stored);
  const Basis Vector = commonVector(Pair);
  const Numbering Number(Vector, Bits);
  const unsigned Bytes = Pair.ElementBytes << Vector.size();
  const Basis Store = servedTogether(Pair.Stored, Bytes, Number);
  const Basis Load = servedTogether(Pair.Loaded, Bytes, Number);

  // Place bits, lowest first: the vector, the bank, the segment.
  Basis Places;
  for (unsigned I = 0; I < Vector.size(); ++I)
    Places.push_back(uint64_t(1) << I);
  const unsigned BankBits =
      std::min<unsigned>(std::countr_zero(128 / Bytes), Bits - Vector.size());
  const unsigned SegmentBits = Bits - Vector.size() - BankBits;
  Basis Segment, OnlyStore, OnlyLoad;
  for (unsigned B = Vector.size(); B < Bits; ++B)
    if (!contains(Store, uint64_t(1) << B) && !contains(Load, uint64_t(1) << B))
      Segment.push_back(uint64_t(1) << B);
  if (Segment.size() > SegmentBits)
    Segment.resize(SegmentBits);
  for (uint64_t V : Store)
    if (!contains(Load, V))
      OnlyStore.push_back(V);
  for (uint64_t V : Load)
    if (!contains(Store, V))
      OnlyLoad.push_back(V);
  for (size_t I = 0; I < std::min(OnlyStore.size(), OnlyLoad.size()) &&
                     Segment.size() < SegmentBits;
       ++I)
    Segment.push_back(OnlyStore[I] ^ OnlyLoad[I]);
  // What is left has to conflict on one side.
  for (uint64_t V : OnlyStore + OnlyLoad)
    if (Segment.size() < SegmentBits)
      addIndependent(Segment, V);
  for (unsigned B = 0; B < Bits && Segment.size() < SegmentBits; ++B)
    if (!contains(Places, uint64_t(1) << B))
      addIndependent(Segment, uint64_t(1) << B);
  Basis Used = Places + Segment;
  for (unsigned B = 0; B < Bits; ++B)
    if (addIndependent(Used, uint64_t(1) << B))
      Places.push_back(uint64_t(1) << B);
  BitMatrix FromPlaces(Bits);
  const Basis All = Places + Segment;
  for (unsigned B = 0; B < Bits; ++B)
    FromPlaces.setColumn(B, All[B]);
  return *FromPlaces.inverse();
}

std::vector<LayoutPair> pairs() {
  const At R4(4), R5(5), R6(6), R7(7), R8(8);
  return {
      // 128x128 fp8: a thread holds 4x16, the transpose 16x4.
      {"Transpose128x128Fp8",
       1,
       {Basis{1, 2, 4, 8} + R7.rows({1, 2}),
        Basis{16, 32, 64} + R7.rows({4, 8}), R7.rows({16, 32, 64})},
       {R7.rows({1, 2, 4, 8}) + Basis{1, 2},
        R7.rows({16, 32, 64}) + Basis{4, 8},
        {16, 32, 64}}},
      // 16x16 bf16, from rows to the fragment of an mma.
      {"Blocked16x16Bf16ToMma",
       2,
       {{1, 2, 4}, Basis{8} + R4.rows({1, 2, 4, 8}), {}},
       {Basis{1} + R4.rows({8}) + Basis{8},
        Basis{2, 4} + R4.rows({1, 2, 4}),
        {}}},
      // 16x256 of 4 bits, as 16x128 bytes.
      {"Blocked16x256U4ToMma",
       1,
       {Basis{1, 2, 4, 8} + R7.rows({4, 8}),
        Basis{16, 32, 64} + R7.rows({1, 2}),
        {}},
       {Basis{1, 2} + R7.rows({8}) + Basis{16, 32, 64},
        Basis{4, 8} + R7.rows({1, 2, 4}),
        {}}},
      {"Transpose32x16F32",
       4,
       {R4.rows({4, 8, 16}), Basis{1, 2, 4, 8} + R4.rows({1}), R4.rows({2})},
       {{2, 4, 8}, R4.rows({1, 2, 4, 8, 16}), {1}}},
      {"Transpose128x128F16",
       2,
       {R7.rows({1, 2, 4}) + Basis{32, 64},
        R7.rows({8, 16, 32, 64}) + Basis{1},
        {2, 4, 8, 16}},
       {Basis{1, 2, 4} + R7.rows({32, 64}), Basis{8, 16, 32, 64} + R7.rows({1}),
        R7.rows({2, 4, 8, 16})}},
      {"Transpose32x32F32",
       4,
       {R5.rows({1, 2, 4}), {1, 2, 4, 8, 16}, R5.rows({8, 16})},
       {{1, 2, 4}, R5.rows({1, 2, 4, 8, 16}), {8, 16}}},
      {"Transpose32x32F64",
       8,
       {R5.rows({1, 2, 4}), {1, 2, 4, 8, 16}, R5.rows({8, 16})},
       {{1, 2, 4}, R5.rows({1, 2, 4, 8, 16}), {8, 16}}},
      {"Transpose64x64F32InFours",
       4,
       {{1, 2, 16, 32}, Basis{4, 8} + R6.rows({1, 2, 4}), R6.rows({8, 16, 32})},
       {R6.rows({1, 2, 16, 32}),
        R6.rows({4, 8}) + Basis{1, 2, 4},
        {8, 16, 32}}},
      {"Transpose64x64F16InBlocks",
       2,
       {Basis{1, 2} + R6.rows({1, 2}), Basis{4, 8, 16, 32} + R6.rows({4}),
        R6.rows({8, 16, 32})},
       {R6.rows({1, 2}) + Basis{1, 2},
        R6.rows({4, 8, 16, 32}) + Basis{4},
        {8, 16, 32}}},
      {"Transpose32x32Int8",
       1,
       {{1, 2}, Basis{4, 8, 16} + R5.rows({1, 2}), R5.rows({4, 8, 16})},
       {R5.rows({1, 2}), R5.rows({4, 8, 16}) + Basis{1, 2}, {4, 8, 16}}},
      {"Blocked64x64F16ToMmaA",
       2,
       {{1, 2, 4}, Basis{8, 16, 32} + R6.rows({1, 2}), R6.rows({4, 8, 16, 32})},
       {Basis{1} + R6.rows({8}) + Basis{8, 16, 32},
        Basis{2, 4} + R6.rows({1, 2, 4}), R6.rows({16, 32})}},
      {"Blocked64x64F16ToMmaB",
       2,
       {{1, 2, 4}, Basis{8, 16, 32} + R6.rows({1, 2}), R6.rows({4, 8, 16, 32})},
       {R6.rows({1, 8}) + R6.rows({16, 32}),
        R6.rows({2, 4}) + Basis{1, 2, 4},
        {8, 16, 32}}},
      {"MmaAccumulatorF32ToRows",
       4,
       {Basis{1} + R5.rows({8}) + Basis{8, 16},
        Basis{2, 4} + R5.rows({1, 2, 4}), R5.rows({16})},
       {{1, 2}, Basis{4, 8, 16} + R5.rows({1, 2}), R5.rows({4, 8, 16})}},
      {"RowsF64ToColumnPairs",
       8,
       {Basis{1} + R4.rows({4, 8}), Basis{2, 4, 8} + R4.rows({1, 2}), {}},
       {Basis{1} + Basis{4, 8}, R4.rows({1, 2, 4, 8}) + Basis{2}, {}}},
      {"BroadcastRowsF32",
       4,
       {R4.rows({1, 2, 4, 8}), {1, 2, 4, 8, 0}, {}},
       {{1, 2, 4, 8}, R4.rows({1, 2, 4, 8}) + Basis{0}, {}}},
      {"Transpose256x64F32",
       4,
       {R6.rows({1, 2, 4, 8}),
        {1, 2, 4, 8, 16},
        Basis{32} + R6.rows({16, 32, 64, 128})},
       {{1, 2, 4},
        R6.rows({1, 2, 4, 8, 16}),
        R6.rows({32, 64, 128}) + Basis{8, 16, 32}}},
      {"ReversedBits32x256F16",
       2,
       {{1, 2, 4}, {128, 64, 32, 16, 8}, R8.rows({1, 2, 4, 8, 16})},
       {{1, 2, 4}, R8.rows({16, 8, 4, 2, 1}), {8, 16, 32, 64, 128}}},
  };
}

class LinearLayout : public testing::TestWithParam<LayoutPair> {};

INSTANTIATE_TEST_SUITE_P(Pairs, LinearLayout, testing::ValuesIn(pairs()),
                         [](const auto &Info) { return Info.param.Name; });

} // namespace

TEST_P(LinearLayout, CoversTheTensorOnBothSides) {
  // A check of the table: every element is stored and loaded.
  for (const RegisterLayout *Side : {&GetParam().Stored, &GetParam().Loaded}) {
    const Basis All = Side->Registers + Side->Lanes + Side->Warps;
    EXPECT_EQ(bitRank(All), tensorBits(GetParam().Stored));
  }
}

TEST_P(LinearLayout, IsNotBelowTheSearch) {
  const ArrayProblem P = problemOf(GetParam());
  const Layout Paper(paperLayout(GetParam()));
  ASSERT_TRUE(isBijection(Paper, P.Array.elements()));
  const RemedyRanking R = rankingOf(P);
  const uint64_t Found =
      R.Remedies.empty() ? R.Before : R.Remedies.front().Total;
  EXPECT_LE(Found, countedTotal(P, Paper));
  if (!R.Remedies.empty()) {
    EXPECT_EQ(countedTotal(P, R.Remedies.front().To), Found);
  }
}

TEST(LinearLayoutPairs, ThereAreSeventeen) { EXPECT_EQ(pairs().size(), 17u); }
