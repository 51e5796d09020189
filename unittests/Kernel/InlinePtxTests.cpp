//===- InlinePtxTests.cpp - Operands, values and control flow -------------===//
//
// Expectations follow from the PTX ISA's definition of each instruction,
// written as the linear form that the block computes by hand.
//
//===----------------------------------------------------------------------===//

#include "warplint/Kernel/InlinePtx.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

TEST(PtxConstraints, OutputsCountFirstThenInputsThenTiedInputs) {
  // asm("..." : "+r"(x), "=l"(y) : "r"(n), "n"(4) : "memory") in IR.
  PtxConstraints C = readPtxConstraints("=r,=l,r,n,0,~{memory}");
  ASSERT_EQ(C.Operands.size(), 5u);
  EXPECT_EQ(C.NumOutputs, 2u);
  EXPECT_EQ(C.NumArguments, 3u); // n, 4, then the old value of x
  EXPECT_TRUE(C.ClobbersMemory);
  EXPECT_EQ(C.Operands[0].Output, 0u);
  EXPECT_EQ(C.Operands[0].Argument, 2u); // "+r" reads the tied input
  EXPECT_EQ(C.Operands[1].Output, 1u);
  EXPECT_FALSE(C.Operands[1].Argument);
  EXPECT_EQ(C.Operands[2].Argument, 0u);
  EXPECT_EQ(C.Operands[3].Argument, 1u);
  EXPECT_TRUE(C.Operands[3].IsImmediate);
  EXPECT_EQ(C.Operands[4].TiedTo, 0u);
}

TEST(PtxConstraints, LettersGiveTheWidthOfTheRegister) {
  PtxConstraints C = readPtxConstraints("=&h,r,f,l,d,q,n,ir,ni");
  const unsigned Bits[] = {16, 32, 32, 64, 64, 128, 0, 32, 0};
  ASSERT_EQ(C.Operands.size(), std::size(Bits));
  for (size_t I = 0; I < std::size(Bits); ++I)
    EXPECT_EQ(C.Operands[I].Bits, Bits[I]) << "operand " << I;
  EXPECT_FALSE(C.Operands[7].IsImmediate); // "ir" may be a register
  EXPECT_TRUE(C.Operands[8].IsImmediate);
}

TEST(PtxConstraints, OutputsInMemoryAreArgumentsAndNotResults) {
  // "+q"(a), "+m"(*p), "r"(3): clang writes =q,=*m,r,0,*m.
  PtxConstraints C = readPtxConstraints("=q,=*m,r,0,*m");
  EXPECT_EQ(C.NumOutputs, 1u);
  EXPECT_EQ(C.NumArguments, 4u);
  EXPECT_TRUE(C.Operands[1].IsMemory);
  EXPECT_EQ(C.Operands[1].Argument, 0u);
  EXPECT_EQ(C.Operands[2].Argument, 1u);
  EXPECT_EQ(C.Operands[0].Argument, 2u);
  EXPECT_EQ(C.Operands[4].Argument, 3u);
}

TEST(PtxConstraints, NonsenseIsAnOperandWithNothingKnown) {
  PtxConstraints C = readPtxConstraints("=,?,99,,!i,~{,*");
  EXPECT_EQ(C.NumOutputs, 1u);
  EXPECT_EQ(C.Operands.size(), 5u);
  EXPECT_FALSE(C.ClobbersMemory);
}

//===----------------------------------------------------------------------===//
// What outputs hold
//===----------------------------------------------------------------------===//

PtxValue outputOf(llvm::StringRef Asm, llvm::StringRef Constraints) {
  InlinePtx Block = readInlinePtx(Asm, Constraints);
  EXPECT_TRUE(Block.MemoryOps.empty());
  EXPECT_TRUE(Block.Unread.empty()) << Asm.str();
  EXPECT_GE(Block.Outputs.size(), 1u);
  return Block.Outputs.empty() ? PtxValue() : Block.Outputs.front();
}

