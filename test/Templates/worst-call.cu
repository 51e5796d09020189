// RUN: %warplint %s %stub | %check %s
// RUN: %warplint --trials=1 %s %stub | FileCheck %s --check-prefix=ONE
//
// Where a kernel reaches an access by several calls, the worst of them speaks for
// an argument list, which counts once.

// Lane t reads word S * t: for S = 2 lanes t and t + 16 share a bank, for S = 1 and
// S = 3 none do, whatever the kernel's own argument is.
template <int S> __device__ float at(const float *row) {
  return row[S * threadIdx.x];
  // CHECK: :[[@LINE-1]]:10: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with TWICE = true (assumed)
  // CHECK: note: the same for all 2 argument lists tried
}
// ONE: remark: 2-way bank conflict
// ONE-NOT: conflict-free
// ONE-NOT: argument list
template <bool TWICE> __global__ void either(float *p) {
  __shared__ float s[2048];
  p[threadIdx.x] = at<1>(s);
  p[threadIdx.x] += at<2>(s);
}
