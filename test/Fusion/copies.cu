// RUN: %warplint %s --format=json --fail-on=never %stub | FileCheck %s --check-prefix=JSON
// RUN: %warplint %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
//
// What is known in the copies that nvcc makes of a loop, and behind it. What nvcc
// 13.0 issues for sm_90 stands behind each kernel.

#define FILL(s) s[threadIdx.x] = in[threadIdx.x]; __syncthreads()

// 6 pairs of LDS.32 and STS.32, one of LDS.64 and STS.64: in the last stage the
// partner is the neighbour.
__global__ void sort(int *out, const int *in) {
  __shared__ int s[128];
  FILL(s);
  for (int stride = 64; stride > 0; stride >>= 1) {
    __syncthreads();
    int at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    int a = s[at], b = s[at + stride];
    // A warp's s[at]: 1, 1, 2, 2, 2, 2 wavefronts, and 2 of the LDS.64 (ideal 2),
    // which s[at + stride] is a part of.
    // JSON: "accesses"
    // JSON: "line":{{ ?}}[[@LINE-4]],
    // JSON: "perBlock":{{ ?}}{
    // JSON-NEXT: "predicted":{{ ?}}24,
    // JSON-NEXT: "ideal":{{ ?}}16
    // JSON: "issue":{{ ?}}"mixed",
    // JSON-NEXT: "fusedBytes":{{ ?}}8,
    // JSON: "total":{{ ?}}7,
    // JSON-NEXT: "fused":{{ ?}}1,
    // JSON: "perBlock":{{ ?}}{
    // JSON-NEXT: "predicted":{{ ?}}20,
    // JSON-NEXT: "ideal":{{ ?}}12
    s[at] = min(a, b);
    s[at + stride] = max(a, b);
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// LDS.128, LDS of the rest: two tests at the beginning are one.
__global__ void twoTests(float *out, const float *in, int n) {
  extern __shared__ float e[];
  FILL(e);
  float x = 0;
  for (int i = 0; i < 32 && threadIdx.x + i < n; ++i)
    x = x * 1.5f + e[32 * threadIdx.y + i];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
  out[threadIdx.x] = x;
}

// LDS.128: nvcc copies the body 32 times, with the test in each, and loads for
// later turns. That is not modelled.
__global__ void untilFound(float *out, const float *in, int n) {
  extern __shared__ float e[];
  FILL(e);
  float x = 0;
  for (int i = 0; i < 32 && x < 5; ++i)
    x = x * 1.5f + e[32 * threadIdx.y + i];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront
  out[threadIdx.x] = x;
}

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

void run(float *f, int *i, int n) {
  sort<<<1, 64>>>(i, i);
  twoTests<<<1, 32, 512>>>(f, f, n);
  untilFound<<<1, 32, 512>>>(f, f, n);
  fromTheLane<<<1, 32, 512>>>(f, f, n);
  neededLater<<<1, 128>>>(f, f, n);
  known<<<1, 128>>>(f, f, n);
}
