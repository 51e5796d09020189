//===- CriticalChainTest.cpp - The longest wait of a warp -----------------===//
//
// Latencies: a sum or product 4 cycles, a load of global memory 685, of shared
// memory 23, a shuffle 24, a barrier 12 and 2 per warp. An address from a thread's
// index is one product.
//
//===----------------------------------------------------------------------===//

#include "Cost/CriticalChain.h"
#include "../Kernel/ModelSnippet.h"

using namespace warplint;

namespace {

/// The chain of a kernel of a block of 64 threads: "689", "693 + 8*n1".
std::string chainOf(const std::string &Body) {
  std::string Text;
  Needs Wanted = AllNeeds;
  Wanted.Work = true;
  readModel("__global__ void k(float *out, const float *in, int n) {\n" + Body +
                "\n}\n",
            Wanted, [&](const DeviceModel &Model) {
              ASSERT_EQ(Model.Kernels.size(), 1u) << Body;
              const KernelModel &Kernel = Model.Kernels.front();
              JudgedKernel Judged;
              Judged.Kernel = &Kernel;
              LaunchCase Launch({{64, 1, 1}, LaunchSource::Launch, {}},
                                *Kernel.Context);
              KernelCost Cost;
              Executions Count(Judged, Launch, Cost);
              Cost.On.Warps = Count.warps();
              addChains(
                  Kernel, AccessWaits(), Count,
                  [](const KernelPlace &) { return SourcePlace(); }, Cost);
              TripSum Sum;
              for (const ChainPart &Part : Cost.Chain)
                Sum.add(Part.Now);
              Text = printSum(Sum, Cost.Loops);
            });
  return Text;
}

TEST(CriticalChain, EndsWithTheLastInstructionThatIsIssued) {
  // Address 4, load 685; the store waits for nothing more.
  EXPECT_EQ(chainOf("out[threadIdx.x] = in[threadIdx.x];"), "689");
  // Two loads at a time, and a sum.
  EXPECT_EQ(
      chainOf("out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x + 64];"),
      "693");
}

// Address 4, load 685, 4 until the store is issued, barrier of two warps 16, index
// and address 8, load 23.
TEST(CriticalChain, WaitsAtBarriersForStores) {
  EXPECT_EQ(chainOf("__shared__ float t[64]; t[threadIdx.x] = in[threadIdx.x];"
                    "__syncthreads(); out[threadIdx.x] = t[threadIdx.x ^ 1];"),
            "740");
}

// A chase: each load of shared memory needs the one before, and an address.
TEST(CriticalChain, OfALoopIsWhatItsIterationsHandOn) {
  EXPECT_NE(
      chainOf("__shared__ unsigned t[64]; t[threadIdx.x] = threadIdx.x;"
              "__syncthreads(); unsigned at = threadIdx.x;"
              "for (int i = 0; i < n; ++i) at = t[at]; out[threadIdx.x] = at;")
          .find(" + 27*i"),
      std::string::npos);
}

// nvcc makes one of four iterations: two of address, the load and a sum 697, and
// three sums more: 709 of four.
TEST(CriticalChain, OfUnrolledIterationsHasOneLoad) {
  EXPECT_NE(chainOf("float s = 0; for (int i = 0; i < n; ++i)"
                    "s += in[threadIdx.x + 64 * i]; out[threadIdx.x] = s;")
                .find(" + 177*i"),
            std::string::npos);
}

// 16 loads fill as many registers as nvcc uses for them: the others issue when these
// are there, at 689. Their sums: 689 + 685 + 16 * 4.
TEST(CriticalChain, HasNoMoreLoadsAtATimeThanRegisters) {
  std::string Sums, Loads, Uses;
  for (int Number = 0; Number != 32; ++Number) {
    const std::string N = std::to_string(Number);
    Sums += "s += in[threadIdx.x + 64 * " + N + "];";
    Loads += "float v" + N + " = in[threadIdx.x + 64 * " + N + "];";
    Uses += "s += v" + N + ";";
  }
  EXPECT_EQ(chainOf("float s = 1;" + Sums + "out[threadIdx.x] = s;"), "1,438");
  // All of them are needed at a time: 32 sums behind 689.
  EXPECT_EQ(chainOf(Loads + "float s = 1;" + Uses + "out[threadIdx.x] = s;"),
            "817");
}

TEST(CriticalChain, OfARequestGrowsWithItsWavefronts) {
  // Measured: LDS.32 with 32 wavefronts 85, LDS.128 with 16 56.
  EXPECT_DOUBLE_EQ(sharedWait(Latency::SharedLoad, 4, 32, 1).Now, 85);
  EXPECT_DOUBLE_EQ(sharedWait(Latency::SharedLoad, 4, 32, 1).AtBest, 23);
  EXPECT_DOUBLE_EQ(sharedWait(Latency::SharedLoad, 16, 16, 4).Now, 56);
  // A quarter of the sectors from DRAM, the rest from L1: 34 + 651 / 4.
  EXPECT_DOUBLE_EQ(globalWait(4, 4, 0.25, 0).Now, 34 + 651.0 / 4);
  EXPECT_DOUBLE_EQ(globalWait(4, 4, 0.25, 0).InL2, 34 + 242.0 / 4);
}

TEST(CriticalChain, GoesThroughShuffles) {
  EXPECT_EQ(
      chainOf("out[threadIdx.x] = __shfl_xor_sync(~0u, in[threadIdx.x], 1);"),
      "713");
}

} // namespace
