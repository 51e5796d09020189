// RUN: %warplint %s --format=json --fail-on=never %stub | FileCheck %s
//
// A quotient is computed anew in each iteration: the assembler sees of which multiple
// the address is, as it does not of a pointer that a loop moves. LDS.128 in both
// (machine code of nvcc 13.0.88, sm_90).

#define KERNEL(NAME, END)                                                      \
  __global__ void NAME(double *o, int n) {                                     \
    __shared__ double c[6000];                                                 \
    for (int i = threadIdx.x; i < n; i += 256)                                 \
      c[i] = o[i];                                                             \
    __syncthreads();                                                           \
    double r[4];                                                               \
    for (int x = threadIdx.x; x < n; x += 256) {                               \
      _Pragma("unroll") for (int j = 0; j < 4; ++j) {                          \
        r[j] = 0;                                                              \
        _Pragma("unroll") for (int k = 0; k < END; ++k) r[j] +=                \
            c[x / 3 * 10 + j * 4 + k] * o[k * 32 + threadIdx.x];               \
      }                                                                        \
      _Pragma("unroll") for (int j = 0; j < 4; ++j)                            \
          o[j * n + threadIdx.x] = r[j];                                       \
    }                                                                          \
  }

// CHECK: "kernel": "square"
// CHECK: "kind": "load"
// CHECK: "issue": "fused"
// CHECK-NEXT: "fusedBytes": 16
KERNEL(square, 4)

// Of a loop of unknown length in unrolled copies more may come than is listed.
// CHECK: "kernel": "triangle"
// CHECK: "kind": "load"
// CHECK: "issue": "maybe-fused"
KERNEL(triangle, 4 - j)
