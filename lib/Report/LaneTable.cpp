//===- LaneTable.cpp - A request, lane by lane ----------------------------===//

#include "LaneTable.h"
#include "warplint/Finding/CostliestRequest.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Warp/Banks.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using llvm::itostr;
using llvm::utostr;

namespace warplint {

static constexpr unsigned BytesPerLine = NumBanks * BankBytes;

static int64_t floorDivide(int64_t A, int64_t B) {
  return A / B - (A % B < 0 ? 1 : 0);
}

namespace {

/// How a rule parts the lanes (see CostRule).
struct Parting {
  unsigned Lanes = WarpSize; ///< Neighbouring lanes of one group.
  const char *Name = "";
  unsigned ByBytes = 0; ///< Lanes of one piece of so many bytes are one group.
  /// A bank serves one word, or one lane, at a time.
  bool IsByWord = false, IsByLane = false;
  bool IsByColumn = false; ///< Words of 32 lanes lie side by side.
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
  case CostRule::LanesPerBankQuartersTwice:
    return {.Lanes = 8, .Name = "quarter-warp", .IsByLane = true};
  case CostRule::FullLines:
    return {.Name = "line", .ByBytes = BytesPerLine};
  case CostRule::Sectors:
  case CostRule::RemoteSectors:
    return {.Name = "sector", .ByBytes = SectorBytes};
  case CostRule::LocalSectors:
    return {.Name = "sector", .IsByColumn = true};
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
      if ((Row.Bank + W) % NumBanks != Bank)
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

static LaneGroup groupOf(const LaneTable &Table, const WarpRequest &Request,
                         const Parting &P, unsigned Number, LaneMask Lanes) {
  BankTally Tally(Request.ByteAddress, Request.BytesPerLane, Lanes);
  LaneGroup G;
  G.Number = Number;
  G.Lanes = Lanes;
  for (unsigned Bank = 0; Bank < NumBanks; ++Bank) {
    G.TurnsOf[Bank] =
        P.IsByLane ? std::popcount(Tally.lanes(Bank)) : Tally.words(Bank);
    if (G.TurnsOf[Bank] > G.TurnsOf[G.Bank])
      G.Bank = Bank;
  }
  G.Turns = turnsOf(Table, P, Lanes, G.Bank);
  return G;
}

LaneTable laneTableOf(const WarpRequest &Request, CostRule Rule) {
  Parting P = partingOf(Rule, Request.BytesPerLane);
  LaneTable Table;
  Table.WordsPerLane = (Request.BytesPerLane + BankBytes - 1) / BankBytes;
  Table.GroupName = P.Name;
  Table.HasBanks = isOfShared(Request.Kind);
  for (unsigned L = 0; L < WarpSize; ++L) {
    LaneRow &Row = Table.Rows[L];
    Row.IsActive = Request.Active >> L & 1;
    if (!Row.IsActive)
      continue;
    Row.ByteAddress = static_cast<int64_t>(Request.ByteAddress[L]);
    Row.Word = floorDivide(Row.ByteAddress, BankBytes);
    Row.Bank = static_cast<uint64_t>(Row.Word) % NumBanks;
    Row.Group =
        P.ByBytes ? floorDivide(Row.ByteAddress, P.ByBytes) : L / P.Lanes;
    if (P.IsByColumn)
      Row.Group =
          floorDivide((Row.Word * WarpSize + L) * BankBytes, SectorBytes);
  }
  if (P.IsByWord || P.IsByLane)
    for (unsigned First = 0; First < WarpSize; First += P.Lanes)
      if (LaneMask Lanes = Request.Active & laneRange(First, P.Lanes))
        Table.Groups.push_back(
            groupOf(Table, Request, P, First / P.Lanes, Lanes));
  return Table;
}

std::optional<LaneTable> laneTableOf(const AccessRecord &A) {
  const WarpCase &Worst = A.Verdict.Worst;
  if (!hasFigure(A.Verdict.Kind) || !Worst.Active || A.BytesPerLane == 0)
    return std::nullopt;
  WarpRequest Request;
  if (auto Costliest = costliestRequest(A)) {
    Request = Costliest->Request;
  } else {
    Request.BytesPerLane = A.BytesPerLane;
    Request.Active = Worst.Active;
    Request.ByteAddress = Worst.addresses();
  }
  LaneTable Table = laneTableOf(Request, Worst.Cost.Rule);
  for (unsigned L = 0; L < WarpSize; ++L)
    Table.Rows[L].Thread = threadOf(A.Launch.Shape, Worst.Warp, L);
  return Table;
}

static std::string factText(const CaseFact &Fact) {
  std::string Value = " = " + itostr(Fact.Value);
  switch (Fact.What) {
  case CaseFact::Kind::Value:
    return Fact.Name + Value;
  case CaseFact::Kind::Residue:
    return Fact.Name + " mod " + utostr(Fact.Modulus) + Value;
  case CaseFact::Kind::Iteration:
    return Fact.Name +
           (Fact.Modulus ? " mod " + utostr(Fact.Modulus) : std::string()) +
           Value;
  case CaseFact::Kind::Truth:
    return Fact.Value ? Fact.Name : "not (" + Fact.Name + ")";
  }
  return Fact.Name;
}

std::string factsText(const WarpCase &Case) {
  std::vector<std::string> Facts;
  for (const CaseFact &Fact : Case.Facts)
    Facts.push_back(factText(Fact));
  return listed(Facts);
}

} // namespace warplint
