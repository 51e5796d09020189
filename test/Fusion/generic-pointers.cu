// RUN: %warplint %s --checks='-*,warplint-bank-conflict' --format=json --fail-on=never %stub | FileCheck %s
//
// Four stores of one word each, with loads between them. nvcc joins them only where it
// sees that the loads are of global memory (machine code of 13.0, -O3, sm_90: STS.128,
// or LD.E and four STS).

#define STORES(P)                                                              \
  int t = threadIdx.x;                                                         \
  s[4 * t] = (P)[0];                                                           \
  s[4 * t + 1] = (P)[1];                                                       \
  s[4 * t + 2] = (P)[2];                                                       \
  s[4 * t + 3] = (P)[3];

extern "C" __device__ void *malloc(unsigned long);
struct Rec {
  float *p;
  int n;
};
struct Many {
  Rec r[2];
};

// Memory of the heap: nothing in its type says that it is global.
__global__ void ofHeap(float *o, int n) {
  extern __shared__ __align__(16) float s[];
  float *p = (float *)malloc(4 * n);
  for (int i = 0; i < n; i++)
    p[i] = o[i];
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  STORES(p)
  __syncthreads();
  o[t] = s[n - t];
}

// A pointer that was in global memory, or in a parameter, leads to global memory.
__global__ void ofMemory(float **g, float *o, int n) {
  extern __shared__ __align__(16) float s[];
  float *p = g[blockIdx.x];
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "fused"
  STORES(p)
  __syncthreads();
  o[t] = s[n - t];
}
__global__ void ofParameter(Rec r, float *o, int n) {
  extern __shared__ __align__(16) float s[];
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "fused"
  STORES(r.p)
  __syncthreads();
  o[t] = s[n - t];
}

// A variable index makes nvcc copy the parameter, and it loses sight of the pointer.
__global__ void ofVariablePlace(Many d, float *o, int n) {
  extern __shared__ __align__(16) float s[];
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  STORES(d.r[n & 1].p)
  __syncthreads();
  o[t] = s[n - t];
}