/// The form that output 0 is equal to; "?" where it is no linear form.
std::string formOf(llvm::StringRef Asm, llvm::StringRef Constraints) {
  PtxValue Value = outputOf(Asm, Constraints);
  return Value.What == PtxValue::Kind::Linear ? Value.Linear.print() : "?";
}

TEST(PtxValues, SpecialRegistersAreRecognised) {
  PtxValue Value = outputOf("mov.u32 $0, %tid.y;", "=r");
  ASSERT_EQ(Value.What, PtxValue::Kind::Linear);
  EXPECT_EQ(Value.Linear.asSpecial(), PtxSpecial::Tid);
  EXPECT_EQ(Value.Linear.Terms[0].Axis, 1u);
  EXPECT_EQ(formOf("mov.u32 $0, %laneid;", "=r"), "%laneid");
  EXPECT_EQ(formOf("mov.u32 $0, %warpid;", "=r"), "%warpid");
  EXPECT_EQ(formOf("mov.u32 $0, %ctaid.z;", "=r"), "%ctaid.z");
  EXPECT_EQ(formOf("mov.u32 $0, %nctaid.x;", "=r"), "%nctaid.x");
  EXPECT_EQ(formOf("mov.u32 $0, %smid;", "=r"), "%smid");
  EXPECT_EQ(formOf("mov.u32 $0, %cluster_ctarank;", "=r"), "%cluster_ctarank");
  EXPECT_EQ(
      outputOf("mov.u32 $0, %dynamic_smem_size;", "=r").Linear.asSpecial(),
      PtxSpecial::DynamicSmemSize);
  EXPECT_EQ(formOf("mov.u32 $0, WARP_SZ;", "=r"), "32");
}

TEST(PtxValues, CountersAreNoConstantsOfTheThread) {
  // end - start would otherwise be zero.
  EXPECT_EQ(formOf("mov.u32 $0, %clock;", "=r"), "?");
  EXPECT_EQ(formOf("mov.u64 $0, %globaltimer;", "=l"), "?");
  EXPECT_EQ(formOf("{.reg .u64 a, b; mov.u64 a, %clock64; mov.u64 b, %clock64;"
                   " sub.u64 $0, b, a;}",
                   "=l"),
            "?");
}

TEST(PtxValues, AxislessReadOfTidIsUnknown) {
  EXPECT_EQ(formOf("mov.u32 $0, %tid;", "=r"), "?");
  EXPECT_EQ(formOf("mov.u32 $0, %laneidx;", "=r"), "?");
}

TEST(PtxValues, SumsAndProductsOfArgumentsStayLinear) {
  EXPECT_EQ(formOf("add.s32 $0, $1, $2;", "=r,r,r"), "arg0 + arg1");
  EXPECT_EQ(formOf("sub.s32 $0, $1, $1;", "=r,r"), "0");
  EXPECT_EQ(formOf("mad.lo.s32 $0, $1, 12, $2;", "=r,r,r"), "12*arg0 + arg1");
  EXPECT_EQ(formOf("mul.lo.u32 $0, $1, -4;", "=r,r"), "-4*arg0");
  EXPECT_EQ(formOf("shl.b32 $0, $1, 4;", "=r,r"), "16*arg0");
  EXPECT_EQ(formOf("neg.s32 $0, $1;", "=r,r"), "-arg0");
  // r + 0xfffffff0 is r - 16 in 32 bits.
  EXPECT_EQ(formOf("add.u32 $0, $1, 0xfffffff0;", "=r,r"), "arg0 - 16");
  EXPECT_EQ(formOf("add.u32 $0, $1, 3*(4+1)-1 << 1;", "=r,r"), "arg0 + 28");
}

TEST(PtxValues, OperationsAreLeavesOfTheForm) {
  EXPECT_EQ(formOf("and.b32 $0, $1, 31;", "=r,r"), "(arg0 & 31)");
  EXPECT_EQ(formOf("{.reg .b32 t; and.b32 t, $1, 31; mad.lo.s32 $0, t, 4, 8;}",
                   "=r,r"),
            "4*(arg0 & 31) + 8");
  EXPECT_EQ(formOf("shr.u32 $0, $1, 2;", "=r,r"), "(arg0 >> 2)");
  EXPECT_EQ(formOf("mul.lo.s32 $0, $1, $2;", "=r,r,r"), "(arg0 * arg1)");
  EXPECT_EQ(formOf("min.u32 $0, $1, 7;", "=r,r"), "(arg0 < 7 ? arg0 : 7)");
  // A shift by the width leaves nothing.
  EXPECT_EQ(formOf("shl.b32 $0, $1, 32;", "=r,r"), "0");
}

