// warplint/swizzle.h compiles for host and device, and a kernel that uses it has
// no conflict where it promises none.

// REQUIRES: nvcc
// RUN: %nvcc -std=c++14 -arch=sm_75 -Werror all-warnings -I %include -c %s -o %t14.o
// RUN: %nvcc -std=c++20 -arch=sm_90 -Werror all-warnings -I %include -c %s -o %t20.o
// RUN: %warplint --block=32x32 --report-clean %s -- -I %include -std=c++17 \
// RUN:   | FileCheck %s
// CHECK-NOT: warning:
// CHECK: remark: {{.*}}conflict
// CHECK: remark: {{.*}}conflict

#include "warplint/swizzle.h"

// All is constexpr, on the host too.
static_assert(warplint::xor_swizzle<3, 0, 3>(8) == 9, "");
static_assert(warplint::inverse_xor_swizzle<3, 0, 2>(
                  warplint::xor_swizzle<3, 0, 2>(29)) == 29, "");
static_assert(warplint::interleave_row<8, 2>(4) == 1, "");
static_assert(warplint::rotate_column<24, 1>(1, 23) == 0, "");
static_assert(warplint::xor_shifted<63, 3, 7>(8) == 9, "");
static_assert(warplint::padded_size<32, 1>(1024) == 1056, "");

__global__ void transpose(float *Out, const float *In) {
  __shared__ float Tile[32][32];
  Tile[threadIdx.y][warplint::xor_column<5>(threadIdx.y, threadIdx.x)] =
      In[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  Out[threadIdx.y * 32 + threadIdx.x] =
      Tile[threadIdx.x][warplint::xor_column<5>(threadIdx.x, threadIdx.y)];
}

// The others compile for the device.
__global__ void others(unsigned *Out, unsigned I) {
  Out[0] = warplint::xor_in_rows<24, 3>(I);
  Out[1] = warplint::inverse_rotate_in_rows<24, 5>(
      warplint::rotate_in_rows<24, 5>(I));
  Out[2] = warplint::inverse_interleave_rows<9, 8, 2>(
      warplint::interleave_rows<9, 8, 2>(I));
  Out[3] = warplint::inverse_pad<32, 1>(warplint::pad<32, 1>(I));
  Out[4] = warplint::xor_shifted<1023, 5, 31, -2, 4>(I);
  Out[5] = warplint::inverse_xor_swizzle<2, 1, -3>(I);
}
