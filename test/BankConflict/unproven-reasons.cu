// RUN: %warplint --report-unproven %s %stub | %check %s
// RUN: %warplint --format=json %s %stub | FileCheck %s --check-prefix=JSON
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
  g[t] = s[t * a + t / 8 * b + t % 8 * c];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: the cases to tell apart take too many steps
  // JSON: "reason":{{ ?}}"too-many-cases"
}

__global__ void unboundedLoop(float *g, unsigned first) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  float x = 0;
  for (unsigned k = first; k != 1; k = k % 2 ? 3 * k + 1 : k / 2)
    x += s[t * k];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: {{.*}}
  // JSON: "reason":{{ ?}}"unbounded-loop"
  g[t] = x;
}

__global__ void unknownDivisor(float *g, int a, int b) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  g[t] = s[t * a / b];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: an operation depends on the exact value of an unknown
  // JSON: "reason":{{ ?}}"unknown-arithmetic"
}

// No offset makes this one valid: the hardware faults.
__global__ void misaligned(float4 *g) {
  __shared__ alignas(16) float s[256];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s[4 * t + 1]);
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 128-bit load: the access is misaligned for its width
  // JSON: "reason":{{ ?}}"unknown-alignment"
}

__global__ void notMeasured(int *g) {
  __shared__ int best[32];
  atomicMax(&best[threadIdx.x % 32], g[threadIdx.x]);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit atomic: the hardware model has no rule for the instruction
  // JSON: "reason":{{ ?}}"not-measured"
}
