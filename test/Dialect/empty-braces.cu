// REQUIRES: cuda-toolkit
// RUN: not %warplint -v %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
// RUN: not %warplint --strict %s 2> /dev/null | FileCheck %s --check-prefix=STRICT --allow-empty
//
// Empty braces assigned to a half2: clang finds several operators. Columns
// behind them stay what they are.

// REMEDY: with a remedy for empty braces assigned to a half2
// STRICT-NOT: warning: {{.*}}bank conflict

#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void k(half2 *p, __nv_bfloat162 *q) {
  __shared__ half2 s[64];
  half2 v[2];
  __nv_bfloat162 w;
  v[1] = {}; p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:31: warning: 2-way bank conflict
  // CHECK-NEXT: v[1] = {}; p[threadIdx.x] = s[2 * threadIdx.x];
  w = { /* nothing */ };
  q[threadIdx.x] = w;
  p[threadIdx.x + 32] = v[1];
}

template <class T> __global__ void dependent(T *p) {
  __shared__ T s[64];
  T v;
  v = {};
  s[2 * threadIdx.x] = v;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  p[threadIdx.x] = s[threadIdx.x];
}

void run(half2 *p, __nv_bfloat162 *q) {
  k<<<1, 32>>>(p, q);
  dependent<<<1, 32>>>(p);
}

// What clang reads is not what the file has: nothing is edited.
// RUN: cp %s %t.cu
// RUN: not %warplint --fix %t.cu 2>&1 | FileCheck %s --check-prefix=FIX
// RUN: cmp %s %t.cu
// FIX: note: no fix of 's': clang does not take the file as it is written: no edit of it can be proven
