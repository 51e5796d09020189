// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// ldmatrix, stmatrix, cp.async and atomics. An ldmatrix is counted as a load,
// an stmatrix as a store.

#include "launch.h"

__device__ unsigned ldmatrixX1(const void *row) {
  unsigned a;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(a)
               : "r"(sharedAddress(row))
               : "memory");
  return a;
}

__device__ unsigned ldmatrixX2(const void *row) {
  unsigned a, b;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
               : "=r"(a), "=r"(b)
               : "r"(sharedAddress(row))
               : "memory");
  return a + b;
}

__device__ unsigned ldmatrixX4(const void *row) {
  unsigned a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(sharedAddress(row))
               : "memory");
  return a + b + c + d;
}

// Rows of 64 halves are 32 words apart: the 8 rows of a matrix in four banks.
//
// expect ldmatrixRows: ld=75 st=1
__global__ void ldmatrixRows(const unsigned *in, unsigned *out) {
  __shared__ alignas(16) unsigned short whole[32][64];
  __shared__ alignas(16) unsigned short padded[32][72];
  __shared__ alignas(16) unsigned short halves[32][32];
  int t = threadIdx.x;
  volatile unsigned *words = reinterpret_cast<unsigned *>(whole);
  words[t] = in[t]; // st 1
  __syncthreads();
  unsigned sum = ldmatrixX1(&whole[t][0]); // lanes 0-7: ld 8
  sum += ldmatrixX2(&whole[t][0]);         // lanes 0-15: ld 8 + 8
  sum += ldmatrixX4(&whole[t][8]);         // ld 8 + 8 + 8 + 8
  sum += ldmatrixX1(&padded[t][0]);        // words 36 * t, all banks: ld 1
  sum += ldmatrixX2(&padded[t][0]);        // ld 1 + 1
  // Rows 16 words apart: four in banks 0-3, four in banks 16-19: ld 4 * 4.
  sum += ldmatrixX4(&halves[t][0]);
  out[t] = sum;
}

// Chunk c of row r lies at chunk c ^ (r % 8).
//
// expect ldmatrixSwizzled: ld=7 st=1
__global__ void ldmatrixSwizzled(const unsigned *in, unsigned *out) {
  __shared__ alignas(16) unsigned short tile[32][64];
  int t = threadIdx.x;
  volatile unsigned *words = reinterpret_cast<unsigned *>(tile);
  words[t] = in[t]; // st 1
  __syncthreads();
  unsigned sum = ldmatrixX1(&tile[t][(2 ^ (t & 7)) * 8]); // ld 1
  sum += ldmatrixX2(&tile[t][(5 ^ (t & 7)) * 8]);         // ld 1 + 1
  // Two by two matrices: rows t % 16, chunks 0 and 1: ld 4.
  sum += ldmatrixX4(&tile[t % 16][((t / 16) ^ (t & 7)) * 8]);
  out[t] = sum;
}

// expect stmatrixRows: ld=1 st=44
__global__ void stmatrixRows(const unsigned *in, unsigned *out) {
  __shared__ alignas(16) unsigned short whole[32][64];
  __shared__ alignas(16) unsigned short padded[32][72];
  int t = threadIdx.x;
  unsigned v = in[t];
  // Rows 32 words apart: st 8 + 8 + 8 + 8.
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%1,%1,%1};"
               :
               : "r"(sharedAddress(&whole[t][0])), "r"(v)
               : "memory");
  // Lanes 0-7: st 8.
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};"
               :
               : "r"(sharedAddress(&whole[t][0])), "r"(v)
               : "memory");
  // Words 36 * t: st 1 + 1, and 1 + 1 for two by two matrices of swizzled
  // chunks.
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1,%1};"
               :
               : "r"(sharedAddress(&padded[t][0])), "r"(v)
               : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1,%1};"
               :
               : "r"(sharedAddress(&whole[t][(3 ^ (t & 7)) * 8])), "r"(v)
               : "memory");
  __syncthreads();
  volatile unsigned *words = reinterpret_cast<unsigned *>(whole);
  out[t] = words[t]; // ld 1
}

