// RUN: not %warplint --keep-going --report-unproven %s %stub 2>/dev/null | %check %s
// RUN: not %warplint --keep-going %s -v %stub 2>&1 >/dev/null | FileCheck %s --check-prefix=NAMES
// RUN: %warplint --declare-missing=false --keep-going %s %stub 2>&1 | FileCheck %s --check-prefix=OFF
//
// What no header declares is declared as its uses demand, and no figure rests
// on it.

#include "library/vec.hpp" // vec3, mat3, length

// NAMES-DAG: 'vec3', declared from its uses
// NAMES-DAG: 'mat3', declared from its uses
// NAMES-DAG: 'length', declared from its uses

// OFF: 'shade' is not analysed
__global__ void shade(float *out, const vec3 *positions, const mat3 view) {
  __shared__ float weight[32][32];
  vec3 p = view * positions[threadIdx.y * 32 + threadIdx.x];
  weight[threadIdx.y][threadIdx.x] = length(p) + p.x;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = weight[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
}
void run(float *o, const vec3 *p, const mat3 &v) { shade<<<1, dim3(32, 32)>>>(o, p, v); }
// CHECK: remark: results may be incomplete: 'library/vec.hpp' was not found
