//===- MeasuredTest.cpp - The model against hardware counters -------------===//
//
// Inputs/h200_measured.json holds requests of one warp with what the counters
// of an H200 (compute capability 9.0) reported for each.
//
//===----------------------------------------------------------------------===//

#include "MeasuredRows.h"
#include "WarpNotation.h"
#include "warplint/Warp/Instruction.h"
#include <map>
#include <string>

using namespace warplint;

namespace {

struct MeasuredRow {
  std::string Instruction;
  WarpRequest Request;
  std::string Unit;
  unsigned Measured = 0;
};

/// Reports a failure and returns nothing when the row is not of the format.
std::optional<MeasuredRow> readRow(const llvm::json::Object &Object) {
  auto Name = Object.getString("instruction");
  auto Bytes = Object.getInteger("bytes_per_lane");
  const auto *Offsets = Object.getArray("lane_byte_offsets");
  auto Unit = Object.getString("unit");
  auto Measured = Object.getInteger("measured");
  if (!Name || !Bytes || !Offsets || Offsets->size() != WarpSize || !Unit ||
      !Measured) {
    ADD_FAILURE() << "incomplete row";
    return std::nullopt;
  }
  std::optional<Instruction> Parsed = parseInstruction(*Name);
  if (!Parsed) {
    ADD_FAILURE() << "unknown instruction " << Name->str();
    return std::nullopt;
  }
  EXPECT_EQ(Parsed->BytesPerLane, *Bytes) << Name->str();

  MeasuredRow Row{Name->str(), measuredRequest(Object), Unit->str(),
                  unsigned(*Measured)};
  Row.Request.Kind = Parsed->Kind;
  return Row;
}

std::vector<MeasuredRow> readMeasuredRows() {
  std::vector<MeasuredRow> Rows;
  for (const llvm::json::Value &V : measuredRows("h200_measured.json", "rows"))
    if (auto Row = readRow(*V.getAsObject()))
      Rows.push_back(*Row);
  return Rows;
}

TEST(Measured, EveryRowIsPredictedExactly) {
  std::vector<MeasuredRow> Rows = readMeasuredRows();
  EXPECT_EQ(Rows.size(), 832u);
  for (size_t I = 0; I < Rows.size(); ++I) {
    const MeasuredRow &Row = Rows[I];
    std::optional<WarpCost> Cost = costOf(Row.Request);
    ASSERT_TRUE(Cost.has_value()) << "row " << I + 1 << ", " << Row.Instruction;
    EXPECT_EQ(unitName(Cost->Unit), Row.Unit) << "row " << I + 1;
    EXPECT_EQ(Cost->Predicted, Row.Measured)
        << "row " << I + 1 << ", " << Row.Instruction;
  }
}

// The figure that the hardware reports cannot be below what any layout needs.
TEST(Measured, NoRowIsBelowItsIdeal) {
  for (const MeasuredRow &Row : readMeasuredRows())
    EXPECT_LE(figure(Row.Request).Ideal, Row.Measured) << Row.Instruction;
}

// A rule that no row exercises would pass the test above by absence.
TEST(Measured, EveryRuleButFullLinesAndNoActiveLaneHasRows) {
  std::map<CostRule, unsigned> RowsOf;
  for (const MeasuredRow &Row : readMeasuredRows())
    ++RowsOf[rule(Row.Request)];
  for (CostRule Rule :
       {CostRule::WholeWarp, CostRule::HalfWarps, CostRule::QuarterWarps,
        CostRule::PairMerged, CostRule::MatrixRows, CostRule::LanesPerBank,
        CostRule::LanesPerBankTwice, CostRule::LanesPerBankHalves,
        CostRule::CountingAtomic, CostRule::Sectors})
    EXPECT_GE(RowsOf[Rule], 5u) << std::string(ruleName(Rule));
}

} // namespace
