// RUN: not %warplint --keep-going --report-unproven %s %stub 2>/dev/null | %check %s
//
// How large a class is that no header declares, nobody can say: what lies in an
// array of them, or behind one in an object, has no figure. All else has.

#include "library/vec.hpp"

__global__ void gather(vec3 *out, const vec3 *in) {
  __shared__ vec3 tile[256];
  __shared__ float plain[32][32];
  tile[threadIdx.x] = in[threadIdx.x];
  plain[threadIdx.x & 31][threadIdx.x >> 5] = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
void run(vec3 *o, const vec3 *i) { gather<<<1, 256>>>(o, i); }
// CHECK: remark: results may be incomplete: 'library/vec.hpp' was not found