TEST(PtxValues, OperationsOfNumbersAreNumbers) {
  EXPECT_EQ(formOf("bfe.u32 $0, 0xabcd, 4, 8;", "=r"), "188"); // 0xbc
  EXPECT_EQ(formOf("popc.b32 $0, 0xf0f;", "=r"), "8");
  EXPECT_EQ(formOf("and.b32 $0, $1, 0;", "=r,r"), "0");
  EXPECT_EQ(formOf("xor.b32 $0, $1, 0;", "=r,r"), "arg0");
}

TEST(PtxValues, WhatNoOperationDescribesIsUnknown) {
  for (const char *Asm :
       {"mul.hi.u32 $0, $1, 4;", "add.sat.s32 $0, $1, 1;",
        "add.f32 $0, $1, $2;", "prmt.b32 $0, $1, $2, 0x5418;",
        "prmt.b32 $0, $1, 0, $2;", "bfe.u32 $0, $1, $2, 4;",
        "add.u16x2 $0, $1, $2;", "cvt.rn.f32.s32 $0, $1;", "vadd $0, $1, $2;",
        "mov.b32 $0, 0f3f800000;", "activemask.b32 $0;",
        "redux.sync.add.s32 $0, $1, -1;"})
    EXPECT_EQ(formOf(Asm, "=r,r,r"), "?") << Asm;
}

TEST(PtxValues, UnknownValuesNameTheStatementThatMadeThem) {
  PtxValue Value =
      outputOf("{ .reg .b32 t;\n mul.hi.u32 t, $1, 31; // high half\n"
               " add.u32 $0, t, 4; }",
               "=r,r");
  EXPECT_EQ(Value.What, PtxValue::Kind::Unknown);
  EXPECT_EQ(Value.Why, "add.u32 $0, t, 4");
  EXPECT_EQ(outputOf("mov.b32 t, $1;", "=r,r").Why, "never written");
}

TEST(PtxValues, WhatIsComputedFromLoadedDataIsData) {
  InlinePtx Block = readInlinePtx("{ .reg .b32 t; ld.shared.u32 t, [$1];\n"
                                  "  and.b32 t, t, 7; add.u32 $0, t, 1; }",
                                  "=r,r");
  EXPECT_EQ(Block.Outputs[0].What, PtxValue::Kind::Loaded);
  EXPECT_EQ(Block.Outputs[0].MemoryOp, 0u);
}

TEST(PtxValues, WideningASumAssumesThatItDidNotWrap) {
  PtxValue Leaf = outputOf("cvt.u64.u32 $0, $1;", "=l,r");
  EXPECT_EQ(Leaf.Linear.print(), "zext32(arg0)");
  EXPECT_FALSE(Leaf.Linear.AssumesNoWrap);
  PtxValue Sum =
      outputOf("{.reg .b32 t; add.s32 t, $1, 4; cvt.s64.s32 $0, t;}", "=l,r");
  EXPECT_EQ(Sum.Linear.print(), "sext32(arg0) + 4");
  EXPECT_TRUE(Sum.Linear.AssumesNoWrap);
  EXPECT_EQ(formOf("mul.wide.s32 $0, $1, -8;", "=l,r"), "-8*sext32(arg0)");
  EXPECT_EQ(formOf("mad.wide.u32 $0, $1, 4, $2;", "=l,r,l"),
            "4*zext32(arg0) + arg1");
}

TEST(PtxValues, LiteralsAreWidenedExactly) {
  EXPECT_EQ(
      formOf("{.reg .b32 t; mov.b32 t, 0xffffffff; cvt.u64.u32 $0, t;}", "=l"),
      "4294967295");
  EXPECT_EQ(formOf("{.reg .b32 t; mov.b32 t, -1; cvt.s64.s32 $0, t;}", "=l"),
            "-1");
}

