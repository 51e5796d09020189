// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Passes of the constant cache: one for each different address among the lanes. A
// launch makes up to three more for its parameters.

#include "launch.h"

__constant__ int table[2048];

struct Weights {
  int w[64];
};

// 32 words: 32 passes; nothing is gained by words that lie side by side.
//
// expect lanes: con=32
__global__ void lanes(int *out) {
  out[threadIdx.x] = table[threadIdx.x];
}

// 2, 8 and 16 different words.
//
// expect groups: con=26
__global__ void groups(int *out) {
  int t = threadIdx.x;
  out[t] = table[t % 2] + table[t / 4] + table[t / 2];
}

// 16 * 4 bytes and 64 * 4 bytes from lane to lane: other lines, 32 passes each.
//
// expect strides: con=64
__global__ void strides(int *out) {
  int t = threadIdx.x;
  out[t] = table[16 * t] + table[64 * t];
}

// A parameter that is passed by value lies in constant memory, too: 32 passes.
//
// expect byValue: con=32
__global__ void byValue(Weights weights, int *out) {
  out[threadIdx.x] = weights.w[threadIdx.x];
}

int main() {
  int *out = deviceArray<int>();
  lanes<<<1, 32>>>(out);
  groups<<<1, 32>>>(out);
  strides<<<1, 32>>>(out);
  byValue<<<1, 32>>>(Weights(), out);
  return finish();
}
