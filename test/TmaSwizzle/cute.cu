// RUN: not %warplint --checks='-*,warplint-tma-swizzle' %s %stub -I %S/Inputs | %check %s
//
// The copies of CuTe have the swizzle of their tensor map in their type, as AuxTmaParams:
// what host code does to encode it need not be read. Copy_Traits has the bits that one
// copy moves.

#include "tensor_map.h"
#include "cute.h"

using namespace cute;

template <class A, class B, int Layout>
__global__ void product(const __grid_constant__ A a, const __grid_constant__ B b, float *g) {
  // CHECK: :[[@LINE-1]]:17: remark: the copy engine fills the tiles of 'product' and only the tensor cores read them: their swizzle modes differ
  // CHECK: note: in instantiation 'product<...>'
  __shared__ alignas(1024) half tileA[64][64], tileB[8][64];
  __shared__ uint64_t full;
  FILL(tileA, &a.tma_desc_, full);
  FILL(tileB, &b.tma_desc_, full);
  float d[4] = {};
  MULTIPLY(d, describe<Layout>(tileA), describe<Layout>(tileB));
  // CHECK: :[[@LINE-1]]:3: warning: the descriptor of operand A of this wgmma.mma_async uses CU_TENSOR_MAP_SWIZZLE_64B, but the tensor map that fills 'tileA' uses CU_TENSOR_MAP_SWIZZLE_128B
  // CHECK: warning: the descriptor of operand B of this wgmma.mma_async uses CU_TENSOR_MAP_SWIZZLE_64B
  g[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

// The instance that agrees says so.
template <class B>
__global__ void agreeing(const __grid_constant__ B b, float *g) {
  // CHECK: :[[@LINE-1]]:17: remark: the copy engine fills the tiles of 'agreeing' and only the tensor cores read them: their swizzle modes agree
  __shared__ alignas(1024) half tile[64][64];
  __shared__ uint64_t full;
  FILL(tile, &b.tma_desc_, full);
  float d[4] = {};
  MULTIPLY(d, describe<1>(tile), describe<1>(tile));
  g[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

// Threads that read what CuTe's copy has filled.
template <class A> __global__ void columns(const __grid_constant__ A a, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t full;
  FILL(tile, &a.tma_desc_, full);
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k];
  // CHECK: :[[@LINE-1]]:31: warning: this 32-bit load of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_128B
}

// A copy among the parameters of a kernel, behind another one.
template <class A, class B> struct Arguments {
  int n;
  struct {
    A a;
    B b;
  } loads;
};
template <class A, class B>
__global__ void nested(const __grid_constant__ Arguments<A, B> p, float *g) {
  __shared__ alignas(1024) float tileA[32][32], tileB[32][32];
  __shared__ uint64_t full;
  FILL(tileA, &p.loads.a.tma_desc_, full);
  FILL(tileB, &p.loads.b.tma_desc_, full);
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    g[32 * k + threadIdx.x] = tileA[k][threadIdx.x];
  for (int k = 0; k < 32; ++k)
    g[32 * k + threadIdx.x] = tileB[k][threadIdx.x];
  // CHECK: :[[@LINE-1]]:31: warning: this 32-bit load of 'tileB' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_128B
}

// With half of the tile filled, the mode of the rest is not that of the copy.
template <class A> __global__ void half_(const __grid_constant__ A a, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t full;
  FILL(tile, &a.tma_desc_, full);
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k];
}

// A swizzle of elements that no mode is.
template <class A> __global__ void noMode(const __grid_constant__ A a, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t full;
  FILL(tile, &a.tma_desc_, full);
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k];
}

void all(float *g) {
  using Wide = TmaLoad<64 * 64 * 16, Swizzle<3, 4, 3>>;
  using Low = TmaLoad<8 * 64 * 16, Swizzle<3, 4, 3>>;
  product<Wide, Low, 1><<<1, 128>>>(Wide{}, Low{}, g);
  product<Wide, Low, 2><<<1, 128>>>(Wide{}, Low{}, g);
  agreeing<<<1, 128>>>(Wide{}, g);
  columns<<<1, 32>>>(TmaLoad<32 * 32 * 32, Swizzle<3, 4, 3>>{}, g);
  nested<<<1, 32>>>(
      Arguments<TmaLoad<32 * 32 * 32, Swizzle<0, 4, 3>>, TmaLoad<32 * 32 * 32, Swizzle<3, 4, 3>>>{},
      g);
  half_<<<1, 32>>>(TmaLoad<16 * 32 * 32, Swizzle<3, 4, 3>>{}, g);
  noMode<<<1, 32>>>(TmaLoad<32 * 32 * 32, Swizzle<2, 5, 2>>{}, g);
}