TEST(PtxValues, ConversionsOfAddressesKeepTheFormAndNameTheSpace) {
  PtxValue Value = outputOf("{ .reg .u64 w; cvta.to.shared.u64 w, $1;\n"
                            "  cvt.u32.u64 $0, w; }",
                            "=r,l");
  ASSERT_EQ(Value.What, PtxValue::Kind::Linear);
  EXPECT_EQ(Value.Linear.asArgument(), 0u);
  EXPECT_EQ(Value.Linear.Bits, 32u);
  EXPECT_EQ(Value.PointsInto, PtxSpace::Shared);
}

TEST(PtxValues, PairsArePackedAndTheirHalvesComeBack) {
  EXPECT_EQ(formOf("mov.b64 $0, {$1, $2};", "=l,r,r"),
            "zext32(arg0) + 4294967296*zext32(arg1)");
  InlinePtx Block = readInlinePtx("mov.b64 {$0, $1}, $2;", "=r,=r,l");
  EXPECT_EQ(Block.Outputs[0].Linear.asArgument(), 0u);
  EXPECT_EQ(Block.Outputs[0].Linear.Bits, 32u);
  EXPECT_EQ(Block.Outputs[1].Linear.print(), "(arg0 >> 32)");
  EXPECT_EQ(Block.Outputs[1].Linear.Bits, 32u);
}

TEST(PtxValues, ReadWriteOperandsStartWithTheTiedArgument) {
  // "+r": operand 0 is output 0 and, before it is written, argument 1.
  EXPECT_EQ(formOf("add.u32 $0, $0, $1;", "=r,r,0"), "arg1 + arg0");
  EXPECT_EQ(formOf("add.u32 $0, $0, 1; add.u32 $0, $0, 1;", "=r,0"),
            "arg0 + 2");
  EXPECT_EQ(formOf("", "=r,0"), "arg0");
  // Once operand 0 is written, the tied operand 1 has its new value too.
  EXPECT_EQ(formOf("mov.u32 $0, 5; add.u32 $0, $1, 1;", "=r,0"), "6");
}

TEST(PtxValues, ModifiersAndEscapesOfTheAsmTextAreResolved) {
  EXPECT_EQ(formOf("mov.u32 ${0:x}, ${1:r};", "=r,r"), "arg0");
  EXPECT_EQ(formOf("{.reg .b32 $$x_${:uid}; mov.b32 $$x_${:uid}, $1;\n"
                   " mov.b32 $0, $$x_${:uid};}",
                   "=r,r"),
            "arg0");
  // An operand inside a name makes a name, not the operand.
  EXPECT_EQ(
      formOf("{.reg .b32 t$2; mov.b32 t$2, $1; mov.b32 $0, t$2;}", "=r,r,n"),
      "arg0");
  EXPECT_EQ(formOf("mov.u32 $0, smem$$0;", "=r"), "smem$0");
}

TEST(PtxValues, InnerScopesHideOuterRegisters) {
  EXPECT_EQ(formOf("{ .reg .b32 t; mov.b32 t, $1;\n"
                   "  { .reg .b32 t; mov.b32 t, 7; }\n"
                   "  mov.b32 $0, t; }",
                   "=r,r"),
            "arg0");
  EXPECT_EQ(
      formOf("{ .reg .b32 r<4>; mov.b32 r3, $1; mov.b32 $0, r3; }", "=r,r"),
      "arg0");
  EXPECT_EQ(formOf("{ .reg .b32 r<4>; mov.b32 $0, r2; }", "=r"), "?");
}

