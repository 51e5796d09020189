//===- LinearSearch.cpp - The best linear map over GF(2) ------------------===//

#include "LinearSearch.h"
#include "warplint/Layout/BitMatrix.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace warplint {

//===----------------------------------------------------------------------===//
// What linear maps cost
//===----------------------------------------------------------------------===//

namespace {

/// For each bit of the run's number, what it is XORed to the run's position in
/// a row of banks.
using BankColumns = std::vector<uint8_t>;

/// The groups of lanes of an AccessPatterns, reduced to what a linear map of run
/// numbers can see.
struct LinearCost {
  /// Lanes that are served together, up to a ^ that all have in common.
  struct Group {
    /// Directions of runs at one offset, where the lanes form a ^ span.
    std::vector<uint32_t> Directions;
    /// Else each lane's run, offset (0 to 3) and weight.
    struct Touched {
      uint32_t Run;
      uint8_t Offset;
      uint8_t Lanes;
      friend bool operator==(const Touched &, const Touched &) = default;
    };
    std::vector<Touched> Each;
    unsigned LanesPerElement = 1;
    uint64_t Weight = 0;

    bool isLike(const Group &G) const {
      return Directions == G.Directions && Each == G.Each &&
             LanesPerElement == G.LanesPerElement;
    }
  };

  /// Bits of a run's number, and of its position in a row of banks.
  unsigned RunBits = 0, BankBits = 0;
  unsigned FixedBits = 0; ///< Low bits of an element's number, which stay.
  /// Bits above a row of banks stay as they are: some access counts lines, or not
  /// all numbers of that many bits are elements.
  bool KeepsUpperBits = false;
  uint64_t Floor = 0; ///< Of all groups together; no K is below.
  std::vector<Group> Groups;
  std::vector<unsigned> GroupsOf; ///< How many a column can change.

  /// Its elements.
  uint64_t bankRow() const { return uint64_t(1) << (BankBits + FixedBits); }

  static std::optional<LinearCost> create(const AccessPatterns &Patterns);
  uint64_t of(const BankColumns &K) const;
  Group reduce(const AccessPatterns &Patterns, const PatternGroup &G) const;
  void add(Group G);
  uint64_t costOf(const Group &G, const BankColumns &K) const;
  uint64_t floorOf(const Group &G) const;
};

} // namespace

