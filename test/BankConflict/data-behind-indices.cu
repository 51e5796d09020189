// RUN: %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// An index that is made of loaded data by way of floating point or of a loop that
// lanes leave at different iterations comes from memory; one that is made of
// numbers alone does not.

__device__ const volatile void *kept; // nvcc drops stores that nobody reads.

__device__ float sine(float x) { return __builtin_sinf(x); }

// Which iteration a lane leaves in hangs on key[pos].
__global__ void search(float *g, const int *key, int n) {
  __shared__ int s[1024];
  int pos = 0;
  while (pos < n && key[32 * pos + threadIdx.x] < 7)
    ++pos;
  s[pos] = 1;
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: the index comes from memory: key[32 * pos + threadIdx.x]
  kept = s;
}

// All lanes leave together, and what pos is then was chosen by data.
__global__ void binarySearch(int *g, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x, pos = 0;
  for (int stride = n; stride > 0; stride >>= 1)
    if (g[pos + stride] < t)
      pos += stride;
  s[pos] = 1;
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: the index comes from memory: g[pos + stride]
  kept = s;
}

__global__ void bin(const float *x, float low, float scale) {
  __shared__ unsigned bins[256];
  int at = (x[threadIdx.x] - low) * scale;
  atomicAdd(&bins[at], 1u);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit atomic: the index comes from memory: x[threadIdx.x]
}

// No data in it: lanes differ in threadIdx.x alone.
__global__ void noData(float *g) {
  __shared__ float s[1024];
  s[int(100.0f * sine(threadIdx.x))] = 1.0f;
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: the index is converted from floating point
  kept = s;
}

// Made of what all lanes share: an unknown that all of them add. Lane l reads
// word 33 * l + c, bank l + c mod 32.
__global__ void uniformFloat(float *g, float scale) {
  __shared__ float s[4096];
  int c = scale * 3.0f;
  g[threadIdx.x] = s[33 * threadIdx.x + c];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}