TEST(PtxValues, PredicatedWritesMixOldAndNew) {
  const char *Declared = "{ .reg .pred p; setp.eq.s32 p, $1, 0;\n";
  EXPECT_EQ(formOf(std::string(Declared) + "mov.b32 $0, 1; @p mov.b32 $0, 2; }",
                   "=r,r"),
            "(arg0 == 0 ? 2 : 1)");
  EXPECT_EQ(formOf(std::string(Declared) + "@p mov.b32 $0, 2; }", "=r,r,0"),
            "(arg0 == 0 ? 2 : arg1)");
  // Where nothing was written before, the other lanes hold nothing that counts.
  EXPECT_EQ(formOf(std::string(Declared) + "@p mov.b32 $0, 2; }", "=r,r"), "2");
}

TEST(PtxValues, LoadedOutputsNameTheirInstruction) {
  InlinePtx Block = readInlinePtx(
      "st.shared.u32 [$2], 0; ld.shared.v2.u32 {$0, $1}, [$2];", "=r,=r,r");
  ASSERT_EQ(Block.Outputs.size(), 2u);
  for (const PtxValue &Value : Block.Outputs) {
    EXPECT_EQ(Value.What, PtxValue::Kind::Loaded);
    EXPECT_EQ(Value.MemoryOp, 1u);
  }
}

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

/// The guard of the only memory instruction.
PtxGuard guardOf(llvm::StringRef Asm, llvm::StringRef Constraints) {
  InlinePtx Block = readInlinePtx(Asm, Constraints);
  EXPECT_EQ(Block.MemoryOps.size(), 1u) << Asm.str();
  return Block.MemoryOps.empty() ? PtxGuard() : Block.MemoryOps[0].Guard;
}

std::string guardText(llvm::StringRef Setup, llvm::StringRef Predicate) {
  std::string Asm = "{ .reg .pred p, q, r;\n" + Setup.str() + "\n@" +
                    Predicate.str() + " st.shared.u32 [$0], $1; }";
  return printGuard(guardOf(Asm, "r,r,r"));
}

TEST(PtxPredicates, UnpredicatedInstructionsRunInAllLanes) {
  EXPECT_TRUE(guardOf("st.shared.u32 [$0], 0;", "r").empty());
}

TEST(PtxPredicates, ComparisonsComeWithBothSides) {
  PtxGuard Guard = guardOf("{ .reg .pred p; setp.lt.s32 p, $1, 16;\n"
                           "@p st.shared.u32 [$0], 0; }",
                           "r,r");
  ASSERT_EQ(Guard.size(), 1u);
  EXPECT_EQ(Guard[0].What, PtxCondition::Kind::Compare);
  EXPECT_EQ(Guard[0].Op, PtxCompare::Lt);
  EXPECT_TRUE(Guard[0].Signed);
  EXPECT_EQ(Guard[0].Bits, 32u);
  EXPECT_EQ(Guard[0].Left.asArgument(), 1u);
  EXPECT_EQ(Guard[0].Right.asConstant(), 16);
}

TEST(PtxPredicates, NegationIsFoldedIntoTheComparison) {
  EXPECT_EQ(guardText("setp.ne.b32 p, $2, 0;", "p"), "arg2 != 0");
  EXPECT_EQ(guardText("setp.ne.b32 p, $2, 0;", "!p"), "arg2 == 0");
  EXPECT_EQ(guardText("setp.lt.u32 p, $2, 8;", "!p"), "arg2 >= 8");
  EXPECT_EQ(guardText("setp.ge.u32 p, $2, 8;", "!p"), "arg2 < 8");
  EXPECT_EQ(guardText("setp.gt.s32 p, $2, 8;", "!p"), "arg2 <= 8");
  EXPECT_EQ(guardText("setp.le.s32 p, $2, 8; not.pred q, p;", "q"), "arg2 > 8");
}

TEST(PtxPredicates, UnsignedOperatorsAreUnsignedForAnyType) {
  PtxGuard Guard = guardOf("{ .reg .pred p; setp.hs.s32 p, $1, 16;\n"
                           "@p st.shared.u32 [$0], 0; }",
                           "r,r");
  EXPECT_EQ(Guard[0].Op, PtxCompare::Ge);
  EXPECT_FALSE(Guard[0].Signed);
}

TEST(PtxPredicates, SecondDestinationIsTheOpposite) {
  EXPECT_EQ(guardText("setp.eq.s32 p|q, $2, 3;", "q"), "arg2 != 3");
}