std::optional<LinearCost> LinearCost::create(const AccessPatterns &Patterns) {
  const ArrayProblem &Problem = Patterns.problem();
  const uint64_t Elements = Problem.Array.elements();
  const uint64_t ElementBytes = Problem.Array.ElementBytes;
  const uint64_t RunBytes =
      std::max<uint64_t>(4, wholeRun(Problem) * ElementBytes);
  constexpr uint64_t MostRunBytes = 16;
  if (Elements * ElementBytes <= RunBytes || !std::has_single_bit(RunBytes) ||
      RunBytes > MostRunBytes)
    return std::nullopt;
  LinearCost Cost;
  Cost.FixedBits = std::countr_zero(RunBytes / ElementBytes);
  Cost.RunBits = std::bit_width(Elements - 1) - Cost.FixedBits;
  Cost.BankBits = std::min<unsigned>(
      std::countr_zero(uint64_t(4) * Problem.Banks / RunBytes), Cost.RunBits);
  // An array of any number of whole rows of banks is left by none of its elements
  // if they stay in their row.
  Cost.KeepsUpperBits = !std::has_single_bit(Elements);
  if (Cost.KeepsUpperBits && Elements % Cost.bankRow())
    return std::nullopt;
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

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

namespace {

/// As many kernels are looked at one by one; a problem with more is searched
/// column by column.
constexpr uint64_t MaxKernels = 4096;

/// Matrices that the search by columns may try, in units of one group of lanes:
/// a few milliseconds.
constexpr uint64_t MaxGroupCosts = 60'000;

/// Starts of the search by columns, the unit matrix among them.
constexpr unsigned MaxStarts = 12;

/// Minimal standard generator of Park and Miller: starts must not differ from
/// run to run.
class StartNumbers {
public:
  uint32_t next() { return State = uint64_t(State) * 48271 % 2147483647; }

private:
  uint32_t State = 1;
};

class LinearSearch {
public:
  explicit LinearSearch(const LinearCost &Cost)
      : Cost(Cost), Bits(Cost.RunBits), Rows(Cost.BankBits), Best(unit()),
        BestCost(Cost.of(Best)) {}

  BankColumns run() {
    if (countKernels() <= MaxKernels)
      tryAllKernels();
    else
      tryStarts();
    return sparse(Cost.KeepsUpperBits ? Best : echelon(Best));
  }

private:
  const LinearCost &Cost;
  unsigned Bits, Rows;
  BankColumns Best;
  uint64_t BestCost;
  uint64_t Spent = 0;

  BankColumns unit() const {
    BankColumns K(Bits);
    for (unsigned R = 0; R < Rows; ++R)
      K[R] = 1 << R;
    return K;
  }

  bool isDone() const { return BestCost <= Cost.Floor; }

  void consider(const BankColumns &K) {
    if (uint64_t C = Cost.of(K); C < BestCost) {
      Best = K;
      BestCost = C;
    }
  }

  /// The number of subspaces of dimension Rows of GF(2)^Bits.
  uint64_t countKernels() const {
    double Count = 1;
    for (unsigned R = 0; R < Rows; ++R)
      Count *= (double(uint64_t(1) << (Bits - R)) - 1) /
               (double(uint64_t(1) << (Rows - R)) - 1);
    return Count < 1e18 ? uint64_t(std::llround(Count)) : ~uint64_t(0);
  }

  /// Each subspace has one matrix in reduced echelon form: unit columns at the
  /// pivots, and anything after its pivot in each row.
  void tryAllKernels() {
    for (uint64_t Pivots = 0; Pivots < uint64_t(1) << Bits && !isDone();
         ++Pivots) {
      if (std::popcount(Pivots) != int(Rows))
        continue;
      if (Cost.KeepsUpperBits && Pivots != (uint64_t(1) << Rows) - 1)
        continue;
      tryPivots(Pivots);
    }
  }

  void tryPivots(uint64_t Pivots) {
    BankColumns K(Bits);
    std::vector<std::pair<unsigned, unsigned>> Free; // Column, row.
    unsigned Row = 0;
    for (unsigned C = 0; C < Bits; ++C)
      if (Pivots >> C & 1)
        K[C] = 1 << Row++;
      else
        for (unsigned R = 0; R < Row; ++R)
          Free.push_back({C, R});
    for (uint64_t Choice = 0; Choice < uint64_t(1) << Free.size(); ++Choice) {
      for (size_t I = 0; I < Free.size(); ++I) {
        const uint8_t Bit = 1 << Free[I].second;
        K[Free[I].first] =
            (K[Free[I].first] & ~Bit) | (Choice >> I & 1 ? Bit : 0);
      }
      consider(K);
    }
  }

  void tryStarts() {
    StartNumbers Numbers;
    BankColumns K = unit();
    for (unsigned Start = 0; Start < MaxStarts && !isDone(); ++Start) {
      descend(K);
      K = unit();
      // Lines are kept only by matrices that leave the low columns alone.
      for (unsigned C = Cost.KeepsUpperBits ? Rows : 0; C < Bits; ++C)
        K[C] = Numbers.next() >> 8 & ((1u << Rows) - 1);
      if (Spent > MaxGroupCosts)
        return;
    }
  }

  /// Changes one column at a time for the better, until none helps.
  void descend(BankColumns K) {
    uint64_t Here = Cost.of(K);
    for (bool Improved = true; Improved && Here > Cost.Floor;) {
      Improved = false;
      for (unsigned C = Cost.KeepsUpperBits ? Rows : 0; C < Bits; ++C)
        Improved |= bestColumn(K, C, Here);
      if (Spent > MaxGroupCosts)
        break;
    }
    consider(K);
  }

  bool bestColumn(BankColumns &K, unsigned Column, uint64_t &Here) {
    const uint8_t Before = K[Column];
    uint8_t Chosen = Before;
    for (unsigned Value = 0; Value < 1u << Rows; ++Value) {
      K[Column] = Value;
      Spent += Cost.GroupsOf[Column];
      if (uint64_t C = Cost.of(K); C < Here) {
        Here = C;
        Chosen = Value;
      }
    }
    K[Column] = Chosen;
    return Chosen != Before;
  }

  /// The same kernel in reduced echelon form with the lowest pivots that there
  /// are; rows that were missing become unit rows.
  BankColumns echelon(const BankColumns &K) const {
    std::vector<uint64_t> Matrix(Rows);
    for (unsigned R = 0; R < Rows; ++R)
      for (unsigned C = 0; C < Bits; ++C)
        Matrix[R] |= uint64_t(K[C] >> R & 1) << C;
    unsigned Row = 0;
    for (unsigned C = 0; C < Bits && Row < Rows; ++C) {
      auto Pivot = std::find_if(Matrix.begin() + Row, Matrix.end(),
                                [&](uint64_t M) { return M >> C & 1; });
      if (Pivot == Matrix.end())
        continue;
      std::swap(Matrix[Row], *Pivot);
      for (unsigned R = 0; R < Rows; ++R)
        if (R != Row && Matrix[R] >> C & 1)
          Matrix[R] ^= Matrix[Row];
      ++Row;
    }
    for (unsigned C = 0; C < Bits && Row < Rows; ++C) {
      std::vector<uint64_t> With(Matrix.begin(), Matrix.begin() + Row);
      With.push_back(uint64_t(1) << C);
      if (bitRank(With) == With.size())
        Matrix[Row++] = uint64_t(1) << C;
    }
    BankColumns Result(Bits);
    for (unsigned R = 0; R < Rows; ++R)
      for (unsigned C = 0; C < Bits; ++C)
        Result[C] |= (Matrix[R] >> C & 1) << R;
    return Result;
  }

  /// Leaves out what is not needed for the cost.
  BankColumns sparse(BankColumns K) const {
    const uint64_t Limit = Cost.of(K);
    for (unsigned C = 0; C < Bits; ++C) {
      if (std::has_single_bit(unsigned(K[C])) && isPivot(K, C))
        continue;
      for (unsigned R = 0; R < Rows; ++R) {
        const uint8_t Before = K[C];
        K[C] &= ~(1 << R);
        if (Cost.of(K) > Limit)
          K[C] = Before;
      }
    }
    return K;
  }

  /// The first column that is this unit vector.
  static bool isPivot(const BankColumns &K, unsigned Column) {
    return std::find(K.begin(), K.end(), K[Column]) - K.begin() ==
           std::ptrdiff_t(Column);
  }
};

} // namespace

/// A bijection of run numbers whose low rows are \p K: pivots that are low bits
/// stay in their row, and the others change places with the low bits that they
/// displace.
static BitMatrix completed(const BankColumns &K, unsigned Rows,
                           unsigned Fixed) {
  const unsigned Bits = K.size();
  std::vector<int> PivotOfRow(Rows, -1);
  uint64_t Pivots = 0;
  for (unsigned C = 0; C < Bits; ++C)
    if (std::has_single_bit(unsigned(K[C])) &&
        PivotOfRow[std::countr_zero(unsigned(K[C]))] < 0) {
      PivotOfRow[std::countr_zero(unsigned(K[C]))] = C;
      Pivots |= uint64_t(1) << C;
    }
  // Which place bit each bank row becomes.
  std::vector<unsigned> PlaceOfRow(Rows);
  uint64_t Taken = 0;
  for (unsigned R = 0; R < Rows; ++R)
    if (unsigned(PivotOfRow[R]) < Rows) {
      PlaceOfRow[R] = PivotOfRow[R];
      Taken |= uint64_t(1) << PivotOfRow[R];
    }
  for (unsigned R = 0; R < Rows; ++R)
    if (unsigned(PivotOfRow[R]) >= Rows) {
      PlaceOfRow[R] = std::countr_one(Taken);
      Taken |= uint64_t(1) << PlaceOfRow[R];
    }
  BitMatrix T(Bits + Fixed);
  uint64_t UpperTaken = (uint64_t(1) << Rows) - 1;
  auto UpperPlace = [&](unsigned C) {
    const uint64_t Own = uint64_t(1) << C;
    if (C >= Rows) {
      UpperTaken |= Own;
      return Own;
    }
    // A displaced low bit goes where a pivot came from.
    for (unsigned Place = Rows; Place < Bits; ++Place)
      if (Pivots >> Place & 1 && !(UpperTaken >> Place & 1)) {
        UpperTaken |= uint64_t(1) << Place;
        return uint64_t(1) << Place;
      }
    return Own;
  };
  for (unsigned C = 0; C < Bits; ++C) {
    uint64_t Column = 0;
    for (unsigned R = 0; R < Rows; ++R)
      if (K[C] >> R & 1)
        Column |= uint64_t(1) << PlaceOfRow[R];
    if (!(Pivots >> C & 1))
      Column |= UpperPlace(C);
    T.setColumn(C + Fixed, Column << Fixed);
  }
  return T;
}

std::optional<BitMatrix> searchLinear(const AccessPatterns &Patterns) {
  std::optional<LinearCost> Cost = LinearCost::create(Patterns);
  if (!Cost)
    return std::nullopt;
  const BankColumns K = LinearSearch(*Cost).run();
  return completed(K, Cost->BankBits, Cost->FixedBits);
}

} // namespace warplint
