//===- KernelModelTest.cpp ------------------------------------------------===//

#include "ModelSnippet.h"

using namespace warplint;

namespace {

using Lines = std::vector<std::string>;

//===----------------------------------------------------------------------===//
// Memories
//===----------------------------------------------------------------------===//

TEST(KernelModelTest, EveryAccessHasItsMemory) {
  EXPECT_EQ(
      accesses(R"(
__device__ float table[64];
__constant__ float coefficients[64];
struct Options { float Scale[8]; };
__global__ void k(float *out, Options o, int n) {
  __shared__ float tile[64];
  float seen[8] = {};
  tile[threadIdx.x] = table[threadIdx.x];
  seen[n] = coefficients[threadIdx.x];
  out[threadIdx.x] = o.Scale[n & 7] + seen[n + 1];
})"),
      (Lines{"write local 0 (known 4, type 1): seen",
             "read global 4 (known 4, type 4): table + 4*threadIdx.x",
             "write shared 4 (known 4, type 4): 4*threadIdx.x + tile",
             "read constant 4 (known 4, type 4): 4*threadIdx.x + coefficients",
             "write local 4 (known 4, type 4): seen + 4*n",
             "read param 4 (known 4, type 4): o + 4*(n & 7)",
             "read local 4 (known 4, type 4): seen + 4*(n + 1)",
             "write global 4 (known 1, type 4): 4*threadIdx.x + out"}));
}

TEST(KernelModelTest, OtherMemoriesAreLeftOutWhereNobodyNeedsThem) {
  constexpr const char *Code = R"(
__global__ void k(float *out, const float *in) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16) __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
})";
  EXPECT_EQ(
      accesses(Code, {}),
      (Lines{"write shared 4 (known 4, type 4): 4*threadIdx.x + tile",
             "read shared 4 (known 4, type 4): tile + 4*(-threadIdx.x + 63)"}));
  Needs Global;
  Global.Spaces = MemorySpace::Global;
  EXPECT_EQ(accesses(Code, Global),
            (Lines{"read global 4 (known 1, type 4): in + 4*threadIdx.x",
                   "write global 4 (known 1, type 4): 4*threadIdx.x + out"}));
}

// A function without shared memory that nothing calls: a header's. A caller may
// pass it any memory.
TEST(KernelModelTest, UncalledFunctionsAreReadWhereOtherMemoriesAreWanted) {
  constexpr const char *Code = R"(
__device__ void scale(float *out, const float *in) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
})";
  readModel(Code, {}, [](const DeviceModel &Model) {
    EXPECT_TRUE(Model.Kernels.empty());
  });
  EXPECT_EQ(
      accesses(Code),
      (Lines{"read unknown 4 (known 1, type 4): caller.in() + 4*threadIdx.x",
             "write unknown 4 (known 1, type 4): 4*threadIdx.x + "
             "caller.out()"}));
}

// What is known of shared memory does not hang on what else is asked for.
TEST(KernelModelTest, SharedAccessesComeFirstAndStayTheSame) {
  constexpr const char *Code = R"(
__global__ void k(float *out, const float *in, int n) {
  __shared__ float tile[64];
  out[n] = in[threadIdx.x * n];
  if (in[n] > 0) tile[threadIdx.x * n] = in[n];
})";
  std::string Alone;
  readModel(Code, {}, [&](const DeviceModel &Model) {
    const KernelModel &Kernel = Model.Kernels.front();
    ASSERT_EQ(Kernel.Accesses.size(), 1u);
    Alone = print(Kernel, Kernel.Accesses[0]);
    EXPECT_TRUE(Kernel.Barriers.empty() && Kernel.Branches.empty() &&
                Kernel.Bases.empty());
  });
  readModel(Code, AllNeeds, [&](const DeviceModel &Model) {
    const KernelModel &Kernel = Model.Kernels.front();
    EXPECT_EQ(Kernel.Accesses.size(), 5u);
    ASSERT_EQ(Kernel.sharedAccesses().size(), 1u);
    EXPECT_EQ(print(Kernel, Kernel.sharedAccesses()[0]), Alone);
  });
}

TEST(KernelModelTest, PointerThatACallReturnsMayLeadAnywhere) {
  EXPECT_EQ(accesses(R"(
__device__ float *elsewhere();
__global__ void k(int n) { elsewhere()[n] = 1; })"),
            (Lines{"write unknown 4 (known 1, type 4): elsewhere() + 4*n"}));
}

