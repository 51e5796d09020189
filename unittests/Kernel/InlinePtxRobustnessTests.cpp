//===- InlinePtxRobustnessTests.cpp - What is no memory access, or no PTX -===//

#include "warplint/Kernel/InlinePtx.h"
#include "gtest/gtest.h"
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
    InlinePtx Block = readInlinePtx(Asm, "=r,=r,=r,=r,r,r,r,r");
    EXPECT_TRUE(Block.MemoryOps.empty()) << Asm;
    EXPECT_TRUE(Block.Unread.empty()) << Asm;
    EXPECT_EQ(Block.firstUnreadMemory(), nullptr) << Asm;
  }
}

TEST(PtxNegatives, EmptyTextAndCommentsHoldNothing) {
  for (const char *Asm :
       {"", ";", " \n\t", ";;;", "// ld.shared.u32 $0, [$1];",
        "/* ld.shared.u32 $0, [$1]; */", "// a\n// b", "/* not closed",
        "${:comment} ld.shared.u32 $0, [$1];", "{ }", "{{}}"}) {
    InlinePtx Block = readInlinePtx(Asm, "=r,r");
    EXPECT_TRUE(Block.MemoryOps.empty()) << Asm;
    EXPECT_TRUE(Block.Unread.empty()) << Asm;
  }
}

TEST(PtxNegatives, CommentsEndWhereTheyEnd) {
  InlinePtx Block = readInlinePtx(
      "// first; [$1]\nld.shared.u32 /* [x */ $0, [$1]; // end", "=r,r");
  ASSERT_EQ(Block.MemoryOps.size(), 1u);
  EXPECT_EQ(Block.MemoryOps[0].Text, "ld.shared.u32 $0, [$1]");
  EXPECT_TRUE(Block.Unread.empty());
}

TEST(PtxUnreadStatements, UnknownInstructionsMayTouchMemory) {
  for (const char *Asm :
       {"frobnicate.shared.u32 $0, [$1];", "frobnicate $0, $1;",
        "ld.shared $0, [$1];", "ld.shared.u32 $0, $1;",
        "atom.shared.u32 $0, [$1], 1;", "cp.async.ca.shared.global [$1];",
        "cp.frob [$1], [$1];", "tcgen05.new [$1];", "st.shared.u32 [$1];"}) {
    InlinePtx Block = readInlinePtx(Asm, "=r,r");
    EXPECT_TRUE(Block.MemoryOps.empty()) << Asm;
    ASSERT_TRUE(Block.firstUnreadMemory()) << Asm;
    EXPECT_EQ(Block.firstUnreadMemory()->What,
              PtxUnread::Kind::UnknownInstruction)
        << Asm;
    EXPECT_EQ(Block.Outputs[0].What, PtxValue::Kind::Unknown) << Asm;
  }
}

TEST(PtxUnreadStatements, CallsMayTouchMemory) {
  InlinePtx Block =
      readInlinePtx("call.uni ($0), vprintf, ($1, $2);", "=r,l,l");
  ASSERT_EQ(Block.Unread.size(), 1u);
  EXPECT_EQ(Block.Unread[0].What, PtxUnread::Kind::Call);
  EXPECT_TRUE(Block.Unread[0].MayTouchMemory);
}

TEST(PtxUnreadStatements, TheOthersAreStillRead) {
  InlinePtx Block = readInlinePtx("{ ld.shared.u32 {$0, [$1];\n"
                                  "?? what is this;\n"
                                  "frobnicate $1;\n"
                                  "st.shared.v2.u32 [$1], {1, 2};",
                                  "=r,r");
  ASSERT_EQ(Block.MemoryOps.size(), 1u);
  EXPECT_EQ(Block.MemoryOps[0].Name, "st.shared.v2");
  ASSERT_EQ(Block.Unread.size(), 3u);
  EXPECT_EQ(Block.Unread[0].What, PtxUnread::Kind::Malformed);
  EXPECT_EQ(Block.Unread[0].Text, "ld.shared.u32 {$0, [$1]");
  EXPECT_EQ(Block.Unread[1].Text, "?? what is this");
  EXPECT_EQ(Block.Unread[2].What, PtxUnread::Kind::UnknownInstruction);
}

TEST(PtxUnreadStatements, InstructionOfUnknownEffectForgetsItsRegister) {
  InlinePtx Block = readInlinePtx(
      "mov.u32 $0, $1; frobnicate $0, 4; ld.shared.u32 $0, [$0];", "=&r,r");
  ASSERT_EQ(Block.MemoryOps.size(), 1u);
  EXPECT_FALSE(Block.MemoryOps[0].Location.Address);
}

