//===- InlinePtxControlTests.cpp - Predicates and branches ----------------===//
//
// Expectations follow from the PTX ISA: a guard says which lanes execute a
// statement, a branch which lanes skip what lies between.
//
//===----------------------------------------------------------------------===//

#include "LiftedPtx.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace warplint;
using namespace llvm;

namespace {

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

const char *const Store = " st.shared.u32 [$0], $1; }";

/// Expects the store after \p Setup to run where \p Expected holds.
void expectGuard(StringRef Setup, StringRef Predicate,
                 const Formula &Expected) {
  std::string Asm =
      "{ .reg .pred p, q, r;\n" + Setup.str() + "\n@" + Predicate.str() + Store;
  LiftedPtx Block(Asm, "r,r,r");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 1u) << Asm;
  ASSERT_TRUE(Ops[0].Read.Guard) << Asm;
  expectEqual(Block, Ops[0][Ops[0].Read.Guard], Expected, Asm);
}

TEST(PtxPredicates, UnpredicatedInstructionsRunInAllLanes) {
  LiftedPtx Block("st.shared.u32 [$0], 0;", "r");
  EXPECT_FALSE(Block.memoryOps()[0].Read.Guard);
}

TEST(PtxPredicates, ComparisonsAndTheirNegations) {
  using N = const Numbers &;
  auto Low = [](N A) { return lowBits(A[2], 32); };
  auto Signed = [](N A) { return asSigned(A[2], 32); };
  expectGuard("setp.lt.s32 p, $2, 16;", "p",
              [=](N A) { return Signed(A) < 16; });
  expectGuard("setp.ne.b32 p, $2, 0;", "p", [=](N A) { return Low(A) != 0; });
  expectGuard("setp.ne.b32 p, $2, 0;", "!p", [=](N A) { return Low(A) == 0; });
  expectGuard("setp.lt.u32 p, $2, 8;", "!p", [=](N A) { return Low(A) >= 8; });
  expectGuard("setp.ge.u32 p, $2, 8;", "!p", [=](N A) { return Low(A) < 8; });
  expectGuard("setp.gt.s32 p, $2, 8;", "!p",
              [=](N A) { return Signed(A) <= 8; });
  expectGuard("setp.le.s32 p, $2, 8; not.pred q, p;", "q",
              [=](N A) { return Signed(A) > 8; });
}

TEST(PtxPredicates, UnsignedOperatorsAreUnsignedForAnyType) {
  expectGuard("setp.hs.s32 p, $2, 16;", "p",
              [](const Numbers &A) { return lowBits(A[2], 32) >= 16; });
}

TEST(PtxPredicates, SecondDestinationIsTheOpposite) {
  expectGuard("setp.eq.s32 p|q, $2, 3;", "q",
              [](const Numbers &A) { return lowBits(A[2], 32) != 3; });
  // Of the comparison alone, not of the conjunction.
  expectGuard("setp.ge.s32 r, $2, 0; setp.lt.and.s32 p|q, $2, 9, r;", "q",
              [](const Numbers &A) { return asSigned(A[2], 32) >= 9; });
}

TEST(PtxPredicates, ConjunctionsAndDisjunctions) {
  using N = const Numbers &;
  auto V = [](N A) { return asSigned(A[2], 32); };
  expectGuard("setp.ge.s32 p, $2, 0; setp.lt.and.s32 q, $2, 9, p;", "q",
              [=](N A) { return V(A) >= 0 && V(A) < 9; });
  expectGuard("setp.ge.s32 p, $2, 4; setp.lt.and.s32 q, $2, 9, !p;", "q",
              [=](N A) { return V(A) < 4; });
  expectGuard("setp.ge.s32 p, $2, 0; setp.ne.s32 q, $2, 7;\n"
              "and.pred r, p, q;",
              "r", [=](N A) { return V(A) >= 0 && V(A) != 7; });
  expectGuard("setp.ge.s32 q, $2, 8; setp.lt.or.s32 p, $2, 0, q;", "p",
              [=](N A) { return V(A) < 0 || V(A) >= 8; });
  expectGuard("setp.ge.s32 q, $2, 8; setp.lt.s32 r, $2, 20;\n"
              "xor.pred p, q, r;",
              "p", [=](N A) { return (V(A) >= 8) != (V(A) < 20); });
  // Not both.
  expectGuard("setp.ge.s32 q, $2, 0; setp.lt.and.s32 p, $2, 8, q;", "!p",
              [=](N A) { return V(A) >= 8 || V(A) < 0; });
}

