// RUN: %warplint %s %stub 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not="skipped '"
//
// What a pointer leads to is not followed: the kernel is named as the source
// has it, at the call. What the call is known to lead to is.

namespace ops {
typedef float (*Unary)(float);

template <int N> __global__ void through(float *g, Unary f) {
  __shared__ float s[32];
  s[threadIdx.x] = g[threadIdx.x];
  g[threadIdx.x] = f(s[N]);
  // CHECK: function-pointers.cu:[[@LINE-1]]:20: note: skipped 'ops::through': warplint cannot follow a call through a function pointer
}
template __global__ void through<2>(float *, Unary);

__device__ float twice(float x) { return 2 * x; }
__global__ void constant(float *g) {
  __shared__ float s[32];
  Unary f = twice;
  g[threadIdx.x] = f(s[threadIdx.x]);
}
} // namespace ops
