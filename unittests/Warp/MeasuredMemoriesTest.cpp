//===- MeasuredMemoriesTest.cpp - Other memories against counters ---------===//
//
// Inputs/h200_memories.tsv says what it holds.
//
//===----------------------------------------------------------------------===//

#include "WarpNotation.h"
#include "warplint/Layout/IndexFormula.h"
#include "warplint/Warp/Fragment.h"
#include "warplint/Warp/Instruction.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

using namespace warplint;
using llvm::StringRef;

namespace {

struct Row {
  std::string Text;
  WarpRequest Request;
  StringRef Unit, Measured, Slots, Passes, Cycles;
};

WarpRequest requestOf(StringRef Name, StringRef Offsets, StringRef Active) {
  WarpRequest R;
  if (Offsets.consume_front("pitch ")) {
    std::optional<Fragment> F = parseFragment(Name);
    std::optional<FragmentRequests> In = F ? requestsOf(*F) : std::nullopt;
    unsigned Pitch = 0;
    EXPECT_TRUE(In && !Offsets.getAsInteger(10, Pitch)) << Name.str();
    return In ? requestInTile(*In, Pitch) : R;
  }
  std::optional<Instruction> Parsed = parseInstruction(Name);
  EXPECT_TRUE(Parsed && Parsed->BytesPerLane) << Name.str();
  if (!Parsed)
    return R;
  R.Kind = Parsed->Kind;
  R.BytesPerLane = Parsed->BytesPerLane;
  if (!Active.empty())
    EXPECT_FALSE(Active.getAsInteger(0, R.Active));
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    llvm::Expected<int64_t> Offset = evaluateFormula(Offsets, {{"lane", Lane}});
    EXPECT_TRUE(bool(Offset)) << llvm::toString(Offset.takeError());
    R.ByteAddress[Lane] = Offset ? *Offset : 0;
  }
  return R;
}

/// The text of the rows lives as long as the program.
const std::vector<Row> &rows() {
  static const auto Buffer = llvm::MemoryBuffer::getFile(
      WARPLINT_UNITTEST_INPUTS "/h200_memories.tsv");
  static const std::vector<Row> All = [] {
    std::vector<Row> Rows;
    EXPECT_TRUE(bool(Buffer));
    for (llvm::line_iterator Line(**Buffer, true, '#'); !Line.is_at_eof();
         ++Line) {
      llvm::SmallVector<StringRef> Cells;
      Line->split(Cells, '\t');
      if (Cells.size() != 8 || Cells[0] == "instruction")
        continue;
      Rows.push_back({Line->str(), requestOf(Cells[0], Cells[1], Cells[2]),
                      Cells[3], Cells[4], Cells[5], Cells[6], Cells[7]});
    }
    return Rows;
  }();
  return All;
}

TEST(MeasuredMemories, EveryRequestIsPredictedExactly) {
  EXPECT_EQ(rows().size(), 285u);
  for (const Row &R : rows()) {
    std::optional<WarpCost> Cost = costOf(R.Request);
    ASSERT_TRUE(Cost.has_value()) << R.Text;
    if (Cost->Rule != CostRule::NoActiveLane)
      EXPECT_EQ(StringRef(unitName(Cost->Unit)), R.Unit) << R.Text;
    EXPECT_LE(Cost->Ideal, Cost->Predicted) << R.Text;
    if (!R.Measured.empty())
      EXPECT_EQ(std::to_string(Cost->Predicted), R.Measured) << R.Text;
  }
}

TEST(MeasuredMemories, PassesThatMoveNoDataAreCounted) {
  for (const Row &R : rows())
    if (!R.Slots.empty())
      EXPECT_EQ(std::to_string(idleSlotsOf(R.Request)), R.Slots) << R.Text;
}

TEST(MeasuredMemories, BanksOfL1ServeGlobalAndLocalMemory) {
  for (const Row &R : rows()) {
    if (R.Passes.empty())
      continue;
    std::optional<unsigned> Passes = passesInL1(R.Request);
    ASSERT_TRUE(Passes.has_value()) << R.Text;
    EXPECT_EQ(std::to_string(*Passes), R.Passes) << R.Text;
  }
}

TEST(MeasuredMemories, CyclesOfAnotherBlocksMemoryAreWithinFivePercent) {
  for (const Row &R : rows()) {
    double Measured = 0;
    if (R.Cycles.empty() || R.Cycles.getAsDouble(Measured))
      continue;
    std::optional<double> Cycles = remoteCycles(R.Request);
    ASSERT_TRUE(Cycles.has_value()) << R.Text;
    EXPECT_NEAR(*Cycles, Measured, Measured / 20) << R.Text;
  }
}

// A rule that no row exercises would pass by absence.
TEST(MeasuredMemories, EveryRuleOfTheseMemoriesHasRows) {
  std::map<CostRule, unsigned> RowsOf;
  for (const Row &R : rows())
    ++RowsOf[rule(R.Request)];
  for (CostRule Rule :
       {CostRule::RemoteSectors, CostRule::RemoteTurns, CostRule::LocalSectors,
        CostRule::SectorTurns, CostRule::LanesPerBankQuarters,
        CostRule::LanesPerBankQuartersTwice, CostRule::ConstantTurns})
    EXPECT_GE(RowsOf[Rule], 4u) << std::string(ruleName(Rule));
}

// Of lanes that share words unevenly nothing was measured but its ends.
TEST(MeasuredMemories, TurnsOfAnUpdateAreThoseOfTheMostSharedWord) {
  const auto Update = [](unsigned Shared) {
    return request(RequestKind::RemoteUpdate, 4,
                   [=](unsigned L) { return 4 * (L < Shared ? 0 : L); });
  };
  EXPECT_EQ(figure(Update(0)), (Figure{4, 4}));
  EXPECT_EQ(figure(Update(2)), (Figure{5, 5}));
  EXPECT_EQ(figure(Update(32)), (Figure{32, 32}));
}

} // namespace
