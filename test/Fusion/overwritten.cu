// RUN: %warplint %s --format=json --fail-on=never %stub | FileCheck %s
// RUN: %warplint %s --fail-on=never %stub 2>&1 | FileCheck %s --check-prefix=TEXT
//
// Accesses made again to a word, of which nvcc may issue fewer than the source has.
// The counts are those of its PTX and machine code (nvcc 13.0, -O3, sm_90), which
// depend on branches: not certain.

// The condition is tested once, before the loop; one store is left after it.
__global__ void testedBefore(const float *in, float *out, int n, int flag) {
  __shared__ float s[512];
  for (int i = 0; i < n; ++i) {
    float v = in[i];
    if (flag)
      // CHECK: "line": [[@LINE+6]],
     
      // CHECK: "kind": "store",
      // CHECK: "issue": "maybe-fused"
      // TEXT: [[@LINE+2]]:7: warning: 2-way bank conflict
      // TEXT: as written; the compiler may issue it once for several iterations
      s[threadIdx.x * 2] = v;
  }
  __syncthreads();
  out[threadIdx.x] = s[511 - threadIdx.x];
}

// As long as data decides, each iteration stores.
__global__ void decidedByData(const float *in, float *out, int n) {
  __shared__ float s[512];
  for (int i = 0; i < n; ++i) {
    float v = in[i];
    if (v > 0)
      // CHECK: "line": [[@LINE+4]],
      // CHECK: "kind": "store",
      // CHECK: "issue": "as-written"
      // TEXT-NOT: [[@LINE+1]]:7: note: as written
      s[threadIdx.x * 2] = v;
  }
  __syncthreads();
  out[threadIdx.x] = s[511 - threadIdx.x];
}

// One load before the loop: its place is a constant.
__global__ void loadedBefore(const float *in, float *out, int n) {
  __shared__ float s[512];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    if (in[i] > 0)
      // CHECK: "line": [[@LINE+3]],
      // CHECK: "kind": "load",
      // CHECK: "issue": "maybe-fused"
      sum += s[3];
  out[threadIdx.x] = sum;
}

// One store for two iterations, and one load for two.
__global__ void oneWordForTwo(const float *in, float *out) {
  __shared__ float s[512];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "maybe-fused"
    s[threadIdx.x + i / 2] = in[i];
  __syncthreads();
  out[threadIdx.x] = s[511 - threadIdx.x];
}

// An unrolled loop in another: its words are loaded before both and stored after.
__global__ void sums(const float *in, float *out, int n) {
  __shared__ float s[512];
  for (int i = 0; i < n; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      // CHECK: "line": [[@LINE+6]],
      // CHECK: "kind": "load",
      // CHECK: "issue": "maybe-fused"
      // CHECK: "line": [[@LINE+3]],
      // CHECK: "kind": "store",
      // CHECK: "issue": "maybe-fused"
      s[threadIdx.x + j * 128] += in[i * 4 + j];
  __syncthreads();
  out[threadIdx.x] = s[511 - threadIdx.x];
}

// ptxas loads once for 16 iterations, and not once before the loop.
__global__ void shuffles(const float *in, float *out, int n) {
  __shared__ float s[512];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float x = 0;
  for (int i = 0; i < n; ++i)
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "load",
    // CHECK: "issue": "maybe-fused"
    x += s[threadIdx.x * 2] * __shfl_xor_sync(~0u, in[i], 1);
  out[threadIdx.x] = x;
}

__global__ void replaced(const float *in, float *out, int flag) {
  __shared__ float s[512];
  // CHECK: "line": [[@LINE+5]],
  // CHECK: "kind": "store",
  // CHECK: "issue": "maybe-fused"
  // TEXT: [[@LINE+2]]:3: warning: 2-way bank conflict
  // TEXT: as written; the compiler may remove this 32-bit store: another one replaces it
  s[threadIdx.x * 2] = 0;
  // CHECK: "line": [[@LINE+3]],
  // CHECK: "kind": "store",
  // CHECK: "issue": "as-written"
  s[threadIdx.x * 2] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[511 - threadIdx.x];
}

// One store behind the branch.
__global__ void inBothArms(const float *in, float *out, int flag) {
  __shared__ float s[512];
  if (flag)
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "maybe-fused"
    s[threadIdx.x * 2] = in[threadIdx.x];
  else
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "maybe-fused"
    s[threadIdx.x * 2] = in[threadIdx.x + 1];
  __syncthreads();
  out[threadIdx.x] = s[511 - threadIdx.x];
}

// What is loaded under a condition cannot be loaded in any case: both stay.
__global__ void underCondition(const float *in, float *out, int flag) {
  __shared__ float s[512];
  // CHECK: "line": [[@LINE+3]],
  // CHECK: "kind": "store",
  // CHECK: "issue": "as-written"
  s[threadIdx.x * 2] = 0;
  if (flag)
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "as-written"
    s[threadIdx.x * 2] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[511 - threadIdx.x];
}

// The loop may load the word from elsewhere in the array: stored in each iteration.
__global__ void readInBetween(const float *in, float *out, int n) {
  __shared__ float s[512];
  for (int i = 0; i < n; ++i) {
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "as-written"
    s[threadIdx.x * 2] = in[threadIdx.x];
    out[i] = s[n + i];
  }
}

// One LDS.64 before the loop has both bounds.
__global__ void bounds(const int *rows, const int *columns, int *out) {
  __shared__ int s[512];
  s[threadIdx.x] = rows[threadIdx.x];
  __syncthreads();
  int sum = 0;
  // CHECK: "line": [[@LINE+6]],
  // CHECK: "kind": "load",
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+3]],
  // CHECK: "kind": "load",
  // CHECK: "issue": "maybe-fused"
  for (int j = s[2 * threadIdx.x]; j < s[2 * threadIdx.x + 1]; ++j)
    sum += columns[j];
  out[threadIdx.x] = sum;
}