TEST(KernelModelTest, PointerThroughALocalVariableIsFollowed) {
  // Entry n of a table of 8-byte pointers lies 8 * n bytes behind its start.
  EXPECT_EQ(accesses(R"(
__global__ void k(float *a, float *b, int n) {
  float *both[2] = {a, b};
  *both[n] = 1;
})",
                     {MemorySpace::Global, false, false}),
            (Lines{"write global 4 (known 1, type 4): 8*n == 8 ? b : a"}));
  // What a loop writes is no table: the variable is all that is known.
  EXPECT_EQ(accesses(R"(
__global__ void k(float *a, float *b, int n) {
  float *both[2];
  for (int i = 0; i < n; ++i)
    both[i & 1] = a + i * n;
  *both[n] = 1;
})",
                     {MemorySpace::Global, false, false}),
            (Lines{"write global 4 (known 1, type 4): both"}));
}

//===----------------------------------------------------------------------===//
// Widths and alignments
//===----------------------------------------------------------------------===//

TEST(KernelModelTest, VectorsHaveTheirWidthAndAlignment) {
  EXPECT_EQ(accesses(R"(
__global__ void k(float4 *a, const float4 *b, float2 *c, const float2 *d,
                  char *e, const char *f) {
  a[threadIdx.x] = b[threadIdx.x];
  c[threadIdx.x] = d[threadIdx.x];
  e[threadIdx.x] = f[threadIdx.x];
})"),
            (Lines{"read global 16 (known 1, type 16): b + 16*threadIdx.x",
                   "write global 16 (known 1, type 16): 16*threadIdx.x + a",
                   "read global 8 (known 1, type 8): d + 8*threadIdx.x",
                   "write global 8 (known 1, type 8): 8*threadIdx.x + c",
                   "read global 1 (known 1, type 1): threadIdx.x + f",
                   "write global 1 (known 1, type 1): threadIdx.x + e"}));
}

TEST(KernelModelTest, MembersHaveTheAlignmentOfTheirPlace) {
  EXPECT_EQ(
      accesses(R"(
struct __align__(16) Body { float X, Y, Z; int Id; double Mass; };
struct Triple { float X, Y, Z; };
__global__ void k(Body *b, Triple *t) {
  b[threadIdx.x].Y = 1;
  b[threadIdx.x].Id = 2;
  b[threadIdx.x].Mass = 3;
  t[threadIdx.x] = {1, 2, 3};
})"),
      (Lines{"write global 4 (known 1, type 4): b + 32*threadIdx.x + 4",
             "write global 4 (known 1, type 4): b + 32*threadIdx.x + 12",
             "write global 8 (known 1, type 16): b + 32*threadIdx.x + 16",
             "write global 4 (known 1, type 4): t + 12*threadIdx.x",
             "write global 4 (known 1, type 4): t + 12*threadIdx.x + 4",
             "write global 4 (known 1, type 4): t + 12*threadIdx.x + 8"}));
}

TEST(KernelModelTest, PromisedAlignmentIsKnown) {
  EXPECT_EQ(accesses(R"(
__global__ void k(float *p, int n) {
  float *q = (float *)__builtin_assume_aligned(p, 32);
  q[8 * n] = 1;
})"),
            (Lines{"write global 4 (known 32, type 4): p + 4*(8*n)"}));
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

TEST(KernelModelTest, GlobalAddressIsALaneExpression) {
  EXPECT_EQ(accesses(R"(
__global__ void k(float *out, int pitch) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < pitch)
    out[y * pitch + x] = 0;
})"),
            (Lines{"write global 4 (known 1, type 4): out + 4*((8*blockIdx.y + "
                   "threadIdx.y)*pitch + (32*blockIdx.x + threadIdx.x)) if "
                   "32*blockIdx.x + threadIdx.x < pitch"}));
}

TEST(KernelModelTest, LoadedPointerIsASymbolWithAnAssumedAlignment) {
  readModel(R"(
__device__ float table[3];
__global__ void k(float **rows) {
  rows[blockIdx.x][threadIdx.x] = table[threadIdx.x];
})",
            AllNeeds, [&](const DeviceModel &Model) {
              const KernelModel &Kernel = Model.Kernels.front();
              Lines Bases;
              for (const AddressBase &Base : Kernel.Bases) {
                const UniformSymbol &S = Kernel.Context->symbolAt(Base.Symbol);
                Bases.push_back(S.Name + " known " +
                                std::to_string(S.MultipleOf) + " assumed " +
                                std::to_string(Base.AssumedAlign));
              }
              EXPECT_EQ(Bases, (Lines{"table known 4 assumed 256",
                                      "rows known 1 assumed 256",
                                      "rows[blockIdx.x] known 1 assumed 256"}));
            });
}

