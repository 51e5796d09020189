//===- ExecutionsTest.cpp - How often a block issues an instruction -------===//
//
// Each kernel has one store, and is run by 64 threads, two warps. Counted are
// warps that issue it with some lane, in each round.
//
//===----------------------------------------------------------------------===//

#include "Cost/Executions.h"
#include "../Kernel/ModelSnippet.h"

using namespace warplint;

namespace {

/// "8*i", and a "?" behind it where a condition was taken to hold.
std::string storesOf(const std::string &Body, LaunchShape Shape = {64, 1, 1}) {
  std::string Text;
  readModel("__global__ void k(int *out, int n) {\n" + Body + "\n}\n", AllNeeds,
            [&](const DeviceModel &Model) {
              ASSERT_EQ(Model.Kernels.size(), 1u) << Body;
              const KernelModel &Kernel = Model.Kernels.front();
              ASSERT_EQ(Kernel.Accesses.size(), 1u) << Body;
              JudgedKernel Judged;
              Judged.Kernel = &Kernel;
              LaunchCase Launch({Shape, LaunchSource::Launch, {}},
                                *Kernel.Context);
              KernelCost Cost;
              Executions Count(Judged, Launch, Cost);
              Text = printSum(Count.of(Kernel.Accesses.front()), Cost.Loops);
              if (Count.hasAssumed())
                Text += "?";
            });
  return Text;
}

TEST(Executions, AreThoseOfWarpsWithSomeLane) {
  EXPECT_EQ(storesOf("out[threadIdx.x] = 1;"), "2");
  // The second warp has no lane below 16; of 33 threads it has one.
  EXPECT_EQ(storesOf("if (threadIdx.x < 16) out[threadIdx.x] = 1;"), "1");
  EXPECT_EQ(storesOf("if (threadIdx.x < 33) out[threadIdx.x] = 1;"), "2");
  EXPECT_EQ(storesOf("out[threadIdx.x] = 1;", {33, 1, 1}), "2");
}

TEST(Executions, AreThoseOfEachRound) {
  EXPECT_EQ(
      storesOf("for (int i = 0; i < 10; ++i) out[64 * i + threadIdx.x] = i;"),
      "20");
  // Lanes 0 to 31 go on with 64 to 95, 32 to 63 with 96 to 127: of these four are
  // below 100. Two rounds of two warps.
  EXPECT_EQ(storesOf("for (int i = threadIdx.x; i < 100; i += 64) out[i] = i;"),
            "4");
  // Below 90 no lane of the second warp goes on.
  EXPECT_EQ(storesOf("for (int i = threadIdx.x; i < 90; i += 64) out[i] = i;"),
            "3");
}

// That n is not 0, so that the loop is entered, is taken to hold.
TEST(Executions, OfLoopsOfUnknownLengthAreSums) {
  EXPECT_EQ(
      storesOf("for (int i = 0; i < n; ++i) out[64 * i + threadIdx.x] = i;"),
      "2*i?");
  EXPECT_EQ(storesOf("for (int i = 0; i < n; ++i) for (int j = 0; j < 4; ++j) "
                     "out[256 * i + 64 * j + threadIdx.x] = i;"),
            "8*i?");
}

TEST(Executions, BehindWhatIsNotKnownAreTakenToHappen) {
  EXPECT_EQ(storesOf("if (n > 3) out[threadIdx.x] = 1;"), "2?");
  // What is known of the thread still counts.
  EXPECT_EQ(storesOf("if (n > 3 && threadIdx.x < 16) out[threadIdx.x] = 1;"),
            "1?");
}

TEST(Executions, WithoutABlockAreThoseOfOneWarp) {
  EXPECT_EQ(storesOf("out[threadIdx.x] = 1;", {}), "1");
}

} // namespace