TEST(PtxPredicates, ConjunctionsListTheirConditions) {
  EXPECT_EQ(
      guardText("setp.ge.s32 p, $2, 0; setp.lt.and.s32 q, $2, 9, p;", "q"),
      "arg2 < 9 and arg2 >= 0");
  EXPECT_EQ(
      guardText("setp.ge.s32 p, $2, 0; setp.lt.and.s32 q, $2, 9, !p;", "q"),
      "arg2 < 9 and arg2 < 0");
  EXPECT_EQ(guardText("setp.ge.s32 p, $2, 0; setp.ne.s32 q, $2, 7;\n"
                      "and.pred r, p, q;",
                      "r"),
            "arg2 >= 0 and arg2 != 7");
}

TEST(PtxPredicates, DisjunctionsAreOneCondition) {
  EXPECT_EQ(guardText("setp.ge.s32 q, $2, 8; setp.lt.or.s32 p, $2, 0, q;", "p"),
            "((arg2 < 0) | (arg2 >= 8)) != 0");
  EXPECT_EQ(guardText("setp.ge.s32 q, $2, 8; setp.lt.s32 r, $2, 0;\n"
                      "xor.pred p, q, r;",
                      "p"),
            "(arg2 >= 8) != (arg2 < 0)");
  // Not both.
  EXPECT_EQ(
      guardText("setp.ge.s32 q, $2, 0; setp.lt.and.s32 p, $2, 8, q;", "!p"),
      "(arg2 < 8 and arg2 >= 0) == 0");
}

TEST(PtxPredicates, VotesAndFloatsAreUnknown) {
  for (const char *Setup :
       {"setp.lt.f32 p, $2, $1;", "vote.sync.any.pred p, q, -1;",
        "setp.eq.s32 q, $2, 1; mov.pred p, r;", "mul.hi.u32 p, $2, 1;"}) {
    std::string Asm = std::string("{ .reg .pred p, q, r;") + Setup +
                      "@p st.shared.u32 [$0], $1; }";
    PtxGuard Guard = guardOf(Asm, "r,r,r");
    ASSERT_EQ(Guard.size(), 1u) << Setup;
    EXPECT_EQ(Guard[0].What, PtxCondition::Kind::Unknown) << Setup;
    EXPECT_FALSE(Guard[0].Text.empty()) << Setup;
  }
}

TEST(PtxPredicates, NegatedUnknownIsNotTheUnknown) {
  PtxGuard Guard = guardOf("{ .reg .pred p; setp.lt.f32 p, $1, $1;\n"
                           "@!p st.shared.u32 [$0], 0; }",
                           "r,f");
  EXPECT_TRUE(Guard[0].Negated);
}

TEST(PtxPredicates, ElectedLaneIsOneLane) {
  PtxGuard Guard = guardOf("{ .reg .pred p; elect.sync _|p, 0xffffffff;\n"
                           "@p st.shared.u32 [$0], 0; }",
                           "r");
  ASSERT_EQ(Guard.size(), 1u);
  EXPECT_EQ(Guard[0].What, PtxCondition::Kind::OneLane);
  EXPECT_FALSE(Guard[0].Negated);
}

