//===- InlinePtxRobustnessTests.cpp - What is no memory access, or no PTX -===//

#include "LiftedPtx.h"
#include <chrono>
#include <random>

using namespace warplint;

namespace {

TEST(PtxNegatives, RegisterInstructionsTouchNoMemory) {
  for (const char *Asm :
       {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
        "{$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};",
        "fma.rn.f32 $0, $1, $2, $3;",
        "cvt.rn.f16.f32 $0, $1;",
        "bar.sync 0;",
        "barrier.cluster.arrive.release.aligned;",
        "membar.gl;",
        "fence.proxy.async.shared::cta;",
        "tcgen05.wait::ld.sync.aligned;",
        "cp.async.wait_group 0;",
        "cp.async.bulk.commit_group;",
        "wgmma.fence.sync.aligned;",
        "shfl.sync.bfly.b32 $0, $1, 1, 31, -1;",
        "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;",
        "nanosleep.u32 20;",
        "{ .reg .pred p; isspacep.shared p, $1; selp.u32 $0, 1, 0, p; }",
        "createpolicy.fractional.L2::evict_first.b64 $0, 1.0;",
        "griddepcontrol.wait;",
        "setmaxnreg.inc.sync.aligned.u32 240;",
        "mapa.shared::cluster.u32 $0, $1, $2;",
        "activemask.b32 $0;",
        ".pragma \"nounroll\";",
        ".loc 1 12 3\nmov.u32 $0, $1;"}) {
    LiftedPtx Block(Asm, "=r,=r,=r,=r,r,r,r,r");
    EXPECT_TRUE(Block.memoryOps().empty()) << Asm;
    EXPECT_TRUE(Block.unread().empty()) << Asm;
  }
}

TEST(PtxNegatives, EmptyTextAndCommentsHoldNothing) {
  for (const char *Asm :
       {"", ";", " \n\t", ";;;", "// ld.shared.u32 $0, [$1];",
        "/* ld.shared.u32 $0, [$1]; */", "// a\n// b", "/* not closed",
        "${:comment} ld.shared.u32 $0, [$1];", "{ }", "{{}}"}) {
    LiftedPtx Block(Asm, "=r,r");
    EXPECT_TRUE(Block.memoryOps().empty()) << Asm;
    EXPECT_TRUE(Block.unread().empty()) << Asm;
  }
}

TEST(PtxNegatives, CommentsEndWhereTheyEnd) {
  LiftedPtx Block("// first; [$1]\nld.shared.u32 /* [x */ $0, [$1]; // end",
                  "=r,r");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 1u);
  EXPECT_EQ(Ops[0].Read.Text, "ld.shared.u32 $0, [$1]");
  EXPECT_TRUE(Block.unread().empty());
}

TEST(PtxUnreadStatements, UnknownInstructionsMayTouchMemory) {
  for (const char *Asm :
       {"frobnicate.shared.u32 $0, [$1];", "frobnicate $0, $1;",
        "ld.shared $0, [$1];", "ld.shared.u32 $0, $1;",
        "atom.shared.u32 $0, [$1], 1;", "cp.async.ca.shared.global [$1];",
        "cp.frob [$1], [$1];", "tcgen05.new [$1];", "st.shared.u32 [$1];"}) {
    LiftedPtx Block(Asm, "=r,r");
    EXPECT_TRUE(Block.memoryOps().empty()) << Asm;
    ASSERT_EQ(Block.unread().size(), 1u) << Asm;
    EXPECT_EQ(Block.unread()[0] + ";", Asm);
    EXPECT_TRUE(Block.unknownBehind(Block.output())) << Asm;
  }
}

TEST(PtxUnreadStatements, CallsMayTouchMemory) {
  LiftedPtx Block("call.uni ($0), vprintf, ($1, $2);", "=r,l,l");
  ASSERT_EQ(Block.unread().size(), 1u);
}