// One LDS.64 before the branch for both arms.
__global__ void loadedInBothArms(const int *rows, int *out, int n) {
  __shared__ int s[512];
  s[threadIdx.x] = rows[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < n)
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "load",
    // CHECK: "issue": "maybe-fused"
    out[threadIdx.x] = s[2 * threadIdx.x] + s[2 * threadIdx.x + 1];
  else
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "load",
    // CHECK: "issue": "maybe-fused"
    out[threadIdx.x + 1] = s[2 * threadIdx.x] * s[2 * threadIdx.x + 1];
}

// Copies of an unrolled loop that load one word are counted, and barriers separate
// the iterations of the loop around them: one LDS.128 for four words.
__global__ void product(const float *in, float *out, int n) {
  __shared__ float a[128][8], b[8][128];
  float sum[4][4] = {};
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 8; ++k) {
      a[threadIdx.x][k] = in[i * 1024 + k * 128 + threadIdx.x];
      b[k][threadIdx.x] = in[i * 2048 + k * 128 + threadIdx.x];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k)
#pragma unroll
      for (int row = 0; row < 4; ++row)
#pragma unroll
        for (int column = 0; column < 4; ++column)
          // CHECK: "line": [[@LINE+6]],
          // CHECK: "kind": "load",
          // CHECK: "issue": "fused"
          // CHECK: "line": [[@LINE+3]],
          // CHECK: "kind": "load",
          // CHECK: "issue": "fused"
          sum[row][column] += a[threadIdx.x / 4 * 4 + row][k] * b[k][threadIdx.x % 4 * 4 + column];
    __syncthreads();
  }
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column)
      out[(row * 4 + column) * 128 + threadIdx.x] = sum[row][column];
}

// The loop of 7 iterations waits at least once: one STS.64 for each iteration of the
// outer one.
__global__ void tree(const float *in, float *out, int n) {
  __shared__ float s[256];
  for (int i = 0; i < n; ++i) {
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "fused"
    s[2 * threadIdx.x] = in[i * 256 + 2 * threadIdx.x];
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "fused"
    s[2 * threadIdx.x + 1] = in[i * 256 + 2 * threadIdx.x + 1];
    for (int d = 64; d > 0; d >>= 1) {
      __syncthreads();
      if (threadIdx.x < d)
        s[threadIdx.x] += s[threadIdx.x + d];
    }
    out[i * 128 + threadIdx.x] = s[2 * threadIdx.x];
  }
}

void run(const float *in, float *out, int n, int flag) {
  product<<<1, 128>>>(in, out, n);
  tree<<<1, 128>>>(in, out, n);
  testedBefore<<<1, 128>>>(in, out, n, flag);
  decidedByData<<<1, 128>>>(in, out, n);
  oneWordForTwo<<<1, 128>>>(in, out);
  sums<<<1, 128>>>(in, out, n);
  shuffles<<<1, 128>>>(in, out, n);
  replaced<<<1, 128>>>(in, out, flag);
  inBothArms<<<1, 128>>>(in, out, flag);
  underCondition<<<1, 128>>>(in, out, flag);
  readInBetween<<<1, 128>>>(in, out, n);
  bounds<<<1, 128>>>((const int *)in, (const int *)in, (int *)out);
  loadedInBothArms<<<1, 128>>>((const int *)in, (int *)out, n);
}
