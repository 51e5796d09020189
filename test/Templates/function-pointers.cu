// RUN: not %warplint %s %stub | %check %s
//
// Parameters that are pointers to functions.

__device__ float halve(float x) { return x / 2; }

// Lane t reads word 2 * t: lanes t and t + 16 share a bank.
template <float (*Op)(float)> __global__ void applies(float *p) {
  __shared__ float s[512];
  p[threadIdx.x] = Op(s[2 * threadIdx.x]);
  // CHECK: :[[@LINE-1]]:23: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with Op = &halve (assumed)
}

// Null where somebody names it, and never else: a call of it would have no code.
// Lane t reads word 4 * t.
// warplint: instantiate(nullptr)
template <float (*Op)(float)> __global__ void mayApply(float *p) {
  __shared__ float s[1024];
  float x = s[4 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:13: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  if constexpr (Op != nullptr)
    x = Op(x);
  p[threadIdx.x] = x;
}