TEST(PtxUnreadStatements, TheOthersAreStillRead) {
  LiftedPtx Block("{ ld.shared.u32 {$0, [$1];\n"
                  "?? what is this;\n"
                  "frobnicate $1;\n"
                  "st.shared.v2.u32 [$1], {1, 2};",
                  "=r,r");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 1u);
  EXPECT_EQ(Ops[0].op().Name, "st.shared.v2");
  EXPECT_EQ(Block.unread(),
            (std::vector<std::string>{"ld.shared.u32 {$0, [$1]",
                                      "?? what is this", "frobnicate $1"}));
}

TEST(PtxUnreadStatements, MalformedTextMayUseAnyArgument) {
  LiftedPtx Block("[$0] = $1;", "r,l");
  ASSERT_EQ(Block.unread().size(), 1u);
  EXPECT_EQ(Block.calls().front()->arg_size(), 2u);
}

TEST(PtxUnreadStatements, InstructionOfUnknownEffectForgetsItsRegister) {
  LiftedPtx Block("mov.u32 $0, $1; frobnicate $0, 4; ld.shared.u32 $0, [$0];",
                  "=&r,r");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 1u);
  EXPECT_TRUE(Block.unknownBehind(Ops[0].address()));
}

TEST(PtxUnreadStatements, MalformedTextNeverCountsAsHarmless) {
  for (const char *Asm :
       {"ld.shared.u32 $0, [$1", "ld..shared.u32 $0, [$1];",
        "ld.shared.u32 $0,, [$1];", "@ ld.shared.u32 $0, [$1];", "@!; ld",
        "ld.shared.u32 $0, [$1)];", "[$1] = 3;", "$0 ld.u32;",
        "%r1 ld.u32 [$1];", "\"ld\" [$1];", "@p", "ld.",
        "ld.shared.u32 $0, []"}) {
    LiftedPtx Block(Asm, "=r,r");
    EXPECT_TRUE(Block.memoryOps().empty()) << Asm;
    EXPECT_FALSE(Block.unread().empty()) << Asm;
  }
}

TEST(PtxUnreadStatements, OperandsThatDoNotExistAreUnknown) {
  LiftedPtx Block("ld.shared.u32 $7, [$9]; mov.u32 $99999999999999999999, 1;",
                  "=r,r");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 1u);
  auto Cause = Block.unknownBehind(Ops[0].address());
  ASSERT_TRUE(Cause);
  EXPECT_EQ(Cause->Text, "$9");
}

TEST(PtxUnreadStatements, MissingLastSemicolonAndStrayBracesAreForgiven) {
  for (const char *Asm :
       {"ld.shared.u32 $0, [$1]", "{ ld.shared.u32 $0, [$1] }",
        "} } ld.shared.u32 $0, [$1];"})
    EXPECT_EQ(LiftedPtx(Asm, "=r,r").memoryOps().size(), 1u) << Asm;
}

TEST(PtxLimits, DeepNestingAndHugeNumbersEnd) {
  std::string Deep = "ld.shared.u32 $0, [" + std::string(100000, '(') + "$1" +
                     std::string(100000, ')') + "];";
  LiftedPtx Nested(Deep, "=r,r");
  auto Ops = Nested.memoryOps();
  ASSERT_EQ(Ops.size(), 1u);
  EXPECT_TRUE(Nested.unknownBehind(Ops[0].address()));
  std::string Scopes(100000, '{');
  EXPECT_TRUE(LiftedPtx(Scopes, "").unread().empty());
  LiftedPtx Huge("ld.shared.u32 $0, [$1 + 99999999999999999999999];"
                 "ld.shared.u32 $0, [$1 + 9223372036854775807 * 3];"
                 "ld.shared.u32 $0, [-9223372036854775808 / -1];",
                 "=&r,r");
  Ops = Huge.memoryOps();
  ASSERT_EQ(Ops.size(), 3u);
  EXPECT_TRUE(Huge.unknownBehind(Ops[0].address()));
}

//===----------------------------------------------------------------------===//
// Random mutations
//===----------------------------------------------------------------------===//