//===----------------------------------------------------------------------===//
// Local arrays
//===----------------------------------------------------------------------===//

TEST(KernelModelTest, ArrayOfAnUnrolledLoopIsInRegisters) {
  Needs Local;
  Local.Spaces = MemorySpace::Local;
  EXPECT_EQ(accesses(R"(
__global__ void k(float *out) {
  float sum[4];
  for (int i = 0; i < 4; ++i)
    sum[i] = out[i];
  for (int i = 0; i < 4; ++i)
    out[i + 4] = sum[i];
})",
                     Local),
            Lines({}));
}

TEST(KernelModelTest, ArraySubscriptedAtRunTimeIsInMemory) {
  Needs Local;
  Local.Spaces = MemorySpace::Local;
  EXPECT_EQ(accesses(R"(
__global__ void k(float *out, int n) {
  float sum[4];
  for (int i = 0; i < 4; ++i)
    sum[i] = out[i];
  out[4] = sum[n];
})",
                     Local),
            (Lines{"write local 4 (known 4, type 4): sum + 4*i",
                   "read local 4 (known 4, type 4): sum + 4*n"}));
}

/// "name bytes" of the variables that stay in local memory.
Lines localsOf(const char *Source) {
  Needs Local;
  Local.Spaces = MemorySpace::Local;
  Lines Found;
  readModel(Source, Local, [&](const DeviceModel &Model) {
    for (const LocalVariable &V : Model.Kernels.front().Locals)
      Found.push_back(V.Name + " " + std::to_string(V.Bytes));
  });
  return Found;
}

// ptxas selects among a few words that are all written at known places.
TEST(KernelModelTest, WordsThatAreSelectedAmongAreNoLocalVariable) {
  EXPECT_EQ(localsOf(R"(
__global__ void k(float *out, int n) {
  float sum[4], all[4];
  for (int i = 0; i < 4; ++i)
    sum[i] = out[i];
  for (int i = 0; i < n; ++i)
    all[i] = out[i];
  out[4] = sum[n] + all[2];
})"),
            (Lines{"all 16"}));
}

TEST(KernelModelTest, ElementsOfOtherWidthsStayInLocalMemory) {
  EXPECT_EQ(localsOf(R"(
__global__ void k(double *out, int n) {
  double sum[4];
  for (int i = 0; i < 4; ++i)
    sum[i] = out[i];
  out[4] = sum[n];
})"),
            (Lines{"sum 32"}));
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

constexpr const char *AsyncCopy = R"(
__global__ void k(const float4 *in, int n) {
  __shared__ float4 tile[32];
  unsigned to = __cvta_generic_to_shared(&tile[threadIdx.x]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :: "r"(to), "l"(in + n + threadIdx.x));
})";

TEST(KernelModelTest, AsyncCopyHasTwoSides) {
  EXPECT_EQ(
      accesses(AsyncCopy),
      (Lines{
          "write shared 16 (known 16, type 16): tile + 16*threadIdx.x",
          "read global 16 (known 1, type 16): 16*threadIdx.x + (in + 16*n)"}));
  readModel(AsyncCopy, AllNeeds, [&](const DeviceModel &Model) {
    const KernelModel &Kernel = Model.Kernels.front();
    ASSERT_EQ(Kernel.Accesses.size(), 2u);
    EXPECT_EQ(Kernel.Accesses[0].OtherSide, 1u);
    EXPECT_EQ(Kernel.Accesses[1].OtherSide, 0u);
    EXPECT_EQ(Kernel.Accesses[0].Source, Kernel.Accesses[1].Source);
  });
}

TEST(KernelModelTest, AsyncCopyOfABuiltinHasTwoSides) {
  EXPECT_EQ(accesses(R"(
using SharedPtr = __attribute__((address_space(3))) void *;
using GlobalPtr = const __attribute__((address_space(1))) void *;
__global__ void k(const float *in) {
  __shared__ float tile[32];
  __nvvm_cp_async_ca_shared_global_4((SharedPtr)&tile[threadIdx.x],
                                     (GlobalPtr)&in[2 * threadIdx.x]);
})"),
            (Lines{"write shared 4 (known 4, type 4): tile + 4*threadIdx.x",
                   "read global 4 (known 1, type 4): in + 4*(2*threadIdx.x)"}));
}

