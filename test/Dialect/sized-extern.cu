// RUN: not %warplint %s -- %stub_flags | %check %s
//
// An external shared variable with a size, or that is no array.

__global__ void array(int *p) {
  extern __shared__ int s[32];
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
__global__ void scalar(int *p) {
  extern __shared__ int t;
  p[threadIdx.x] = (&t)[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