struct Seed {
  const char *Asm;
  const char *Constraints;
};

const Seed Seeds[] = {
    {"{\n .reg .pred p;\n setp.ne.b32 p, $0, 0;\n"
     " @p cp.async.cg.shared.global [$1], [$2], $3;\n}\n",
     "r,r,l,n,~{memory}"},
    {"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0,$1,$2,$3}, [$4+8];",
     "=r,=r,=r,=r,r"},
    {"{ .reg .b32 r<4>; mad.lo.u32 r1, $1, 4, $2; // a\n"
     " ld.shared.v2.f32 {$0, _}, [r1 + 4*(2+1)]; }",
     "=f,r,r"},
    {"{ .reg .pred P; W: mbarrier.try_wait.parity.shared.b64 P, [$0], $1;\n"
     " @P bra D; bra W; D: red.shared.add.u32 [$0+8], 1; }",
     "r,r"},
    {"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx"
     "::bytes [$0], [$1, {$2, $3}], [$4]; /* x */",
     "r,l,r,r,r"},
};

/// Cuts, doubles, replaces and moves pieces, with a taste for punctuation.
std::string mutate(std::string Text, std::mt19937 &Random) {
  static constexpr char Alphabet[] = "{}[]();:,.@!%$<>+-*/|_\"\n \\\x01\x02"
                                     "0179abprx";
  auto Below = [&](size_t N) { return N == 0 ? 0 : Random() % N; };
  for (unsigned Steps = 1 + unsigned(Below(6)); Steps > 0; --Steps) {
    const size_t At = Below(Text.size() + 1);
    const size_t Length = Below(std::min<size_t>(Text.size() - At + 1, 12));
    switch (Below(4)) {
    case 0:
      Text.erase(At, Length);
      break;
    case 1:
      Text.insert(At, 1, Alphabet[Below(sizeof(Alphabet))]); // NUL included
      break;
    case 2:
      Text.insert(Below(Text.size() + 1), Text.substr(At, Length));
      break;
    default:
      Text.replace(At, Length, 1 + Below(3), Alphabet[Below(37)]);
    }
  }
  return Text;
}

TEST(PtxLimits, MutatedTextIsReadInBoundedTime) {
  std::mt19937 Random(20240607);
  const auto Start = std::chrono::steady_clock::now();
  for (unsigned Round = 0; Round < 20000; ++Round) {
    const Seed &From = Seeds[Round % std::size(Seeds)];
    const std::string Asm = mutate(From.Asm, Random);
    const std::string Constraints =
        Round % 7 == 0 ? mutate(From.Constraints, Random) : From.Constraints;
    // Lifting verifies the module.
    LiftedPtx Block(Asm, Constraints);
    for (const LiftedPtx::Statement &S : Block.memoryOps()) {
      ASSERT_FALSE(S.op().Name.empty());
      ASSERT_FALSE(S.Read.Text.empty());
      ASSERT_TRUE(S.op().Location.Address) << Asm;
      ASSERT_LT(*S.op().Location.Address, S.Call->arg_size()) << Asm;
    }
    unsigned Heads = 0;
    for (llvm::CallInst *Call : Block.calls())
      Heads += !isPartOfPtxBlock(*Call);
    ASSERT_EQ(Heads, 1u) << Asm;
  }
  // 20,000 short texts take well under a second; a minute means a loop.
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::minutes(1));
}

TEST(PtxLimits, LongBlocksAreReadInOnePass) {
  std::string Asm;
  for (unsigned I = 0; I < 20000; ++I)
    Asm += "add.u32 $0, $0, 4; ld.shared.u32 $1, [$0];\n";
  LiftedPtx Block(Asm, "=r,=r,0");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 20000u);
  expectEqual(
      Block, Ops[100].address(),
      [](const Numbers &A) { return lowBits(A[0] + 404, 32); }, "100");
  // A value that hangs on thousands of others is not followed.
  EXPECT_TRUE(Block.unknownBehind(Ops.back().address()));
}

} // namespace
