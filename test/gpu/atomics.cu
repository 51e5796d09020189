// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Atomics beyond 32-bit addition: the other native ones, 64 bits, those that
// are loops of compare-and-swap, and what nvcc combines in a warp before it
// asks memory.

#include "launch.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Lanes take turns in a bank, those at one word too.
//
// expect native: ld=1 st=8 atom=52
__global__ void native(const int *in, int *out) {
  __shared__ int s[256];
  volatile int *words = s;
  int t = threadIdx.x;
  int v = in[t];
  for (int i = 0; i < 8; ++i)
    words[32 * i + t] = v; // st 1, 8 times
  __syncthreads();
  atomicMax(&s[2 * t], v);              // atom 2
  int sum = atomicMin(&s[4 * t], v);    // atom 4
  atomicAnd(&s[t], v);                  // atom 1
  atomicOr(&s[t / 2], v);               // two lanes a word: atom 2
  sum += atomicXor(&s[8 * t], v);       // atom 8
  sum += atomicExch(&s[t / 8 * 32], v); // 8 lanes a word, bank 0: atom 32
  unsigned *counters = reinterpret_cast<unsigned *>(s);
  atomicInc(&counters[2 * t], 10u);    // atom 2
  sum += atomicDec(&counters[t], 10u); // atom 1
  __syncthreads();
  out[t] = words[t] + sum; // ld 1
}

// 64 bits: half-warps, as for stores; compare-and-swap takes two passes for
// each turn.
//
// expect wide: ld=2 st=4 atom=8
__global__ void wide(const unsigned long long *in, unsigned long long *out) {
  __shared__ unsigned long long s[64];
  volatile unsigned long long *words = s;
  int t = threadIdx.x;
  words[t] = in[t];      // st 1 + 1
  words[32 + t] = in[t]; // st 1 + 1
  __syncthreads();
  // Words 4 * t and the next: two lanes a bank, atom 2 + 2.
  unsigned long long a = atomicExch(&s[2 * t], in[32 + t]);
  // Words 2 * t and the next: atom 2 * (1 + 1).
  unsigned long long b = atomicCAS(&s[t], 0ull, in[64 + t]);
  __syncthreads();
  out[t] = words[t] + a + b; // ld 1 + 1
}

// A loop: all lanes that are left load and add, then one lane of each bank
// succeeds in a compare-and-swap, which takes two passes.
//
// expect floatAdds: ld=17 st=4 atom=14 loops
__global__ void floatAdds(const float *in, float *out) {
  __shared__ float s[128];
  volatile float *words = s;
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    words[32 * i + t] = in[t]; // st 1, 4 times
  __syncthreads();
  float v = in[t] + 1;
  // 32 banks: one turn, ld 1, atom 2.
  atomicAdd(&s[t], v);
  // Four lanes a bank, with four words: four turns, ld 4 + 3 + 2 + 1, atom 2
  // * 4.
  atomicAdd(&s[4 * t], v);
  // Two lanes a word, 16 banks: two turns, ld 1 + 1, atom 2 * 2.
  atomicAdd(&s[t / 2], v);
  __syncthreads();
  // ld 1 + 1 + 1 + 1.
  out[t] = words[t] + words[32 + t] + words[64 + t] + words[96 + t];
}

// All lanes at a word that the compiler sees to be one: without a result it
// combines their operands, and one lane asks memory.
//
// expect oneWord: ld=1 st=1 atom=132
__global__ void oneWord(const int *in, int *out) {
  __shared__ int s[32];
  volatile int *words = s;
  int t = threadIdx.x;
  int v = in[t];
  words[t] = v; // st 1
  __syncthreads();
  atomicAdd(&s[0], v);          // atom 1
  atomicMax(&s[1], v);          // atom 1
  atomicAdd(&s[2], 1);          // atom 1
  int a = atomicAdd(&s[3], 1);  // the result follows from the lane: atom 1
  int b = atomicMax(&s[4], v);  // the result does not: atom 32
  int c = atomicExch(&s[5], v); // atom 32
  int d = atomicCAS(&s[6], 0, v + 1); // atom 2 * 32
  __syncthreads();
  out[t] = words[t] + a + b + c + d; // ld 1
}

