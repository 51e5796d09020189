//===- BudgetTest.cpp - What more shared memory costs a block -------------===//

#include "Problems.h"

using namespace warplint;

namespace {

constexpr uint64_t KB = 1024;

/// A column of a tile of 32 columns, which XORs and padding free.
ArrayProblem column(uint64_t Rows) {
  ArrayProblem P = arrayOf({Rows, 32});
  addAccess(P, RequestKind::SharedLoad, 4)
      .Cases.push_back(caseOf(32, [](unsigned L) { return L * 32; }));
  return P;
}

const Layout OneMore(Padding{32, 1});

} // namespace

TEST(BudgetTest, BlocksOfAnSmFollowTheFormula) {
  // 9.0: 228 KB an SM, 1 KB reserved for each block, granules of 128 bytes.
  const SharedLimits L = sharedLimits(*lookupTarget("sm_90"));
  EXPECT_EQ(L.blocksPerSM(48 * KB), 4u);     // 228 / 49 = 4.65
  EXPECT_EQ(L.blocksPerSM(56 * KB), 4u);     // 228 / 57 = 4
  EXPECT_EQ(L.blocksPerSM(56 * KB + 1), 3u); // 57 KB and a granule
  EXPECT_EQ(L.blocksPerSM(227 * KB), 1u);
  EXPECT_EQ(L.blocksPerSM(227 * KB + 1), 0u); // More than a block can have.
  EXPECT_EQ(L.blocksPerSM(0), 32u);
  EXPECT_EQ(L.blocksPerSM(1 * KB, 1024), 2u); // 2048 threads an SM.
  EXPECT_EQ(L.blocksPerSM(1 * KB, 33), 32u);  // Two warps each.
}

TEST(BudgetTest, LimitsAreThoseOfTheCapability) {
  EXPECT_EQ(sharedLimits(*lookupTarget("sm_86")).SMBytes, 100 * KB);
  EXPECT_EQ(sharedLimits(*lookupTarget("sm_75")).SMThreads, 1024u);
  EXPECT_EQ(sharedLimits(*lookupTarget("sm_89")).SMBlocks, 24u);
  // 7.2 and 12.1 are as the row below them.
  EXPECT_EQ(sharedLimits(*lookupTarget("sm_72")).SMBytes, 96 * KB);
  EXPECT_EQ(sharedLimits(*lookupTarget("sm_121")).SMBytes, 100 * KB);
}

TEST(BudgetTest, PaddingPastTheStaticLimitIsSaid) {
  // 384 rows of 128 bytes are 48 KB to the byte.
  ArrayProblem P = column(384);
  EXPECT_TRUE(judge(P, OneMore)->Budget.PassesStaticLimit);
  EXPECT_FALSE(judge(P, Layout(XorSwizzle{5, 0, 5}))->Budget.PassesStaticLimit);
  EXPECT_FALSE(judge(column(256), OneMore)->Budget.PassesStaticLimit);
  P.Budget.IsStatic = false;
  EXPECT_FALSE(judge(P, OneMore)->Budget.PassesStaticLimit);
}

TEST(BudgetTest, ABlockLessIsSaid) {
  // 256 rows are 32 KB, and 33 padded. With 24 KB more a block takes 57 KB of
  // 228, and 58 after it.
  ArrayProblem P = column(256);
  P.Budget.OtherBytes = 24 * KB;
  P.Budget.IsStatic = false;
  const BudgetOutcome Outcome = judge(P, OneMore)->Budget;
  EXPECT_EQ(Outcome.BlocksBefore, 4u);
  EXPECT_EQ(Outcome.BlocksAfter, 3u);
  EXPECT_FALSE(Outcome.isHarmless());
  // Where threads are the limit, nothing is lost.
  P.Budget.ThreadsPerBlock = 1024;
  EXPECT_TRUE(judge(P, OneMore)->Budget.isHarmless());
}

TEST(BudgetTest, WhatCostsABlockRanksBehindWhatDoesNot) {
  ArrayProblem P = column(384);
  const RemedyRanking R = rankingOf(P);
  bool SeenHarm = false, AnyPadding = false;
  for (const Remedy &Found : R.Remedies) {
    EXPECT_FALSE(SeenHarm && Found.Budget.isHarmless());
    SeenHarm |= !Found.Budget.isHarmless();
    AnyPadding |= Found.To.as<Padding>() != nullptr;
  }
  EXPECT_TRUE(SeenHarm);
  EXPECT_TRUE(AnyPadding);
}

TEST(BudgetTest, AnArrayThatCanNotGrowIsNotPadded) {
  ArrayProblem P = column(32);
  P.Budget.MostBytes = 4 * KB;
  for (const Remedy &R : rankingOf(P).Remedies)
    EXPECT_EQ(R.ExtraBytes, 0u);
}

TEST(BudgetTest, WrongProblemsAreRefused) {
  auto Message = [](const ArrayProblem &P) { return llvm::toString(check(P)); };
  ArrayProblem P = column(32);
  EXPECT_EQ(Message(P), "");
  P.Banks = 12;
  EXPECT_NE(Message(P).find("12 banks"), std::string::npos);
  P.Banks = 8;
  EXPECT_NE(Message(P).find("lane 8"), std::string::npos);
  P = column(32);
  P.Array.Extents = {32, 0};
  EXPECT_NE(Message(P).find("extent"), std::string::npos);
  P = column(16);
  EXPECT_NE(Message(P).find("element 512 is outside"), std::string::npos);
  P = column(32);
  P.Accesses[0].BytesPerLane = 8;
  P.Accesses[0].Cases.edit()[0].Element[3] = 97;
  EXPECT_NE(Message(P).find("lane 3: element 97 is not a multiple of 2"),
            std::string::npos);
  P = column(32);
  P.Accesses[0].Kind = RequestKind::SharedAtomicOther;
  EXPECT_NE(Message(P).find("no rule"), std::string::npos);
  P = column(32);
  P.Array.ElementBytes = 8;
  EXPECT_NE(Message(P).find("less than an element"), std::string::npos);
}