//===----------------------------------------------------------------------===//
// Barriers and branches
//===----------------------------------------------------------------------===//

/// "12: bar.sync under 1 2".
Lines barriers(const std::string &Code) {
  Lines Result;
  readModel(Code, AllNeeds, [&](const DeviceModel &Model) {
    const KernelModel &Kernel = Model.Kernels.front();
    auto Print = [&](const LaneExpr *E) {
      return E ? Kernel.Context->print(E) : std::string("?");
    };
    static constexpr const char *Kinds[] = {
        "block",  "named", "arrive", "warp", "cluster",
        "commit", "wait",  "object", "copy", "fence"};
    for (const KernelBarrier &B : Kernel.Barriers) {
      std::string Line = Kinds[unsigned(B.Kind)];
      if (B.Number)
        Line += " " + Print(B.Number);
      if (B.Threads)
        Line += " of " + Print(B.Threads);
      if (B.Kind == BarrierKind::Copy)
        Line += (B.FillsShared ? " to " : " from ") + Print(B.Place) + ", " +
                Print(B.Bytes) + " bytes";
      for (unsigned Branch : B.Branches)
        Line += " under " + Print(Kernel.Branches[Branch].Condition);
      Result.push_back(Line + " at line " + std::to_string(B.Source->Line));
    }
  });
  return Result;
}

TEST(KernelModelTest, BarriersStandUnderTheirBranches) {
  EXPECT_EQ(barriers(R"(
__global__ void k(float *out, int n) {
  __syncthreads();
  if (threadIdx.x < 16) {
    if (n > 3)
      __syncthreads();
    __syncwarp(0xff);
  }
  while (out[n] > 0)
    __syncthreads();
  __syncthreads();
})"),
            (Lines{"block 0 at line 3",
                   "block 0 under threadIdx.x < 16 under 3 < n at line 6",
                   "warp 255 under threadIdx.x < 16 at line 129",
                   "block 0 under a value computed at line 9 at line 10",
                   "block 0 at line 11"}));
}

TEST(KernelModelTest, BarriersOfInlinePtxAreRead) {
  EXPECT_EQ(barriers(R"(
__global__ void k(int n) {
  __shared__ unsigned long long bar;
  asm volatile("bar.sync %0, %1;" :: "r"(n), "n"(64));
  asm volatile("bar.arrive 2, 128;");
  asm volatile("barrier.sync 0;");
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group %0;" :: "n"(1));
  asm volatile("cp.async.wait_all;");
  asm volatile("membar.gl;");
  asm volatile("mbarrier.init.shared.b64 [%0], 32;"
               :: "r"((unsigned)__cvta_generic_to_shared(&bar)));
})"),
            (Lines{"named n of 64 at line 4", "arrive 2 of 128 at line 5",
                   "block 0 at line 6", "commit at line 7", "wait 1 at line 8",
                   "wait at line 9", "fence at line 10",
                   "object bar of 32 at line 11"}));
}

// A tensor map has the bytes; two coordinates stand before the object.
TEST(KernelModelTest, CopiesOfTheEngineAreRead) {
  EXPECT_EQ(barriers(R"(
__global__ void k(float *out, const float *in) {
  __shared__ unsigned long long bar;
  __shared__ alignas(128) float tile[64];
  unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
  unsigned to = (unsigned)__cvta_generic_to_shared(tile);
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" :: "r"(to), "l"(in), "r"(at));
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" :: "r"(to), "l"(in), "r"(at), "r"(0), "r"(8));
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 64;" :: "l"(out), "r"(to));
})"),
            (Lines{"copy bar to tile, 128 bytes at line 7",
                   "copy bar to tile, ? bytes at line 8",
                   "copy from tile, 64 bytes at line 9"}));
}

TEST(KernelModelTest, LoopComesBeforeWhatFollowsIt) {
  EXPECT_EQ(accesses(R"(
__global__ void k(float *out, int n) {
  for (int i = 0; i < n; ++i) {
    if (out[i] > 4) { out[i + 1] = 1; break; }
    out[i + 2] = 2;
  }
  out[3] = 3;
})"),
            (Lines{"read global 4 (known 1, type 4): out + 4*i if i < n",
                   "write global 4 (known 1, type 4): out + 4*(i + 2) if i < n "
                   "&& !a value computed at line 4",
                   "write global 4 (known 1, type 4): out + 4*(i + 1) if which "
                   "exit the loop takes",
                   "write global 4 (known 1, type 4): out + 12"}));
}

} // namespace
