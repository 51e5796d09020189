// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Atomics beyond 32-bit addition: the other native ones, 64 bits, those that
// are loops of compare-and-swap, and what nvcc combines in a warp before it
// asks memory.

#include "launch.h"

// Lanes take turns in a bank, those at one word too.
//
// expect native: ld=1 st=8 atom=52 unpredicted
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
// expect wide: ld=2 st=4 atom=8 unpredicted
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
// expect floatAdds: ld=17 st=4 atom=14 unpredicted
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
// expect oneWord: ld=1 st=1 atom=132 unpredicted
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

int main() {
  const int *numbers = deviceArray<int>();
  int *numbersOut = deviceArray<int>();
  native<<<1, 32>>>(numbers, numbersOut);
  wide<<<1, 32>>>(deviceArray<unsigned long long>(),
                  deviceArray<unsigned long long>());
  floatAdds<<<1, 32>>>(deviceArray<float>(), deviceArray<float>());
  oneWord<<<1, 32>>>(numbers, numbersOut);
  return finish();
}
