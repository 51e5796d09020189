// RUN: %warplint %s --format=json --fail-on=never %stub | FileCheck %s
//
// Words that nvcc keeps in registers. Read from its PTX (nvcc 13.0, -O3, sm_90);
// test/gpu/registers.cu counts such kernels on a GPU.

#define MAXIMUM(A, B) ((A) > (B) ? (A) : (B))

// The macro reads the word twice, nvcc once.
__global__ void byMacro(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  // CHECK: "line": [[@LINE+6]],
  // CHECK: "kind": "load",
  // CHECK: "issue": "as-written"
  // CHECK: "line": [[@LINE+3]],
  // CHECK: "kind": "load",
  // CHECK: "issue": "repeated"
  out[threadIdx.x] = MAXIMUM(out[300], s[threadIdx.x ^ 1]);
}

// Both loads of the branch are there from the condition.
__global__ void compareAndSwap(float *out) {
  __shared__ float s[512];
  s[threadIdx.x] = out[threadIdx.x];
  s[threadIdx.x + 256] = out[threadIdx.x + 256];
  __syncthreads();
  const int t = threadIdx.x;
  if (s[t] > s[t + 256]) {
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "load",
    // CHECK: "issue": "repeated"
    float x = s[t];
    // CHECK: "line": [[@LINE+6]],
    // CHECK: "kind": "load",
    // CHECK: "issue": "repeated"
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "as-written"
    s[t] = s[t + 256];
    s[t + 256] = x;
  }
  __syncthreads();
  out[t] = s[t ^ 1];
}

// Loaded on both ways to the last line.
__global__ void onBothWays(float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  float a;
  if (out[300] > n)
    a = s[threadIdx.x ^ 1] * 5;
  else
    a = out[s[threadIdx.x ^ 1] > 3];
  // CHECK: "line": [[@LINE+3]],
  // CHECK: "kind": "load",
  // CHECK: "issue": "repeated"
  out[threadIdx.x] = a + s[threadIdx.x ^ 1];
}

// A barrier in between: other threads may have changed it.
__global__ void behindBarrier(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  float a = s[threadIdx.x ^ 1];
  __syncthreads();
  // CHECK: "line": [[@LINE+3]],
  // CHECK: "kind": "load",
  // CHECK: "issue": "as-written"
  out[threadIdx.x] = a + s[threadIdx.x ^ 1];
}

__global__ void sum(const float *in, float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = 0;
  for (int i = threadIdx.x; i < n; i += 256)
    // CHECK: "line": [[@LINE+6]],
    // CHECK: "kind": "load",
    // CHECK: "issue": "repeated"
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "hoisted"
    s[threadIdx.x] += in[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

// Not stored before: loaded before the loop.
__global__ void sumOfOld(const float *in, float *out, int n) {
  __shared__ float s[256];
  for (int i = threadIdx.x; i < n; i += 256)
    // CHECK: "line": [[@LINE+6]],
    // CHECK: "kind": "load",
    // CHECK: "issue": "hoisted"
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "hoisted"
    s[threadIdx.x] += in[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

// A loop that may be left before the store stores in each iteration.
__global__ void leftBefore(const float *in, float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = 0;
  for (int i = 0; i < n; i++) {
    if (in[i] < 0)
      break;
    // CHECK: "line": [[@LINE+6]],
    // CHECK: "kind": "load",
    // CHECK: "issue": "repeated"
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "as-written"
    s[threadIdx.x] += in[i];
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

// The store is under a condition, and the word is loaded once.
__global__ void underCondition(const float *in, float *out, int n) {
  __shared__ float s[256];
  for (int i = threadIdx.x; i < n; i += 256)
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "load",
    // CHECK: "issue": "hoisted"
    if (in[i] > s[threadIdx.x])
      // CHECK: "line": [[@LINE+3]],
      // CHECK: "kind": "store",
      // CHECK: "issue": "as-written"
      s[threadIdx.x] = in[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

// What the loop reads may be what it stores.
__global__ void ofOneArray(const float *in, float *out, int n) {
  extern __shared__ float e[];
  for (int i = 0; i < n; i++)
    // CHECK: "line": [[@LINE+9]],
    // CHECK: "kind": "load",
    // CHECK: "issue": "as-written"
    // CHECK: "line": [[@LINE+6]],
    // CHECK: "kind": "load",
    // CHECK: "issue": "hoisted"
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "as-written"
    e[threadIdx.x] += e[1024 + i];
  __syncthreads();
  out[threadIdx.x] = e[threadIdx.x ^ 1];
}

// LLVM moves nothing past a shuffle, ptxas sometimes (of 1,000 loads 975 on an H200).
__global__ void shuffled(const float *in, float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = 0;
  for (int i = 0; i < n; i++)
    // CHECK: "line": [[@LINE+6]],
    // CHECK: "kind": "load",
    // CHECK: "issue": "maybe-fused"
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "kind": "store",
    // CHECK: "issue": "maybe-fused"
    s[threadIdx.x] += __shfl_xor_sync(~0u, in[32 * i + threadIdx.x], 1);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

// The word is in a register, whatever type it is read as: no LDS.
union Word {
  float f;
  int i;
};
__global__ void asAnotherType(const float *in, int *out) {
  __shared__ Word s[256];
  s[threadIdx.x].f = in[threadIdx.x];
  // CHECK: "line": [[@LINE+3]],
  // CHECK: "kind": "load",
  // CHECK: "issue": "repeated"
  out[threadIdx.x] = s[threadIdx.x].i;
  __syncthreads();
  out[threadIdx.x + 256] = s[threadIdx.x ^ 1].i;
}

void run(const float *in, float *out, int n) {
  byMacro<<<1, 256>>>(out);
  compareAndSwap<<<1, 256>>>(out);
  onBothWays<<<1, 256>>>(out, n);
  behindBarrier<<<1, 256>>>(out);
  sum<<<1, 256>>>(in, out, n);
  sumOfOld<<<1, 256>>>(in, out, n);
  leftBefore<<<1, 256>>>(in, out, n);
  underCondition<<<1, 256>>>(in, out, n);
  ofOneArray<<<1, 256, 8192>>>(in, out, n);
  shuffled<<<1, 256>>>(in, out, n);
  asAnotherType<<<1, 256>>>(in, (int *)out);
}
