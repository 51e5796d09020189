// RUN: %warplint %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
//
// What is known in the copies that nvcc makes of a loop, and behind it. What nvcc
// 13.0 issues for sm_90 stands behind each kernel.

#define FILL(s) s[threadIdx.x] = in[threadIdx.x]; __syncthreads()

// LDS.64: the array is joined before the loop has a pointer, whatever the
// counter begins with.
__global__ void fromTheLane(float *out, const float *in, int n) {
  extern __shared__ float e[];
  FILL(e);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int k = i << 1;
    out[i] = e[k] * e[k + 1];
    // CHECK: :[[@LINE-1]]:14: remark: conflict-free: these 2 loads are issued as one 64-bit load
  }
}

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

// `s[t]` in the branch is the one that stands before it, so that its neighbour may
// stay alone (nvcc moves it up, and issues LDS.64).
__global__ void known(float *out, const float *in, int n) {
  __shared__ float s[256];
  FILL(s);
  int t = 2 * threadIdx.x;
  float x = s[t];
  if (x > n) {
    // CHECK: :[[@LINE+2]]:10: {{.*}}this 32-bit load
    // CHECK: the compiler may issue these 2 loads as one 64-bit load
    x += s[t] * s[t + 1];
    out[n + threadIdx.x] = x;
  }
  out[threadIdx.x] = x;
}

void run(float *f, int n) {
  fromTheLane<<<1, 32, 512>>>(f, f, n);
  neededLater<<<1, 128>>>(f, f, n);
  known<<<1, 128>>>(f, f, n);
}
