// Times variants of one kernel in turns, and compares what they compute: with
// each other bit by bit, and with a slow kernel in double precision.
//
//   bench transpose|sgemm|hgemm N ROUNDS
//
// VARIANTS is a list of VARIANT(name), each a function in another file.

#include "../launch.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <cuda_fp16.h>
#include <string>
#include <vector>

using Run = void(const void *a, const void *b, void *c, int n);
#define VARIANT(name) Run name;
VARIANTS
#undef VARIANT

struct Variant {
  const char *Name;
  Run *Call;
  std::vector<float> Times = {};
};

static __device__ unsigned mixed(unsigned I) {
  I = (I ^ I >> 16) * 0x7feb352d;
  I = (I ^ I >> 15) * 0x846ca68b;
  return I ^ I >> 16;
}

/// Random numbers of [-1, 1), which a half holds exactly.
template <class T> __global__ void fill(T *To, size_t Count, unsigned Seed) {
  for (size_t I = blockIdx.x * size_t(blockDim.x) + threadIdx.x; I < Count;
       I += size_t(gridDim.x) * blockDim.x)
    To[I] = T((int(mixed(unsigned(I) + Seed) & 2047) - 1024) / 1024.0f);
}

/// The largest difference at every 61st element of the result, where sums of
/// magnitude 1 are expected to be off by rounding.
template <class T>
__global__ void compare(const T *A, const T *B, const float *C, int N, int Kind,
                        float *Worst) {
  size_t At = (blockIdx.x * size_t(blockDim.x) + threadIdx.x) * 61;
  if (At >= size_t(N) * N)
    return;
  size_t Row = At / N, Col = At % N;
  double Sum = 0;
  if (Kind == 0)
    Sum = float(A[Col * N + Row]);
  for (int K = 0; Kind && K < N; ++K)
    Sum += double(float(A[Row * N + K])) *
           double(float(Kind == 1 ? B[size_t(K) * N + Col] : B[Col * N + K]));
  float Off = fabsf(float(C[At] - Sum));
  if (!(Off <= 1e30f))
    Off = 1e30f;
  atomicMax(reinterpret_cast<int *>(Worst), __float_as_int(Off));
}

__global__ void different(const unsigned *L, const unsigned *R, size_t Count,
                          unsigned *Found) {
  for (size_t I = blockIdx.x * size_t(blockDim.x) + threadIdx.x; I < Count;
       I += size_t(gridDim.x) * blockDim.x)
    if (L[I] != R[I])
      atomicAdd(Found, 1);
}

template <class T> int bench(int Kind, int N, int Rounds) {
  size_t Count = size_t(N) * N;
  T *A = deviceArray<T>(Count), *B = deviceArray<T>(Count);
  float *First = deviceArray<float>(Count), *C = deviceArray<float>(Count);
  float *Worst = deviceArray<float>(1);
  unsigned *Found = deviceArray<unsigned>(1);
  fill<<<1024, 256>>>(A, Count, 1);
  fill<<<1024, 256>>>(B, Count, 77777777);

  std::vector<Variant> All;
#define VARIANT(name) All.push_back({#name, name});
  VARIANTS
#undef VARIANT
  int Failed = 0;
  for (Variant &V : All) {
    check(cudaMemset(C, 0xff, Count * sizeof(float)));
    V.Call(A, B, &V == &All.front() ? First : C, N);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    if (&V == &All.front())
      compare<<<unsigned(Count / 61 / 256 + 1), 256>>>(A, B, First, N, Kind,
                                                       Worst);
    else
      different<<<1024, 256>>>(reinterpret_cast<unsigned *>(First),
                               reinterpret_cast<unsigned *>(C), Count, Found);
    unsigned Differences = 0;
    check(cudaMemcpy(&Differences, Found, 4, cudaMemcpyDeviceToHost));
    if (Differences && ++Failed)
      std::printf("%s: %u elements differ from the original's\n", V.Name,
                  Differences);
    check(cudaMemset(Found, 0, 4));
  }
  float Off = 0;
  check(cudaMemcpy(&Off, Worst, 4, cudaMemcpyDeviceToHost));
  // Sums of N products below 1 in single precision stay this near.
  float Allowed = Kind ? 1e-6f * N : 0;
  if (!(Off <= Allowed) && ++Failed)
    std::printf("the original is off by %g\n", Off);

  cudaEvent_t Start, Stop;
  check(cudaEventCreate(&Start));
  check(cudaEventCreate(&Stop));
  int Repeats = Kind == 1 ? 1 : 8;
  for (int Round = -5; Round < Rounds; ++Round)
    for (size_t I = 0; I < All.size(); ++I) {
      Variant &V = All[(I + Round + 5) % All.size()];
      check(cudaEventRecord(Start));
      for (int R = 0; R < Repeats; ++R)
        V.Call(A, B, C, N);
      check(cudaEventRecord(Stop));
      check(cudaEventSynchronize(Stop));
      float Time = 0;
      check(cudaEventElapsedTime(&Time, Start, Stop));
      if (Round >= 0)
        V.Times.push_back(Time / Repeats);
    }
  for (Variant &V : All) {
    std::sort(V.Times.begin(), V.Times.end());
    std::printf("time %s %.5f %.5f\n", V.Name, V.Times[V.Times.size() / 2],
                V.Times.front());
  }
  return Failed;
}

int main(int, char **Arguments) {
  std::string Kind = Arguments[1];
  int N = std::atoi(Arguments[2]), Rounds = std::atoi(Arguments[3]);
  int Failed = Kind == "transpose" ? bench<float>(0, N, Rounds)
               : Kind == "sgemm"   ? bench<float>(1, N, Rounds)
                                   : bench<__half>(2, N, Rounds);
  return finish() + Failed;
}
