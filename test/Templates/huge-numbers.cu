// RUN: not %warplint %s %stub | %check %s
//
// Numbers above the largest signed one are arguments like others, and no value
// that sizes are reckoned with.

enum Set : unsigned long long { All = ~0ull, None = 0 };

// Lane t reads word 2 * t: lanes t and t + 16 share a bank.
template <unsigned long long Mask> __global__ void masked(float *p) {
  __shared__ float s[512];
  p[threadIdx.x & Mask] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:27: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
}
template __global__ void masked<~0ull>(float *);

template <Set Which> __global__ void chosen(float *p) {
  __shared__ float s[Which == All ? 512 : 1024];
  p[threadIdx.x] = s[4 * (threadIdx.x % 32)];
  // CHECK: :[[@LINE-1]]:20: remark: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1, with Which = {{.*}} (assumed)
}
