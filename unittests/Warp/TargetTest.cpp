//===- TargetTest.cpp - Which GPU, and how well its rules are known -------===//

#include "warplint/Warp/Target.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

TEST(Target, HopperIsMeasured) {
  for (const char *Name : {"sm_90", "sm_90a", "compute_90", "compute_90a"}) {
    std::optional<Target> T = lookupTarget(Name);
    ASSERT_TRUE(T.has_value()) << Name;
    EXPECT_EQ(T->Capability, 90u);
    EXPECT_EQ(T->Evidence, TargetEvidence::Measured);
    EXPECT_EQ(assumptionText(*T), "");
  }
  EXPECT_EQ(measuredTarget().Capability, 90u);
}

TEST(Target, OthersAreAssumedAndSaySo) {
  std::optional<Target> T = lookupTarget("sm_86");
  ASSERT_TRUE(T.has_value());
  EXPECT_EQ(T->Evidence, TargetEvidence::Assumed);
  EXPECT_EQ(assumptionText(*T),
            "measured on compute capability 9.0, assumed for 8.6");
  T = lookupTarget("sm_121f");
  ASSERT_TRUE(T.has_value());
  EXPECT_EQ(T->Capability, 121u);
  EXPECT_EQ(assumptionText(*T),
            "measured on compute capability 9.0, assumed for 12.1");
}

// Maxwell to Blackwell.
TEST(Target, EveryTargetOfTheTableIsKnown) {
  for (const char *Name :
       {"sm_50", "sm_52",  "sm_53",  "sm_60",  "sm_61",  "sm_62",  "sm_70",
        "sm_72", "sm_75",  "sm_80",  "sm_86",  "sm_87",  "sm_88",  "sm_89",
        "sm_90", "sm_100", "sm_101", "sm_103", "sm_110", "sm_120", "sm_121"}) {
    EXPECT_TRUE(lookupTarget(Name).has_value()) << Name;
  }
}

TEST(Target, NewerThanTheTableIsAssumedLikeTheNewest) {
  std::optional<Target> T = lookupTarget("sm_999");
  ASSERT_TRUE(T.has_value());
  EXPECT_EQ(T->Capability, 999u);
  EXPECT_EQ(T->Evidence, TargetEvidence::Assumed);
}

// 3.5 has banks of eight bytes in one of its modes; 8.1 does not exist.
TEST(Target, NothingIsClaimedWithoutARow) {
  for (const char *Name : {"sm_35", "sm_20", "sm_81"})
    EXPECT_FALSE(lookupTarget(Name).has_value()) << Name;
}

TEST(Target, OtherSpellingsAreRefused) {
  for (const char *Name :
       {"", "sm_", "90", "sm90", "sm_90x", "sm_90aa", "sm_-90", "gfx90a",
        "compute_", "sm_99999999999999999999", "SM_90", " sm_90"})
    EXPECT_FALSE(lookupTarget(Name).has_value()) << Name;
}

} // namespace
