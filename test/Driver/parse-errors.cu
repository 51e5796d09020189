// RUN: not %warplint --checks=-warplint-uncoalesced-access --declare-missing=false --report-clean %s %stub 2>/dev/null | %check %s
// RUN: not %warplint --checks=-warplint-uncoalesced-access --declare-missing=false --show-parse-errors %s %stub 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=ERRORS
// RUN: not %warplint --checks=-warplint-uncoalesced-access --declare-missing=false %s %stub 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=SUMMARY --implicit-check-not=error:
//
// An error costs the functions that it is in and those that use them, not the file.

#include "no_such_header.h"
// ERRORS: :[[@LINE-1]]:10: {{.*}}error: 'no_such_header.h' file not found

__device__ int broken(int x) { return x + undeclared; }
// ERRORS: :[[@LINE-1]]:43: error: {{.*}}'undeclared'

__device__ int whole(const int *p, int i) { return p[8 * i]; }
// CHECK: :[[@LINE-1]]:52: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1

__global__ void callsBroken(int *g) {
  __shared__ int s[64];
  g[threadIdx.x] = s[2 * threadIdx.x] + broken(1);
}

__global__ void callsWhole(int *g) {
  __shared__ int s[256];
  g[threadIdx.x] = whole(s, threadIdx.x);
}

template <class T> __global__ void columns(T *g) {
  __shared__ T s[32][33];
  g[threadIdx.x] = s[threadIdx.x][0];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront
}

// CHECK: parse-errors.cu:9:10: remark: results may be incomplete: 'no_such_header.h' was not found
// SUMMARY: parse-errors.cu: note: 2 kernels analyzed, 1 function skipped; clang reports 2 errors (see --show-parse-errors)
// SUMMARY: note: skipped 'callsBroken': it calls 'broken'; 'broken' has an error: parse-errors.cu:12: {{.*}}'undeclared'

void run(float *g) { columns<<<1, 32>>>(g); }
