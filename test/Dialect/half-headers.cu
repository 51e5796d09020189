// REQUIRES: cuda-toolkit
// RUN: not %warplint -v %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// A file that its includers give cuda_fp16.h.

// REMEDY: worked around half and bfloat16 without their #include

__global__ void k(half *p) {
  __shared__ half s[128];
  p[threadIdx.x] = s[4 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
