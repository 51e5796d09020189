//===- MeasuredAtomicsTest.cpp - Atomics, copies and fragments measured ---===//
//
// Inputs/h200_atomics_measured.json holds requests of one warp with what the
// counters of an H200 (compute capability 9.0) reported for each, in lists:
//
//   rows         one instruction
//   one_address  CUDA C++ where nvcc sees that all lanes share an address
//   swap_loops   atomics that are loops: loads and atomics of all passes
//   generic      atomics through generic addresses: loads and atomics
//   fragments    wmma: all instructions of a fragment in a tile with a pitch
//
// The list other_sources, copies from several lines of global memory, has no
// rule.
//
//===----------------------------------------------------------------------===//

#include "MeasuredRows.h"
#include "WarpNotation.h"
#include "warplint/Warp/Fragment.h"
#include "warplint/Warp/Instruction.h"
#include "warplint/Warp/SharedAtomic.h"
#include <map>
#include <string>

using namespace warplint;

namespace {

struct Row {
  std::string Instruction;
  std::string Note; ///< What tells the row's kernel from others.
  WarpRequest Request;
  unsigned Pitch = 0;
  unsigned Measured = 0;
  unsigned Loads = 0, Atomics = 0; ///< Of swap_loops.
};

std::vector<Row> readList(const char *List) {
  std::vector<Row> Rows;
  for (const llvm::json::Value &V :
       measuredRows("h200_atomics_measured.json", List)) {
    const llvm::json::Object &Object = *V.getAsObject();
    Row R;
    R.Instruction = Object.getString("instruction")->str();
    R.Note = Object.getString("note").value_or(R.Instruction).str();
    R.Request = measuredRequest(Object);
    R.Pitch = Object.getInteger("pitch").value_or(0);
    R.Measured = Object.getInteger("measured").value_or(0);
    R.Loads = Object.getInteger("loads").value_or(0);
    R.Atomics = Object.getInteger("atomics").value_or(0);
    Rows.push_back(std::move(R));
  }
  return Rows;
}

TEST(MeasuredAtomics, EveryInstructionIsPredictedExactly) {
  std::vector<Row> Rows = readList("rows");
  EXPECT_EQ(Rows.size(), 1080u);
  std::map<CostRule, unsigned> RowsOf;
  for (Row &R : Rows) {
    std::optional<Instruction> Parsed = parseInstruction(R.Instruction);
    ASSERT_TRUE(Parsed.has_value()) << R.Instruction;
    EXPECT_EQ(Parsed->BytesPerLane, R.Request.BytesPerLane) << R.Instruction;
    R.Request.Kind = Parsed->Kind;
    std::optional<WarpCost> Cost = costOf(R.Request);
    ASSERT_TRUE(Cost.has_value()) << R.Note;
    EXPECT_EQ(Cost->Unit, CostUnit::Wavefronts);
    EXPECT_EQ(Cost->Predicted, R.Measured) << R.Note;
    EXPECT_LE(Cost->Ideal, R.Measured) << R.Note;
    ++RowsOf[Cost->Rule];
  }
  // A rule that no row exercises would pass by absence.
  for (CostRule Rule :
       {CostRule::LanesPerBank, CostRule::LanesPerBankTwice,
        CostRule::LanesPerBankHalves, CostRule::LanesPerBankHalvesTwice,
        CostRule::LanesPerBankQuarters, CostRule::CountingAtomic})
    EXPECT_GE(RowsOf[Rule], 20u) << std::string(ruleName(Rule));
}

//===----------------------------------------------------------------------===//
// One address
//===----------------------------------------------------------------------===//

struct Call {
  const char *Text;
  const char *Operation, *Type;
  AtomicOperand Operand;
};

constexpr Call Calls[] = {
    {"atomicAdd(word, operand)", "add", "u32", AtomicOperand::Varying},
    {"atomicAdd(word, 1u)", "add", "u32", AtomicOperand::One},
    {"atomicAdd(word, 3u)", "add", "u32", AtomicOperand::Uniform},
    {"atomicAdd(word, uniform)", "add", "u32", AtomicOperand::Uniform},
    {"atomicAdd((int *)word, (int)operand)", "add", "s32",
     AtomicOperand::Varying},
    {"atomicAdd_block(word, operand)", "add", "u32", AtomicOperand::Varying},
    {"atomicAdd_system(word, operand)", "add", "u32", AtomicOperand::Varying},
    {"atomicSub(word, operand)", "add", "u32", AtomicOperand::Varying},
    {"atomicMax(word, operand)", "max", "u32", AtomicOperand::Varying},
    {"atomicMax(word, uniform)", "max", "u32", AtomicOperand::Uniform},
    {"atomicMax_block(word, operand)", "max", "u32", AtomicOperand::Varying},
    {"atomicMax((int *)word, (int)operand)", "max", "s32",
     AtomicOperand::Varying},
    {"atomicMin(word, operand)", "min", "u32", AtomicOperand::Varying},
    {"atomicMin((int *)word, (int)operand)", "min", "s32",
     AtomicOperand::Varying},
    {"atomicAnd(word, operand)", "and", "b32", AtomicOperand::Varying},
    {"atomicAnd(word, uniform)", "and", "b32", AtomicOperand::Uniform},
    {"atomicOr(word, operand)", "or", "b32", AtomicOperand::Varying},
    {"atomicOr(word, 1u)", "or", "b32", AtomicOperand::One},
    {"atomicXor(word, operand)", "xor", "b32", AtomicOperand::Varying},
    {"atomicInc(word, ~0u)", "inc", "u32", AtomicOperand::AllOnes},
    {"atomicInc(word, 10u)", "inc", "u32", AtomicOperand::Uniform},
    {"atomicDec(word, 10u)", "dec", "u32", AtomicOperand::Uniform},
    {"atomicExch(word, operand)", "exch", "b32", AtomicOperand::Varying},
    {"atomicCAS(word, 0u, operand)", "cas", "b32", AtomicOperand::Varying},
    {"atomicExch((unsigned long long *)word, (unsigned long long)operand)",
     "exch", "b64", AtomicOperand::Varying},
    {"atomicAdd((float *)word, (float)operand)", "add", "f32",
     AtomicOperand::Varying},
    {"atomicAdd((unsigned long long *)word, (unsigned long long)operand)",
     "add", "u64", AtomicOperand::Varying},
    {"atomicAdd((double *)word, (double)operand)", "add", "f64",
     AtomicOperand::Varying}};

/// What nvcc saw to be one word; addresses made from threadIdx it does not.
AtomicPlace placeOf(llvm::StringRef Place) {
  return Place.contains("warp's number") || Place == "threadIdx.y" ||
                 Place.contains("fraction") || Place.contains("masked")
             ? AtomicPlace::Varying
             : AtomicPlace::OneWord;
}

/// "atomicAdd(word, 3u) at one address, used".
SharedAtomic atomicOf(const std::string &Note) {
  auto [Text, Place] = llvm::StringRef(Note).rsplit(" at ");
  SharedAtomic Atomic;
  Atomic.IsResultUsed = Place.ends_with(", used");
  Atomic.Place = placeOf(Place);
  for (const Call &C : Calls)
    if (Text == C.Text) {
      Atomic.Operation = C.Operation;
      Atomic.Type = C.Type;
      Atomic.Operand = C.Operand;
    }
  EXPECT_FALSE(Atomic.Operation.empty()) << Note;
  return Atomic;
}

TEST(MeasuredAtomics, WhatIsCombinedAtOneAddressIsPredictedExactly) {
  std::vector<Row> Rows = readList("one_address");
  EXPECT_EQ(Rows.size(), 300u);
  std::map<RequestKind, unsigned> RowsOf;
  for (Row &R : Rows) {
    AtomicRule Rule = ruleOf(atomicOf(R.Note));
    EXPECT_EQ(Rule.BytesPerLane, R.Request.BytesPerLane) << R.Note;
    R.Request.Kind = Rule.Kind;
    ++RowsOf[Rule.Kind];
    EXPECT_EQ(figure(R.Request).Predicted, R.Measured) << R.Note;
  }
  EXPECT_GE(RowsOf[RequestKind::SharedAtomicCombined], 50u);
  EXPECT_GE(RowsOf[RequestKind::SharedAtomicCombinedIfFull], 10u);
  EXPECT_GE(RowsOf[RequestKind::SharedAtomic], 50u);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Updates of 64 and 16 bits that add nothing: their passes are fewer, and the
/// rule says that it assumes a change.
bool changesNothing(const Row &R) {
  return R.Note.ends_with("of a constant 0") &&
         R.Instruction != "atom.shared.add.f32";
}

/// 32 small numbers added to one bf16 after the other: it stops growing.
bool stopsChanging(const Row &R) {
  return R.Instruction == "atom.shared.add.noftz.bf16" &&
         R.Request.Active == AllLanes && R.Loads == 1 && R.Atomics == 968;
}

AtomicRule ruleOfLoop(const Row &R) {
  if (llvm::StringRef(R.Instruction).contains(" at "))
    return ruleOf(atomicOf(R.Instruction));
  llvm::SmallVector<llvm::StringRef> Words;
  llvm::StringRef(R.Instruction).split(Words, '.');
  return ruleOf({.Operation = Words[2],
                 .Type = Words.back(),
                 .IsResultUsed = Words[0] == "atom"});
}

TEST(MeasuredAtomics, LoadsAndSwapsOfEveryLoopArePredictedExactly) {
  std::vector<Row> Rows = readList("swap_loops");
  EXPECT_EQ(Rows.size(), 648u);
  unsigned Predicted = 0, DependOnData = 0, WithoutChange = 0;
  for (Row &R : Rows) {
    AtomicRule Rule = ruleOfLoop(R);
    EXPECT_EQ(Rule.BytesPerLane, R.Request.BytesPerLane) << R.Note;
    R.Request.Kind = Rule.Kind;
    if (Rule.Kind == RequestKind::SharedAtomicOther) {
      EXPECT_TRUE(llvm::StringRef(Rule.WhyNot).contains("data-dependent"));
      ++DependOnData;
      continue;
    }
    if (changesNothing(R) || stopsChanging(R)) {
      EXPECT_TRUE(Rule.AssumesChange) << R.Note;
      ++WithoutChange;
      continue;
    }
    std::optional<WarpCost> Cost = costOf(R.Request);
    ASSERT_TRUE(Cost.has_value()) << R.Note;
    EXPECT_EQ(Cost->LoadsOfLoop, R.Loads) << R.Note;
    EXPECT_EQ(Cost->Predicted - Cost->LoadsOfLoop, R.Atomics) << R.Note;
    ++Predicted;
  }
  // max, min, and, or of 64 bits, cas of 16 twice; f64, u64, f16 of 0, bf16.
  EXPECT_EQ(DependOnData, 6 * 24u);
  EXPECT_EQ(WithoutChange, 3 * 24 + 1u);
  EXPECT_EQ(Predicted, 431u);
}

//===----------------------------------------------------------------------===//
// Generic addresses
//===----------------------------------------------------------------------===//

/// "red.add.u32 of a constant 1 at one address, unused of a generic address".
SharedAtomic atomicOfGeneric(const Row &R) {
  llvm::StringRef Name = R.Instruction;
  SharedAtomic Atomic;
  Atomic.IsGeneric = true;
  Atomic.IsResultUsed = Name.starts_with("atom.");
  for (const char *Operation : {"add", "max", "or", "exch", "inc", "cas"})
    if (Name.contains((llvm::Twine(".") + Operation + ".").str()))
      Atomic.Operation = Operation;
  Atomic.Type = Name.rsplit('.').second;
  llvm::StringRef Note = R.Note;
  if (Note.contains("of a constant 1"))
    Atomic.Operand = AtomicOperand::One;
  if (Note.contains("at one address"))
    Atomic.Place = AtomicPlace::OneWord;
  return Atomic;
}

TEST(MeasuredAtomics, GenericAddressesArePredictedExactly) {
  std::vector<Row> Rows = readList("generic");
  EXPECT_EQ(Rows.size(), 544u);
  std::map<RequestKind, unsigned> RowsOf;
  for (Row &R : Rows) {
    AtomicRule Rule = ruleOf(atomicOfGeneric(R));
    EXPECT_EQ(Rule.BytesPerLane, R.Request.BytesPerLane) << R.Note;
    R.Request.Kind = Rule.Kind;
    ++RowsOf[Rule.Kind];
    std::optional<WarpCost> Cost = costOf(R.Request);
    ASSERT_TRUE(Cost.has_value()) << R.Note;
    EXPECT_EQ(Cost->LoadsOfLoop, R.Loads) << R.Note;
    EXPECT_EQ(Cost->Predicted - Cost->LoadsOfLoop, R.Atomics) << R.Note;
  }
  for (RequestKind Kind :
       {RequestKind::SharedTriedSwapLoop, RequestKind::SharedRetryLoop,
        RequestKind::SharedAtomicCas, RequestKind::SharedAtomic})
    EXPECT_GE(RowsOf[Kind], 40u);
  // Adding 1 to one word is combined, not counted.
  EXPECT_GE(RowsOf[RequestKind::SharedAtomicCombined], 16u);
  EXPECT_EQ(RowsOf[RequestKind::SharedAtomicCount], 0u);
}

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

TEST(MeasuredAtomics, EveryFragmentIsPredictedExactly) {
  std::vector<Row> Rows = readList("fragments");
  EXPECT_EQ(Rows.size(), 926u);
  for (const Row &R : Rows) {
    std::optional<Fragment> Parsed = parseFragment(R.Instruction);
    ASSERT_TRUE(Parsed.has_value()) << R.Instruction;
    std::optional<FragmentRequests> Requests = requestsOf(*Parsed);
    ASSERT_TRUE(Requests.has_value()) << R.Instruction;
    EXPECT_EQ(figure(requestInTile(*Requests, R.Pitch)).Predicted, R.Measured)
        << R.Instruction << " with pitch " << R.Pitch;
  }
}

} // namespace
