// REQUIRES: cuda-toolkit
// RUN: not %warplint %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REST < %t.err
//
// Errors that cost no device function: of host code, or of what no kernel uses.

typedef unsigned long long uint64_t;

inline void f() {}
__host__ __device__ void g() { f(); }

__global__ void k(int *p) {
  __shared__ int s[64];
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}

int clockOf(cudaDeviceProp d) { return d.clockRate; }

// CHECK: errors-beside.cu: remark: the figures of this file rest on a parse with errors
// REST: 1 kernel analysed, 0 functions left out; clang has {{[0-9]+}} errors
