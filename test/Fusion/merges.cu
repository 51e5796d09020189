// RUN: not %warplint %s --sort=source %stub | FileCheck %s
//
// A loop around a loop, both taken apart by the compiler: whether it does so
// with the outer one is asked of the loops as they were written.
//
// Distance 2: lane t reads word 2 * t - (t & 1), so lanes t and t + 16 are 32
// words apart and each load takes 2 wavefronts. Distance 1: lane t reads words
// 2 * t and 2 * t + 1, one 64-bit load, whose 256 bytes take 2 wavefronts at the
// least. So the first load is 2 requests a merge, one of them with excess, and
// the second load 1. ptxas issues them so.

__global__ void twoMerges(float *out, const float *in) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  s[threadIdx.x + 64] = in[threadIdx.x + 64];
  __syncthreads();
  int begin[2] = {0, 64}, t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    float *list = s + begin[i];
#pragma unroll
    for (int distance = 2; distance > 0; distance /= 2) {
      int p = 2 * t - (t & (distance - 1));
      float a = list[p];
      // CHECK: :[[@LINE-1]]:17: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
      // CHECK: note: executed 4 times per warp: 2 excess wavefronts per warp
      float b = list[p + distance];
      // CHECK: :[[@LINE-1]]:17: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
      // CHECK: note: executed 2 times per warp: 2 excess wavefronts per warp
      list[p] = a < b ? a : b;
      list[p + distance] = a < b ? b : a;
      __syncthreads();
    }
  }
  out[threadIdx.x] = s[threadIdx.x];
  out[threadIdx.x + 64] = s[threadIdx.x + 64];
}

// A loop of one iteration, as templates write them.
__global__ void oneMerge(float *out, const float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  s[threadIdx.x + 32] = in[threadIdx.x + 32];
  __syncthreads();
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 1; ++i) {
#pragma unroll
    for (int distance = 2; distance > 0; distance /= 2) {
      int p = 2 * t - (t & (distance - 1));
      float a = s[p];
      // CHECK: :[[@LINE-1]]:17: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
      // CHECK: note: executed 2 times per warp: 1 excess wavefront per warp
      float b = s[p + distance];
      // CHECK: :[[@LINE-1]]:17: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
      // CHECK-NOT: as written
      // CHECK: :[[@LINE+1]]:7: warning: 2-way bank conflict: this 32-bit store
      s[p] = a < b ? a : b;
      s[p + distance] = a < b ? b : a;
      __syncthreads();
    }
  }
  out[threadIdx.x] = s[threadIdx.x];
  out[threadIdx.x + 32] = s[threadIdx.x + 32];
}
