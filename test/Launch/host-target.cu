// REQUIRES: cuda-toolkit
// RUN: not %warplint --report-clean %s -- -DWIDE -UWIDE | FileCheck %s 
//
// What host code asks of its target is x86-64's, not the device's: 8 x 4 threads are
// 4-way in rows of 65 words, and 16 x 4 2-way; so nobody has 32 x 4.

#include <cstddef>
#include <nv/target>

template <int> __global__ void k(float *o) {
  __shared__ float s[64][65];
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 4-way bank conflict
  // CHECK-NOT: block (32,4,1)
}

void wide(float *o) { k<1><<<1, dim3(sizeof(long double), 4)>>>(o); }
void aligned(float *o) { k<2><<<1, dim3(alignof(std::max_align_t), 4)>>>(o); }
void biggest(float *o) { k<3><<<1, dim3(__BIGGEST_ALIGNMENT__, 4)>>>(o); }
void chosen(float *o) {
  NV_IF_ELSE_TARGET(NV_IS_HOST, (k<4><<<1, dim3(8, 4)>>>(o);),
                    (k<4><<<1, dim3(32, 4)>>>(o);))
}
// No fused multiply-add: 0.1 * 10 is 1.
void rounded(float *o) {
  double x = 0.1;
  k<5><<<1, dim3(x * 10.0 - 1.0 > 0 ? 32 : 8, 4)>>>(o);
}
// The last of -D and -U counts.
#ifdef WIDE
void defined(float *o) { k<6><<<1, dim3(32, 4)>>>(o); }
#else
void defined(float *o) { k<6><<<1, dim3(8, 4)>>>(o); }
#endif
