// RUN: not %warplint --checks=-warplint-uncoalesced-access --keep-going --report-unproven %s %stub 2>/dev/null | %check %s
// RUN: not %warplint --checks=-warplint-uncoalesced-access --keep-going -v %s %stub 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS
//
// Where a declaration that was made up decides something, there is no figure.

#include "library/vec.hpp"

// SAYS-DAG: 'vec3', declared from its uses

__global__ void size(float *out, const vec3 *in) {
  __shared__ float s[1024];
  s[threadIdx.x * sizeof(vec3)] = in[0].x;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven: {{.*}}the size of 'vec3', which no header declares
  out[threadIdx.x] = in[0].y;
}

struct Entry {
  float weight;
  vec3 normal;
  float length;
};

// What lies before it is where it is; but how far apart the entries are, is not
// known.
__global__ void member(float *out, const vec3 *in) {
  __shared__ Entry entry;
  __shared__ Entry entries[32];
  entry.weight = 1;
  entries[threadIdx.x].weight = in[0].x;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven
  out[threadIdx.x] = entry.length;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven
}

// An extent that is not known is no array.
// SAYS-DAG: skipped 'extent'
__global__ void extent(float *out) {
  __shared__ float s[32][Extent];
  s[threadIdx.x][0] = 1;
  out[threadIdx.x] = s[0][threadIdx.x];
}

// The file has it, too late.
// SAYS-DAG: skipped 'early'
__global__ void early(float *out, const Late *in) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = in->x;
  out[threadIdx.x] = s[0][threadIdx.x];
}
struct Late {
  float x;
};

// Whole without any of this, and what it was.
__global__ void whole(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  out[threadIdx.x] = s[0][threadIdx.x];
}
// CHECK: remark: results may be incomplete: 'library/vec.hpp' was not found
