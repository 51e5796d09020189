// RUN: %warplint %s --checks='-*,warplint-bank-conflict' --format=json --fail-on=never %stub | FileCheck %s
//
// That no launch has more than 1,024 threads in a block nvcc does not know: a barrier
// under such a condition stays, and keeps the stores apart (nvcc 13.0, -O3, sm_90: 2
// STS.32 in each kernel, and the barrier in the PTX).

#define STORES(name, condition)                                                \
  __global__ void name(float *o, const float *in) {                            \
    __shared__ float s[512];                                                   \
    int t = threadIdx.x;                                                       \
    s[2 * t] = in[t];                                                          \
    if (condition)                                                             \
      __syncthreads();                                                         \
    s[2 * t + 1] = in[t + 256];                                                \
    __syncthreads();                                                           \
    o[t] = s[511 - t];                                                         \
  }                                                                            \
  void launch_##name(float *o) { name<<<1, 256>>>(o, o); }

STORES(block, blockDim.x > 1024)
STORES(thread, threadIdx.x >= 1024)
STORES(depth, blockDim.z > 64)
STORES(none, blockDim.x == 0)
STORES(grid, gridDim.y > 65535)
// CHECK-NOT: "issue": "fused"
// CHECK-NOT: "issue": "maybe-fused"
// CHECK: "issue": "as-written"
// CHECK-NOT: "issue": "fused"
// CHECK-NOT: "issue": "maybe-fused"
