//===- LaneTable.cpp - A request, lane by lane ----------------------------===//

#include "LaneTable.h"
#include "warplint/Warp/Banks.h"
#include <map>

namespace warplint {

static constexpr unsigned BytesPerWord = 4, BanksOfWarp = 32,
                          BytesPerLine = 128;

static int64_t floorDivide(int64_t A, int64_t B) {
  return A / B - (A % B < 0 ? 1 : 0);
}

namespace {

/// How a rule parts the lanes (see CostRule).
struct Parting {
  unsigned Lanes = WarpSize; ///< Neighbouring lanes of one group.
  const char *Name = "";
  bool IsByLine = false;
  /// A bank serves one word, or one lane, at a time.
  bool IsByWord = false, IsByLane = false;
};

} // namespace

static Parting partingOf(CostRule Rule, unsigned BytesPerLane) {
  switch (Rule) {
  case CostRule::WholeWarp:
  case CostRule::CountingAtomic:
    return {.IsByWord = true};
  case CostRule::HalfWarps:
    return {.Lanes = 16, .Name = "half-warp", .IsByWord = true};
  case CostRule::QuarterWarps:
    return {.Lanes = 8, .Name = "quarter-warp", .IsByWord = true};
  case CostRule::PairMerged:
    if (BytesPerLane == 16)
      return {.Lanes = 16, .Name = "half-warp", .IsByWord = true};
    return {.IsByWord = true};
  case CostRule::MatrixRows:
    return {.Lanes = 8, .Name = "matrix", .IsByWord = true};
  case CostRule::LanesPerBank:
  case CostRule::LanesPerBankTwice:
    return {.IsByLane = true};
  case CostRule::LanesPerBankHalves:
  case CostRule::LanesPerBankHalvesTwice:
    return {.Lanes = 16, .Name = "half-warp", .IsByLane = true};
  case CostRule::LanesPerBankQuarters:
    return {.Lanes = 8, .Name = "quarter-warp", .IsByLane = true};
  case CostRule::FullLines:
    return {.Name = "line", .IsByLine = true};
  default:
    return {};
  }
}

/// The thread that \p Lane of warp \p Warp is (see LaunchShape).
static std::array<std::optional<unsigned>, 3>
threadOf(const LaunchShape &S, unsigned Warp, unsigned Lane) {
  bool IsKnown = S.X && S.Y && S.Z;
  if (!S.X || (!IsKnown && *S.X % WarpSize == 0))
    return {};
  unsigned Thread = Warp * WarpSize + Lane;
  unsigned Row = Thread / *S.X;
  if (IsKnown && Thread >= *S.X * *S.Y * *S.Z)
    return {};
  if (!S.Y)
    return {Thread % *S.X, Row, std::nullopt};
  return {Thread % *S.X, Row % *S.Y, Row / *S.Y};
}

/// What each turn of \p Bank serves.
static std::vector<std::pair<int64_t, LaneMask>> turnsOf(const LaneTable &Table,
                                                         const Parting &P,
                                                         LaneMask Lanes,
                                                         unsigned Bank) {
  std::map<int64_t, LaneMask> ByWord;
  std::vector<std::pair<int64_t, LaneMask>> Turns;
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(Lanes >> L & 1))
      continue;
    const LaneRow &Row = Table.Rows[L];
    for (unsigned W = 0; W < Table.WordsPerLane; ++W) {
      if ((Row.Bank + W) % BanksOfWarp != Bank)
        continue;
      if (P.IsByLane)
        Turns.emplace_back(Row.Word + W, LaneMask(1) << L);
      else
        ByWord[Row.Word + W] |= LaneMask(1) << L;
    }
  }
  Turns.insert(Turns.end(), ByWord.begin(), ByWord.end());
  return Turns;
}

static LaneGroup groupOf(const LaneTable &Table, const AccessRecord &A,
                         const Parting &P, unsigned Number, LaneMask Lanes) {
  LaneAddresses Addresses = {};
  for (unsigned L = 0; L < WarpSize; ++L)
    Addresses[L] = static_cast<uint64_t>(A.Verdict.Worst.Address[L]);
  BankTally Tally(Addresses, A.BytesPerLane, Lanes);
  unsigned Fullest = 0, Most = 0;
  for (unsigned Bank = 0; Bank < BanksOfWarp; ++Bank) {
    unsigned Turns =
        P.IsByLane ? std::popcount(Tally.lanes(Bank)) : Tally.words(Bank);
    if (Turns > Most) {
      Fullest = Bank;
      Most = Turns;
    }
  }
  return {Number, Lanes, Fullest, turnsOf(Table, P, Lanes, Fullest)};
}

std::optional<LaneTable> laneTableOf(const AccessRecord &A) {
  const AccessVerdict &V = A.Verdict;
  if (!hasFigure(V.Kind) || !V.Worst.Active || A.BytesPerLane == 0)
    return std::nullopt;
  Parting P = partingOf(V.Worst.Cost.Rule, A.BytesPerLane);
  LaneTable Table;
  Table.WordsPerLane = (A.BytesPerLane + BytesPerWord - 1) / BytesPerWord;
  Table.GroupName = P.Name;
  for (unsigned L = 0; L < WarpSize; ++L) {
    LaneRow &Row = Table.Rows[L];
    Row.Thread = threadOf(A.Launch.Shape, V.Worst.Warp, L);
    Row.IsActive = V.Worst.Active >> L & 1;
    if (!Row.IsActive)
      continue;
    Row.ByteAddress = V.Worst.Address[L];
    Row.Word = floorDivide(Row.ByteAddress, BytesPerWord);
    Row.Bank = static_cast<uint64_t>(Row.Word) % BanksOfWarp;
    Row.Group =
        P.IsByLine ? floorDivide(Row.ByteAddress, BytesPerLine) : L / P.Lanes;
  }
  if (P.IsByWord || P.IsByLane)
    for (unsigned First = 0; First < WarpSize; First += P.Lanes)
      if (LaneMask Lanes = V.Worst.Active & laneRange(First, P.Lanes))
        Table.Groups.push_back(groupOf(Table, A, P, First / P.Lanes, Lanes));
  return Table;
}

} // namespace warplint
