// RUN: %warplint %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
//
// What is known in the copies that nvcc makes of a loop, and behind it. What nvcc
// 13.0 issues for sm_90 stands behind each kernel.

#define FILL(s) s[threadIdx.x] = in[threadIdx.x]; __syncthreads()

// LDS.64: nothing is moved into a loop, so that both loads stay where they are.
__global__ void neededLater(float *out, const float *in, int n) {
  __shared__ float s[256];
  FILL(s);
  float a = s[2], b = s[3];
  // CHECK: :[[@LINE-1]]:13: remark: conflict-free: these 2 loads are issued as one 64-bit load
  float x = a;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    x = x * b + in[i];
  out[threadIdx.x] = x;
}

void run(float *f, int n) { neededLater<<<1, 128>>>(f, f, n); }
