// RUN: not %warplint --checks=-warplint-uncoalesced-access --keep-going --report-unproven %s %stub 2>/dev/null | %check %s
// RUN: not %warplint --checks=-warplint-uncoalesced-access --keep-going -v %s %stub 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS
//
// What a name that no header declares is, its uses tell.

#include "library/all.hpp"

// A namespace, and in it a class, a template of a type and a value, a function.
// SAYS-DAG: 'lib::Policy', declared from its uses
// SAYS-DAG: 'lib::Tile', declared from its uses
// SAYS-DAG: 'lib::area', declared from its uses
__global__ void inNamespace(float *out, const lib::Policy policy) {
  __shared__ float s[32][32];
  lib::Tile<float, 4> tile(policy);
  s[threadIdx.x][threadIdx.y] = lib::area(tile) + tile.first;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = s[0][threadIdx.x];
}

// An object, whose value is not known, and a type within a class.
// SAYS-DAG: 'Stride', declared from its uses
// SAYS-DAG: 'Layout', declared from its uses
__global__ void object(float *out) {
  __shared__ float s[4096];
  typename Layout::Index row = threadIdx.x;
  s[threadIdx.x * Stride] = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven
  s[threadIdx.x * 32] = Layout::weight(row);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = s[threadIdx.x];
}

// An overload of the toolkit's for what is not known.
__device__ float length(float x);
__device__ double length(double x);
__global__ void ambiguous(float *out, const Vector *in) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = fmaxf(in[0].x, 1.0f);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = s[0][threadIdx.x];
}

// Which of the two is meant, is not known.
// SAYS-DAG: skipped 'overloaded'
__global__ void overloaded(float *out, const Vector *in) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = length(in[0].x);
  out[threadIdx.x] = s[0][threadIdx.x];
}

// May be a macro that does anything with the variables.
// SAYS-DAG: skipped 'macro'
__global__ void macro(float *out) {
  __shared__ float s[32][32];
  int row = threadIdx.x;
  SHUFFLE_ROWS(row);
  s[row][0] = 1;
  out[threadIdx.x] = s[0][threadIdx.x];
}

// What it changes, is not known afterwards.
__global__ void byReference(float *out) {
  __shared__ float s[32][32];
  int row = threadIdx.x;
  s[row][0] = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  shuffleRows(row);
  s[row][0] = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven
  out[threadIdx.x] = s[0][threadIdx.x];
}

// Fewer lanes than all may come by: what is clean with all of them is so then.
__global__ void guarded(float *out, const Vector *in) {
  __shared__ float s[32][32];
  if (in[0].holds(threadIdx.x)) {
    s[threadIdx.x][0] = 1;
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven: {{.*}}the active lanes may depend on declarations from a missing header
    s[0][threadIdx.x] = 1; // Is clean.
    // One of each eight lanes takes four wavefronts as well, where one would do.
    reinterpret_cast<float4 *>(s)[threadIdx.x] = float4();
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven: {{.*}}the active lanes may depend on declarations from a missing header
  }
  out[threadIdx.x] = s[0][threadIdx.x];
}

// What memory decides, it decides whatever a header declares.
__global__ void masked(float *out, const Vector *in, const bool *mask) {
  __shared__ float s[32][32];
  float x = in[0].x;
  if (mask[threadIdx.x] && x != 0) {
    s[threadIdx.x][0] = 1;
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven: {{.*}}the active lanes may depend on declarations from a missing header
  } else if (mask[threadIdx.x + 32]) {
    s[threadIdx.x][1] = 1;
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven: {{.*}}the active lanes may depend on declarations from a missing header
  }
  if (mask[threadIdx.x + 64]) {
    s[threadIdx.x][2] = x;
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  }
  // Through a variable, and a choice.
  bool isSet = mask[threadIdx.x + 96];
  for (int i = 0; i < 8; ++i)
    if (mask[i] && in[i].holds(i))
      isSet = true;
  if (isSet) {
    s[threadIdx.x][3] = 1;
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven: {{.*}}the active lanes may depend on declarations from a missing header
  }
  out[threadIdx.x] = s[0][threadIdx.x];
}

// The only function of its name is meant, whatever it is called with.
__device__ void place(const Vector at, float *to, int i) { to[i * 32] = at.x; }
__global__ void only(float *out, const Vector *in) {
  __shared__ float s[32][32];
  place(lib::turned(in[0]), &s[0][0], threadIdx.x);
  // CHECK: :[[@LINE-4]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = s[0][threadIdx.x];
}

void run(float *out, const lib::Policy &p, const Vector *v, const bool *mask) {
  inNamespace<<<1, dim3(32, 32)>>>(out, p);
  object<<<1, 32>>>(out);
  ambiguous<<<1, 32>>>(out, v);
  overloaded<<<1, 32>>>(out, v);
  macro<<<1, 32>>>(out);
  byReference<<<1, 32>>>(out);
  guarded<<<1, 32>>>(out, v);
  masked<<<1, 32>>>(out, v, mask);
  only<<<1, 32>>>(out, v);
}
// CHECK: remark: results may be incomplete: 'library/all.hpp' was not found