TEST(PtxPredicates, PredicateOfAnArgumentComparesWithZero) {
  EXPECT_EQ(printGuard(guardOf("@$1 st.shared.u32 [$0], 0;", "r,b")),
            "arg1 != 0");
  EXPECT_EQ(printGuard(guardOf("@!$1 st.shared.u32 [$0], 0;", "r,b")),
            "arg1 == 0");
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

TEST(PtxBranches, ForwardBranchGuardsWhatItSkips) {
  InlinePtx Block = readInlinePtx("{ .reg .pred p; setp.ge.s32 p, $1, 4;\n"
                                  "@p bra SKIP; st.shared.u32 [$0], 0;\n"
                                  "SKIP: st.shared.u32 [$0+4], 0; }",
                                  "r,r");
  ASSERT_EQ(Block.MemoryOps.size(), 2u);
  EXPECT_EQ(printGuard(Block.MemoryOps[0].Guard), "arg1 < 4");
  EXPECT_TRUE(Block.MemoryOps[1].Guard.empty());
}

TEST(PtxBranches, EarlyExitGuardsTheRest) {
  InlinePtx Block = readInlinePtx("{ .reg .pred p; setp.ge.s32 p, $1, 4;\n"
                                  "@p exit; st.shared.u32 [$0], 0; }",
                                  "r,r");
  EXPECT_EQ(printGuard(Block.MemoryOps[0].Guard), "arg1 < 4");
}

TEST(PtxBranches, ElseBranchIsNotTakenForAllLanes) {
  InlinePtx Block =
      readInlinePtx("{ .reg .pred p; setp.eq.s32 p, $1, 0; @p bra ELSE;\n"
                    "st.shared.u32 [$0], 1; bra END;\n"
                    "ELSE: st.shared.u32 [$0], 2;\n"
                    "END: st.shared.u32 [$0], 3; }",
                    "r,r");
  ASSERT_EQ(Block.MemoryOps.size(), 3u);
  EXPECT_EQ(printGuard(Block.MemoryOps[0].Guard), "arg1 != 0");
  ASSERT_EQ(Block.MemoryOps[1].Guard.size(), 1u);
  EXPECT_EQ(Block.MemoryOps[1].Guard[0].What, PtxCondition::Kind::Unknown);
  EXPECT_TRUE(Block.MemoryOps[2].Guard.empty());
}

TEST(PtxBranches, WhatIsWrittenBehindABranchIsUnknownAfterIt) {
  EXPECT_EQ(formOf("{ .reg .pred p; setp.eq.s32 p, $1, 0; mov.b32 $0, 1;\n"
                   "@p bra END; mov.b32 $0, 2; END: }",
                   "=r,r"),
            "?");
}

TEST(PtxBranches, LoopsRepeatAndForgetWhatTheyChange) {
  InlinePtx Block =
      readInlinePtx("{ .reg .pred p; .reg .b32 i, a; mov.b32 i, 0;\n"
                    "mov.b32 a, $0;\n"
                    "LOOP: st.shared.u32 [a], i; st.shared.u32 [$0], i;\n"
                    "add.u32 a, a, 4; add.u32 i, i, 1;\n"
                    "setp.lt.u32 p, i, 8; @p bra LOOP;\n"
                    "st.shared.u32 [$0+64], 0; }",
                    "r");
  ASSERT_EQ(Block.MemoryOps.size(), 3u);
  EXPECT_TRUE(Block.MemoryOps[0].Repeats);
  EXPECT_FALSE(Block.MemoryOps[0].Location.Address); // not arg0: it steps
  EXPECT_EQ(Block.MemoryOps[1].Location.Address->print(), "arg0");
  EXPECT_FALSE(Block.MemoryOps[2].Repeats);
  EXPECT_TRUE(Block.MemoryOps[2].Guard.empty());
}

TEST(PtxBranches, BarrierWaitLeavesTheRestUnconditional) {
  InlinePtx Block = readInlinePtx(
      "{ .reg .pred P;\n WAIT:\n"
      " mbarrier.try_wait.parity.shared::cta.b64 P, [$0], $1;\n"
      " @P bra DONE;\n bra WAIT;\n DONE:\n st.shared.u32 [$0+8], 0; }",
      "r,r");
  ASSERT_EQ(Block.MemoryOps.size(), 2u);
  EXPECT_EQ(Block.MemoryOps[0].Kind, PtxMemoryKind::Other);
  EXPECT_TRUE(Block.MemoryOps[0].Repeats);
  EXPECT_TRUE(Block.MemoryOps[1].Guard.empty());
}

TEST(PtxBranches, IndirectBranchMayGoToAnyLabel) {
  InlinePtx Block =
      readInlinePtx("A: st.shared.u32 [$0], 0; brx.idx $1, targets; B:", "r,r");
  ASSERT_EQ(Block.MemoryOps.size(), 1u);
  EXPECT_TRUE(Block.MemoryOps[0].Repeats);
}

} // namespace
