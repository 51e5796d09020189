//===- Candidates.cpp - The layouts that are tried ------------------------===//

#include "Candidates.h"
#include <algorithm>
#include <bit>

namespace warplint {

namespace {

/// Sizes that bound the families, in elements.
struct Sizes {
  uint64_t Elements;
  uint64_t Run;
  /// Of a row of banks.
  uint64_t BankRow;
  unsigned RunBits;
  unsigned BankRowBits;

  explicit Sizes(const ArrayProblem &Problem)
      : Elements(Problem.Array.elements()), Run(wholeRun(Problem)),
        BankRow(std::max<uint64_t>(
            4 * Problem.Banks / Problem.Array.ElementBytes, 1)),
        RunBits(std::countr_zero(Run)), BankRowBits(std::countr_zero(BankRow)) {
  }
};

} // namespace

static std::vector<Layout> xorSwizzles(const ArrayProblem &Problem,
                                       const Sizes &S) {
  std::vector<Layout> Result;
  if (!std::has_single_bit(S.Run))
    return Result;
  const int AddressBits = std::bit_width(S.Elements - 1);
  auto Add = [&](XorSwizzle X) {
    const Layout L(X);
    if (L.fits(S.Elements) && (X.isCute() || !Problem.IsForCute))
      Result.push_back(L);
  };
  for (unsigned Target = S.RunBits; Target < S.BankRowBits; ++Target)
    for (unsigned Bits = 1; Target + Bits <= S.BankRowBits; ++Bits)
      for (int Shift = 1; int(Target + Bits) + Shift <= AddressBits; ++Shift) {
        Add({Bits, Target, Shift});
        // The same target, from below.
        if (int(Target - S.RunBits) >= Shift)
          Add({Bits, Target - Shift, -Shift});
      }
  return Result;
}

static void addDistinct(std::vector<uint64_t> &Numbers, uint64_t Number) {
  if (std::find(Numbers.begin(), Numbers.end(), Number) == Numbers.end())
    Numbers.push_back(Number);
}

/// How far neighbouring lanes are apart, as long as there are few answers.
static void addLaneDistances(std::vector<uint64_t> &Distances,
                             const AccessCase &C) {
  constexpr size_t MaxDistances = 8;
  for (unsigned Lane = 1; Lane < WarpSize; ++Lane)
    if ((C.Active >> Lane & C.Active >> (Lane - 1) & 1) &&
        Distances.size() < MaxDistances) {
      const uint64_t A = C.Element[Lane], B = C.Element[Lane - 1];
      if (A != B)
        addDistinct(Distances, A > B ? A - B : B - A);
    }
}

/// Lengths of rows that \p Problem can be taken as: rows of the declaration,
/// several together and halves of them, planes, and the distances that lanes
/// keep, for arrays whose declaration does not tell.
static std::vector<uint64_t> rowLengths(const ArrayProblem &Problem,
                                        const Sizes &S) {
  std::vector<uint64_t> Lengths;
  auto Add = [&](uint64_t Length) {
    if (Length > 1 && Length < S.Elements && S.Elements % Length == 0)
      addDistinct(Lengths, Length);
  };
  uint64_t Product = 1;
  for (size_t D = Problem.Array.Extents.size(); D-- > 0;) {
    Product *= Problem.Array.Extents[D];
    for (uint64_t Times = 1; Times <= 8; ++Times)
      Add(Product * Times);
  }
  for (uint64_t Half = Problem.Array.rowLength(); Half % 2 == 0;)
    Add(Half /= 2);
  std::vector<uint64_t> Distances;
  for (const ArrayAccess &Access : Problem.Accesses)
    for (const AccessCase &C : Access.Cases)
      addLaneDistances(Distances, C);
  for (uint64_t Distance : Distances)
    Add(Distance);
  return Lengths;
}

/// Rows of a power of two are XOR swizzles of the flat index.
static std::vector<Layout> rowXors(const Sizes &S,
                                   std::span<const uint64_t> Lengths) {
  std::vector<Layout> Result;
  for (uint64_t Length : Lengths) {
    if (std::has_single_bit(Length) || !std::has_single_bit(S.Run))
      continue;
    const unsigned RowBits = std::bit_width(S.Elements / Length - 1);
    const unsigned ColumnBits =
        std::min<unsigned>(std::countr_zero(Length), S.BankRowBits);
    for (unsigned Base = S.RunBits; Base < ColumnBits; ++Base)
      for (unsigned Bits = 1; Base + Bits <= ColumnBits; ++Bits)
        for (unsigned Shift = 0; Shift + Bits <= RowBits; ++Shift)
          Result.push_back(Layout(RowXor{Length, Bits, Base, Shift}));
  }
  return Result;
}

/// By whole words. In rows of whole rows of banks, steps count modulo a row of
/// banks; in others what wraps around comes to lie elsewhere.
static std::vector<Layout> rowRotations(const ArrayProblem &Problem,
                                        const Sizes &S) {
  std::vector<Layout> Result;
  const uint64_t Length = Problem.Array.rowLength();
  if (Length == S.Elements || Length % S.Run)
    return Result;
  const uint64_t Word = std::max(1u, 4 / Problem.Array.ElementBytes);
  const uint64_t Least = std::max(S.Run, Word);
  const unsigned RowBits = std::bit_width(S.Elements / Length - 1);
  const uint64_t Steps =
      std::min(Length, Length % S.BankRow ? 2 * S.BankRow : S.BankRow);
  for (unsigned Shift = 0; Shift < std::min(RowBits, 3u); ++Shift)
    for (uint64_t Step = Least; Step < Steps; Step += Least)
      Result.push_back(Layout(RowRotation{Length, Step, Shift}));
  return Result;
}

/// Of an array that the source takes as \p Written rows, stripes.
static std::vector<Layout> rowInterleaves(const ArrayProblem &Problem,
                                          const Sizes &S,
                                          std::span<const uint64_t> Written) {
  std::vector<Layout> Result;
  const uint64_t Length = Problem.Array.rowLength();
  const uint64_t Rows = Problem.Array.rows();
  if (Length % S.Run)
    return Result;
  if (Rows == 1)
    for (uint64_t Row : Written)
      if (Row > S.Run && Row % S.Run == 0 && Length % Row == 0)
        Result.push_back(
            Layout(RowInterleave{S.Run, Length / S.Run, Length / Row}));
  if (Rows > 1)
    Result.push_back(Layout(RowInterleave{S.Run, S.Elements / S.Run,
                                          Problem.Array.Extents.front()}));
  for (uint64_t Ways = 2; Ways < std::min(Rows, 2 * S.BankRow); ++Ways)
    if (Rows % Ways == 0)
      Result.push_back(Layout(RowInterleave{Length, Rows, Ways}));
  return Result;
}

/// By one vector at least, after each row, groups of rows, planes, and for
/// arrays of one extent after powers of two.
static std::vector<Layout> paddings(const ArrayProblem &Problem, const Sizes &S,
                                    std::span<const uint64_t> Lengths,
                                    std::span<const uint64_t> Rows) {
  std::vector<uint64_t> Everies(Lengths.begin(), Lengths.end());
  for (uint64_t Row : Rows)
    addDistinct(Everies, Row);
  for (const ArrayAccess &A : Problem.Accesses)
    if (A.Pitch)
      addDistinct(Everies, A.Pitch);
  for (uint64_t Every = Problem.Array.rowLength(); Every < S.Elements;
       Every *= 2)
    addDistinct(Everies, Every);
  if (Problem.Array.Extents.size() == 1)
    for (uint64_t Every = S.Run; Every < S.Elements; Every *= 2)
      addDistinct(Everies, Every);
  std::vector<Layout> Result;
  for (uint64_t Every : Everies) {
    if (Every % S.Run)
      continue;
    for (uint64_t By = S.Run; By < S.BankRow; By += S.Run) {
      const Layout L(Padding{Every, By});
      const uint64_t Bytes = L.places(S.Elements) * Problem.Array.ElementBytes;
      if (!Problem.Budget.MostBytes || Bytes <= *Problem.Budget.MostBytes)
        Result.push_back(L);
    }
  }
  return Result;
}

bool staysInBlocks(const ArrayProblem &Problem, const Layout &L) {
  const auto Block = L.ownBlock();
  return !Problem.MostBlock || (Block && *Block <= *Problem.MostBlock);
}

Candidates candidates(const ArrayProblem &Problem,
                      std::span<const uint64_t> Rows) {
  const Sizes S(Problem);
  if (Problem.Fill == ArrayFill::TensorCopy) {
    std::vector<Layout> Modes = xorSwizzles(Problem, S);
    std::erase_if(Modes, [&](const Layout &L) {
      return tensorCopyMode(L, Problem.Array).empty() ||
             !keepsFragments(Problem, L);
    });
    return {std::move(Modes), {}};
  }
  const std::vector<uint64_t> Lengths = rowLengths(Problem, S);
  Candidates All = {xorSwizzles(Problem, S),
                    {rowXors(S, Lengths), rowRotations(Problem, S),
                     rowInterleaves(Problem, S, Rows),
                     paddings(Problem, S, Lengths, Rows)}};
  auto Leaves = [&](const Layout &L) {
    return !staysInBlocks(Problem, L) || !keepsFragments(Problem, L);
  };
  std::erase_if(All.Linear, Leaves);
  for (std::vector<Layout> &Family : All.Others)
    std::erase_if(Family, Leaves);
  return All;
}

} // namespace warplint
