// RUN: %warplint --report-unproven --fail-on=never %s %stub | %check %s
// RUN: %warplint --format=json --fail-on=never %s %stub | FileCheck %s --check-prefix=JSON
//
// Each reason for which an access stays undecided.

__global__ void atomicIndex(unsigned *g) {
  __shared__ unsigned bins[256];
  atomicAdd(&bins[g[threadIdx.x] & 255], 1u);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit atomic: the index comes from memory: g[threadIdx.x]
  // JSON: "reason":{{ ?}}"data-dependent-index"
}

__global__ void chosenByLane(float *g) {
  __shared__ float even[512], odd[512];
  float *half = threadIdx.x % 2 ? odd : even;
  half[threadIdx.x / 2] = g[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: lanes address different arrays
  // JSON: "reason":{{ ?}}"array-chosen-by-lane"
}

__global__ void threeStrides(float *g, int a, int b, int c) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  atomicAdd(&s[t * a + t / 8 * b + t % 8 * c], g[t]);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit atomic: the proof needs more than 16384 cases
  // JSON: "reason":{{ ?}}"too-many-cases"
}

// Each lane has a sequence of its own.
__global__ void unboundedLoop(float *g, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float x = 0;
  unsigned state = t;
  for (int i = 0; i < n; ++i, state = state * 1664525u + 1013904223u)
    x += s[state % 1024];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: a loop does not end within 4096 iterations
  // JSON: "reason":{{ ?}}"unbounded-loop"
  g[t] = x;
}

__global__ void unknownDivisor(float *g, int a, int b) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  atomicAdd(&s[t * a / b], g[t]);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit atomic: an operation depends on the exact value of an unknown
  // JSON: "reason":{{ ?}}"unknown-arithmetic"
}

// No offset makes this one valid: the hardware faults.
__global__ void misaligned(float4 *g) {
  __shared__ alignas(16) float s[256];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s[4 * t + 1]);
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 128-bit load: the access is misaligned for its width
  // Byte 16 * t + 4, of which another check tells.
  // CHECK: :[[@LINE-3]]:10: error: misaligned address: this 128-bit load of 's' needs 16-byte alignment; the kernel traps [warplint-shared-alignment]
  // JSON: "reason":{{ ?}}"unknown-alignment"
}

__global__ void notMeasured(unsigned long long *g) {
  __shared__ unsigned long long best[32];
  atomicMax(&best[threadIdx.x % 32], g[threadIdx.x]);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 64-bit atomic: 'red.shared.max.u64' compiles to a data-dependent retry loop
  // JSON: "reason":{{ ?}}"not-measured"
}
