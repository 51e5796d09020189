// REQUIRES: cuda-toolkit
// RUN: not %warplint --checks=-warplint-uncoalesced-access %s 2> %t.err | %check %s
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

int clockOf(cudaDeviceProp d) { return d.clockOfNow; }

// CHECK: errors-beside.cu: remark: results may be incomplete: clang reports errors in this file
// REST: 1 kernel analyzed, 0 functions skipped; clang reports {{[0-9]+}} errors