// 64 bits: the lanes of each half-warp swap in a pass of their own, two
// wavefronts for each.
//
// expect doubleAdds: ld=14 st=4 atom=22 loops
__global__ void doubleAdds(const double *in, double *out) {
  __shared__ double s[64];
  volatile double *words = s;
  int t = threadIdx.x;
  words[t] = in[t];      // st 1 + 1
  words[32 + t] = in[t]; // st 1 + 1
  __syncthreads();
  double v = in[t] + 1;
  // 32 banks for each half-warp: ld 1 + 1, atom 2 + 2.
  atomicAdd(&s[t], v);
  // Words 4 * t and the next: two lanes a bank, with two words: two turns, ld
  // (2 + 2) + (1 + 1), atom 2 * (2 + 2).
  atomicAdd(&s[2 * t], v);
  // Two lanes a word in one half-warp: two turns, ld 1 + 1, atom 2 * 2.
  if (t < 8)
    atomicAdd(&s[t / 2], v);
  // Lanes 0 and 16 at one word: the second half-warp fails, since the first has
  // just changed the word. ld 1 + 1 (no lane has a neighbour that disagrees),
  // atom (2 + 2) + 2.
  if (t % 16 == 0)
    atomicAdd(&s[40 + t / 32], v);
  __syncthreads();
  out[t] = words[t]; // ld 1 + 1
}

// 16 bits: pairs in one word, by the loop of 32 bits. The headers do not say
// that the address is shared, so that one wavefront goes for a try before it.
// Single ones load once, and then each pass costs twice the lanes left in the
// fullest bank.
//
// expect halfAdds: ld=7 st=2 atom=16 loops
__global__ void halfAdds(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[64];
  volatile unsigned *words = s;
  int t = threadIdx.x;
  words[t] = in[t];      // st 1
  words[32 + t] = in[t]; // st 1
  __syncthreads();
  __half2 *pairs = reinterpret_cast<__half2 *>(s);
  atomicAdd(&pairs[t], __floats2half2_rn(1, 2)); // ld 1, atom 1 + 2
  __nv_bfloat162 *brainPairs = reinterpret_cast<__nv_bfloat162 *>(s);
  // Two words a bank: ld 2 + 1, atom 1 + 2 * 2.
  atomicAdd(&brainPairs[2 * t], __floats2bfloat162_rn(1, 2));
  __half *singles = reinterpret_cast<__half *>(s);
  atomicAdd(&singles[2 * t], __float2half(1)); // one a word: ld 1, atom 2
  // Two a word, 16 banks: ld 1, atom 2 * 2 + 2 * 1.
  atomicAdd(&singles[t], __float2half(1));
  __syncthreads();
  out[t] = words[t]; // ld 1
}

// With a result, sums of lane-varying operands are combined only for a whole
// warp; the scope does not matter, nor does an address that changes in a loop.
//
// expect combined: ld=1 st=1 atom=41
__global__ void combined(const int *in, int *out) {
  __shared__ int s[32];
  volatile int *words = s;
  int t = threadIdx.x;
  int v = in[t];
  words[t] = v; // st 1
  __syncthreads();
  int a = 0;
  if (t < 20)
    a = atomicAdd(&s[0], v);   // atom 20
  int b = atomicAdd(&s[1], v); // atom 1
  atomicAdd_block(&s[2], v);   // atom 1
  atomicMax_system(&s[3], v);  // atom 1
  atomicAnd(&s[4], v);         // atom 1
  for (int i = 0; i < 4; ++i)
    atomicMin(&s[8 + i], v); // atom 1, 4 times
  unsigned *counters = reinterpret_cast<unsigned *>(s);
  if (t < 12)
    atomicInc(&counters[5], 10u); // a limit: atom 12
  atomicInc(&counters[6], ~0u);   // none: atom 1
  __syncthreads();
  out[t] = words[t] + a + b; // ld 1
}

int main() {
  const int *numbers = deviceArray<int>();
  int *numbersOut = deviceArray<int>();
  native<<<1, 32>>>(numbers, numbersOut);
  wide<<<1, 32>>>(deviceArray<unsigned long long>(),
                  deviceArray<unsigned long long>());
  floatAdds<<<1, 32>>>(deviceArray<float>(), deviceArray<float>());
  oneWord<<<1, 32>>>(numbers, numbersOut);
  doubleAdds<<<1, 32>>>(deviceArray<double>(), deviceArray<double>());
  halfAdds<<<1, 32>>>(deviceArray<unsigned>(), deviceArray<unsigned>());
  combined<<<1, 32>>>(numbers, numbersOut);
  return finish();
}
