// RUN: rm -rf %t && mkdir %t && cp %s %t
// RUN: not %warplint --checks=-warplint-uncoalesced-access --root=%t --report-unproven %t/missing-headers.cu %stub 2>/dev/null | %check %s
// RUN: not %warplint --checks=-warplint-uncoalesced-access --root=%t %t/missing-headers.cu %stub 2>&1 >/dev/null | FileCheck %s --check-prefix=HIDDEN
//
// What a header that is not found could change without an error is unproven.

#include "config.h"

#ifndef TILE
#define TILE 8
#endif
#define TWICE (2 * TILE)

#define OWN 8

__global__ void uses(float *g) {
  __shared__ float s[32 * TILE];
  g[threadIdx.x] = s[TILE * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: unproven: {{.*}}may depend on the missing 'config.h'
}

__global__ void usesAnother(float *g) {
  __shared__ float s[1024];
  g[threadIdx.x] = s[TWICE * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: unproven: {{.*}}may depend on the missing 'config.h'
}

// What was read of it has no access at all.
// HIDDEN: missing-headers.cu:[[@LINE+1]]:17: note: skipped 'hides': it may depend on the missing 'config.h': missing-headers.cu:[[@LINE+2]] tests 'USE_SHARED'
__global__ void hides(float *g) {
#if USE_SHARED
  __shared__ float s[256];
  s[8 * threadIdx.x] = g[threadIdx.x];
#else
  g[threadIdx.x] = 0;
#endif
}

__global__ void asks(float *g) {
  __shared__ float s[256];
#ifdef USE_COLUMNS
  g[threadIdx.x] = s[8 * threadIdx.x];
#else
  g[threadIdx.x] = s[threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: unproven: {{.*}}may depend on the missing 'config.h'
#endif
}

constexpr int Stride = TILE;
struct Row {
  float v[Stride];
};

// Through a constant, and through a type.
__global__ void constant(float *g) {
  __shared__ float s[256];
  g[threadIdx.x] = s[Stride * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: unproven: {{.*}}may depend on the missing 'config.h'
}
__global__ void type(float *g) {
  __shared__ Row s[32];
  g[threadIdx.x] = s[threadIdx.x].v[0];
  // CHECK: :[[@LINE-1]]:20: remark: unproven: {{.*}}may depend on the missing 'config.h'
}

#if defined(FAST)
__device__ int index(int i) { return i; }
#else
__device__ int index(int i) { return 8 * i; }
#endif
// Around declarations: what nothing at hand defines is taken as not defined.
__global__ void callee(float *g) {
  __shared__ float s[256];
  g[threadIdx.x] = s[index(threadIdx.x)];
  // CHECK: :[[@LINE-1]]:20: warning: 8-way bank conflict
}

// Macros of this file, of the compiler and of the platform cannot change, and
// whether a kernel is there at all does not change what it does.
__global__ void known(float *g) {
  __shared__ float s[256];
#if defined(_WIN32) || OWN != 8
  g[threadIdx.x] = s[threadIdx.x];
#else
  g[threadIdx.x] = s[OWN * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: warning: 8-way bank conflict
#endif
}
#ifndef WITHOUT_EXTRA
__global__ void extra(float *g) {
  __shared__ float s[256];
  g[threadIdx.x] = s[8 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: warning: 8-way bank conflict
}
#endif
// CHECK: missing-headers.cu:{{[0-9]+}}:{{[0-9]+}}: remark: assumed: 'FAST' is not defined (missing-headers.cu:{{[0-9]+}})
// CHECK: missing-headers.cu:7:10: remark: results may be incomplete: 'config.h' was not found
