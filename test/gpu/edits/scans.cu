// REQUIRES: cuda-toolkit
// RUN: %edits check %s -o %t

#include "edited.h"

// The scan of a tree of 1,024 words, up and down, by 512 threads. Where the way down begins
// follows from where the way up ended, and that from the launch.
//
// A step loads a and b and stores b, on the way down a as well. In the first steps up 512,
// 256, 128, 64 threads load words 2, 4, 8, 16 apart: 16, 8, 4, 2 warps, 2, 4, 8, 16
// wavefronts each, 32 a step. In the others 32, 16, 8, 4, 2, 1 lanes of one warp load words
// of one bank: 63. So it is on the way down: 191 for each access of a way, four of which are loads and
// three stores. The first stores and the last loads are pairs, 2 wavefronts in each of 16
// warps: 32. The store of zero is 1: 4 * 191 + 32 and 3 * 191 + 32 + 1.
//
// Under an XOR with the row, or in rows of 33, lanes meet in no bank: 31 warps for the steps of
// a way (16 + 8 + 4 + 2 + 1) and 5 more below one warp, 36 for each access. Pairs are
// apart: two requests, of 16 warps each, still 32.
//
// expect tree: ld=796 st=606
// fixed tree: ld=176 st=141
// padded tree: ld=176 st=141
__global__ void tree(const float *in, float *out, int n) {
  extern __shared__ float words[];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  words[2 * t] = in[2 * t];
  words[2 * t + 1] = in[2 * t + 1];
  int offset = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1;
      int b = offset * (2 * t + 2) - 1;
      words[b] += words[a];
    }
    offset *= 2;
  }
  if (t == 0)
    words[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1;
      int b = offset * (2 * t + 2) - 1;
      float left = words[a], both = words[b];
      words[a] = both;
      words[b] = both + left;
    }
  }
  __syncthreads();
  out[2 * t] = words[2 * t];
  out[2 * t + 1] = words[2 * t + 1];
}

int main(int argc, char **argv) {
  Program p(argc, argv);
  tree<<<p.blocks(), 512, 1024 * sizeof(float)>>>(p.in<float>(), p.out<float>(), 1024);
  p.print("tree");
  return finish();
}
