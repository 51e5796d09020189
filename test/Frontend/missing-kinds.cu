// RUN: not %warplint --keep-going --report-unproven %s %stub 2>/dev/null | %check %s
// RUN: not %warplint --keep-going -v %s %stub 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS
//
// Names whose kind more than one of their uses tells.

#include "library/all.hpp"

// A macro for attributes; before a constructor's name alone it may be a type.
// SAYS-DAG: 'LIB_DEVICE', treated as function attributes
LIB_DEVICE float halved(float x) { return 0.5f * x; }
template <class T> struct Pair {
  T first, second;
};
template <class T> static LIB_DEVICE Pair<T> twice(T x) { return {x, x}; }
__global__ void attributes(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = halved(out[0]) + twice(out[1]).first;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = s[0][threadIdx.x];
}

// A class that is called, too. An array of it has no figure.
// SAYS-DAG: 'Quad', declared from its uses
__global__ void constructed(float *out) {
  __shared__ float s[32][32];
  __shared__ Quad sums[32];
  sums[threadIdx.x] = Quad(0, 0, 0, 0);
  s[threadIdx.x][0] = sums[0].x;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = s[0][threadIdx.x];
}

// A name in lower case within a class is a class.
__global__ void nested(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = Emulation::shared::load(out[0]);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = s[0][threadIdx.x];
}

// The address of what an operator gives may be any pointer.
__device__ void fill(const float *from, float *to, int i) {
  to[i * 32] = from[0];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  // CHECK: :[[@LINE-2]]:{{[0-9]+}}: remark: unproven: {{.*}}may lead to shared or to global memory
}
__global__ void address(float *out, const Table table) {
  __shared__ float s[32][32];
  fill(&table(1, 2), &s[0][0], threadIdx.x);
  out[threadIdx.x] = s[0][threadIdx.x];
  float *p = &table[3];
  p[threadIdx.x * 32] = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven: {{.*}}may lead to shared or to global memory
}

// To clang a variable without its first parameter's type.
__global__ void unseen(lib::Source<float> in, float *out) {
  extern __shared__ float outside[];
  outside[threadIdx.x * 32] = in[0];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = outside[threadIdx.x];
}

void run(float *out, const Table &t, lib::Source<float> in) {
  attributes<<<1, 32>>>(out);
  constructed<<<1, 32>>>(out);
  nested<<<1, 32>>>(out);
  address<<<1, 32>>>(out, t);
  unseen<<<1, 32, 4096>>>(in, out);
}
// CHECK: remark: results may be incomplete: 'library/all.hpp' was not found