TEST(PtxUnreadStatements, MalformedTextNeverCountsAsHarmless) {
  for (const char *Asm :
       {"ld.shared.u32 $0, [$1", "ld..shared.u32 $0, [$1];",
        "ld.shared.u32 $0,, [$1];", "@ ld.shared.u32 $0, [$1];", "@!; ld",
        "ld.shared.u32 $0, [$1)];", "[$1] = 3;", "$0 ld.u32;",
        "%r1 ld.u32 [$1];", "\"ld\" [$1];", "@p", "ld.",
        "ld.shared.u32 $0, []"}) {
    InlinePtx Block = readInlinePtx(Asm, "=r,r");
    EXPECT_TRUE(Block.MemoryOps.empty()) << Asm;
    EXPECT_TRUE(Block.firstUnreadMemory()) << Asm;
  }
}

TEST(PtxUnreadStatements, OperandsThatDoNotExistAreUnknown) {
  InlinePtx Block = readInlinePtx(
      "ld.shared.u32 $7, [$9]; mov.u32 $99999999999999999999, 1;", "=r,r");
  ASSERT_EQ(Block.MemoryOps.size(), 1u);
  EXPECT_FALSE(Block.MemoryOps[0].Location.Address);
  EXPECT_EQ(Block.MemoryOps[0].Location.Unknown, "$9");
}

TEST(PtxUnreadStatements, MissingLastSemicolonAndStrayBracesAreForgiven) {
  EXPECT_EQ(readInlinePtx("ld.shared.u32 $0, [$1]", "=r,r").MemoryOps.size(),
            1u);
  EXPECT_EQ(
      readInlinePtx("{ ld.shared.u32 $0, [$1] }", "=r,r").MemoryOps.size(), 1u);
  EXPECT_EQ(
      readInlinePtx("} } ld.shared.u32 $0, [$1];", "=r,r").MemoryOps.size(),
      1u);
}

TEST(PtxLimits, DeepNestingAndHugeNumbersEnd) {
  std::string Deep = "ld.shared.u32 $0, [" + std::string(100000, '(') + "$1" +
                     std::string(100000, ')') + "];";
  InlinePtx Block = readInlinePtx(Deep, "=r,r");
  ASSERT_EQ(Block.MemoryOps.size(), 1u);
  EXPECT_FALSE(Block.MemoryOps[0].Location.Address);
  std::string Scopes(100000, '{');
  EXPECT_TRUE(readInlinePtx(Scopes, "").Unread.empty());
  Block = readInlinePtx("ld.shared.u32 $0, [$1 + 99999999999999999999999];"
                        "ld.shared.u32 $0, [$1 + 9223372036854775807 * 3];"
                        "ld.shared.u32 $0, [-9223372036854775808 / -1];",
                        "=&r,r");
  ASSERT_EQ(Block.MemoryOps.size(), 3u);
  EXPECT_FALSE(Block.MemoryOps[0].Location.Address);
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
    InlinePtx Block = readInlinePtx(Asm, Constraints);
    ASSERT_EQ(Block.Outputs.size(), Block.Constraints.NumOutputs);
    for (const PtxMemoryOp &Op : Block.MemoryOps) {
      ASSERT_FALSE(Op.Name.empty());
      ASSERT_FALSE(Op.Text.empty());
      // Whoever gives no address says why.
      ASSERT_TRUE(Op.Location.Address || !Op.Location.Unknown.empty()) << Asm;
      if (Op.Location.Address)
        for (const PtxTerm &Term : Op.Location.Address->Terms)
          if (Term.Leaf == PtxTerm::LeafKind::Argument)
            ASSERT_LT(Term.Argument, Block.Constraints.NumArguments);
    }
    for (const PtxValue &Value : Block.Outputs)
      if (Value.What == PtxValue::Kind::Loaded)
        ASSERT_LT(Value.MemoryOp, Block.MemoryOps.size());
  }
  // 20,000 short texts take well under a second; a minute means a loop.
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::minutes(1));
}

TEST(PtxLimits, LongBlocksAreReadInOnePass) {
  std::string Asm;
  for (unsigned I = 0; I < 20000; ++I)
    Asm += "add.u32 $0, $0, 4; ld.shared.u32 $1, [$0];\n";
  InlinePtx Block = readInlinePtx(Asm, "=r,=r,0");
  ASSERT_EQ(Block.MemoryOps.size(), 20000u);
  EXPECT_EQ(Block.MemoryOps.back().Location.Address->print(), "arg0 + 80000");
}

} // namespace
