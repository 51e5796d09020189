// REQUIRES: cuda-toolkit
// RUN: not %warplint --verbose --sort=source %s -- -std=c++17 | %check %s
// RUN: not %warplint --strict --verbose --sort=source %s -- -std=c++17 | %check %s
//
// In device code nvcc has the sizes of the host, x86-64 with gcc: Clang's device has
// a long double of 8 bytes. As seen in nvcc -ptx.

#include <cfloat>
#include <cstddef>
#include <limits>

struct Slot {
  char tag;
  long double value; // At 16.
};
__device__ int overload(double) { return 1; }
__device__ int overload(long double) { return 32; }

__global__ void k(float *p) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  p[t] = s[t * (sizeof(long double) + alignof(long double))];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  p[t + 100] = s[t * 2 * alignof(std::max_align_t) + 100];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  p[t + 200] = s[t * sizeof(Slot) + 200];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  p[t + 300] = s[t * 2 * sizeof(1.0L) + 300];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  p[t + 400] = s[t * 2 * __BIGGEST_ALIGNMENT__ + 400];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  p[t + 500] = s[t * LDBL_MANT_DIG + 500]; // 64
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  p[t + 600] = s[t * std::numeric_limits<long double>::digits + 600];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  p[t + 700] = s[t * overload(1.0L) + 700];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  // Values are those of double: 0.1 + 0.2 is not 0.3, with 80 bits it is.
  long double sum = 0.1L;
  sum += 0.2L;
  p[t + 800] = s[t * (sum == 0.3L ? 1 : 32) + 800];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
}
void run(float *p) { k<<<1, 32>>>(p); }
