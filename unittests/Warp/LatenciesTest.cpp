//===- LatenciesTest.cpp --------------------------------------------------===//

#include "warplint/Warp/Latencies.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

// LDS.32 with 1, 4 and 32 wavefronts was measured with 23, 29 and 85 cycles.
TEST(Latencies, EachFurtherWavefrontAddsAsMuch) {
  const double One = cyclesOf(Latency::SharedLoad);
  EXPECT_DOUBLE_EQ(One, 23);
  EXPECT_DOUBLE_EQ(One + 3 * CyclesPerWavefront, 29);
  EXPECT_DOUBLE_EQ(One + 31 * CyclesPerWavefront, 85);
}

TEST(Latencies, AreOfOneGroup) {
  EXPECT_EQ(groupOf(Latency::Xu), WaitFor::Arithmetic);
  EXPECT_EQ(groupOf(Latency::GlobalDram), WaitFor::Global);
  EXPECT_EQ(waitPhrase(groupOf(Latency::Barrier)), "barriers");
  EXPECT_EQ(waitPhrase(groupOf(Latency::Match)), "shuffles");
}

} // namespace