TEST(PtxPredicates, VotesAndFloatsAreUnknown) {
  for (const char *Setup :
       {"setp.lt.f32 p, $2, $1;", "vote.sync.any.pred p, q, -1;",
        "setp.eq.s32 q, $2, 1; mov.pred p, r;", "mul24.hi.u32 p, $2, 1;"}) {
    std::string Asm = std::string("{ .reg .pred p, q, r;") + Setup +
                      "@p st.shared.u32 [$0], $1; }";
    LiftedPtx Block(Asm, "r,r,r");
    auto Ops = Block.memoryOps();
    ASSERT_EQ(Ops.size(), 1u) << Setup;
    auto Cause = Block.unknownBehind(Ops[0][Ops[0].Read.Guard]);
    ASSERT_TRUE(Cause) << Setup;
    EXPECT_FALSE(Cause->Text.empty()) << Setup;
  }
}

TEST(PtxPredicates, NegatedUnknownIsNotTheUnknown) {
  LiftedPtx Block("{ .reg .pred p; setp.lt.f32 p, $1, $1;\n"
                  "@!p st.shared.u32 [$0], 0; }",
                  "r,f");
  auto Op = Block.memoryOps().back();
  const auto *Guard = dyn_cast<BinaryOperator>(Op[Op.Read.Guard]);
  ASSERT_TRUE(Guard);
  EXPECT_EQ(Guard->getOpcode(), Instruction::Xor);
}

TEST(PtxPredicates, ElectedLaneIsOneLane) {
  LiftedPtx Block("{ .reg .pred p; elect.sync _|p, 0xffffffff;\n"
                  "@p st.shared.u32 [$0], 0; }",
                  "r");
  auto Op = Block.memoryOps().back();
  const auto *Guard = dyn_cast<ExtractValueInst>(Op[Op.Read.Guard]);
  ASSERT_TRUE(Guard);
  EXPECT_EQ(Guard->getIndices()[0], 1u);
  EXPECT_EQ(cast<CallBase>(Guard->getOperand(0))->getIntrinsicID(),
            Intrinsic::nvvm_elect_sync);
}

TEST(PtxPredicates, PredicateOfAnArgumentIsTheArgument) {
  for (const char *Asm :
       {"@$1 st.shared.u32 [$0], 0;", "@!$1 st.shared.u32 [$0], 0;"}) {
    LiftedPtx Block(Asm, "r,b");
    auto Op = Block.memoryOps().back();
    const bool IsNegated = StringRef(Asm).contains('!');
    expectEqual(
        Block, Op[Op.Read.Guard],
        [=](const Numbers &A) { return A[1] & 1 ? !IsNegated : IsNegated; },
        Asm);
  }
}

TEST(PtxPredicates, RepeatedConditionsStaySmall) {
  std::string Text = "{ .reg .pred p; setp.ne.s32 p, $0, 0;\n";
  for (unsigned I = 0; I != 64; ++I)
    Text += "and.pred p, p, p;\n";
  LiftedPtx Block(Text + "@p st.shared.u32 [$1], 0; }", "r,r");
  auto Op = Block.memoryOps().back();
  EXPECT_TRUE(isa<ICmpInst>(Op[Op.Read.Guard]));
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

TEST(PtxBranches, ForwardBranchGuardsWhatItSkips) {
  const char *Asm = "{ .reg .pred p; setp.ge.s32 p, $1, 4;\n"
                    "@p bra SKIP; st.shared.u32 [$0], 0;\n"
                    "SKIP: st.shared.u32 [$0+4], 0; }";
  LiftedPtx Block(Asm, "r,r");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 2u);
  expectEqual(
      Block, Ops[0][Ops[0].Read.Guard],
      [](const Numbers &A) { return asSigned(A[1], 32) < 4; }, Asm);
  EXPECT_FALSE(Ops[1].Read.Guard);
}

