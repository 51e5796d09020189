// RUN: not %warplint %s %stub | FileCheck %s
//
// How stores, atomics and long lists of lanes are worded.

__global__ void kernel(int *g) {
  __shared__ int s[32 * 32];
  int t = threadIdx.x;
  // All 32 lanes are in bank 0: the first four are named.
  s[32 * t] = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict: this 32-bit store takes 32 wavefronts, ideal 1
  // CHECK: :[[@LINE-2]]:3: note: lanes 0, 1, 2, 3, ... write 32 different words of bank 0
  // Lanes 0 and 16 meet.
  atomicAdd(&s[2 * t], g[t]);
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit atomic takes 2 wavefronts, ideal 1
  // CHECK: :[[@LINE-2]]:3: note: lanes 0, 16 update bank 0
}

void run(int *g) { kernel<<<1, 32>>>(g); }
