// RUN: not %warplint --keep-going -v %s -- -I%S/Inputs/real-torch %stub_flags 2>&1 | FileCheck %s --implicit-check-not=redefinition --implicit-check-not="names of PyTorch"
//
// PyTorch's headers are there but for one that its build generates: what stands
// for its names where they are not there, does not meet them.

#include <c10/util/Half.h>

// CHECK: 2 kernels analyzed, 2 functions skipped
// CHECK: skipped 'at::acc_type<float, true>::operator float': no header declares it, and 'summed' passes it shared memory
// CHECK: :[[@LINE+3]]:{{[0-9]+}}: warning: 16-way bank conflict
__global__ void column(unsigned short *out, const at::BFloat16 *in) {
  __shared__ at::BFloat16 s[32][32];
  s[threadIdx.x][0] = in[threadIdx.x];
  out[threadIdx.x] = s[0][threadIdx.x].x;
}
// Of this one nothing is known but that it is a class.
__global__ void summed(float *out) {
  __shared__ at::acc_type<float, true> s[32];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[31 - threadIdx.x];
}
void run(unsigned short *o, const at::BFloat16 *i) { column<<<1, 32>>>(o, i); }
void sum(float *o) { summed<<<1, 32>>>(o); }