TEST(PtxBranches, EarlyExitGuardsTheRest) {
  const char *Asm = "{ .reg .pred p; setp.ge.s32 p, $1, 4;\n"
                    "@p exit; st.shared.u32 [$0], 0; }";
  LiftedPtx Block(Asm, "r,r");
  auto Op = Block.memoryOps().back();
  expectEqual(
      Block, Op[Op.Read.Guard],
      [](const Numbers &A) { return asSigned(A[1], 32) < 4; }, Asm);
}

TEST(PtxBranches, ElseBranchIsNotTakenForAllLanes) {
  const char *Asm = "{ .reg .pred p; setp.eq.s32 p, $1, 0; @p bra ELSE;\n"
                    "st.shared.u32 [$0], 1; bra END;\n"
                    "ELSE: st.shared.u32 [$0], 2;\n"
                    "END: st.shared.u32 [$0], 3; }";
  LiftedPtx Block(Asm, "r,r");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 3u);
  expectEqual(
      Block, Ops[0][Ops[0].Read.Guard],
      [](const Numbers &A) { return lowBits(A[1], 32) != 0; }, Asm);
  EXPECT_TRUE(Block.unknownBehind(Ops[1][Ops[1].Read.Guard]));
  EXPECT_FALSE(Ops[2].Read.Guard);
}

TEST(PtxBranches, WhatIsWrittenBehindABranchIsUnknownAfterIt) {
  EXPECT_EQ(causeOf("{ .reg .pred p; setp.eq.s32 p, $1, 0; mov.b32 $0, 1;\n"
                    "@p bra END; mov.b32 $0, 2; END: }",
                    "=r,r"),
            "written behind a branch");
}

TEST(PtxBranches, LoopsForgetWhatTheyChange) {
  const char *Asm = "{ .reg .pred p; .reg .b32 i, a; mov.b32 i, 0;\n"
                    "mov.b32 a, $0;\n"
                    "LOOP: st.shared.u32 [a], i; st.shared.u32 [$0], i;\n"
                    "add.u32 a, a, 4; add.u32 i, i, 1;\n"
                    "setp.lt.u32 p, i, 8; @p bra LOOP;\n"
                    "st.shared.u32 [$0+64], 0; }";
  LiftedPtx Block(Asm, "r");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 3u);
  EXPECT_TRUE(Block.unknownBehind(Ops[0].address())); // not arg0: it steps
  expectEqual(
      Block, Ops[1].address(),
      [](const Numbers &A) { return lowBits(A[0], 32); }, Asm);
  EXPECT_FALSE(Ops[2].Read.Guard);
}

TEST(PtxBranches, BarrierWaitLeavesTheRestUnconditional) {
  LiftedPtx Block(
      "{ .reg .pred P;\n WAIT:\n"
      " mbarrier.try_wait.parity.shared::cta.b64 P, [$0], $1;\n"
      " @P bra DONE;\n bra WAIT;\n DONE:\n st.shared.u32 [$0+8], 0; }",
      "r,r");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 2u);
  EXPECT_EQ(Ops[0].op().Kind, PtxMemoryKind::Other);
  EXPECT_FALSE(Ops[1].Read.Guard);
}

TEST(PtxBranches, IndirectBranchMayGoToAnyLabel) {
  LiftedPtx Block("A: st.shared.u32 [$0], 0; add.u32 $0, $0, 4;\n"
                  "brx.idx $1, targets; B:",
                  "=r,r,0");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 1u);
  EXPECT_TRUE(Block.unknownBehind(Ops[0].address()));
}

} // namespace