// The source is one block of global memory, as for any copy that is coalesced.
//
// expect asyncCopies: ld=1 async=13
__global__ void asyncCopies(const float *in, float *out) {
  __shared__ alignas(16) float s[256];
  int t = threadIdx.x;
  // Words t: 1 wavefront.
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
               :
               : "r"(sharedAddress(&s[t])), "l"(in + t)
               : "memory");
  // Words 4 * t: four lanes a bank, 4 wavefronts.
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
               :
               : "r"(sharedAddress(&s[4 * t])), "l"(in + t)
               : "memory");
  // Words 2 * t and the next: 1 + 1.
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
               :
               : "r"(sharedAddress(&s[2 * t])), "l"(in + 2 * t)
               : "memory");
  // Words 6 * t and the next: 16 even banks, 1 + 1.
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
               :
               : "r"(sharedAddress(&s[6 * t])), "l"(in + 2 * t)
               : "memory");
  // Words 4 * t and the next: two lanes a bank, 2 + 2.
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
               :
               : "r"(sharedAddress(&s[4 * t])), "l"(in + 2 * t)
               : "memory");
  asm volatile("cp.async.wait_all;" : : : "memory");
  __syncthreads();
  volatile float *words = s;
  out[t] = words[t]; // ld 1
}

// Quarter-warps of 16 bytes a lane, each from a line of its own.
//
// expect wideCopies: ld=1 async=36
__global__ void wideCopies(const float *in, float *out) {
  __shared__ alignas(128) float s[1024];
  int t = threadIdx.x;
  // Words 4 * t and the next three: 1 + 1 + 1 + 1.
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;"
               :
               : "r"(sharedAddress(&s[4 * t])), "l"(in + 4 * t)
               : "memory");
  // Rows of 32 words: 8 + 8 + 8 + 8.
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;"
               :
               : "r"(sharedAddress(&s[32 * t])), "l"(in + 4 * t)
               : "memory");
  asm volatile("cp.async.wait_all;" : : : "memory");
  __syncthreads();
  volatile float *words = s;
  out[t] = words[t]; // ld 1
}

// Lanes take turns in a bank, those at one word too.
//
// expect atomicAdds: ld=1 st=8 atom=45
__global__ void atomicAdds(const int *in, int *out) {
  __shared__ int s[256];
  volatile int *words = s;
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i)
    words[32 * i + t] = 0; // st 1, 8 times
  __syncthreads();
  int v = in[t];
  atomicAdd(&s[t], v);                  // atom 1
  atomicAdd(&s[2 * t], v);              // atom 2
  int a = atomicAdd(&s[8 * t], v);      // atom 8
  atomicAdd(&s[t / 2], v);              // two lanes a word: atom 2
  int b = atomicAdd(&s[t / 8 * 32], v); // 8 lanes a word, bank 0: 32
  __syncthreads();
  out[t] = words[t] + a + b; // ld 1
}

// Adding 1 counts the lanes of a word at once: distinct words are what costs.
//
// expect counting: ld=1 st=4 atom=7
__global__ void counting(const int *in, int *out) {
  __shared__ int s[128];
  volatile int *words = s;
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    words[32 * i + t] = in[t]; // st 1, 4 times
  __syncthreads();
  atomicAdd(&s[t], 1);         // atom 1
  atomicAdd(&s[t / 2], 1);     // 16 words: atom 1
  atomicAdd(&s[4 * t], 1);     // four words a bank: atom 4
  atomicAdd(&s[t / 8 * 5], 1); // four words, four banks: atom 1
  __syncthreads();
  out[t] = words[t]; // ld 1
}

// Compare-and-swap takes two passes for each turn.
//
// expect compareAndSwap: ld=1 st=4 atom=14
__global__ void compareAndSwap(const int *in, int *out) {
  __shared__ int s[128];
  volatile int *words = s;
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    words[32 * i + t] = in[t]; // st 1, 4 times
  __syncthreads();
  int a = atomicCAS(&s[t], 0, t);     // atom 2 * 1
  int b = atomicCAS(&s[4 * t], 0, t); // atom 2 * 4
  int c = atomicCAS(&s[t / 2], 1, t); // two lanes a word: atom 2 * 2
  __syncthreads();
  out[t] = words[t] + a + b + c; // ld 1
}

int main() {
  const unsigned *in = deviceArray<unsigned>();
  unsigned *out = deviceArray<unsigned>();
  const int *numbers = deviceArray<int>();
  int *numbersOut = deviceArray<int>();
  ldmatrixRows<<<1, 32>>>(in, out);
  ldmatrixSwizzled<<<1, 32>>>(in, out);
  stmatrixRows<<<1, 32>>>(in, out);
  asyncCopies<<<1, 32>>>(deviceArray<float>(), deviceArray<float>());
  wideCopies<<<1, 32>>>(deviceArray<float>(), deviceArray<float>());
  atomicAdds<<<1, 32>>>(numbers, numbersOut);
  counting<<<1, 32>>>(numbers, numbersOut);
  compareAndSwap<<<1, 32>>>(numbers, numbersOut);
  return finish();
}
